/** Word lists by which terms are read, by language. A term is compared by stems, in scripts in pairs by characters. */
import { lookUp } from "@storeglass/plugin-api"

/** What any search for an app may hold, and what tells nothing of what is wanted: app, free. */
const modifiers: Readonly<Record<string, string>> = {
  ar: "تطبيق برنامج مجاني مجانا تحميل تنزيل",
  de: "app apps kostenlos gratis download",
  en: "app apps application free download online",
  es: "app apps aplicacion aplicación gratis gratuito descargar",
  fr: "app appli application gratuit gratuite gratuitement télécharger",
  hi: "ऐप एप फ्री मुफ्त डाउनलोड app",
  id: "aplikasi gratis unduh download",
  it: "app applicazione gratis gratuito gratuita scaricare",
  ja: "アプリ 無料 ダウンロード",
  ko: "앱 어플 어플리케이션 무료 다운로드",
  nl: "app apps gratis downloaden",
  pl: "aplikacja darmowa za darmo pobierz",
  pt: "app apps aplicativo aplicação gratis grátis gratuito baixar",
  ru: "приложение программа бесплатно бесплатный скачать",
  sv: "app appar gratis ladda",
  th: "แอป แอพ ฟรี โหลด ดาวน์โหลด",
  tr: "uygulama uygulaması ücretsiz bedava indir",
  uk: "додаток програма безкоштовно скачати",
  vi: "ứng dụng miễn phí tải app",
  zh: "app 软件 軟件 免费 免費 下载 下載 应用"
}

/**
 * Words for one thing that no spelling tells are one, as Korean has them of its own, from Chinese and from English side
 * by side. Groups apart by commas.
 */
const synonyms: Readonly<Record<string, string>> = {
  ko: `달리기 러닝 런닝 조깅, 걷기 걸음 걸음수 워킹 산책, 운동 헬스 피트니스, 홈트 홈트레이닝 홈트레이너, 체중 몸무게, 수면 잠,
    노래 음악 뮤직, 그림 드로잉, 만화 웹툰, 책 도서, 독서 책읽기, 퀴즈 문제, 채팅 대화,
    전화 통화, 문자 메시지, 여행 트래블, 숙소 숙박, 비행기 항공 항공권, 운전 드라이브, 길찾기 네비게이션 내비게이션,
    요리 레시피, 맛집 식당, 주식 증권, 송금 이체, 급여 월급, 세금 세무, 구직 취업 일자리,
    명상 마음챙김, 생리 월경, 임신 임산부, 아기 육아, 강아지 반려견, 고양이 반려묘, 병원 진료, 약 복약`
}

export const listedIntents = ["comparison", "audience", "problem", "feature"] as const
export type ListedIntent = (typeof listedIntents)[number]

