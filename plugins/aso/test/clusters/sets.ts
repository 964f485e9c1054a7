/**
 * Terms of twelve markets, grouped by hand by what somebody searching for them wants: forty each, written down before
 * the model was, and not changed since. Groups share words where people's searches do, and also where that misleads.
 */
export interface LabelledSet {
  readonly language: string
  readonly country: string
  readonly groups: ReadonlyArray<ReadonlyArray<string>>
}

/** Rows of terms, one group a row. */
export const labelled = (language: string, country: string, rows: string): LabelledSet => ({
  language,
  country,
  groups: rows
    .trim()
    .split("\n")
    .map((row) => row.trim().split(" | "))
})

export const sets: ReadonlyArray<LabelledSet> = [
  labelled(
    "en",
    "us",
    `
    meditation | guided meditation | meditation app | daily meditation | meditation for beginners | free meditation | morning meditation
    sleep sounds | sleep music | relaxing sleep sounds | sleep music for kids | deep sleep sounds | calming sleep music
    white noise | white noise machine | white noise baby | brown noise | noise machine for sleeping
    sleep tracker | sleep tracker watch | sleep cycle tracker | track my sleep | sleep tracking app
    snore recorder | snoring app | stop snoring | snore tracker
    breathing exercises | breathing app | box breathing | deep breathing exercise | breathing for anxiety
    anxiety relief | anxiety help | anxiety relief games | calm anxiety
    bedtime stories | bedtime stories for adults | kids bedtime stories | sleep stories`
  ),
  labelled(
    "de",
    "de",
    `
    rezepte | rezepte app | kochrezepte | schnelle rezepte | rezepte deutsch | einfache rezepte
    vegane rezepte | vegan kochen | vegan app | vegetarische rezepte | rezepte vegan
    backrezepte | backen | kuchen backen | brot backen | plätzchen backen
    einkaufsliste | einkaufszettel | einkaufsliste teilen | einkaufsliste kostenlos | einkaufslisten app
    essensplan | wochenplan essen | essensplaner | meal planner | essen planen
    kalorienzähler | kalorien zählen | kalorienzähler kostenlos | kalorien tracker | kalorientabelle
    vorratsverwaltung | vorrat app | vorratskammer | kühlschrank inventar
    küchentimer | eieruhr | timer küche | eier timer | kochtimer`
  ),
  labelled(
    "es",
    "es",
    `
    ejercicios en casa | rutina de ejercicios | ejercicios para adelgazar en casa | ejercicio en casa sin equipo | entrenamiento en casa
    abdominales | abdominales en 30 dias | ejercicios de abdominales | abdominales para mujeres | six pack abs
    ejercicios de gluteos | gluteos y piernas | aumentar gluteos | gluteos en casa
    rutina gimnasio | gimnasio app | entrenamiento gimnasio | gym rutinas | rutina de gym
    correr | app para correr | correr y caminar | correr 5k | contador de kilometros correr
    contador de pasos | podometro | podometro gratis | contar pasos | contador de pasos gratis
    yoga | yoga para principiantes | yoga en casa | yoga gratis | clases de yoga
    ayuno intermitente | ayuno | ayuno intermitente gratis | app de ayuno | temporizador ayuno | ayuno 16 8`
  ),
  labelled(
    "fr",
    "fr",
    `
    apprendre l'anglais | cours d'anglais | anglais gratuit | apprendre anglais débutant | parler anglais
    apprendre l'espagnol | cours d'espagnol | espagnol débutant | espagnol gratuit | vocabulaire espagnol
    traducteur | traduction anglais français | traducteur vocal | traducteur photo | traduire texte
    dictionnaire | dictionnaire français | dictionnaire hors ligne | dictionnaire anglais | dictionnaire des synonymes
    conjugaison | conjugaison française | conjuguer verbes | conjugueur | conjugaison espagnole
    orthographe | dictée | exercices d'orthographe | correcteur d'orthographe | améliorer orthographe
    flashcards | cartes mémoire | cartes de révision | fiches de révision | flashcard vocabulaire
    apprendre les langues | application langues | apprendre une langue étrangère | échange de langues | cours de langue`
  ),
  labelled(
    "pt-BR",
    "br",
    `
    controle financeiro | controle financeiro pessoal | controle financeiro gratis | planilha financeira | finanças pessoais | gestão financeira
    controle de gastos | gastos diarios | controlar gastos | app de gastos | planilha de gastos
    orçamento doméstico | orçamento familiar | orçamento mensal | fazer orçamento
    fatura cartão | cartão de crédito | controle cartão de crédito | gerenciar cartões
    investimentos | investir dinheiro | carteira de investimentos | simulador de investimentos | investir em ações
    bolsa de valores | cotação bolsa | ações bolsa | bolsa ao vivo
    guardar dinheiro | economizar dinheiro | cofrinho | meta de economia | juntar dinheiro | cofrinho digital
    contas a pagar | lembrete de contas | contas a pagar e receber | pagar contas | agenda de contas | organizar contas`
  ),
  labelled(
    "ru",
    "ru",
    `
    фоторедактор | редактор фото | редактор фотографий | фото редактор бесплатно | обработка фото | редактировать фото
    коллаж | коллаж из фото | сделать коллаж | фотоколлаж | коллажи бесплатно
    фильтры для фото | фото с фильтрами | фильтры | эффекты для фото | фильтр камера
    убрать фон | удалить фон | удалить фон с фото | замена фона | изменить фон
    ретушь лица | ретушь | ретушь фото | редактор лица | бьюти камера
    видеоредактор | видео редактор | монтаж видео | редактор видео с музыкой | обрезать видео
    текст на фото | надпись на фото | добавить текст | написать текст на фото
    фото в мультик | мультяшное фото | аватар из фото | создать аватар | мультик из фото`
  ),
  labelled(
    "ja",
    "jp",
    `
    家計簿 | 家計簿アプリ | 家計簿 無料 | 家計簿 簡単 | 家計簿 人気 | カップル 家計簿 | 夫婦 家計簿
    レシート | レシートアプリ | レシート 読み取り | レシート ポイント
    貯金 | 貯金アプリ | 貯金箱 | 500円玉貯金 | 目標貯金 | 貯金 管理
    支出管理 | 支出 記録 | 支出アプリ | 収支管理 | 収支
    割り勘 | 割り勘アプリ | 割り勘 計算 | 旅行 割り勘
    資産管理 | 資産運用 | 資産 推移 | 資産管理アプリ
    サブスク管理 | サブスク | サブスク アプリ | 定額サービス 管理 | 固定費 管理
    お小遣い帳 | お小遣い帳 子供 | お小遣い管理 | こづかい帳 | おこづかい帳`
  ),
  labelled(
    "zh-Hans",
    "cn",
    `
    番茄钟 | 番茄时钟 | 番茄工作法 | 番茄钟专注 | 番茄计时
    专注 | 专注计时 | 专注森林 | 专注力训练 | 学习专注
    倒计时 | 倒数日 | 倒计时日历 | 考试倒计时 | 纪念日倒计时
    习惯打卡 | 打卡 | 每日打卡 | 习惯养成 | 学习打卡 | 好习惯
    待办 | 待办事项 | 待办清单 | 任务清单 | 清单
    日程 | 日程管理 | 日程表 | 日程安排 | 日历日程
    自律 | 自律打卡 | 自律软件 | 锁机自律 | 手机锁
    课程表 | 大学课程表 | 超级课程表 | 课表`
  ),
  labelled(
    "th",
    "th",
    `
    เรียนภาษาอังกฤษ | ฝึกภาษาอังกฤษ | เรียนภาษาอังกฤษฟรี | ภาษาอังกฤษเบื้องต้น | พูดภาษาอังกฤษ | ภาษาอังกฤษสำหรับเด็ก
    แปลภาษา | แปลภาษาอังกฤษเป็นไทย | แปลภาษาจากรูป | แปลภาษาด้วยเสียง | แอปแปลภาษา
    พจนานุกรม | ดิกชันนารี | พจนานุกรมอังกฤษไทย | พจนานุกรมออฟไลน์ | ดิกชันนารีอังกฤษไทย
    เรียนภาษาจีน | ภาษาจีน | ฝึกภาษาจีน | ศัพท์ภาษาจีน | ภาษาจีนเบื้องต้น
    เรียนภาษาญี่ปุ่น | ภาษาญี่ปุ่นเบื้องต้น | ฝึกภาษาญี่ปุ่น | ภาษาญี่ปุ่น
    คำศัพท์ภาษาอังกฤษ | ท่องศัพท์ | เกมคำศัพท์ | ท่องคำศัพท์ | คำศัพท์พร้อมรูป
    ไวยากรณ์ | ไวยากรณ์ภาษาอังกฤษ | แกรมม่า | แกรมม่าภาษาอังกฤษ
    ข้อสอบ | ข้อสอบ toeic | ติวสอบ toeic | เตรียมสอบ ielts | ข้อสอบภาษาอังกฤษ | แนวข้อสอบ`
  ),
  labelled(
    "ko",
    "kr",
    `
    홈트 | 홈트레이닝 | 홈트 어플 | 홈트레이닝 무료 | 여자 홈트
    다이어트 | 다이어트 어플 | 다이어트 식단 | 다이어트 일기 | 다이어트 앱
    칼로리 계산 | 칼로리 계산기 | 음식 칼로리 | 칼로리 앱 | 칼로리 기록
    만보기 | 만보기 어플 | 만보기 돈버는 | 걸음수 측정 | 걷기 만보기
    달리기 | 런닝 어플 | 달리기 기록 | 러닝 앱 | 런닝
    헬스 일지 | 헬스 루틴 | 헬스 기록 | 운동 일지 | 운동 기록
    간헐적 단식 | 단식 타이머 | 간헐적단식 어플 | 단식 | 16시간 단식
    요가 | 요가 앱 | 필라테스 | 홈 요가 | 요가 필라테스`
  ),
  labelled(
    "ar",
    "sa",
    `
    أوقات الصلاة | مواقيت الصلاة | اوقات الصلاه | مواعيد الصلاة | وقت الصلاة | أوقات الصلاة بدون نت
    الأذان | اذان | صوت الأذان | الاذان للجوال | منبه الأذان
    القبلة | اتجاه القبلة | بوصلة القبلة | تحديد القبلة | قبلة الصلاة
    القرآن الكريم | قران | القرآن بدون نت | القرآن صوت | المصحف | مصحف المدينة
    تحفيظ القرآن | حفظ القرآن | تحفيظ القرآن للأطفال | برنامج تحفيظ القرآن
    تفسير القرآن | تفسير ابن كثير | التفسير الميسر | تفسير
    أذكار | أذكار الصباح والمساء | اذكار المسلم | أذكار النوم | الأذكار
    التقويم الهجري | تقويم | تقويم ام القرى | التاريخ الهجري | تحويل التاريخ`
  ),
  labelled(
    "hi",
    "in",
    `
    हनुमान चालीसा | हनुमान चालीसा ऑडियो | हनुमान भजन | हनुमान जी | हनुमान आरती
    भजन | भजन संग्रह | कृष्ण भजन | भजन ऑडियो | शिव भजन
    आरती | आरती संग्रह | गणेश आरती | सभी आरती | लक्ष्मी आरती
    पंचांग | हिंदी पंचांग | आज का पंचांग | पंचांग 2026 | हिन्दू पंचांग
    हिंदी कैलेंडर | कैलेंडर 2026 | हिन्दू कैलेंडर | भारतीय कैलेंडर
    राशिफल | आज का राशिफल | दैनिक राशिफल | राशिफल हिंदी में | साप्ताहिक राशिफल
    कुंडली | जन्म कुंडली | कुंडली मिलान | कुंडली बनाना | फ्री कुंडली | हिंदी कुंडली
    भगवद गीता | गीता सार | श्रीमद भगवद गीता | गीता हिंदी में | गीता ऑडियो`
  )
]

