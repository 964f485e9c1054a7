/** The words by which claims are told, by language; English goes with every one of them. */

type Lists = Readonly<Record<string, string>>

const spaced = (list: string | undefined) => (list ?? "").split(/\s+/u).filter((word) => word !== "")

/** `word=value`. */
const numerals: Lists = {
  en: "two=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9 ten=10 eleven=11 twelve=12 thirteen=13 fourteen=14 fifteen=15 sixteen=16 seventeen=17 eighteen=18 nineteen=19 twenty=20 thirty=30 forty=40 fifty=50 sixty=60 seventy=70 eighty=80 ninety=90 dozen=12",
  de: "zwei=2 drei=3 vier=4 fünf=5 sechs=6 sieben=7 acht=8 neun=9 zehn=10 elf=11 zwölf=12 fünfzehn=15 zwanzig=20 dreißig=30 vierzig=40 fünfzig=50 sechzig=60 siebzig=70 achtzig=80 neunzig=90 dutzend=12",
  fr: "deux=2 trois=3 quatre=4 cinq=5 six=6 sept=7 huit=8 neuf=9 dix=10 onze=11 douze=12 douzaine=12 quinze=15 vingt=20 trente=30 quarante=40 cinquante=50 soixante=60 cent=100 cents=100",
  es: "dos=2 tres=3 cuatro=4 cinco=5 seis=6 siete=7 ocho=8 nueve=9 diez=10 doce=12 docena=12 quince=15 veinte=20 treinta=30 cuarenta=40 cincuenta=50 sesenta=60 cien=100 ciento=100 quinientos=500 quinientas=500",
  it: "due=2 tre=3 quattro=4 cinque=5 sei=6 sette=7 otto=8 nove=9 dieci=10 dodici=12 quindici=15 venti=20 trenta=30 quaranta=40 cinquanta=50 cento=100",
  pt: "dois=2 duas=2 três=3 quatro=4 cinco=5 seis=6 sete=7 oito=8 nove=9 dez=10 doze=12 quinze=15 vinte=20 trinta=30 quarenta=40 cinquenta=50 cem=100 cento=100",
  nl: "twee=2 drie=3 vier=4 vijf=5 zes=6 zeven=7 acht=8 negen=9 tien=10 elf=11 twaalf=12 vijftien=15 twintig=20 dertig=30 veertig=40 vijftig=50 honderd=100",
  pl: "dwa=2 dwie=2 dwóch=2 trzy=3 trzech=3 cztery=4 pięć=5 pięciu=5 sześć=6 siedem=7 osiem=8 dziewięć=9 dziesięć=10 dziesięciu=10 dwanaście=12 piętnaście=15 dwadzieścia=20 trzydzieści=30 pięćdziesiąt=50 sto=100 stu=100",
  ru: "два=2 две=2 двух=2 три=3 трёх=3 трех=3 четыре=4 четырёх=4 пять=5 пяти=5 шесть=6 семь=7 восемь=8 девять=9 десять=10 десяти=10 двенадцать=12 пятнадцать=15 двадцать=20 тридцать=30 сорок=40 пятьдесят=50 сто=100 двести=200 триста=300 пятьсот=500",
  tr: "iki=2 üç=3 dört=4 beş=5 altı=6 yedi=7 sekiz=8 dokuz=9 on=10 yirmi=20 otuz=30 kırk=40 elli=50 yüz=100",
  ar: "اثنان=2 اثنين=2 ثلاثة=3 ثلاث=3 أربعة=4 أربع=4 خمسة=5 خمس=5 ستة=6 سبعة=7 سبع=7 ثمانية=8 ثماني=8 تسعة=9 تسع=9 عشرة=10 عشر=10 عشرين=20 عشرون=20 ثلاثين=30 أربعين=40 خمسين=50 مئة=100 مائة=100",
  hi: "तीन=3 चार=4 पांच=5 पाँच=5 छह=6 सात=7 आठ=8 नौ=9 दस=10 बीस=20 तीस=30 पचास=50 सौ=100"
}

/** What multiplies a number before it; alone, one of them or more than one can tell. */
const scales: Lists = {
  en: "hundred=100 thousand=1000 million=1e6 billion=1e9 mn=1e6 mio=1e6 mln=1e6 bn=1e9 lakh=1e5 crore=1e7",
  de: "hundert=100 tausend=1000 million=1e6 millionen=1e6 mio=1e6 milliarde=1e9 milliarden=1e9 mrd=1e9",
  fr: "mille=1000 million=1e6 millions=1e6 milliard=1e9 milliards=1e9",
  es: "mil=1000 millón=1e6 millon=1e6 millones=1e6",
  it: "mille=1000 mila=1000 milione=1e6 milioni=1e6 miliardo=1e9 miliardi=1e9",
  pt: "mil=1000 milhão=1e6 milhões=1e6 bilhão=1e9 bilhões=1e9",
  nl: "duizend=1000 miljoen=1e6 miljard=1e9",
  pl: "tys=1000 tysiąc=1000 tysiące=1000 tysięcy=1000 milion=1e6 miliony=1e6 milionów=1e6 miliard=1e9",
  ru: "тыс=1000 тысяча=1000 тысячи=1000 тысяч=1000 миллион=1e6 миллиона=1e6 миллионов=1e6 млн=1e6 миллиард=1e9 миллиарда=1e9 млрд=1e9",
  tr: "bin=1000 milyon=1e6 milyar=1e9",
  ar: "ألف=1000 الف=1000 آلاف=1000 مليون=1e6 ملايين=1e6 مليار=1e9",
  hi: "हज़ार=1000 हजार=1000 लाख=1e5 करोड़=1e7 करोड=1e7 मिलियन=1e6"
}

