/** What the writer says of its own, by language: nothing of it claims anything. */
import { isWritten, type Written } from "./language.ts"
import type { Style } from "./types.ts"

export interface Frames {
  /** In front of what the listing says. */
  readonly leads: Readonly<Record<Style, string>>
  /** Where the listing says nothing. */
  readonly plain: string
  readonly short: string
  readonly named: string
  /** What ends a sentence that ends in none. */
  readonly stop: string
  readonly calls: ReadonlyArray<string>
  readonly categories: Readonly<Record<Category, string>>
}

const categories = [
  "photo",
  "finance",
  "health",
  "education",
  "food",
  "travel",
  "productivity",
  "music",
  "social",
  "games",
  "shopping",
  "news",
  "utilities",
  "lifestyle"
] as const
export type Category = (typeof categories)[number]

/** A row a language: leads by style (ugc, professional, problem, before and after, lifestyle); plain; short; named; stop. */
const frameRows: Readonly<Record<Written, string>> = {
  en: "Have you come across {name} yet?|{name} at a glance.|Looking for a hand? Here's {name}.|What changes with {name}?|{name}, as part of your day.|Have a look at this app and see what it does.|See what it does|Get to know {name}|.",
  de: "Kennst du {name} schon?|{name} auf einen Blick.|Suchst du Hilfe? Hier ist {name}.|Was ändert sich mit {name}?|{name}, Teil deines Tages.|Schau dir diese App an und sieh, was sie kann.|Sieh, was sie kann|Lerne {name} kennen|.",
  fr: "Connaissez-vous {name} ?|{name} en bref.|Besoin d'un coup de main ? Voici {name}.|Qu'est-ce qui change avec {name} ?|{name}, au fil de votre journée.|Découvrez cette application et ce qu'elle sait faire.|Voyez ce qu'elle fait|Découvrez {name}|.",
  es: "¿Ya conoces {name}?|{name} de un vistazo.|¿Necesitas ayuda? Aquí está {name}.|¿Qué cambia con {name}?|{name}, parte de tu día.|Conoce esta aplicación y mira lo que hace.|Mira lo que hace|Conoce {name}|.",
  it: "Conosci già {name}?|{name} in breve.|Serve una mano? Ecco {name}.|Che cosa cambia con {name}?|{name}, parte della tua giornata.|Scopri questa app e guarda che cosa sa fare.|Guarda che cosa fa|Scopri {name}|.",
  pt: "Já conhece {name}?|{name} num relance.|Precisa de ajuda? Aqui está {name}.|O que muda com {name}?|{name}, parte do seu dia.|Conheça este aplicativo e veja o que ele faz.|Veja o que ele faz|Conheça {name}|.",
  nl: "Ken je {name} al?|{name} in het kort.|Hulp nodig? Hier is {name}.|Wat verandert er met {name}?|{name}, deel van je dag.|Bekijk deze app en zie wat hij doet.|Zie wat hij doet|Maak kennis met {name}|.",
  pl: "Znasz już {name}?|{name} w skrócie.|Szukasz pomocy? Oto {name}.|Przed i po: {name}.|{name}, część twojego dnia.|Poznaj tę aplikację i zobacz, co potrafi.|Zobacz, co potrafi|Poznaj {name}|.",
  ru: "Уже знаете {name}?|{name} вкратце.|Нужна помощь? Вот {name}.|До и после: {name}.|{name} на каждый день.|Познакомьтесь с этим приложением и посмотрите, что оно умеет.|Посмотрите, что умеет|Знакомьтесь: {name}|.",
  tr: "{name} ile tanıştınız mı?|Kısaca {name}.|Yardım mı gerekiyor? İşte {name}.|{name} ile ne değişir?|Gününüzün parçası: {name}.|Bu uygulamaya göz atın ve neler yaptığını görün.|Neler yaptığını görün|{name} ile tanışın|.",
  ja: "{name}、もう知っていますか？|{name}のご紹介。|お困りですか？{name}があります。|{name}で何が変わる？|毎日のそばに、{name}。|このアプリでできることをご覧ください。|できることを見る|{name}のご紹介|。",
  ko: "{name}, 알고 계셨나요?|{name} 한눈에 보기.|도움이 필요하세요? 여기 {name}.|{name}, 무엇이 달라질까요?|일상 속의 {name}.|이 앱으로 무엇을 할 수 있는지 살펴보세요.|기능 살펴보기|{name} 소개|.",
  "zh-Hans":
    "你听说过{name}吗？|{name}简介。|需要帮手吗？试试{name}。|有了{name}会怎样？|{name}，陪伴你的每一天。|看看这款应用能做什么。|看看能做什么|认识{name}|。",
  "zh-Hant":
    "你聽說過{name}嗎？|{name}簡介。|需要幫手嗎？試試{name}。|有了{name}會怎樣？|{name}，陪伴你的每一天。|看看這款應用程式能做什麼。|看看能做什麼|認識{name}|。",
  ar: "هل تعرفت على {name}؟|{name} باختصار.|تحتاج إلى مساعدة؟ إليك {name}.|ما الذي يتغير مع {name}؟|{name} جزء من يومك.|تعرّف على هذا التطبيق وما يقدمه.|شاهد ما يقدمه|تعرّف على {name}|.",
  th: "รู้จัก {name} หรือยัง|{name} โดยย่อ|ต้องการตัวช่วยไหม ลอง {name}|อะไรจะเปลี่ยนไปกับ {name}|{name} ในทุกวันของคุณ|ลองดูว่าแอปนี้ทำอะไรได้บ้าง|ดูว่าทำอะไรได้บ้าง|รู้จัก {name}|",
  hi: "क्या आप {name} को जानते हैं?|{name} एक नज़र में।|मदद चाहिए? यह है {name}।|{name} के साथ क्या बदलता है?|{name}, आपके दिन का हिस्सा।|यह ऐप देखें और जानें कि यह क्या करता है।|देखें यह क्या करता है|{name} को जानें|।"
}