/** A number from 0 up to below `below` that a text draws. */
const drawn = (text: string, below: number): number => {
  let hash = 2_166_136_261
  for (const sign of text) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 16_777_619)
  return (Math.imul(hash ^ (hash >>> 15), 2_246_822_519) >>> 0) % below
}

const drawnFrom = (pool: ReadonlyArray<string>, count: number, seed: string): ReadonlyArray<string> =>
  [...pool]
    .map((app) => ({ app, at: drawn(`${seed} ${app}`, 1_000_000) }))
    .sort((a, b) => a.at - b.at)
    .slice(0, count)
    .map(({ app }) => app)

/**
 * The first ten apps that a search for the term might find: seven of the ten that most searches of its group find, one
 * of the next group's, two of ten that are found for anything. One term in ten was never searched for.
 */
export const topOf = ({ country, groups }: LabelledSet, keyword: string): ReadonlyArray<string> | null => {
  if (drawn(keyword, 10) === 0) return null
  const at = groups.findIndex((group) => group.includes(keyword))
  const pool = (name: string) => Array.from({ length: 10 }, (_, index) => `${country}-${name}-${index}`)
  return [
    ...drawnFrom(pool(`${at}`), 7, keyword),
    ...drawnFrom(pool(`${(at + 1) % groups.length}`), 1, keyword),
    ...drawnFrom(pool("any"), 2, keyword)
  ]
}
