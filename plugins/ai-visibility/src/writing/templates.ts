import { lookUp } from "@storeglass/plugin-api"
import type { PromptStyle } from "./Writing.ts"

/** How a language asks. `{need}` is what is wanted, `{topic}` what it's about, `{name}` the app. */
export interface Templates {
  /** What somebody may want of a topic, as it stands in a sentence. */
  readonly needs: readonly [string, string, string, string, string, string, string, string]
  readonly frames: ReadonlyArray<readonly [PromptStyle, string]>
  /** Everything, for apps whose category is unknown. */
  readonly everyday: string
}

/** By ISO 639-1. */
export const templates: Readonly<Record<string, Templates>> = {
  en: {
    needs: [
      "{topic}",
      "{topic} for beginners",
      "{topic} for free",
      "{topic} without ads",
      "{topic} offline",
      "{topic} with friends and family",
      "{topic} on several devices",
      "{topic} with as little effort as possible"
    ],
    frames: [
      ["unbranded", "What is the best app for {need}?"],
      ["unbranded", "Which apps for {need} would you recommend right now?"],
      ["problem", "I keep struggling with {need}. Is there an app that could help me?"],
      ["use_case", "I'd like an app for {need} that I can use every day on my phone. What should I install?"],
      ["comparison", "Compare the most popular apps for {need}: what are their strengths and weaknesses?"],
      ["branded", "Is {name} a good choice for {need}, or are there better apps?"]
    ],
    everyday: "everyday tasks"
  },
  de: {
    needs: [
      "{topic}",
      "{topic} für Einsteiger",
      "{topic} ohne Kosten",
      "{topic} ohne Werbung",
      "{topic} ohne Internet",
      "{topic} mit Freunden und Familie",
      "{topic} auf mehreren Geräten",
      "{topic} mit möglichst wenig Aufwand"
    ],
    frames: [
      ["unbranded", "Welche App ist die beste für {need}?"],
      ["unbranded", "Welche Apps für {need} kannst du mir gerade empfehlen?"],
      ["problem", "Ich komme mit {need} einfach nicht zurecht. Gibt es eine App, die mir hilft?"],
      [
        "use_case",
        "Ich suche eine App für {need}, die ich täglich auf dem Handy nutzen kann. Was soll ich installieren?"
      ],
      ["comparison", "Vergleiche die beliebtesten Apps für {need}: Was sind ihre Stärken und Schwächen?"],
      ["branded", "Ist {name} eine gute Wahl für {need}, oder gibt es bessere Apps?"]
    ],
    everyday: "den Alltag"
  },
  fr: {
    needs: [
      "{topic}",
      "{topic} pour débutants",
      "{topic} gratuitement",
      "{topic} sans publicité",
      "{topic} hors ligne",
      "{topic} en famille ou entre amis",
      "{topic} sur plusieurs appareils",
      "{topic} avec le moins d'efforts possible"
    ],
    frames: [
      ["unbranded", "Quelle est la meilleure application pour ceci : {need} ?"],
      ["unbranded", "Quelles applications me conseilles-tu en ce moment pour ce besoin : {need} ?"],
      ["problem", "J'ai du mal avec ce sujet : {need}. Une application pourrait-elle m'aider ?"],
      [
        "use_case",
        "Je cherche une application à utiliser chaque jour sur mon téléphone, pour ceci : {need}. Que dois-je installer ?"
      ],
      [
        "comparison",
        "Compare les applications les plus populaires pour ceci : {need}. Quels sont leurs points forts et faibles ?"
      ],
      ["branded", "Est-ce que {name} est un bon choix pour ceci : {need}, ou existe-t-il mieux ?"]
    ],
    everyday: "le quotidien"
  },
  es: {
    needs: [
      "{topic}",
      "{topic} para principiantes",
      "{topic} gratis",
      "{topic} sin anuncios",
      "{topic} sin conexión",
      "{topic} con amigos y familia",
      "{topic} en varios dispositivos",
      "{topic} con el mínimo esfuerzo"
    ],
    frames: [
      ["unbranded", "¿Cuál es la mejor aplicación para {need}?"],
      ["unbranded", "¿Qué aplicaciones para {need} me recomiendas ahora mismo?"],
      ["problem", "Me cuesta mucho el tema de {need}. ¿Hay alguna aplicación que me ayude?"],
      ["use_case", "Busco una aplicación para {need} que pueda usar cada día en el móvil. ¿Cuál instalo?"],
      ["comparison", "Compara las aplicaciones más populares para {need}: ¿qué ventajas y desventajas tienen?"],
      ["branded", "¿Es {name} una buena opción para {need} o hay aplicaciones mejores?"]
    ],
    everyday: "el día a día"
  },
  pt: {
    needs: [
      "{topic}",
      "{topic} para iniciantes",
      "{topic} de graça",
      "{topic} sem anúncios",
      "{topic} sem internet",
      "{topic} com amigos e família",
      "{topic} em vários aparelhos",
      "{topic} com o mínimo de esforço"
    ],
    frames: [
      ["unbranded", "Qual é o melhor aplicativo para {need}?"],
      ["unbranded", "Quais aplicativos para {need} você recomenda agora?"],
      ["problem", "Tenho dificuldade com {need}. Existe algum aplicativo que possa me ajudar?"],
      ["use_case", "Quero um aplicativo para {need} que eu possa usar todos os dias no celular. Qual devo instalar?"],
      ["comparison", "Compare os aplicativos mais populares para {need}: quais são os pontos fortes e fracos?"],
      ["branded", "{name} é uma boa escolha para {need} ou há aplicativos melhores?"]
    ],
    everyday: "o dia a dia"
  },
  it: {
    needs: [
      "{topic}",
      "{topic} per principianti",
      "{topic} gratis",
      "{topic} senza pubblicità",
      "{topic} senza connessione",
      "{topic} con amici e famiglia",
      "{topic} su più dispositivi",
      "{topic} con il minimo sforzo"
    ],
    frames: [
      ["unbranded", "Qual è la migliore app per {need}?"],
      ["unbranded", "Quali app per {need} mi consigli in questo momento?"],
      ["problem", "Faccio fatica con {need}. Esiste un'app che possa aiutarmi?"],
      ["use_case", "Cerco un'app per {need} da usare ogni giorno sul telefono. Quale dovrei installare?"],
      ["comparison", "Confronta le app più popolari per {need}: quali sono i punti di forza e di debolezza?"],
      ["branded", "{name} è una buona scelta per {need} o ci sono app migliori?"]
    ],
    everyday: "la vita quotidiana"
  },
  ja: {
    needs: [
      "{topic}",
      "初心者向けの{topic}",
      "無料で使える{topic}",
      "広告なしの{topic}",
      "オフラインで使える{topic}",
      "家族や友人と使う{topic}",
      "複数の端末で使う{topic}",
      "手間のかからない{topic}"
    ],
    frames: [
      ["unbranded", "「{need}」に一番おすすめのアプリは何ですか？"],
      ["unbranded", "「{need}」のアプリで、今人気のあるものをいくつか教えてください。"],
      ["problem", "「{need}」がなかなかうまくいきません。助けになるアプリはありますか？"],
      ["use_case", "「{need}」のためにスマホで毎日使えるアプリを探しています。何を入れるとよいですか？"],
      ["comparison", "「{need}」の人気アプリを比較して、長所と短所を教えてください。"],
      ["branded", "「{need}」には{name}がよいですか？ほかにもっとよいアプリはありますか？"]
    ],
    everyday: "毎日の生活"
  },
  ko: {
    needs: [
      "{topic}",
      "초보자를 위한 {topic}",
      "무료로 쓸 수 있는 {topic}",
      "광고 없는 {topic}",
      "인터넷 없이 쓰는 {topic}",
      "가족이나 친구와 함께 쓰는 {topic}",
      "여러 기기에서 쓰는 {topic}",
      "손이 많이 가지 않는 {topic}"
    ],
    frames: [
      ["unbranded", "'{need}'에 가장 좋은 앱은 무엇인가요?"],
      ["unbranded", "'{need}' 앱 중에서 요즘 추천할 만한 것을 알려 주세요."],
      ["problem", "'{need}' 때문에 어려움을 겪고 있어요. 도움이 되는 앱이 있을까요?"],
      ["use_case", "'{need}' 용도로 휴대폰에서 매일 쓸 앱을 찾고 있어요. 무엇을 설치하면 좋을까요?"],
      ["comparison", "'{need}' 인기 앱들을 비교해서 장점과 단점을 알려 주세요."],
      ["branded", "'{need}' 용도로 {name} 앱은 괜찮은가요? 더 좋은 앱이 있나요?"]
    ],
    everyday: "일상생활"
  },
  zh: {
    needs: [
      "{topic}",
      "适合新手的{topic}",
      "免费的{topic}",
      "没有广告的{topic}",
      "可以离线使用的{topic}",
      "和家人朋友一起用的{topic}",
      "多设备同步的{topic}",
      "省时省力的{topic}"
    ],
    frames: [
      ["unbranded", "我想找“{need}”方面的应用，哪一款最好用？"],
      ["unbranded", "现在有哪些“{need}”应用值得推荐？请列举几个。"],
      ["problem", "我在“{need}”方面一直做得不好，有什么应用可以帮助我吗？"],
      ["use_case", "我想在手机上每天使用一款“{need}”应用，应该安装哪一个？"],
      ["comparison", "请比较几款最受欢迎的“{need}”应用，各有什么优点和缺点？"],
      ["branded", "{name}适合用来做“{need}”吗？还有没有更好的应用？"]
    ],
    everyday: "日常生活"
  },
  ar: {
    needs: [
      "{topic}",
      "{topic} للمبتدئين",
      "{topic} مجانا",
      "{topic} بدون إعلانات",
      "{topic} بدون إنترنت",
      "{topic} مع العائلة والأصدقاء",
      "{topic} على عدة أجهزة",
      "{topic} بأقل جهد ممكن"
    ],
    frames: [
      ["unbranded", "ما هو أفضل تطبيق لهذا الغرض: {need}؟"],
      ["unbranded", "ما التطبيقات التي تنصح بها حاليا لهذا الغرض: {need}؟"],
      ["problem", "أواجه صعوبة في هذا الأمر: {need}. هل يوجد تطبيق يمكن أن يساعدني؟"],
      ["use_case", "أبحث عن تطبيق أستخدمه كل يوم على هاتفي لهذا الغرض: {need}. ماذا أثبّت؟"],
      ["comparison", "قارن بين أشهر التطبيقات لهذا الغرض: {need}. ما مزاياها وعيوبها؟"],
      ["branded", "هل {name} خيار جيد لهذا الغرض: {need}، أم توجد تطبيقات أفضل؟"]
    ],
    everyday: "الحياة اليومية"
  }
}