/** Of each eight; none promises anything or names a store. */
const callRows: Readonly<Record<Written, string>> = {
  en: "Get the app|Try it now|Learn more|Start now|See how it works|Install now|Take a look|Open the app",
  de: "App holen|Jetzt ausprobieren|Mehr erfahren|Jetzt starten|So funktioniert's|Jetzt installieren|Ansehen|App öffnen",
  fr: "Obtenir l'appli|Essayer|En savoir plus|Commencer|Voir comment ça marche|Installer|Découvrir|Ouvrir l'appli",
  es: "Consigue la app|Pruébala ahora|Más información|Empieza ahora|Mira cómo funciona|Instalar ahora|Echa un vistazo|Abrir la app",
  it: "Scarica l'app|Provala ora|Scopri di più|Inizia ora|Guarda come funziona|Installa ora|Dai un'occhiata|Apri l'app",
  pt: "Baixar o app|Experimente agora|Saiba mais|Comece agora|Veja como funciona|Instalar agora|Dê uma olhada|Abrir o app",
  nl: "Haal de app|Probeer het nu|Meer informatie|Begin nu|Zie hoe het werkt|Nu installeren|Bekijk de app|Open de app",
  pl: "Pobierz aplikację|Wypróbuj teraz|Dowiedz się więcej|Zacznij teraz|Zobacz, jak to działa|Zainstaluj teraz|Rzuć okiem|Otwórz aplikację",
  ru: "Скачать приложение|Попробовать|Узнать больше|Начать|Как это работает|Установить|Посмотреть|Открыть приложение",
  tr: "Uygulamayı edinin|Şimdi deneyin|Daha fazla bilgi|Şimdi başlayın|Nasıl çalıştığını görün|Şimdi yükleyin|Göz atın|Uygulamayı açın",
  ja: "アプリを入手|今すぐ試す|詳しく見る|今すぐ始める|使い方を見る|インストール|見てみる|アプリを開く",
  ko: "앱 받기|지금 사용해 보기|자세히 알아보기|지금 시작하기|사용법 보기|지금 설치하기|살펴보기|앱 열기",
  "zh-Hans": "获取应用|立即试用|了解详情|立即开始|看看怎么用|立即安装|看一看|打开应用",
  "zh-Hant": "取得應用程式|立即試用|瞭解詳情|立即開始|看看怎麼用|立即安裝|看一看|開啟應用程式",
  ar: "احصل على التطبيق|جرّبه الآن|اعرف المزيد|ابدأ الآن|شاهد كيف يعمل|ثبّت الآن|ألق نظرة|افتح التطبيق",
  th: "รับแอป|ลองเลย|ดูเพิ่มเติม|เริ่มเลย|ดูวิธีใช้งาน|ติดตั้งเลย|ลองดู|เปิดแอป",
  hi: "ऐप पाएं|अभी आज़माएं|और जानें|अभी शुरू करें|देखें कैसे काम करता है|अभी इंस्टॉल करें|एक नज़र डालें|ऐप खोलें"
}