/** Many, with no number: the least they stand for. */
const multitudes: Lists = {
  en: "tens=20 dozens=24 scores=40 hundreds=200 thousands=2000 millions=2e6 billions=2e9",
  de: "dutzende=24 hunderte=200 hunderten=200 tausende=2000 tausenden=2000 millionen=2e6",
  fr: "dizaines=20 centaines=200 milliers=2000 millions=2e6",
  es: "decenas=20 cientos=200 miles=2000 millones=2e6",
  it: "decine=20 centinaia=200 migliaia=2000 milioni=2e6",
  pt: "dezenas=20 centenas=200 milhares=2000 milhões=2e6",
  nl: "tientallen=20 honderden=200 duizenden=2000 miljoenen=2e6",
  pl: "dziesiątki=20 setki=200 setek=200 tysiące=2000 miliony=2e6 milionom=2e6",
  ru: "десятки=20 сотни=200 сотен=200 тысячи=2000 тысячам=2000 миллионы=2e6 миллионам=2e6 миллионов=2e6",
  tr: "onlarca=20 yüzlerce=200 binlerce=2000 milyonlarca=2e6",
  ar: "عشرات=20 مئات=200 آلاف=2000 ملايين=2e6",
  hi: "सैकड़ों=200 हज़ारों=2000 हजारों=2000 लाखों=2e5 करोड़ों=2e7"
}

const table = (lists: Lists, lang: string): ReadonlyMap<string, number> =>
  new Map(
    [...spaced(lists.en), ...spaced(lists[lang])].map((entry) => {
      const [word = "", value = ""] = entry.split("=")
      return [word, Number(value)] as const
    })
  )

/** Words behind which the thing counted is no longer meant. */
const stops: Lists = {
  en: "of in on at for with and or to from by your you the a an is are was that this than per so if as but then who it its we they their our will can into up out not no now all any more less over under after before when while right just every each about via have has do does",
  de: "und oder mit für von zu der die das den dem ein eine einen im am auf aus in bei ist sind du dich deine deiner deinen nach vor mehr als ohne",
  fr: "et ou avec pour de du des le la les un une à au aux en sur dans vos votre est sont par qui que plus sans",
  es: "y o con para de del el la los las un una a al en por tu su tus que es son más sin",
  it: "e o con per di del della il lo la i gli le un una da in su che è sono più senza",
  pt: "e ou com para de do da dos das o a os as um uma em no na por que é são mais sem",
  nl: "en of met voor van de het een in op is zijn je jouw meer dan zonder te",
  pl: "i lub z ze dla na w we do od o jest są oraz po bez",
  ru: "и или с со для на в во к по от из о не их есть это без уже",
  tr: "ve veya ile için bir bu daha çok",
  ar: "و أو في من على إلى مع عن بدون أكثر",
  hi: "और या के की का में से को है हैं पर"
}

/** Those who use an app, and what counts them. Prefixes. */
const people: Lists = {
  en: "user people person member learner player creator customer famil runner listener reader traveler traveller driver student teacher parent mom dad kid women men subscriber fan athlete gamer gardener cook photographer artist musician professional team business compan household couple friend adult children download install human investor trader saver cyclist hiker walker believer soul",
  de: "nutzer anwender mensch leute person kunde famili download installation mitglied deutsche spieler lerner schüler frauen männer eltern",
  fr: "utilisat personne gens client famille téléchargement français joueur membre lecteur élève parent abonné",
  es: "usuari persona gente cliente familia descarga jugador miembro senderista español lector alumno",
  it: "utent person client famigli download scaricament giocator membr italian",
  pt: "usuári utilizador pesso cliente famíli download transferênc jogador membro brasileir",
  nl: "gebruiker mensen klant gezin download speler lid leden nederlander",
  pl: "użytkownik osób osoby ludzi klient rodzin pobra gracz polak",
  ru: "пользовател человек люд клиент сем загруз скачиван установ ученик игрок участник",
  tr: "kullanıcı kişi insan müşteri aile indirme oyuncu üye",
  ar: "مستخدم شخص طفل أسرة عائلة تحميل تنزيل عميل لاعب طالب أم",
  hi: "उपयोगकर्ता यूज़र यूजर लोग लोगों व्यक्ति परिवार डाउनलोड ग्राहक"
}
/** Some of those who use an app: how many they are is told by no figure of the listing. */
const groups =
  /^(?:compan|business|team|household|famil|couple|student|teacher|parent|professional|photographer|artist|musician|investor|trader|athlete|women|men$|mom|dad|kid|child|doctor|gamer|gardener|cook|driver|school|unternehm|firm|schüler|eltern|frauen|männer|entreprise|élève|empresa|alumno|aziend|bedrij|gezin|rodzin|компан|семь|семей|ученик|şirket|aile|شرك|طفل|أسرة|عائلة|طالب|أم$|परिवार|कंपनि)/u
const unspacedGroups = /企業|会社|家族|家庭|公司|企业|회사|기업|가족|บริษัท|ครอบครัว/u

const unspacedPeople =
  /ダウンロード|ユーザー|利用者|人|名|会員|家族|家庭|用户|用戶|下载|下載|使用者|사용자|이용자|다운로드|명|사람|회원|ผู้ใช้|คน|ดาวน์โหลด|ครอบครัว/u

const reviews =
  /^(?:rating|review|bewertung|rezension|avis|note[sr]?$|valoracion|valoración|reseña|recension|valutazion|avalia|beoordeling|review|ocen|opini|отзыв|оцен|yorum|puan|تقييم|مراجع|रेटिंग|समीक्षा)/u
const unspacedReviews = /レビュー|口コミ|評価|评价|評價|评分|리뷰|평가|รีวิว|คะแนน/u

