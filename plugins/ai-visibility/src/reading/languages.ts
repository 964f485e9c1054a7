const pattern = (...sources: ReadonlyArray<string>) => new RegExp(sources.join("|"), "iu")

/** What a list's item says of an app in place of naming it: "Pros", "Best for", "Price". */
export const label = pattern(
  "^(?:the )?(?:best|top|ideal|great|good|perfect|runner[- ]?up|honou?rable|budget|free|paid|overall|easiest|simplest|cheapest|most|also|bonus|other|editor|winner|my |our |your |quick|key|main|popular)\\b.*(?:for|overall|pick|choice|option|mention|value|alternative|worth|recommend|feature|tip|point|take)",
  "^(?:pros?|cons?|features?|key features|highlights?|price|pricing|cost|platforms?|available|availability|why|what|how|who|when|where|best for|great for|good for|ideal for|downsides?|drawbacks?|strengths?|weaknesses|summary|verdict|bottom line|conclusion|note|tips?|rating|ratings|caveats?|limitations|notable|standout|use it|use case|setup|cost|overview|comparison|alternatives?|recommendations?|final thoughts|overall|budget|free|paid|privacy|design|sync|support|ease of use|integrations?|notifications?|reminders|consistency|getting started|step \\d+|category|app|name|rank|others?|disclaimer|sources?|references|system|instructions?|output|json|result|results)$",
  "^(?:best|top|runner[- ]?up|(?:best )?overall|honou?rable mentions?|budget pick|editors?.? choice|free option|free pick|also good|also worth|worth a look)\\b",
  // German
  "^(?:vorteile?|nachteile?|funktionen|preise?|kosten|plattform(?:en)?|warum|geeignet|ideal für|gut für|am besten für|beste[rs]?\\b.*|fazit|hinweis|tipps?|bewertung|stärken|schwächen|besonderheiten|verfügbar(?:keit)?|kurz gesagt|zusammenfassung|datenschutz|empfehlung(?:en)?|meine empfehlung|alternativen?|einfachste|kostenlos|rang|platz|testsieger|geheimtipp|preistipp|allrounder)$",
  "^(?:am besten|bester?|beste|ideal|gut|für)\\b.*\\b(?:für|zum|gesamt|insgesamt|wahl)\\b",
  // French
  "^(?:avantages?|inconvénients?|prix|tarifs?|plateformes?|pourquoi|points forts|points faibles|conclusion|remarque|conseils?|astuces?|résumé|fonctionnalités|disponible|idéale? pour|parfaite? pour|meilleure?s?\\b.*|recommandations?|mon conseil|en résumé|atouts?|limites?|note|rang|pour (?:les|qui).*)$",
  // Spanish and Portuguese
  "^(?:ventajas?|desventajas?|precios?|plataformas?|por qué|puntos fuertes|puntos débiles|conclusión|nota|consejos?|resumen|funciones|disponible|ideal para|perfecta? para|(?:la |el )?mejor(?:es)?\\b.*|recomendaci(?:ón|ones)|mi consejo|vantagens?|desvantagens?|preços?|plataformas?|por que|pontos fortes|conclusão|dicas?|resumo|recursos|melhor(?:es)?\\b.*|recomenda(?:ção|ções)|puesto|opción.*|alternativas?)$",
  // Italian
  "^(?:vantaggi|svantaggi|prezz[oi]|piattaforme?|perché|punti di forza|conclusione|nota|consigli?o?|riassunto|funzioni|disponibile|ideale per|perfetta? per|miglior[ei]?\\b.*)$",
  "^(?:gratuite?s?|gratis|grátis|kostenlose?|sin coste|payante?s?|de pago|kostenpflichtig|bezahlt)$",
  // Japanese, Korean, Chinese
  "^(?:特徴|特長|メリット|デメリット|長所|短所|価格|料金|おすすめ(?:ポイント|の理由|の人|度|アプリ)?|対応(?:機種|os)?|理由|まとめ|注意(?:点)?|ポイント|向いている人|こんな人に.*|機能|評価|順位|アプリ(?:名)?|備考|総評|結論|選び方.*|.*(?:とは|の方法|の選び方|したい人(?:に|向け)?|な人(?:に|向け)|向け|の場合|する|ましょう|ください|です|ます|こと))$",
  "^(?:특징|장점|단점|가격|추천.*|이유|요약|결론|기능|주의.*|.*(?:하기|입니다|합니다|하세요|분께|경우))$",
  "^(?:特点|优点|缺点|价格|价钱|推荐(?:理由|指数)?|适合.*|理由|总结|功能|平台|注意.*|应用(?:名称)?|排名|备注|結論|优势|不足|亮点|.*(?:怎么办|方法|的人|用户))$",
  // Arabic
  "^(?:المميزات|الميزات|العيوب|المزايا|السعر|الأسعار|المنصات|لماذا|الخلاصة|ملاحظة|نصيحة|نصائح|مناسب.*|الأفضل.*|أفضل.*|مثالي.*|التقييم|الاسم|التطبيق|الترتيب|الوصف|المنصة|الميزة)$"
)

