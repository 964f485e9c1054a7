import { normalised } from "./text.ts"

interface Lexicon {
  readonly values: ReadonlyMap<string, number>
  readonly negating: ReadonlySet<string>
  readonly raising: ReadonlySet<string>
}

const words = (text: string) => text.trim().split(/\s+/).map(normalised)

const lexicon = (
  lists: { readonly [Value in "2" | "1" | "-1" | "-2"]: string } & { readonly not: string; readonly very: string }
): Lexicon => ({
  values: new Map(
    (["2", "1", "-1", "-2"] as const).flatMap((value) =>
      words(lists[value]).map((word) => [word, Number(value)] as const)
    )
  ),
  negating: new Set(words(lists.not)),
  raising: new Set(words(lists.very))
})

/** Words that praise and blame apps, by language. */
export const lexicons: Readonly<Record<string, Lexicon>> = {
  en: lexicon({
    "2": "excellent outstanding fantastic superb amazing best brilliant exceptional love loved unbeatable stellar perfect beautiful beautifully delightful gorgeous top standout",
    "1": "good great solid reliable easy simple clean intuitive helpful useful popular recommended recommend recommends powerful flexible polished fast quick smooth accurate elegant favorite favourite trusted strong comprehensive robust effective convenient affordable generous nice well praised friendly engaging fun motivating seamless secure private versatile ideal handy smart enjoyable modern winner rich minimalist encouraging rewarding impressive excels shines free thoughtful",
    "-1": "limited lacks lack lacking missing expensive pricey slow confusing clunky dated outdated complicated complex cluttered basic steep annoying ads paywall overwhelming inconsistent mediocre weak limits intrusive tedious rigid cumbersome costly overpriced downside drawback drawbacks unfortunately restrictive bare hard difficult dull laggy unpolished",
    "-2": "bad poor terrible awful worst buggy crashes crash unreliable broken avoid scam useless horrible disappointing disappointed frustrating abandoned unusable dangerous loses losing spam hate misleading inaccurate",
    not: "not no never without hardly barely isnt dont doesnt cannot cant neither nor wont",
    very: "very really extremely incredibly highly especially super remarkably particularly truly most"
  }),
  de: lexicon({
    "2": "hervorragend hervorragende ausgezeichnet ausgezeichnete fantastisch großartig großartige beste besten bester bestes perfekt perfekte exzellent exzellente erstklassig erstklassige überragend unschlagbar liebevoll wunderschön testsieger",
    "1": "gut gute guten guter gutes solide solides solider zuverlässig zuverlässige zuverlässiges einfach einfache einfaches einfacher übersichtlich übersichtliche intuitiv intuitive intuitives beliebt beliebte hilfreich hilfreiche nützlich empfehlenswert empfehle empfehlung stark starke schnell schnelle flexibel flexible elegant elegante modern moderne günstig günstige praktisch praktische umfangreich umfangreiche schlicht schlichte motivierend motivierende sicher sichere ideal schön schöne schönes durchdacht durchdachte kostenlos überzeugt überzeugend bequem klar klare vielseitig vielseitige angenehm",
    "-1": "teuer teure teures eingeschränkt eingeschränkte begrenzt begrenzte fehlt fehlen langsam langsame kompliziert komplizierte unübersichtlich unübersichtliche umständlich veraltet veraltete werbung nachteil schwach schwache gewöhnungsbedürftig überladen überladene leider nervig nervige störend mäßig aufwendig dürftig",
    "-2": "schlecht schlechte schlechter miserabel unbrauchbar fehlerhaft abstürze stürzt unzuverlässig furchtbar enttäuschend enttäuscht vermeiden abzuraten katastrophal schrecklich finger abrate",
    not: "nicht kein keine keinen keiner nie ohne kaum weder",
    very: "sehr besonders äußerst extrem wirklich absolut überaus"
  }),
  fr: lexicon({
    "2": "excellent excellente excellents parfait parfaite meilleur meilleure meilleurs fantastique remarquable superbe exceptionnel exceptionnelle magnifique formidable incontournable imbattable",
    "1": "bon bonne bons bonnes bien simple simples facile faciles fiable fiables intuitif intuitive pratique pratiques utile utiles populaire complet complète recommande recommandé recommandée solide puissant puissante élégant élégante rapide efficace clair claire agréable flexible gratuit gratuite abordable soigné soignée moderne motivant motivante idéal idéale appréciée apprécié fluide sérieux sobre riche ludique",
    "-1": "cher chère chers limité limitée limitées manque manquent lent lente compliqué compliquée complexe confus confuse daté datée publicités pubs inconvénient faible lourd lourde dommage malheureusement encombrée encombré basique payant pénible restreint restreinte",
    "-2": "mauvais mauvaise médiocre horrible inutilisable plante plantages bugs bug décevant décevante éviter évitez catastrophique nul nulle terrible instable",
    not: "pas ne aucun aucune jamais sans ni guère",
    very: "très vraiment particulièrement extrêmement ultra super"
  }),
  es: lexicon({
    "2": "excelente excelentes mejor mejores perfecta perfecto fantástica fantástico increíble estupenda estupendo maravillosa excepcional sobresaliente imbatible magnífica",
    "1": "buena bueno buenas buenos buen bien fácil fáciles sencilla sencillo simple intuitiva intuitivo útil útiles popular fiable confiable recomiendo recomendada recomendable completa completo sólida sólido potente elegante rápida rápido eficaz clara claro flexible gratuita gratuito gratis asequible moderna práctico práctica agradable motivadora ideal cómoda versátil cuidada bonita destaca segura",
    "-1": "cara caro limitada limitado limitadas falta faltan lenta lento complicada complicado confusa confuso anticuada anuncios publicidad desventaja inconveniente débil lamentablemente básica pesada pobre molesta recargada costosa",
    "-2": "mala malo pésima pésimo terrible horrible inútil falla fallos errores decepcionante evitar evita inestable desastre inservible peor",
    not: "no sin nunca ni tampoco ningún ninguna apenas",
    very: "muy realmente especialmente sumamente extremadamente súper"
  }),
  pt: lexicon({
    "2": "excelente excelentes melhor melhores perfeito perfeita fantástico incrível ótimo ótima maravilhoso excepcional imbatível",
    "1": "bom boa bons boas bem fácil simples intuitivo intuitiva útil popular confiável recomendo recomendado recomendada completo completa sólido poderoso elegante rápido eficaz claro flexível gratuito gratuita acessível moderno prático prática agradável motivador ideal bonito seguro versátil",
    "-1": "caro cara limitado limitada falta faltam lento lenta complicado confuso confusa desatualizado anúncios desvantagem fraco infelizmente básico pesado",
    "-2": "ruim péssimo péssima terrível horrível inútil falha falhas travamentos decepcionante evite evitar instável pior",
    not: "não nao sem nunca nem nenhum nenhuma",
    very: "muito realmente especialmente extremamente super"
  }),
  it: lexicon({
    "2": "eccellente eccellenti migliore migliori perfetto perfetta fantastico fantastica incredibile ottimo ottima splendida eccezionale imbattibile",
    "1": "buono buona buoni buone bene facile semplice intuitivo intuitiva utile popolare affidabile consiglio consigliata consigliato completo completa solido potente elegante veloce efficace chiaro chiara flessibile gratuito gratuita gratis conveniente moderna pratico pratica piacevole motivante ideale comoda versatile curata sicura",
    "-1": "caro cara costoso costosa limitato limitata manca mancano lento lenta complicato complicata confusa datata pubblicità svantaggio debole purtroppo base pesante",
    "-2": "cattivo cattiva pessimo pessima terribile orribile inutile crash errori deludente evitare evita instabile peggiore",
    not: "non senza mai nessun nessuna",
    very: "molto davvero particolarmente estremamente super"
  })
}