export interface Words {
  readonly numerals: ReadonlyMap<string, number>
  readonly scales: ReadonlyMap<string, number>
  readonly multitudes: ReadonlyMap<string, number>
  readonly stops: ReadonlySet<string>
  readonly isPeople: (word: string) => boolean
  /** Of those whom installs and ratings count. */
  readonly isAnyone: (word: string) => boolean
  readonly isReviews: (word: string) => boolean
}

const cache = new Map<string, Words>()

const made = (lang: string): Words => {
  const prefixes = [...spaced(people.en), ...spaced(people[lang])]
  const isPeople = (word: string) => prefixes.some((prefix) => word.startsWith(prefix)) || unspacedPeople.test(word)
  return {
    numerals: table(numerals, lang),
    scales: table(scales, lang),
    multitudes: table(multitudes, lang),
    stops: new Set([...spaced(stops.en), ...spaced(stops[lang])]),
    isPeople,
    isAnyone: (word) => isPeople(word) && !groups.test(word) && !unspacedGroups.test(word),
    isReviews: (word) => reviews.test(word) || unspacedReviews.test(word)
  }
}

/** Only languages that have lists are remembered. */
export const wordsOf = (lang: string): Words => {
  const primary = Object.hasOwn(stops, lang) ? lang : "en"
  const known = cache.get(primary)
  if (known !== undefined) return known
  const words = made(primary)
  cache.set(primary, words)
  return words
}

/** As `\b`, for letters of every script. */
export const bounded = (source: string) => `(?<![\\p{L}\\p{M}\\p{N}])(?:${source})(?![\\p{L}\\p{M}\\p{N}])`

/** Superlatives: what they are, and how each language says it. The last go with no language. */
const superlativePatterns: ReadonlyArray<readonly [key: string, source: string]> = [
  [
    "best",
    bounded(
      "(?<!\\b(?:your|my|our|their|his|her|its|personal|do|be|feel|look|try|at) )best(?! (?:friends?|before|of luck|practices?|wishes|man)\\b)(?:-\\p{L}+)?"
    )
  ],
  [
    "first",
    bounded(
      "first[- ]ever|(?:world|industry|europe|america|\\p{L}+)'s first|the first(?: and only)?(?: \\p{L}+){0,3} (?:app|tool|service|platform|to|that|of its kind)"
    )
  ],
  [
    "one",
    "#\\s?1(?!\\d)|" +
      bounded(
        "no\\.? ?1|number one|number 1|n[°º]\\.? ?1|n\\.º ?1|nr\\.? ?1|№ ?1|nummer (?:1|eins|één|een)|numéro (?:1|un)|número (?:1|uno|um)|numero (?:1|uno)|numer (?:1|jeden)|номер (?:1|один)|(?:bir|1) numara|رقم (?:1|واحد)|नंबर ?(?:1|वन|एक)"
      )
  ],
  [
    "top",
    bounded(
      "(?<!\\b(?:on|at the|to the|from the|the very) )top(?:[- ](?:rated|ranked|notch|tier|selling|choice|pick|quality))?(?! (?:of|up|it|off|bar|left|right|corner|shelf|to bottom|bunk)\\b)(?! ?\\d+%)|chart[- ]topping"
    )
  ],
  [
    "leading",
    bounded("leading(?! (?:to|you|into|up|the way)\\b)|market leaders?|leader(?:s)? in|world-leading|industry-leading")
  ],
  ["only", bounded("the only(?! thing| way| limit)|(?<=^|[.!?] )only (?:app|one)|one and only|one of a kind")],
  [
    "most",
    bounded(
      "(?:the|'s|\\p{L}+'s|our|its) most(?! (?:of|out)\\b) \\p{L}+|most[- ](?:popular|loved|trusted|accurate|advanced|powerful|downloaded|used|complete|comprehensive|reliable|beautiful|effective|affordable|awarded|secure|private|intuitive|addictive|realistic|precise)"
    )
  ],
  [
    "est",
    bounded(
      "(?:fast|quick|easi|smart|simpl|cheap|bigg|larg|great|saf|smooth|strong|bright|sharp|clean|clever|cool|healthi|rich|high|low|light|small|tini|happi|tough|fresh|friendli|funni|cut|deep|wid|broad|clear|hott|handi|neat|bold|fair|kind|calm|quiet|gentl|sweet|soft|warm|plain|trendi|wis|slim|secur|sleek|purest|finest|mean|comfi|tasti|nic)est(?:-\\p{L}+)?|finest|purest|(?!priest)\\p{L}{3,}iest|(?:the|\\p{L}+'s|our|its) (?!(?:rest|best|test|guest|quest|request|interest|west|nest|latest|forest|harvest|contest|chest|crest|zest|pest|vest|honest|modest|digest|protest|nearest|invest|tempest|conquest|rainforest)\\b)\\p{L}{3,}est"
    )
  ],
  [
    "favourite",
    bounded(
      "(?:(?:world|nation|america|britain|europe|everyone|\\p{L}+)'s|the|all-time|a fan) favou?rites?|fan[- ]favou?rites?"
    )
  ],
  [
    "beyond",
    bounded(
      "nothing (?:beats|compares|else)|no ?(?:one|body) (?:else|does|makes|beats|comes close)|unbeatable|unbeaten|unmatched|unrivall?ed|unparalleled|second to none|no other|like no other|(?:than|unlike) any(?: other|thing)?|ultimate|world[- ]class|best-in-class|best[- ]selling|bestselling|highly rated|game[- ]chang\\p{L}+|revolutionary|guaranteed?|guarantees|better than (?:the rest|all|every\\p{L}*)|invincible|imbattable|unschlagbar|konkurrenzlos|incontournable|imbatible|imbattibile|imbatível|onverslaanbaar|niezrównan\\p{L}*|garantiert|garanti[ea]?s?|garantizad[oa]s?|garantit[oa]|gegarandeerd|gwarantowan\\p{L}*|гарантированн?\\p{L}*|гарантируем"
    )
  ]
]

