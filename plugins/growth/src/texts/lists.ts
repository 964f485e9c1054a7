/**
 * What people ask for, by language. A pattern is words; `*` goes on with letters, and `..` stands for up to three words
 * between. Scripts without spaces match anywhere. A question mark is a question in each of them.
 */
export const intents = [
  "alternative",
  "recommendation",
  "comparison",
  "complaint",
  "problem",
  "question",
  "praise",
  "news"
] as const
export type Intent = (typeof intents)[number]
/** `solved`: an answer has been found, so that nobody asks any longer. */
export type Listed = Intent | "solved" | "job"

type Lists = Readonly<Record<Listed, string>>

const raw: Readonly<Record<string, Lists>> = {
  en: {
    alternative:
      "alternative* to|alternatives|replacement for|instead of using|switch* from|switch* away|moving away from|something like|similar to|apps like|app like",
    recommendation:
      "is there any|is there an .. app|which of these|does anything|recommend*|recommendation*|suggest* .. app*|suggestions|looking for|any good|what's the best|what is the best|which app*|best app*|is there an app|is there a|are there any|need an app|can anyone suggest|what do you use|what are you using|what app* do you",
    comparison: "vs|versus|compared to|compare*|better than|difference between|or should i",
    complaint:
      "hate|terrible|awful|horrible|worst|scam|rip off|useless|disappoint*|waste of|frustrat*|annoy*|sucks|fed up|overpriced|too expensive|unusable|uninstall*|cancel* my subscription|refund",
    problem:
      "how do i|how can i|how to|can't|cannot|doesn't work|not working|stopped working|won't|crash*|keeps crashing|bug*|broken|error|issue with|problem with|trouble|help me|need help|any way to|struggl*|lost my data",
    question: "does anyone|has anyone|anyone know|anyone use*|anyone tried|should i|is it|can i|do you",
    praise: "love|loving|great|amazing|awesome|fantastic|excellent|works well|game changer|highly recommend|thank* you",
    news: "announc*|launch*|released|raises|acquire*|show hn|introducing|now available|version * is out",
    solved: "solved|went with|thanks for the recommendation*|thanks for the tip*|closing this|case closed",
    job: "hiring|we're hiring|who is hiring|job opening|job offer|full-time|part-time role|freelancer wanted|for hire|apply now|salary|remote position|vacancy"
  },
  de: {
    alternative: "alternative*|ersatz für|statt|ähnlich wie|so etwas wie|sowas wie|umsteigen von|wechsel* von",
    recommendation:
      "gesucht|suche|suchen eine|was taugt|gibt es etwas|gibt es .. ohne|welche .. app*|was benutzt ihr|empfehl*|empfehlung*|suche .. app*|gibt es .. app*|gibt es eine|kennt jemand|welche app*|beste app*|was nutzt ihr|was benutzt ihr|womit|könnt ihr .. empfehlen|vorschläge|ich suche|tipp* für",
    comparison: "vs|gegen|vergleich*|im vergleich|besser als|unterschied zwischen|oder doch",
    complaint:
      "schrecklich|furchtbar|schlecht*|enttäusch*|nutzlos|abzocke|betrug|zu teuer|nervt|nervig|deinstallier*|frust*|geld zurück|kündig*|mist",
    problem:
      "wie kann ich|wie kann man|wie bekomme ich|funktioniert nicht|geht nicht|stürzt ab|absturz|fehler|problem*|hilfe|klappt nicht|daten verloren|bug*",
    question: "hat jemand|weiß jemand|soll ich",
    praise: "liebe|toll*|super|großartig*|fantastisch*|begeistert|klasse|perfekt|danke",
    news: "ankündig*|veröffentlich*|vorgestellt|startet|neu erschienen|übernimmt",
    solved: "gelöst|danke für die empfehlung*|danke für den tipp|kann zu|hat sich erledigt",
    job: "stellenangebot*|wir suchen .. mitarbeiter*|m/w/d|bewerb*|gehalt|vollzeit|teilzeit|stellenanzeige|jobangebot"
  },
  fr: {
    alternative:
      "alternative* à|alternatives|remplacer|remplacement|à la place de|équivalent à|semblable à|quelque chose comme|comme .. mais",
    recommendation:
      "laquelle|quelle .. appli*|quoi d'autre|il existe|une appli .. pour|je voudrais|recommand*|conseil*|cherche .. appli*|je cherche|quelle appli*|quelle est la meilleure|meilleure appli*|y a-t-il|existe-t-il|suggestion*|que utilisez-vous|vous utilisez quoi|une bonne appli*",
    comparison: "vs|versus|compar*|mieux que|différence entre|par rapport à",
    complaint:
      "horrible|nul|nulle|arnaque|déçu*|décevant*|inutile|trop cher*|énerv*|désinstall*|rembours*|catastroph*|pire",
    problem:
      "comment faire|comment puis-je|comment|ne marche pas|ne fonctionne pas|marche plus|fonctionne plus|plante|bug*|erreur|problème*|aide|aidez-moi|données perdues",
    question: "est-ce que|quelqu'un|dois-je",
    praise: "adore|génial*|super|excellent*|parfait*|merci|fantastique|formidable",
    news: "annonc*|lance|lancement|sort|disponible|rachète",
    solved: "résolu|merci pour le conseil|merci pour les conseils|c'est réglé",
    job: "recrut*|offre d'emploi|cdi|cdd|candidat*|salaire|temps plein|stage"
  },
  es: {
    alternative:
      "alternativa* a|alternativas|reemplazo|en lugar de|en vez de|parecid* a|similar a|algo como|cambiar de",
    recommendation:
      "cuál|qué otra|existe un|existe una|alguna que|necesito algo|ideas|recomiend*|recomend*|sugerenc*|busco|estoy buscando|qué app*|cuál es la mejor|mejor app*|hay alguna|existe alguna|alguna app*|qué usáis|qué usan|alguien .. app*",
    comparison: "vs|versus|compar*|mejor que|diferencia entre|en comparación",
    complaint:
      "horrible|pésim*|terrible|estafa|decepcion*|inútil|muy car*|demasiado car*|molest*|desinstal*|reembolso|basura|odio",
    problem:
      "cómo puedo|cómo hago|cómo se|no funciona|no me funciona|dejó de funcionar|se cierra|fall*|error|problema*|ayuda|perdí mis datos|bug*",
    question: "alguien sabe|alguien ha|por qué",
    praise: "me encanta|genial|excelente|fantástic*|increíble|perfect*|gracias|buenísim*",
    news: "anunci*|lanza*|lanzamiento|presenta|disponible|adquiere",
    solved: "resuelto|gracias por la recomendación|gracias por el consejo|cierro el hilo",
    job: "oferta de empleo|contrat* .. desarrollador*|estamos contratando|vacante*|salario|tiempo completo|postul*"
  },
  pt: {
    alternative:
      "alternativa* a*|alternativas|substitut*|em vez de|no lugar de|parecid* com|similar a*|algo como|trocar de",
    recommendation:
      "qual outro|qual compensa|qual .. app|indicam|existe app|existe um|preciso de|recomend*|indica*|sugest*|procuro|estou procurando|à procura|qual app*|qual o melhor|qual é o melhor|melhor app*|melhor aplicativo|existe algum|tem algum|algum app*|algum aplicativo|o que vocês usam",
    comparison: "vs|versus|compar*|melhor que|melhor do que|diferença entre",
    complaint: "horrível|péssim*|terrível|golpe|decepcion*|inútil|muito car*|irritante|desinstal*|reembolso|lixo|odeio",
    problem:
      "como faço|como posso|como|não funciona|parou de funcionar|trava*|fecha sozinh*|erro|problema*|ajuda|perdi meus dados|bug*",
    question: "alguém sabe|alguém já|por que|o que",
    praise: "adoro|amo|ótim*|excelente|fantástic*|incrível|perfeit*|obrigad*",
    news: "anunci*|lança*|lançamento|apresenta|disponível|adquire",
    solved: "resolvido|valeu pela|obrigado pela indicação|obrigada pela indicação|pode fechar",
    job: "vaga*|contratando|estamos contratando|salário|tempo integral|candidat*"
  },
  it: {
    alternative:
      "alternativa a*|alternative a*|alternative|sostitut*|al posto di|invece di|simile a*|qualcosa come|passare da",
    recommendation:
      "consigli*|raccomand*|suggeriment*|cerco|sto cercando|quale app*|qual è la migliore|migliore app*|miglior app*|esiste un'app|esiste una|c'è un'app|cosa usate|avete .. app*",
    comparison: "vs|contro|confront*|meglio di|differenza tra|rispetto a",
    complaint:
      "orribile|pessim*|terribile|truffa|delus*|deludente|inutile|troppo car*|fastidios*|disinstall*|rimborso|schifo|odio",
    problem:
      "come posso|come faccio|come si|non funziona|ha smesso|si blocca|crash*|errore|problem*|aiuto|perso i dati|bug*",
    question: "qualcuno sa|qualcuno ha",
    praise: "adoro|fantastic*|ottim*|eccellente|perfett*|bellissim*|grazie",
    news: "annunci*|lancia|lancio|presenta|disponibile|acquisisce",
    solved: "risolto|grazie per il consiglio|grazie dei consigli",
    job: "assum*|offerta di lavoro|stipendio|tempo pieno|candidat*|posizione aperta"
  },
  nl: {
    alternative:
      "alternatief voor|alternatieven|vervang*|in plaats van|zoiets als|vergelijkbaar met|lijkt op|overstappen van",
    recommendation:
      "aanbevel*|aanrad*|raad* .. aan|suggesties|ik zoek|op zoek naar|welke app*|beste app*|bestaat er|is er een|iemand .. app*|wat gebruiken jullie|tips voor",
    comparison: "vs|versus|vergelijk*|beter dan|verschil tussen",
    complaint:
      "vreselijk|slecht*|waardeloos|oplichting|teleurgesteld|teleurstell*|te duur|irritant|verwijder*|geld terug|nutteloos|haat",
    problem:
      "hoe kan ik|hoe krijg ik|werkt niet|doet het niet|crasht|loopt vast|fout*|probleem|problemen|hulp|help|gegevens kwijt|bug*",
    question: "weet iemand|heeft iemand|moet ik",
    praise: "geweldig|super|fantastisch|uitstekend|perfect|bedankt|top",
    news: "kondigt .. aan|aangekondigd|lanceert|gelanceerd|uitgebracht|beschikbaar",
    solved: "opgelost|bedankt voor de tip*",
    job: "vacature*|wij zoeken|solliciteer|salaris|fulltime|parttime"
  },
  pl: {
    alternative: "alternatyw*|zamiennik*|zamiast|podobn* do|coś jak|coś w stylu|przejść z",
    recommendation:
      "poleca*|polec*|rekomend*|szukam|jaka aplikacja|jaką aplikację|najlepsza aplikacja|najlepszą aplikację|jest jakaś|czy istnieje|czy jest|sugestie|czego używacie|znacie",
    comparison: "vs|kontra|porówn*|lepsz* niż|różnica między",
    complaint:
      "okropn*|fatal*|beznadziejn*|oszustwo|rozczarow*|bezużyteczn*|za drog*|denerwuj*|odinstal*|zwrot pieniędzy|najgorsz*",
    problem:
      "jak mogę|jak zrobić|nie działa|przestało działać|przestała działać|zawiesza|wyłącza się|błąd|błędy|problem*|pomoc*|pomóżcie|straciłem dane|bug*",
    question: "czy ktoś|ktoś wie",
    praise: "uwielbiam|świetn*|super|doskonał*|fantastyczn*|dziękuję|polecam",
    news: "ogłasza|ogłosi*|premier*|wydan*|dostępn*|przejmuje",
    solved: "rozwiązane|dzięki za polecenie|dzięki za radę",
    job: "oferta pracy|zatrudni*|rekrut*|wynagrodzenie|pełny etat|wyślij cv"
  },
  sv: {
    alternative: "alternativ till|alternativ|ersätt*|istället för|liknande|något som|byta från",
    recommendation:
      "rekommender*|rekommendation*|tips på|förslag|letar efter|söker|vilken app|bästa appen|bästa app|finns det|någon app|vad använder ni",
    comparison: "vs|jämför*|bättre än|skillnad mellan|skillnaden mellan",
    complaint: "hemsk*|dålig*|värdelös*|bluff|besvik*|för dyr*|irriterande|avinstaller*|pengarna tillbaka|sämst*|hatar",
    problem:
      "hur kan jag|hur gör man|fungerar inte|funkar inte|slutat fungera|kraschar|fel|problem*|hjälp|förlorat data|bugg*",
    question: "vet någon|har någon|ska jag",
    praise: "älskar|fantastisk*|utmärkt|perfekt|grym*|tack",
    news: "lanser*|släpp*|meddelar|tillgänglig|förvärvar",
    solved: "löst|tack för tipset|tack för tipsen",
    job: "anställer|jobbannons|lediga jobb|lön|heltid|ansök"
  },
  tr: {
    alternative: "alternatif*|yerine|benzer*|gibi bir uygulama|gibi bir şey",
    recommendation:
      "lazım|yok mu|bilen var|hangisi|alan var mı|olan var mı|gerekiyor|öner*|tavsiye*|arıyorum|hangi uygulama*|en iyi uygulama*|var mı|uygulama var|ne kullanıyorsunuz",
    comparison: "vs|karşılaştır*|daha iyi|arasındaki fark|fark nedir",
    complaint:
      "berbat|kötü|rezalet|dolandırıcı*|hayal kırıklığı|işe yaramaz|çok pahalı|sinir bozucu|sildim|para iadesi|nefret",
    problem: "nasıl yap*|nasıl|çalışmıyor|açılmıyor|çöküyor|hata*|sorun*|yardım*|verilerim silindi|donuyor",
    question: "bilen var",
    praise: "bayıldım|harika|mükemmel|süper|teşekkür*|çok iyi",
    news: "duyur*|yayınla*|tanıt*|çıktı|satın al*",
    solved: "çözüldü|sağ olun|tavsiye için|konu kapanabilir",
    job: "iş ilanı|personel aran*|maaş|tam zamanlı|başvur*"
  },
  ru: {
    alternative: "альтернатив*|аналог*|замен*|вместо|похож* на|что-то вроде|типа|перейти с",
    recommendation:
      "посовет*|порекоменд*|рекоменд*|подскаж*|ищу|какое приложение|лучшее приложение|есть ли|чем пользуетесь|какие приложения|нужно приложение|что выбрать",
    comparison: "против|сравн*|лучше чем|разница между|или лучше",
    complaint:
      "ужас*|отвратительн*|плох*|обман|разочаров*|бесполезн*|слишком дорог*|бесит|удалил*|верните деньги|кошмар|худш*|ненавижу",
    problem:
      "как сделать|как можно|не работает|перестал* работать|вылетает|зависает|ошибк*|проблем*|помогите|помощь|потерял* данные|баг*",
    question: "кто-нибудь|кто знает|стоит ли",
    praise: "обожаю|отличн*|супер|прекрасн*|замечательн*|спасибо|великолепн*",
    news: "анонс*|выпустил*|запустил*|представил*|вышл*|доступн*|купил*",
    solved: "решено|вопрос закрыт|спасибо за совет*",
    job: "вакансия|вакансии|ищем разработчик*|зарплата|полная занятость|откликнуться|резюме"
  },
  ja: {
    alternative: "代わり|代替|乗り換え|似たアプリ|みたいなアプリ|のようなアプリ",
    recommendation:
      "ないかな|知りませんか|欲しい|ほしい|ないでしょうか|ありませんか|アプリある|アプリはありますか|替えるべき|どうしてる|おすすめ|オススメ|お勧め|探して|いいアプリ|良いアプリ|アプリありますか|アプリない|教えて|何使って|何を使って",
    comparison: "比較|どっち|どちら|違い|より良い",
    complaint: "最悪|ひどい|酷い|使えない|詐欺|がっかり|残念|高すぎ|高い|イライラ|返金|ゴミ|アンインストール",
    problem: "動かない|できない|出来ない|落ちる|開かない|エラー|不具合|バグ|問題|助けて|どうすれば|消えた|困って",
    question: "ですか|ますか|でしょうか|なぜ|どう|？",
    praise: "最高|大好き|素晴らしい|便利|神アプリ|ありがとう|良かった",
    news: "発表|リリース|公開|登場|買収|発売",
    solved: "解決しました|解決済み|解決です",
    job: "求人|採用|募集|年収|月給|正社員|応募"
  },
  ko: {
    alternative: "대안|대체|대신|비슷한 앱|같은 앱|갈아타",
    recommendation:
      "없나요|있을까|없을까|찾아요|찾고|아시는 분|어디로 갔|하고 싶어요|뭐가 있|있나요|추천|찾고 있|찾습니다|좋은 앱|어떤 앱|앱 있나요|앱 있을까요|알려주세요|뭐 쓰",
    comparison: "비교|차이|보다 나은|뭐가 더|어느 게",
    complaint: "최악|형편없|사기|실망|쓸모없|너무 비싸|짜증|환불|쓰레기|삭제했",
    problem: "어떻게|안 돼|안돼|안 됩|작동하지|튕겨|튕김|오류|에러|버그|문제|도와|사라졌",
    question: "나요|까요|인가요|왜|뭐|?",
    praise: "최고|좋아요|훌륭|완벽|감사|대박|사랑",
    news: "발표|출시|공개|인수|업데이트 나",
    solved: "해결했|해결 완료|해결됐|해결되었",
    job: "채용|구인|모집|연봉|월급|정규직|지원하"
  },
  zh: {
    alternative: "替代|代替|类似|平替|換成|换成|有没有像|取代|類似",
    recommendation: "推荐|推薦|求一个|求一款|有没有|有沒有|哪个app|哪个好|哪款|求安利|在找|用什么|用什麼|好用的",
    comparison: "对比|對比|比较|比較|哪个更好|区别|區別|vs",
    complaint: "垃圾|太差|糟糕|骗子|騙|失望|没用|太贵|太貴|烦|退款|卸载|最差",
    problem: "怎么办|怎麼辦|如何|不能用|打不开|闪退|閃退|崩溃|错误|錯誤|问题|問題|求助|丢失|bug",
    question: "吗|嗎|呢|为什么|為什麼|怎么|怎麼|？",
    praise: "喜欢|喜歡|太棒|很好用|优秀|完美|感谢|謝謝|最好",
    news: "发布|發布|推出|上线|上線|收购|宣布",
    solved: "已解决|解决了|已解決|解決了",
    job: "招聘|招人|职位|薪资|薪資|月薪|全职|应聘|简历"
  }
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")
const unspacedLists: ReadonlySet<string> = new Set(["ja", "ko", "zh"])

const between = "(?:[^\\s.!?]+[\\s,]+){0,3}"

/** Words with space between them, and what may stand there. */
const wordPattern = (pattern: string): string => {
  let whole = ""
  for (const word of pattern.split(" ")) {
    if (word === "..") whole += `[\\s,]+${between}`
    else {
      const gap = whole === "" || whole.endsWith(between) ? "" : "[\\s,]+"
      whole += `${gap}${escaped(word.replace(/\*$/, ""))}${word.endsWith("*") ? "[\\p{L}\\p{M}]*" : ""}`
    }
  }
  return whole
}

const compiled = (list: string, language: string): RegExp => {
  const patterns = list.split("|")
  return unspacedLists.has(language)
    ? new RegExp(patterns.map(escaped).join("|"), "iu")
    : new RegExp(`(?<![\\p{L}\\p{N}])(?:${patterns.map(wordPattern).join("|")})(?![\\p{L}\\p{N}])`, "iu")
}

/** Made by who first needs it: all of them at once would be a tenth of a second of each start. */
const kept = <A>(make: (language: string, own: Lists) => A) => {
  const made = new Map<string, A>()
  return (language: string): A | undefined => {
    const known = made.get(language)
    const own = Object.hasOwn(raw, language) ? raw[language] : undefined
    if (known !== undefined || own === undefined) return known
    const first = make(language, own)
    made.set(language, first)
    return first
  }
}

const lists = kept(
  (language, own): Readonly<Record<Listed, RegExp>> => ({
    alternative: compiled(own.alternative, language),
    recommendation: compiled(own.recommendation, language),
    comparison: compiled(own.comparison, language),
    complaint: compiled(own.complaint, language),
    problem: compiled(own.problem, language),
    question: compiled(own.question, language),
    praise: compiled(own.praise, language),
    news: compiled(own.news, language),
    solved: compiled(own.solved, language),
    job: compiled(own.job, language)
  })
)

export const listedLanguages: ReadonlyArray<string> = Object.keys(raw)
export const listsOf = (language: string | null) => (language === null ? undefined : lists(language))

/** What asking itself is done with: no word of these says what for. */
const askedWith = ["alternative", "recommendation", "comparison", "question"] as const
const askers = kept((language, own) => {
  const patterns = askedWith.flatMap((intent) => own[intent].split("|"))
  // Letters by twos where no spaces are between words.
  const words = unspacedLists.has(language)
    ? patterns.flatMap((pattern) => [...pattern].map((letter, at, all) => letter + (all[at + 1] ?? "")))
    : patterns.flatMap((pattern) => pattern.split(/[\s']+/).filter((word) => word !== ".." && word !== ""))
  return new RegExp(`^(?:${[...new Set(words)].map(wordPattern).join("|")})$`, "iu")
})
const asked = new Map<string, boolean>()
const askedMax = 20_000
/** Whether a word is one of those. Of an unknown language, those of English. */
export const asksWith = (language: string | null, word: string): boolean => {
  const key = `${language} ${word}`
  const known = asked.get(key)
  if (known !== undefined) return known
  const does = askers(language ?? "en")?.test(word) === true || askers("en")?.test(word) === true
  // Words come back in thread after thread.
  if (asked.size >= askedMax) asked.clear()
  asked.set(key, does)
  return does
}

/** What says that a name is an app's. */
export const appWords: ReadonlySet<string> = new Set(
  "app apps application applications appli applis applicazione aplicación aplicativo aplikacja aplikacji aplikację applikation appen programma software tool uygulama uygulaması приложение приложения приложении アプリ 앱 应用 應用 ios android iphone ipad".split(
    " "
  )
)

/** Everyday words that apps are named by: such a name says little without a second sign. */
export const commonWords: ReadonlySet<string> = new Set(
  `a about account active activity air alarm album all art audio balance band bank bar base bear beat better big bill blend block blue board
  body bold bolt book boost box brain breathe bridge bright bubble budget buddy build bumble cal calendar call calm camera camp card care cash cast
  center chain charge chart chat check circle city clean clear clock cloud club coach code coin color compass connect cook copy core craft
  create cube cut cycle daily dash data day deck deep desk diary diet do doc done door dot draft draw dream drink drive drop duo ear
  earth easy echo edit energy english express eye face family fast feed feel file film filter finance find fire fit fitness flash flight flow
  focus fold food forest forge form forward free fresh friend fuel fun game garden gate glass glow go goal gold good grid group grow growth
  guard guide habit halo happy harbor headspace health heart hello help hero hike hinge home hop hour house hub idea ignite image insight
  island journal journey joy jump keep key kids lab lamp lane language launch layer leaf learn ledger lens level library life light line link
  list live lock log loop love magic mail map mark mart match meal medium meet memo memory message meta mind mint mirror mix mobile moment money
  mood moon motion move music my nature nest net network news next night north note notes notebook notion now number ocean one open orbit
  order origin pace page paint pal paper park path pay peak people period phone photo photos picture pilot pixel place plan planner planet
  plant play plus pocket podcast point pool post power practice press prime print project pulse push quest quick quiet quiz radio rain
  reach read reader real recipe record reflect relax reminder rest ride ring rise river road rocket roots route run running safe sand save
  scan scene school scout screen sea search second see seed sense set shape share sheet shift shop shot show side sign signal simple sketch
  sky slack slate sleep slice smart smile snap social solo song sound space spark speed split sport spot square stack stage star start
  station step stock stone storm story stream street strong studio study style sun super surf sweet swift switch sync table tag talk tap target
  task tasks teach team tempo text thread tick tide tile time timer today todo tone tool top touch tour town track tracker trade trail train
  travel tree trip true trust tune turn twist up us vault verse video view vine vision voice wake walk wall wallet watch water wave way weather
  web week weight well wheel wild wind window wise wish wonder word work workout world write yard year yes yoga zen zero zone zoom`
    .trim()
    .split(/\s+/)
)