/** In the order of `categories`. */
const categoryRows: Readonly<Record<Written, string>> = {
  en: "Photos & videos|Money matters|Health & fitness|Learning|Food & cooking|Travel|Getting things done|Music & audio|Staying in touch|Games|Shopping|News & reading|Everyday tools|Everyday life",
  de: "Fotos & Videos|Rund ums Geld|Gesundheit & Fitness|Lernen|Essen & Kochen|Reisen|Produktiv arbeiten|Musik & Audio|In Kontakt bleiben|Spiele|Einkaufen|Nachrichten & Lesen|Werkzeuge für den Alltag|Leben & Alltag",
  fr: "Photos et vidéos|Argent et budget|Santé et forme|Apprendre|Cuisine|Voyages|S'organiser|Musique et audio|Rester en contact|Jeux|Achats|Actualités et lecture|Outils du quotidien|Vie quotidienne",
  es: "Fotos y vídeos|Tu dinero|Salud y deporte|Aprender|Comida y cocina|Viajes|Organizarse|Música y audio|En contacto|Juegos|Compras|Noticias y lectura|Herramientas diarias|Día a día",
  it: "Foto e video|Soldi e budget|Salute e fitness|Imparare|Cibo e cucina|Viaggi|Organizzarsi|Musica e audio|In contatto|Giochi|Acquisti|Notizie e lettura|Strumenti quotidiani|Vita quotidiana",
  pt: "Fotos e vídeos|Seu dinheiro|Saúde e fitness|Aprender|Comida e cozinha|Viagens|Organização|Música e áudio|Em contato|Jogos|Compras|Notícias e leitura|Ferramentas do dia a dia|Dia a dia",
  nl: "Foto's en video's|Geldzaken|Gezondheid en fitness|Leren|Eten en koken|Reizen|Dingen gedaan krijgen|Muziek en audio|In contact blijven|Spellen|Winkelen|Nieuws en lezen|Dagelijkse hulpmiddelen|Dagelijks leven",
  pl: "Zdjęcia i filmy|Pieniądze i budżet|Zdrowie i forma|Nauka|Jedzenie i gotowanie|Podróże|Organizacja|Muzyka i audio|Kontakt z bliskimi|Gry|Zakupy|Wiadomości i czytanie|Narzędzia na co dzień|Życie codzienne",
  ru: "Фото и видео|Деньги и бюджет|Здоровье и спорт|Обучение|Еда и рецепты|Путешествия|Дела и планы|Музыка и аудио|Общение|Игры|Покупки|Новости и чтение|Инструменты|Повседневная жизнь",
  tr: "Fotoğraf ve video|Para ve bütçe|Sağlık ve fitness|Öğrenme|Yemek ve mutfak|Seyahat|Üretkenlik|Müzik ve ses|İletişim|Oyunlar|Alışveriş|Haberler ve okuma|Günlük araçlar|Günlük yaşam",
  ja: "写真と動画|お金の管理|健康とフィットネス|学び|料理とグルメ|旅行|仕事と予定|音楽とオーディオ|コミュニケーション|ゲーム|買い物|ニュースと読書|便利ツール|暮らし",
  ko: "사진과 동영상|돈 관리|건강과 운동|배움|음식과 요리|여행|일과 계획|음악과 오디오|소통|게임|쇼핑|뉴스와 독서|생활 도구|일상",
  "zh-Hans": "照片与视频|理财记账|健康健身|学习|美食烹饪|旅行|效率|音乐音频|社交|游戏|购物|新闻阅读|实用工具|日常生活",
  "zh-Hant":
    "照片與影片|理財記帳|健康健身|學習|美食烹飪|旅行|生產力|音樂音訊|社交|遊戲|購物|新聞閱讀|實用工具|日常生活",
  ar: "الصور والفيديو|المال والميزانية|الصحة واللياقة|التعلّم|الطعام والطبخ|السفر|إنجاز المهام|الموسيقى والصوت|التواصل|ألعاب|التسوق|الأخبار والقراءة|أدوات يومية|الحياة اليومية",
  th: "รูปภาพและวิดีโอ|การเงิน|สุขภาพและฟิตเนส|การเรียนรู้|อาหาร|ท่องเที่ยว|งานและแผน|เพลงและเสียง|ติดต่อกัน|เกม|ช้อปปิ้ง|ข่าวและการอ่าน|เครื่องมือ|ชีวิตประจำวัน",
  hi: "फ़ोटो और वीडियो|पैसे और बजट|सेहत और फ़िटनेस|सीखना|खाना और रेसिपी|यात्रा|काम और योजना|संगीत और ऑडियो|बातचीत|गेम|खरीदारी|समाचार और पठन|रोज़मर्रा के टूल|रोज़मर्रा की ज़िंदगी"
}