const ofLanguage: Readonly<Record<string, ReadonlyArray<readonly [key: string, source: string]>>> = {
  de: [
    ["best", bounded("(?<!(?:dein|mein|ihr|unser|deine|meine|seine) )beste[nrsm]?(?! freund)")],
    [
      "est",
      bounded(
        "(?:schnell|einfach|günstig|größ|grös|beliebt|klüg|klug|sicher|billig|leicht|stärk|höch|niedrig|genau|modern|umfangreich|vielseitig|schön|neu|gesünd|clever|smart|präzis|erfolgreich|meistgenutzt|meistverkauf|weit)e?(?:s?t)e[nrsm]?"
      )
    ],
    ["leading", bounded("führende[nrsm]?|marktführer|spitzenreiter|nummer eins|top(?:-\\p{L}+)?|testsieger")],
    ["only", bounded("einzige[nrsm]?|einzigartige?[nrsm]?")],
    ["most", bounded("meist\\p{L}{3,}e[nrsm]?|(?:welt|deutschland|europa)s? \\p{L}+ste[nrsm]?|am \\p{L}{3,}sten")],
    ["first", bounded("(?:welt|deutschland)s erste[nrsm]?|die erste app")],
    ["favourite", bounded("lieblings-?app|deutschlands liebling\\p{L}*")]
  ],
  fr: [
    ["best", bounded("(?<!(?:votre|ton|mon|son|vos|notre) )meilleure?s?(?! ami)")],
    ["most", bounded("(?:le|la|les) (?:plus|moins)(?! (?:tôt|vite possible|tard))")],
    ["leading", bounded("leader|leaders|numéro un|référence")],
    ["only", bounded("la seule|le seul|l'unique")],
    ["favourite", bounded("préférée? des \\p{L}+")],
    ["first", bounded("la première application|la toute première")]
  ],
  es: [
    ["best", bounded("(?:el|la|los|las) mejor(?:es)?|(?<=^|[.!¡] ?)mejor(?:es)? \\p{L}+")],
    ["most", bounded("(?:el|la|los|las)(?: \\p{L}+)? más(?! (?:de|tarde|pronto))")],
    ["leading", bounded("líder(?:es)?|número uno|favorit[oa] de")],
    ["only", bounded("(?:el|la) únic[oa]")]
  ],
  it: [
    ["best", bounded("(?<!(?:tuo|mio|suo|tua|mia) )miglior[ei]?(?! amic)|ottim[oa]")],
    ["most", bounded("(?:il|la|i|le|l'\\p{L}+)(?: \\p{L}+)? più(?! (?:di|presto|tardi))")],
    ["leading", bounded("leader")],
    ["only", bounded("l'unic[oa]|la sola")]
  ],
  pt: [
    ["best", bounded("(?:o|a|os|as) melhor(?:es)?|(?<=^|[.!] ?)melhor(?:es)? \\p{L}+")],
    ["most", bounded("(?:o|a|os|as)(?: \\p{L}+)? mais(?! de)")],
    ["leading", bounded("líder(?:es)?|favorit[oa] d[eoa]s?")],
    ["only", bounded("[oa] únic[oa]")]
  ],
  nl: [
    ["best", bounded("(?<!(?:je|jouw|mijn) )beste")],
    ["est", bounded("(?:snel|makkelijk|eenvoudig|goedkoop|groot|populair|slim|veilig|mooi|leuk)ste")],
    ["leading", bounded("toonaangevende?|marktleider|meest \\p{L}+")],
    ["only", bounded("de enige|het enige|unieke")]
  ],
  pl: [
    ["most", bounded("naj(?!pierw|bliż|now|częś|później|wyżej 1)\\p{L}{3,}")],
    ["leading", bounded("lider\\p{L}*|wiodąc\\p{L}+|jedyn\\p{L}+|ulubion\\p{L}+ polak\\p{L}+")]
  ],
  ru: [
    ["best", bounded("(?:наи)?лучш(?:ий|ая|ее|ие|их|ей|им|ую|его|ими|ем|ему)")],
    ["most", bounded("сам(?:ый|ая|ое|ые|ую|ых|ым|ыми|ого)|наибол\\p{L}+|\\p{L}{3,}ейш(?:ий|ая|ее|ие|их|ую)")],
    ["leading", bounded("лидер\\p{L}*|ведущ(?:ий|ая|ее|ие)|топ|топов\\p{L}+|номер один")],
    ["only", bounded("единственн\\p{L}+")]
  ],
  tr: [
    ["most", bounded("en (?!az|çok \\d|son|fazla)\\p{L}+")],
    ["leading", bounded("lider|lideri|bir numaralı|benzersiz|rakipsiz")],
    ["only", bounded("tek uygulama|yegane")]
  ],
  hi: [
    ["most", "सबसे|सर्वश्रेष्ठ|बेहतरीन|सर्वोत्तम|अव्वल"],
    ["only", "एकमात्र|इकलौत[ाी]"],
    ["leading", "अग्रणी"]
  ],
  ar: [
    ["best", bounded("(?:ال|ك|و|وال)?(?:أفضل|افضل|أحسن)")],
    ["most", bounded("(?:ال)?(?:أسرع|أسهل|أقوى|أذكى|أكبر|أرخص|أدق|أجمل)|الأكثر")],
    ["leading", bounded("(?:ال)?رائد[ة]?|رقم واحد|الأول[ىي]? (?:في|عالم)\\p{L}*|الأول(?= من)")],
    ["only", bounded("(?:ال)?وحيد[ة]?")]
  ],
  th: [
    ["most", "ที่สุด|ดีเลิศ|ยอดเยี่ยม|สุดยอด"],
    ["one", "อันดับ\\s?(?:1|หนึ่ง)|เบอร์\\s?(?:1|หนึ่ง)|ที่หนึ่ง|ที่ 1"],
    ["leading", "ชั้นนำ|อันดับต้น"],
    ["only", "หนึ่งเดียว|เพียงแอปเดียว|แอปเดียวที่"]
  ],
  ja: [
    ["most", "最(?=[高強速安大良新小多上適優]|も)(?:最新|最大|.)?(?<!最新)(?<!最大\\d)"],
    [
      "one",
      "一番|いちばん|ナンバー(?:ワン|1)|no\\.?\\s?1|第?1位|第?一位|(?:日本|世界|業界|地域)(?:一|初)(?!度)|人気(?:no|ナンバー)"
    ],
    ["only", "唯一|オンリーワン"],
    ["leading", "トップクラス|トップレベル|圧倒的|究極|無敵|業界をリード|絶対"]
  ],
  ko: [
    ["best", "최고|최상|최강|제일|베스트|으뜸"],
    ["most", "최초|최저|최대(?!\\s?\\d)|최단|최다|가장"],
    ["one", "1위|일위|넘버\\s?원|1등"],
    ["only", "유일"],
    ["leading", "선도|압도적"]
  ],
  zh: [
    ["most", "最(?=[佳好快强強大多受高便简簡全酷懂聪聰智优優])."],
    ["one", "第一(?![次步天个個章课課件时時])|no\\.?\\s?1|冠[军軍]|榜首|数一数二"],
    ["leading", "首[选選]|[领領]先|[顶頂][级級尖]|首[个款個]|[无無][敌敵]|独一无二|獨一無二|王牌"],
    ["only", "唯一"]
  ]
}