/** Sentences that say an app isn't known: it's named there because it was asked for. */
export const unfamiliar = pattern(
  "\\b(?:not|n['’]t) (?:familiar|aware|sure (?:about|what)|find|have (?:any |much |specific |reliable )?(?:information|details|data|knowledge))",
  "\\b(?:unable to|cannot|can['’]?t|couldn['’]t|could not) (?:find|verify|confirm)",
  "\\b(?:no|not any) (?:information|record|reliable (?:information|data)|knowledge) (?:about|on|of)\\b",
  "\\b(?:don['’]t|do not) (?:recogni[sz]e|know)\\b|\\bnever heard of\\b",
  "\\b(?:kenne ich (?:leider )?nicht|nicht bekannt|keine (?:näheren |genauen |verlässlichen )?informationen|sagt mir nichts|nicht vertraut|finde ich nichts)",
  "\\b(?:ne connais pas|pas d['’]informations?|aucune information|ne suis pas familière?|n['’]ai rien trouvé|ne dispose pas)",
  "\\bno (?:conozco|tengo (?:información|datos)|estoy familiarizad|encuentro (?:información|datos)|dispongo)|\\bdesconozco\\b",
  "\\b(?:não (?:conheço|tenho informaç|encontrei)|non (?:conosco|ho informazioni|ho trovato))",
  "(?:については?(?:詳しく)?(?:情報がありません|知りません|存じ(?:上げ)?ません|わかりません|分かりません)|という(?:アプリ)?(?:は|を)?(?:存じ|知り|把握し|確認でき)ま?(?:せん|ていません)|情報(?:を|が)(?:持って|見つかり|ありま)[^。]*(?:せん|ない))",
  "(?:대한 정보(?:가|를) (?:없|찾)|잘 모르)",
  "(?:不(?:太)?(?:了解|熟悉)|没有(?:找到)?(?:关于|相关)|未找到|沒有關於)",
  "(?:لا أعرف|ليس لدي معلومات|لا تتوفر لدي|لم أجد|غير مألوف|لست على دراية|لا أملك معلومات)"
)

/** What is said before apps are named one after another. */
export const listCue = pattern(
  "\\b(?:such as|like|including|for example|e\\.g\\.|try|recommend|suggest|consider|options (?:are|include)|apps (?:are|include)|alternatives (?:are|include))[:,]?\\s+$",
  "\\b(?:wie|etwa|zum beispiel|z\\.\\s?b\\.|empfehle|beispielsweise|darunter)[:,]?\\s+$",
  "\\b(?:comme|tel(?:le)?s? que|par exemple|notamment|recommande|essayez|citons)[:,]?\\s+$",
  "\\b(?:como|por ejemplo|tales como|recomiendo|prueba|incluyen|por exemplo|recomendo|come|ad esempio|consiglio)[:,]?\\s+$"
)

/** Nouns beside which a common word is an app's name. */
export const appNoun = pattern(
  "\\b(?:apps?|application|aplicaci(?:ón|ones)|anwendung|applis?|applications?|aplicativos?|applicazion[ei]|programas?|tool|herramienta)\\b",
  "アプリ|앱|应用|應用|軟件|软件|تطبيق"
)