/** Words of genre names, as stores write them. */
const genreSigns: ReadonlyArray<readonly [category: Category, sign: RegExp]> = [
  ["photo", /photo|video|camera|foto|写真|사진|摄影|攝影|照片|фото|تصوير|รูปภาพ|ภาพถ่าย|फ़ोटो|fotoğraf|zdjęc/iu],
  ["finance", /financ|finanz|money|budget|ファイナンス|금융|财务|財務|финанс|مال|การเงิน|फाइनेंस|finans/iu],
  [
    "health",
    /health|fitness|medical|medizin|sport|gesundheit|santé|salud|salute|saúde|gezond|zdrow|健康|헬스|건강|здоров|صحة|สุขภาพ|स्वास्थ्य|sağlık/iu
  ],
  [
    "education",
    /educat|bildung|éducat|formation|istruzione|educaç|onderwijs|edukacj|教育|교육|образов|تعليم|การศึกษา|शिक्षा|eğitim|reference/iu
  ],
  ["food", /food|drink|essen|cuisine|comida|cibo|eten|jedzeni|フード|음식|美食|еда|طعام|อาหาร|yiyecek/iu],
  [
    "travel",
    /travel|navigation|maps|reise|voyage|viaje|viaggi|viagen|reizen|podróż|旅行|여행|旅遊|путешеств|سفر|ท่องเที่ยว|यात्रा|seyahat/iu
  ],
  [
    "productivity",
    /productiv|produktiv|produttiv|produtiv|business|wirtschaft|効率|仕事|생산성|비즈니스|效率|生产力|производит|إنتاج|ประสิทธิภาพ|उत्पादकता|verimlilik/iu
  ],
  ["music", /music|musik|musique|música|muziek|muzyka|音楽|음악|音乐|音樂|музык|موسيق|เพลง|संगीत|müzik|audio/iu],
  [
    "social",
    /social|communicat|sozial|dating|kommunikation|réseaux|ソーシャル|소셜|社交|социаль|تواصل|โซเชียล|sosyal/iu
  ],
  [
    "games",
    /game|spiel|jeu|juego|gioc|jogo|spel|gry|ゲーム|게임|游戏|遊戲|игр|ألعاب|لعب|เกม|गेम|oyun|puzzle|arcade|casino|casual|action|strategy|board|card|trivia|role playing|simulation/iu
  ],
  [
    "shopping",
    /shop|einkauf|achat|compras|acquist|winkel|zakupy|ショッピング|쇼핑|购物|購物|покуп|تسوق|ช้อป|alışveriş/iu
  ],
  [
    "news",
    /news|book|magazin|nachricht|bücher|livres|actualit|noticia|notizi|ニュース|ブック|뉴스|도서|新闻|新聞|图书|новост|книг|أخبار|كتب|ข่าว|हैबर|समाचार/iu
  ],
  [
    "utilities",
    /utilit|tools|dienstprogramm|utilitaire|utilidad|ユーティリティ|도구|工具|инструмент|утилит|أدوات|เครื่องมือ|araç|weather|wetter|personali/iu
  ],
  [
    "lifestyle",
    /lifestyle|life|mode de vie|estilo|stile|house|home|parenting|beauty|ライフ|라이프|生活|стиль|نمط|ไลฟ์สไตล์|yaşam/iu
  ]
]

const parts = (row: string) => row.split("|")

const framesFor = (lang: Written): Frames => {
  const [
    ugc = "",
    professional = "",
    problem = "",
    before = "",
    lifestyle = "",
    plain = "",
    short = "",
    named = "",
    stop = ""
  ] = parts(frameRows[lang])
  const names = parts(categoryRows[lang])
  const nameOf = (category: Category) => names[categories.indexOf(category)] ?? ""
  return {
    leads: { ugc, professional, problem_solution: problem, before_after: before, lifestyle },
    plain,
    short,
    named,
    stop,
    calls: parts(callRows[lang]),
    categories: {
      photo: nameOf("photo"),
      finance: nameOf("finance"),
      health: nameOf("health"),
      education: nameOf("education"),
      food: nameOf("food"),
      travel: nameOf("travel"),
      productivity: nameOf("productivity"),
      music: nameOf("music"),
      social: nameOf("social"),
      games: nameOf("games"),
      shopping: nameOf("shopping"),
      news: nameOf("news"),
      utilities: nameOf("utilities"),
      lifestyle: nameOf("lifestyle")
    }
  }
}

const framed = new Map<Written, Frames>()

/** English where a language has none. */
export const framesOf = (lang: string): Frames => {
  const spoken: Written = isWritten(lang) ? lang : "en"
  const known = framed.get(spoken)
  if (known !== undefined) return known
  const frames = framesFor(spoken)
  framed.set(spoken, frames)
  return frames
}

export const categoryOf = (genreName: string | null): Category | undefined =>
  genreName === null ? undefined : genreSigns.find(([, sign]) => sign.test(genreName))?.[0]

export const callsToAction = (lang: string): ReadonlyArray<string> => framesOf(lang).calls