export interface Pattern {
  readonly key: string
  readonly sign: RegExp
}

const compiled = (patterns: ReadonlyArray<readonly [string, string]>): ReadonlyArray<Pattern> =>
  patterns.map(([key, source]) => ({ key, sign: new RegExp(source, "giu") }))

const everywhere = compiled(superlativePatterns)
const superlatives = new Map(Object.entries(ofLanguage).map(([lang, patterns]) => [lang, compiled(patterns)]))

const byLanguage = (all: ReadonlyArray<Pattern>, some: ReadonlyMap<string, ReadonlyArray<Pattern>>, lang: string) => [
  ...all,
  ...(some.get(lang.split("-", 1)[0] ?? "") ?? [])
]
export const superlativesOf = (lang: string) => byLanguage(everywhere, superlatives, lang)

/** Prizes, press, approvals and proof. */
export const awards: ReadonlyArray<Pattern> = compiled([
  [
    "choice",
    bounded(
      "editor'?s?'? ?(?:choice|pick)s?|(?:critics?|people|users?)'?s?'? choice|[\\p{L}]+'s (?:pick|choice)|our pick|staff picks?|choix de la rédaction|wahl der redaktion|tipp der redaktion|selección del editor|scelta (?:della redazione|dell'editore)|выбор редакции"
    )
  ],
  [
    "ofTheYear",
    bounded(
      "(?:app|apps|game|product|startup|tool) of the (?:year|month|week|day)|app des jahres|(?:application|appli) de l'année|(?:app|aplicación) del año|app dell'anno|app do ano|приложение года|yılın uygulaması"
    )
  ],
  [
    "award",
    bounded(
      'award(?:ed|s)?|award[- ]winn\\p{L}+|winners?|won|winning|prize[ds]?|prize-winning|medals?|medallists?|trophy|finalists?|shortlisted|honou?red|nominated|nominee|crowned|voted|named (?:the |a |one |best |top |")\\S*|preis(?:träger|gekrönt\\p{L}*)?|auszeichnung\\p{L}*|ausgezeichnet\\p{L}*|preisgekrönt\\p{L}*|gewinner\\p{L}*|testsieger|prix|récompens\\p{L}+|primée?s?|lauréate?s?|élue?s?|premi(?:o|os|ad[oa]s?|at[oaie])|galardon\\p{L}*|ganador\\p{L}*|vincit\\p{L}+|prêmio|premiad[oa]s?|vencedor\\p{L}*|prijs(?:winnend\\p{L}*)?|bekroond\\p{L}*|winnaar|nagrod\\p{L}+|nagradzan\\p{L}+|zwycięzc\\p{L}+|преми[яюией]\\p{L}?|наград\\p{L}*|победител\\p{L}+|лауреат\\p{L}*|ödül\\p{L}*|(?:ب|ال)?جائزة|جوائز|حائز[ة]?|الفائز[ة]?|पुरस्कार\\p{L}*\\p{M}*|विजेता'
    )
  ],
  [
    "award",
    "受賞|大賞|グッドデザイン賞|アワード|ベストアプリ|수상|대상|어워드|获奖|獲獎|荣获|榮獲|大奖|大獎|金奖|获得.{0,10}奖|รางวัล|ได้รับเลือก|पुरस्कार"
  ],
  [
    "seen",
    bounded(
      "(?:as )?(?:seen|featured|mentioned|reviewed|covered|praised|recommended|endorsed|approved|backed|certified|tested|developed|designed|built|created|made) (?:in|on|by|with)(?= [\\p{L}\\p{N}])(?! (?:you|your|this|love|care|a|an|mind|one tap|heart)\\b)|bekannt aus|empfohlen|vu (?:dans|à|sur)|recommandée? par|approuvée? par|recomendad[oa] por|visto en|avalad[oa] por|consigliat[oa] da|visto (?:su|in)|recomendad[oa] por|visto n[oa]|aanbevolen door|bekend van|polecan\\p{L}+ przez|рекоменд\\p{L}+|одобрен\\p{L}*|öneri\\p{L}+ (?:uzman|doktor)\\p{L}*|موصى به|(?:ي)?وصي به|معتمد[ة]?"
    )
  ],
  [
    "seen",
    "推奨|監修|おすすめの|掲載され|テレビで|話題の|추천(?:하는|한|받)|화제의|推荐|推薦|认证|認證|แนะนำโดย|แนะนำ(?=\\s|$|//)|ผ่านการรับรอง|अनुशंसित|प्रमाणित|認定"
  ],
  [
    "proof",
    bounded(
      "(?:clinically|scientifically|medically|independently|lab)[- ]\\p{L}+|(?:shown|proven) to \\p{L}+|(?:studies|research|science|tests?|experts?|surveys?) (?:show|prove|suggest|say|find|confirm)s?|science[- ]backed|backed by (?:science|research)|proven|patented|patent[- ]pending|accredited|certified|compliant|insured|regulated|licensed|fda(?:[- ]\\p{L}+)?|(?:doctor|expert|dentist|therapist|dermatologist|nutritionist|pediatrician)s?[- ](?:recommended|approved)|(?:experts|doctors|scientists|nutritionists|critics|dentists|therapists|everyone) (?:agree|say|says|call|calls|recommend|swear)s?|(?:wissenschaftlich|klinisch|medizinisch) (?:bewiesen|belegt|getestet|geprüft|erwiesen)\\p{L}*|zertifiziert\\p{L}*|stiftung warentest|prouvée? (?:scientifiquement|cliniquement)|scientifiquement prouvée?|certifiée?s?|probad[oa] científicamente|certificad[oa]s?|clinicamente testat[oa]|certificat[oa]|cientificamente comprovad[oa]|wetenschappelijk bewezen|gecertificeerd|potwierdzon\\p{L}+|certyfikowan\\p{L}+|доказан\\p{L}*|сертифицир\\p{L}+|kanıtlanmış|sertifikalı"
    )
  ]
])