/** One row for each of `listedIntents`, phrases apart by commas. */
const intents: Readonly<Record<string, string>> = {
  ar: `أفضل, بديل, بدائل, مقارنة, مثل
    للأطفال, اطفال, للنساء, للبنات, للرجال, للمبتدئين, مبتدئين, للطلاب, للعائلة, للمسلم
    كيف, كيفية, حل, علاج, تخلص, بدون ألم, مساعدة, استرجاع
    بدون نت, بدون انترنت, تنبيه, منبه, تذكير, ودجت, صوت, بالكاميرا, بالصوت, مزامنة`,
  de: `vs, vergleich, alternative, alternativen, ähnlich wie, beste, besser als
    für kinder, kinder, baby, frauen, männer, anfänger, senioren, studenten, schüler, familie, paare
    wie, hilfe, gegen, loswerden, aufhören, reparieren, wiederherstellen, verbessern, abnehmen
    offline, widget, erinnerung, synchronisieren, teilen, export, backup, scanner, sprachsteuerung, ohne werbung`,
  en: `vs, versus, alternative, alternatives, similar to, apps like, games like, best, top 10, compare, comparison, better than
    kids, children, toddler, toddlers, baby, women, men, girls, boys, beginners, seniors, students, teens, couples, family, teachers, adults
    how to, help, fix, stop, quit, lose, relief, reduce, recover, prevent, overcome, get rid of, improve, can't
    offline, widget, widgets, sync, backup, export, reminder, reminders, dark mode, voice, scanner, watch, no ads, without ads, password, notifications`,
  es: `vs, alternativa, alternativas, parecido a, mejor, mejores, comparar, comparador
    para niños, niños, bebes, mujeres, hombres, principiantes, mayores, estudiantes, adolescentes, parejas, familia
    cómo, ayuda, arreglar, dejar de, quitar, reducir, adelgazar, aumentar, mejorar, recuperar, perder
    sin internet, sin conexión, widget, recordatorio, sincronizar, copia de seguridad, exportar, escáner, por voz, sin anuncios`,
  fr: `vs, alternative, comme, meilleur, meilleure, meilleurs, comparer, comparateur
    enfants, bébé, femmes, hommes, débutant, débutants, seniors, étudiants, ados, couple, famille
    comment, aide, réparer, arrêter, perdre, réduire, soulager, améliorer, récupérer, corriger
    hors ligne, sans internet, widget, rappel, synchroniser, sauvegarde, export, scanner, vocal, photo, sans pub`,
  hi: `सबसे अच्छा, बेस्ट, तुलना, जैसा
    बच्चों, बच्चों के लिए, महिला, पुरुष, शुरुआती, छात्र, परिवार
    कैसे, मदद, उपाय, इलाज, समाधान, ठीक
    ऑफलाइन, बिना इंटरनेट, विजेट, रिमाइंडर, ऑडियो, आवाज, स्कैनर`,
  id: `vs, alternatif, terbaik, mirip, banding
    anak, anak anak, bayi, wanita, pria, pemula, lansia, pelajar, mahasiswa, keluarga
    cara, mengatasi, menghilangkan, memperbaiki, berhenti, bantuan, menurunkan
    offline, tanpa internet, widget, pengingat, sinkronisasi, cadangan, pemindai, suara, tanpa iklan`,
  it: `vs, alternativa, alternative, simile a, migliore, migliori, confronto
    bambini, neonati, donne, uomini, principianti, anziani, studenti, ragazzi, coppie, famiglia
    come, aiuto, riparare, smettere, perdere, ridurre, migliorare, recuperare, dimagrire
    offline, senza internet, widget, promemoria, sincronizzare, backup, esportare, scanner, vocale, senza pubblicità`,
  ja: `比較, おすすめ, ランキング, 代わり, 似た
    子供, こども, 子ども, 赤ちゃん, 女性, 男性, 初心者, シニア, 高齢者, 学生, 小学生, 中学生, 高校生, カップル, 夫婦, 家族
    方法, やり方, 改善, 解消, 対策, 治す, やめる, 復元, 直す, 悩み
    オフライン, ウィジェット, 通知, 同期, バックアップ, 共有, 読み取り, 音声, 広告なし, ロック, リマインダー`,
  ko: `비교, 추천, 대체, 순위, 비슷한
    아이, 어린이, 유아, 아기, 여자, 여성, 남자, 남성, 초보, 시니어, 학생, 커플, 가족
    방법, 하는법, 해결, 끊기, 복구, 개선, 극복, 없애기
    오프라인, 위젯, 알림, 동기화, 백업, 공유, 스캔, 음성, 광고없는, 잠금`,
  nl: `vs, alternatief, beste, vergelijken, zoals
    kinderen, baby, vrouwen, mannen, beginners, senioren, studenten, gezin, stellen
    hoe, hulp, tegen, stoppen, afvallen, verbeteren, herstellen, verminderen
    offline, widget, herinnering, synchroniseren, back-up, exporteren, scanner, zonder reclame`,
  pl: `vs, alternatywa, najlepsze, najlepszy, porównanie, podobne do
    dla dzieci, dzieci, niemowląt, kobiet, mężczyzn, początkujących, seniorów, studentów, rodziny
    jak, pomoc, naprawić, rzucić, pozbyć się, zmniejszyć, poprawić, odzyskać, schudnąć
    offline, bez internetu, widget, przypomnienie, synchronizacja, kopia zapasowa, skaner, głosowy, bez reklam`,
  pt: `vs, alternativa, alternativas, parecido com, melhor, melhores, comparar, comparador
    crianças, infantil, bebê, mulheres, homens, iniciantes, idosos, estudantes, casal, família
    como, ajuda, consertar, parar de, perder, reduzir, melhorar, recuperar, emagrecer
    offline, sem internet, widget, lembrete, sincronizar, backup, exportar, scanner, por voz, sem anúncios`,
  ru: `vs, аналог, аналоги, лучший, лучшие, сравнение, похожие на
    для детей, детей, детский, малышей, женщин, мужчин, девочек, мальчиков, начинающих, пожилых, студентов, семьи
    как, помощь, исправить, бросить, избавиться, похудеть, улучшить, восстановить, убрать, удалить
    оффлайн, без интернета, виджет, напоминание, синхронизация, резервная копия, сканер, голосовой, без рекламы`,
  sv: `vs, alternativ, bästa, jämför, liknande
    barn, bebis, kvinnor, män, nybörjare, seniorer, studenter, familj, par
    hur, hjälp, mot, sluta, gå ner, förbättra, återställa, minska
    offline, widget, påminnelse, synka, säkerhetskopia, exportera, skanner, utan reklam`,
  th: `เปรียบเทียบ, ดีที่สุด, แนะนำ, ทางเลือก
    สำหรับเด็ก, เด็ก, ผู้หญิง, ผู้ชาย, ผู้เริ่มต้น, มือใหม่, ผู้สูงอายุ, นักเรียน, นักศึกษา, ครอบครัว, คู่รัก
    วิธี, แก้, ช่วย, เลิก, ลดน้ำหนัก, กู้คืน, ปรับปรุง
    ออฟไลน์, ไม่ใช้เน็ต, วิดเจ็ต, แจ้งเตือน, เตือน, ซิงค์, สำรอง, สแกน, ด้วยเสียง, จากรูป, ไม่มีโฆษณา`,
  tr: `vs, alternatif, en iyi, benzeri, karşılaştırma
    çocuklar için, çocuk, bebek, kadın, kadınlar, erkek, yeni başlayanlar, yaşlılar, öğrenci, aile
    nasıl, yardım, düzelt, bırakma, kurtulma, kilo verme, geri getirme, geliştirme
    çevrimdışı, internetsiz, widget, hatırlatıcı, senkronizasyon, yedekleme, tarayıcı, sesli, reklamsız`,
  uk: `vs, аналог, аналоги, найкращий, найкращі, порівняння, схожі на
    для дітей, дітей, дитячий, малюків, жінок, чоловіків, початківців, літніх, студентів, сім'ї
    як, допомога, виправити, кинути, позбутися, схуднути, покращити, відновити, прибрати, видалити
    офлайн, без інтернету, віджет, нагадування, синхронізація, резервна копія, сканер, голосовий, без реклами`,
  vi: `vs, so sánh, tốt nhất, thay thế, giống
    trẻ em, cho bé, em bé, phụ nữ, nam giới, người mới bắt đầu, người già, học sinh, sinh viên, gia đình
    cách, giúp, chữa, bỏ thuốc, giảm cân, khôi phục, cải thiện
    ngoại tuyến, không cần mạng, tiện ích, nhắc nhở, đồng bộ, sao lưu, quét, giọng nói, không quảng cáo`,
  zh: `对比, 比较, 推荐, 推薦, 排行, 替代, 最好
    儿童, 孩子, 宝宝, 婴儿, 女生, 女性, 男生, 男性, 新手, 初学者, 老人, 学生, 大学生, 小学生, 情侣, 家庭
    怎么, 如何, 方法, 戒, 减肥, 恢复, 改善, 解决, 治疗
    离线, 小组件, 提醒, 同步, 备份, 共享, 扫描, 语音, 无广告, 锁`
}

export const modifiersOf = (primary: string): ReadonlyArray<string> | undefined =>
  lookUp(modifiers, primary)?.split(" ")

export const synonymsOf = (primary: string): ReadonlyArray<ReadonlyArray<string>> =>
  (lookUp(synonyms, primary)?.split(",") ?? []).map((group) => group.trim().split(" "))

/** Undefined: there is no list for this language. */
export const intentPhrasesOf = (
  primary: string
): ReadonlyArray<readonly [intent: ListedIntent, phrases: ReadonlyArray<string>]> | undefined => {
  const rows = lookUp(intents, primary)?.split("\n")
  return rows === undefined
    ? undefined
    : listedIntents.map((intent, at) => [intent, (rows[at] ?? "").split(",").map((phrase) => phrase.trim())])
}
