/** The language that most people of each country see. */

const table = `
ar ae bh dz eg iq jo kw lb ly ma om qa sa sd sy tn ye|bg bg|ca ad|cs cz|da dk gl|de at ch de li lu|el cy gr
es ar bo cl co cr cu do ec es gq gt hn mx ni pa pe pr py sv uy ve|et ee|fa ir|fi fi|he il
fr bf bj cd cg ci cm fr ga gf gn gp km mc mg ml mq nc ne pf pm re sn td tg wf yt|hr hr|hu hu|id id|is is|it it sm va
ja jp|ko kp kr|lt lt|lv lv|nl aw be bq cw nl sr sx|no no sj|pl pl|pt-BR br|pt-PT ao cv gw mz pt st tl|ro md ro
ru by kg kz ru tj|sk sk|sl si|sq al|sr rs|sv ax se|th th|tr tr|uk ua|vi vn|zh-CN cn|zh-HK hk|zh-TW mo tw`

const languages: ReadonlyMap<string, string> = new Map(
  table
    .trim()
    .split(/[|\n]/)
    .flatMap((row) => {
      const [language = "", ...countries] = row.split(" ")
      return countries.map((country) => [country, language] as const)
    })
)

/** BCP 47; English where none is named. */
export const storefrontLanguage = (country: string): string => languages.get(country) ?? "en"