/** Trust that isn't counted: loved by teachers. */
export const endorsed = new RegExp(
  bounded(
    "(?:(?:the )?choice|favou?rites?) (?:of|among)|(?:loved|trusted|used|adored|chosen|preferred|relied on|praised|enjoyed|downloaded|picked) by|vertrau\\p{L}+|geliebt von|adoptée? par|aimée? par|usad[oa] por|elegid[oa] por|amat[oa] da|usat[oa] da|amad[oa] por|vertrouwd door|zaufa\\p{L}+|нам доверяют|выбирают"
  ),
  "giu"
)

/** What costs, and what doesn't: the word and what it must find. */
export const priceWords: ReadonlyArray<Pattern> = compiled([
  [
    "always",
    bounded(
      "(?:100 ?%|completely|totally|absolutely|entirely|always|forever|truly|really|fully|permanently)[- ](?:for )?free|free (?:of charge )?(?:forever|for life|for good|always|for ever)|(?:völlig|komplett|100 ?%|ganz|immer|für immer|dauerhaft|vollständig) (?:kostenlos\\p{L}*|gratis|kostenfrei\\p{L}*)|(?:kostenlos|gratis) für immer|(?:totalement|entièrement|complètement|100 ?%|toujours) gratuite?s?|gratuite? (?:à vie|pour toujours)|(?:totalmente|completamente|100 ?%|siempre|interamente|sempre|inteiramente) grat\\p{L}+|grat\\p{L}+ (?:para siempre|per sempre|para sempre)|(?:volledig|helemaal|altijd|100 ?%) gratis|(?:całkowicie|zupełnie|zawsze|w 100 ?%) (?:darmow\\p{L}+|za darmo|bezpłatn\\p{L}+)|(?:полностью|абсолютно|совершенно|всегда|навсегда|100 ?%) бесплатн\\p{L}+|бесплатн\\p{L}+(?:,)? навсегда|(?:tamamen|her zaman|sonsuza kadar) (?:ücretsiz|bedava)|مجان\\p{L}*\\p{M}* (?:تمام\\p{L}*|بالكامل|للأبد|دائم\\p{L}*|وإلى الأبد|مدى الحياة)|(?:पूरी तरह|बिल्कुल|हमेशा) (?:से )?(?:मुफ्त|मुफ़्त|फ्री)"
    )
  ],
  [
    "always",
    "(?:完全|永久|永年|ずっと|全て|すべて)に?無料|完全免費|(?:完全|永久|终身|終身|全部|彻底|一直|永远)免[费費]|(?:완전|평생|전부|100%|영구)\\s?무료|ฟรีตลอด(?:ชีพ|ไป|กาล)?|ฟรี\\s?100\\s?%|ฟรีทั้งหมด|ใช้ฟรีตลอด"
  ],
  [
    "trial",
    bounded(
      "trials?|probe(?:monat|woche|zeit|abo)\\p{L}*|testversion|kostenlos(?:e[nrs]?)? (?:testen|testphase)|essai(?:s)?|prueba|prova gratuita|periodo di prova|teste grátis|período de teste|proefperiode|okres próbny|пробн\\p{L}+|deneme|تجربة|تجريبي[ة]?|ट्रायल"
    )
  ],
  ["trial", "(?:無料)?(?:体験|トライアル|お試し)|무료\\s?체험|体验期|(?:免费|免費)(?:试用|試用)|ทดลองใช้"],
  [
    "free",
    bounded(
      "(?<![\\p{L}]-)(?<!(?:feel|set you|break|sugar|gluten|ad|ads|hands|stress|distraction|worry|cruelty|dairy|hassle|cage|carefully|and) )free(?! (?:up|your|time|yourself|from|hand|will|fall|range|throw|kick|spirit|form|flow|weight|weights|style|roam|play|writing)\\b)(?!-(?!to-))(?:-to-\\p{L}+)?|freebie|kostenlos\\p{L}*|gratis|kostenfrei\\p{L}*|umsonst|gratuite?s?|gratuitement|gratuit[oaie]s?|gratuitamente|grátis|darmow\\p{L}+|za darmo|bezpłatn\\p{L}+|бесплатн\\p{L}+|даром|ücretsiz\\p{L}*|bedava|(?:ال)?مجان\\p{L}*\\p{M}*|मुफ्त|मुफ़्त|फ्री|निःशुल्क|at no cost|no cost|costs nothing|zero cost|for nothing|on us|on the house"
    )
  ],
  ["free", "無料|タダ|免[费費]|무료|공짜|ฟรี"],
  [
    "noSubscription",
    bounded(
      "(?:no|without(?: a| any)?|zero|never a) (?:monthly |hidden |more )?(?:subscriptions?|commitments?|contracts?)|subscription[- ]free|ohne (?:abo|abonnement)\\p{L}*|kein\\p{L}* abo\\p{L}*|sans (?:abonnement|engagement)|sin suscripci[oó]n\\p{L}*|senza abbonament\\p{L}|sem assinatura|zonder abonnement|bez (?:subskrypcji|abonamentu)|без подписк\\p{L}|aboneliksiz|abonelik yok|(?:بدون|بلا) اشتراك\\p{L}*|बिना सब्सक्रिप्शन"
    )
  ],
  [
    "noSubscription",
    "サブスク(?:なし|不要)|定額(?:なし|不要)|구독\\s?없|(?:没有|沒有|无需|無需|无|無|不用)(?:订阅|訂閱|会员|會員)|ไม่(?:มี|ต้อง)(?:ค่า)?(?:สมัคร(?:สมาชิก)?|สมาชิก)"
  ],
  [
    "noAds",
    bounded(
      "(?:no|without(?: any)?|zero|never any) (?:annoying |more )?(?:ads?|adverts|advertising|commercials|banners)|ad[- ]?free|ads[- ]free|ohne (?:\\p{L}+ )?werbung|werbefrei\\p{L}*|keine werbung|(?:sans|aucune|zéro) (?:publicités?|pubs?)|(?:sin|no lleva|cero) (?:anuncios|publicidad)|senza (?:pubblicità|annunci)|sem (?:anúncios|publicidade)|zonder (?:reclame|advertenties)|reclamevrij|bez reklam|без реклам\\p{L}|reklamsız|(?:بدون|بلا|خال من) (?:ال)?إعلانات|(?:وبدون) إعلانات|(?:बिना विज्ञापन|विज्ञापन मुक्त)"
    )
  ],
  [
    "noAds",
    "広告(?:なし|ゼロ|非表示|は表示されません|が出ません|が出ない|は出ません)|광고\\s?없|(?:没有|沒有|无|無|零)广?廣?告|ไม่มีโฆษณา|ไร้โฆษณา"
  ],
  [
    "noFees",
    bounded(
      "(?:no|zero|without) (?:hidden |extra |monthly |setup |annual )?(?:fees?|costs?|charges?|catch|payment|payments|strings(?: attached)?|credit card(?: needed| required)?|in-app purchases?|paywalls?)|keine (?:versteckten )?(?:kosten|gebühren)|ohne (?:kosten|gebühren|kreditkarte)|sans (?:frais|carte bancaire)|aucun frais|sin (?:costes?|cargos|comisiones|tarjeta)|senza (?:costi|commissioni|carta)|sem (?:taxas|custos|cartão)|geen (?:kosten|verborgen kosten)|bez (?:opłat|ukrytych)|без (?:комисси\\p{L}|доплат|платежей)|masrafsız|(?:بدون|بلا) (?:رسوم|تكاليف)|(?:कोई|बिना) शुल्क"
    )
  ],
  [
    "noFees",
    "(?:追加)?(?:料金|課金|費用)(?:なし|不要|ゼロ|一切)|(?:추가|숨은)\\s?비용\\s?없|(?:没有|無|无)(?:内购|內購|隐藏费用|任何费用)|ไม่(?:มี|เสีย)ค่า(?:ใช้จ่าย|ธรรมเนียม)"
  ],
  [
    "discount",
    bounded(
      "\\d+ ?% (?:off|discount|cheaper|less)|discount(?:ed|s)?|on sale|sale ends|(?:limited|special|launch|early[- ]bird|holiday)[- ](?:time )?(?:offer|price|deal|discount)s?|half[- ](?:the )?price|half off|money[- ]back|refund(?:ed|able)?|coupon|voucher|cashback|rabatt\\p{L}*|sonderangebot|halber preis|geld[- ]zurück\\p{L}*|remise|promotion|soldes?|moitié prix|remboursée?|descuento|oferta|rebaja\\p{L}*|mitad de precio|sconto|offerta|metà prezzo|rimborso|desconto|promoção|metade do preço|korting|aanbieding|zniżk\\p{L}+|promocj\\p{L}+|скидк\\p{L}+|акци[яию]|распродаж\\p{L}|indirim\\p{L}*|خصم|عرض خاص|تخفيض\\p{L}*|छूट|ऑफर"
    )
  ],
  [
    "discount",
    "割引|半額|セール|キャンペーン|(?:퍼센트|%)\\s?할인|할인|특가|折[扣优]|\\d折|半价|半價|优惠|優惠|特[价價]|限[时時]|ลดราคา|ส่วนลด|โปรโมชั่น|ครึ่งราคา"
  ],
  [
    "lifetime",
    bounded(
      "lifetime (?:access|license|licence|deal|purchase|updates)|for life|pay once|paid once|one[- ]time (?:purchase|payment|fee)|einmal(?:ig)?\\p{L}* (?:zahlen|zahlung|kauf)|einmalkauf|à vie|de por vida|a vita|vitalíci[oa]|levenslang|na zawsze|навсегда|ömür boyu|مدى الحياة"
    )
  ],
  ["lifetime", "買い切り|买断|買斷|終身|终身|평생|ตลอดชีพ|ซื้อครั้งเดียว|一次(?:购买|購買)"],
  [
    "cheap",
    bounded(
      "cheap(?:er|ly)?|(?:for the )?price of an? \\p{L}+|(?:less|fewer) than a (?:coffee|latte|cup|sandwich|pizza)|moins ch[eè]re?s?|más barat[oa]s?|meno caro|mais barat[oa]s?|bargain|low(?:er)?[- ](?:cost|priced?)|affordabl[ey]|spottbillig|günstig(?:er)?|pas cher|barat[oa]s?|economic[oa]|goedko(?:o|pe)\\p{L}*|tani[aeo]?|дёшев\\p{L}*|дешев\\p{L}*|ucuz\\p{L}*|رخيص[ة]?|सस्त[ाीे]"
    )
  ],
  [
    "unlimited",
    bounded(
      "unlimited|limitless|without limits|infinite|endless|unbegrenzt\\p{L}*|unlimitiert\\p{L}*|illimitée?s?|ilimitad[oa]s?|illimitat[oaie]|onbeperkte?|nieograniczon\\p{L}+|безлимит\\p{L}*|неограниченн\\p{L}+|sınırsız|غير محدود[ة]?|بلا حدود|असीमित|अनलिमिटेड"
    )
  ],
  ["unlimited", "無制限|무제한|无限|無限|ไม่จำกัด|使い放題"]
])