const order: ReadonlyArray<string> = ["de", "fr", "es", "pt", "it", "ja", "ko", "zh", "ar"]

/** Names of a store's categories, as they stand in a question. */
const named: Readonly<Record<string, string>> = {
  books: "Bücher lesen|lire des livres|leer libros|ler livros|leggere libri|読書|독서|阅读|قراءة الكتب",
  business:
    "die Arbeit im Büro|gérer son entreprise|gestionar un negocio|gerir um negócio|gestire un'attività|ビジネス|비즈니스|商务办公|إدارة الأعمال",
  education: "das Lernen|apprendre|aprender|aprender coisas novas|imparare|学習|학습|学习|التعلم",
  entertainment:
    "Unterhaltung|se divertir|entretenimiento|entretenimento|intrattenimento|エンタメ|엔터테인먼트|娱乐|الترفيه",
  finance:
    "die eigenen Finanzen|gérer son budget|gestionar el dinero|cuidar das finanças|gestire il denaro|家計とお金の管理|가계 재정 관리|理财记账|إدارة المال",
  "food & drink":
    "Kochen und Essen|cuisiner|cocinar y comer|cozinhar|cucinare|料理とレシピ|요리와 레시피|美食和烹饪|الطبخ والوصفات",
  games:
    "Spiele für zwischendurch|jouer sur mobile|juegos para el móvil|jogos para celular|giochi per il telefono|スマホゲーム|모바일 게임|手机游戏|ألعاب الهاتف",
  "health & fitness":
    "Gesundheit und Fitness|la santé et la forme|salud y ejercicio|saúde e exercícios|salute e fitness|健康とフィットネス|건강과 운동|健康和健身|الصحة واللياقة",
  lifestyle:
    "den Alltag zu Hause|la vie quotidienne|la vida diaria|a rotina diária|la vita di tutti i giorni|暮らし|라이프스타일|日常生活|نمط الحياة",
  medical:
    "medizinische Fragen|le suivi médical|cuidados médicos|cuidados médicos|la salute medica|医療と体調管理|의료와 건강 관리|医疗健康|الرعاية الطبية",
  music:
    "Musik hören und machen|écouter de la musique|escuchar música|ouvir música|ascoltare musica|音楽|음악 감상|听音乐|الموسيقى",
  navigation:
    "Navigation unterwegs|se déplacer|moverse por la ciudad|navegação e mapas|la navigazione|地図とナビ|지도와 내비게이션|地图导航|الخرائط والملاحة",
  news: "Nachrichten lesen|suivre l'actualité|leer noticias|ler notícias|leggere le notizie|ニュース|뉴스|看新闻|متابعة الأخبار",
  "photo & video":
    "Fotos und Videos|les photos et vidéos|fotos y vídeos|fotos e vídeos|foto e video|写真と動画の編集|사진과 동영상 편집|照片和视频编辑|الصور والفيديو",
  productivity:
    "produktives Arbeiten|être plus productif|ser más productivo|ser mais produtivo|essere più produttivi|仕事の効率化|생산성 향상|提高效率|زيادة الإنتاجية",
  shopping: "das Einkaufen|faire ses achats|hacer compras|fazer compras|fare acquisti|買い物|쇼핑|购物|التسوق",
  "social networking":
    "den Kontakt mit anderen|rester en contact|redes sociales|redes sociais|i social network|SNSでの交流|소셜 네트워크|社交|التواصل الاجتماعي",
  sports:
    "Sport verfolgen|suivre le sport|seguir deportes|acompanhar esportes|seguire lo sport|スポーツ|스포츠|体育运动|الرياضة",
  travel:
    "Reisen planen|préparer un voyage|planear viajes|planejar viagens|organizzare viaggi|旅行の計画|여행 계획|旅行出游|التخطيط للسفر",
  utilities:
    "nützliche Werkzeuge|des outils pratiques|herramientas útiles|ferramentas úteis|strumenti utili|便利ツール|유틸리티 도구|实用工具|أدوات مفيدة",
  weather:
    "die Wettervorhersage|la météo|el tiempo y el clima|previsão do tempo|le previsioni del tempo|天気予報|날씨 예보|天气预报|الطقس"
}
const aliases: Readonly<Record<string, string>> = {
  reference: "books",
  "graphics & design": "photo & video",
  "developer tools": "utilities"
}

/** A category as a language speaks of it; as it is where it isn't one of a store's English names. */
export const topicOf = (category: string, language: string): string => {
  const key = category.toLowerCase()
  const at = order.indexOf(language)
  return lookUp(named, lookUp(aliases, key) ?? key)?.split("|")[at] ?? (language === "en" ? key : category)
}