export const fractions: ReadonlyArray<Pattern> = compiled([
  [
    "2",
    bounded(
      "doubl(?:e|es|ed|ing)|twice|twofold|doppelt\\p{L}*|verdoppel\\p{L}+|zweimal so|doubl(?:ez|er|é|ée)|deux fois|(?:el )?doble|duplic\\p{L}+|dos veces|doppi[oa]|raddoppi\\p{L}+|due volte|dobro|duas vezes|dubbele?|verdubbel\\p{L}*|twee keer|dwukrotn\\p{L}+|podw[oó]j\\p{L}+|dwa razy|вдвое|удво\\p{L}+|в два раза|iki (?:kat|katı|katına)|ضعف|ضعفي|مضاعف\\p{L}*|दोगुन[ाीे]|दुगुन[ाीे]"
    )
  ],
  ["2", "倍増|二倍|翻[倍番]|加倍|兩倍|两倍|두\\s?배|2배|สองเท่า|เท่าตัว"],
  [
    "0.5",
    bounded(
      "half|halve[sd]?|halving|halb(?:e[nrs]?)?|hälfte|halbier\\p{L}+|moitié|demi-\\p{L}+|mitad|metà|dimezz\\p{L}+|metade|helft|halveer\\p{L}*|połow\\p{L}+|половин\\p{L}+|вполовину|полмиллиона|yarı(?:sı|ya)?|नصف|(?:ال)?نصف|आध[ाीे]"
    )
  ],
  ["0.5", "半分|半減|절반|반값|一半|减半|減半|ครึ่ง"],
  [
    "3",
    bounded(
      "tripl(?:e|es|ed|ing)|threefold|thrice|dreifach\\p{L}*|verdreifach\\p{L}*|tripl(?:er|ez|é)|triplic\\p{L}+|trois fois|tres veces|tripl[oa]|três vezes|drievoudig\\p{L}*|trzykrotn\\p{L}+|втрое|утро\\p{L}+|üç kat\\p{L}*|तिगुन[ाीे]"
    )
  ],
  ["3", "三倍|3배|세\\s?배|สามเท่า"],
  ["4", bounded("quadrupl\\p{L}+|fourfold|vierfach\\p{L}*|cuadruplic\\p{L}+")],
  ["10", bounded("tenfold|zehnfach\\p{L}*|十倍|10배")],
  ["10", "十倍|열\\s?배|สิบเท่า"],
  [
    "third",
    bounded("(?:a|one|two)[- ]thirds?(?: of)?|ein drittel|un tiers|un tercio|un terzo|um terço|een derde|треть")
  ],
  [
    "quarter",
    bounded(
      "(?:a|one|three)[- ]quarters?(?: of)?|ein viertel|un quart|un cuarto de|un quarto|um quarto|een kwart|четверть"
    )
  ]
])

/** Says that a number is a bound. Before it, and behind it. */
export const overBefore = new RegExp(
  `(?:${bounded("(?<!back )over|more than|at least|upwards? of|above|über|mehr als|mindestens|plus de|más de|oltre|più di|mais de|meer dan|ruim|ponad|więcej niż|более|больше|свыше|أكثر من|تزيد عن")}|超过|超過|多达|มากกว่า|กว่า)\\s?(?:the |[$€£¥₽])?$`,
  "iu"
)
export const overBehind =
  /^(?:\s?\+|\s(?:or more|and more|and counting|plus|以上|이상|से अधिक|से ज्यादा|से ज़्यादा)|以上|超|多|余|餘|이상|이 넘는|\+)/iu
export const underBefore = new RegExp(
  `(?:${bounded("under|less than|fewer than|within|below|in just|unter|weniger als|in nur|moins de|menos de|meno di|minder dan|mniej niż|менее|меньше|أقل من")}|不到|未満|น้อยกว่า|ไม่ถึง)\\s?(?:the |[$€£¥₽])?$`,
  "iu"
)
export const underBehind =
  /^(?:\s\p{L}+)?\s(?:or (?:less|fewer)|oder weniger|ou moins|o menos|o meno|ou menos)|^(?:以下|以内|未満|分以内|이내|이하)/iu
export const upToBefore = new RegExp(
  `(?:${bounded("up to|as many as|as much as|bis zu|jusqu'à|hasta|fino a|até|tot(?: wel)?|do|до|حتى")}|最大|最多|最高|최대|สูงสุด|ถึง)\\s?(?:the )?$`,
  "iu"
)
