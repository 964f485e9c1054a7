/** Exports as the tools that people have write them: what is in each, and what must come of it. */

/** What a file must give in an app of storea that has nothing yet. */
export interface Authored {
  readonly name: string
  readonly bytes: Uint8Array
  readonly keywords?: number
  readonly competitors?: number
  /** Repeated within the file. */
  readonly duplicates?: number
  readonly refused?: Readonly<Record<string, number>>
  /** Some of what is kept then: `keyword country language`, or `id name relationship`. */
  readonly has: ReadonlyArray<string>
  readonly encoding?: string
  readonly separator?: string
}

type Encode = (text: string) => Uint8Array
const utf8: Encode = (text) => new TextEncoder().encode(text)
const bom: Encode = (text) => utf8(`\ufeff${text}`)
const utf16: Encode = (text) => new Uint8Array(Buffer.from(text, "utf16le"))
const utf16Marked: Encode = (text) => utf16(`\ufeff${text}`)
const utf16Big: Encode = (text) => new Uint8Array(Buffer.from(`\ufeff${text}`, "utf16le").swap16())
const latin: Encode = (text) => Uint8Array.from(Buffer.from(text, "latin1"))
const quoted = (cell: string) => (/[",;\t\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

type Gives = Partial<Omit<Authored, "name" | "bytes" | "has">>
interface Written {
  /** Between cells. */
  readonly by?: string
  readonly end?: string
  readonly as?: Encode
}

/** A file of this text; it gives as many keywords as `has` names unless told otherwise. */
const text = (name: string, content: string, has: ReadonlyArray<string>, gives: Gives = {}, as = utf8): Authored => ({
  name,
  bytes: as(content),
  ...(gives.competitors === undefined ? { keywords: has.length } : {}),
  ...gives,
  has
})
/** A table, whose cells stand here between bars. */
const table = (
  name: string,
  lines: ReadonlyArray<string>,
  has: ReadonlyArray<string>,
  { as = utf8, by = ",", end = "\n" }: Written = {},
  gives: Gives = {}
) => {
  const content = lines.map((line) => line.split("|").map(quoted).join(by) + end).join("")
  return text(name, content, has, gives, as)
}

const words = ["photo editor", "collage maker", "filters", "background eraser", "selfie camera"]
const measured = words.map((word, index) => `${word}|US|${40 + index}|${index + 1}|0.5%`)
const semicolons = { by: ";" }
const excel = { by: ";", end: "\r\n" }

export const authored: ReadonlyArray<Authored> = [
  table(
    "a keyword table with commas",
    ["Keyword|Country|Popularity|Rank|Change", ...measured],
    ["photo editor us -", "selfie camera us -"],
    {},
    { keywords: 5, separator: "," }
  ),
  table(
    "the same with semicolons and CRLF",
    ["Keyword|Storefront|Volume", "photo editor|de|41", "collage, free|de|2"],
    ["photo editor de -", "collage, free de -"],
    excel,
    { separator: ";" }
  ),
  table(
    "tabs and UTF-16 with a mark",
    ["Keyword|Search Volume|Country", "fotoeditor|12|de", "größer|3|de"],
    ["fotoeditor de -", "größer de -"],
    { by: "\t", as: utf16Marked },
    { encoding: "utf-16le", separator: "\t" }
  ),
  table(
    "UTF-16 the other way round",
    ["Keyword|Country", "写真 加工|jp", "カメラ|jp"],
    ["写真 加工 jp -", "カメラ jp -"],
    { as: utf16Big },
    { encoding: "utf-16be" }
  ),
  table(
    "UTF-16 without a mark",
    ["Keyword|Country", "collage|fr", "retouche|fr"],
    ["collage fr -", "retouche fr -"],
    { as: utf16 },
    { encoding: "utf-16le" }
  ),
  table("UTF-8 with a mark, which isn't part of the first name", ["keyword|country", "collage|us"], ["collage us -"], {
    as: bom
  }),
  table(
    "a spreadsheet's own code page",
    ["Schlüsselwort|Land", "Grüße gestalten|DE", "Fotobücher|AT"],
    ["grüße gestalten de -", "fotobücher at -"],
    { ...excel, as: latin },
    { encoding: "windows-1252" }
  ),
  text("a line that names the separator", 'sep=|\r\nSearch term|Geo\r\n"a,b;c photo"|us\r\n', ["a,b;c photo us -"], {
    separator: "|"
  }),
  table(
    "quoted line breaks and quotes",
    ["Keyword|Notes|Country", 'photo editor|first\nsecond, "third"|us', "collage|x\r\ny|gb"],
    ["photo editor us -", "collage gb -"]
  ),
  table("old line ends", ["Keyword|Country", "collage|us", "filters|us"], ["collage us -", "filters us -"], {
    end: "\r"
  }),
  text(
    "a list, one a line, without a name over it",
    "photo editor\ncollage maker\n\n   filters  \n",
    ["photo editor us -", "filters us -"],
    { keywords: 3 }
  ),
  text("a list of countries' names as keywords", "turkey\ngeorgia\njordan\n", ["turkey us -", "georgia us -"], {
    keywords: 3
  }),
  table(
    "columns without names, told by what is in them",
    words.map((word, index) => `${index}|gb|${word}|1,234`),
    ["photo editor gb -", "background eraser gb -"],
    {},
    { keywords: 5 }
  ),
  table(
    "names of a language that we don't know, over numbers",
    ["Atslēgvārds|Apjoms", "collage|12", "filters|30"],
    ["collage us -", "filters us -"]
  ),
  table(
    "French names, and countries by their name",
    ["Mot-clé|Pays|Difficulté", "montage photo|France|33", "retouche|Allemagne|7"],
    ["montage photo fr -", "retouche de -"],
    semicolons
  ),
  table(
    "Spanish names",
    ["Palabra clave|País|Idioma", "editor de fotos|España|es-ES", "collage|México|es"],
    ["editor de fotos es es-ES", "collage mx es"]
  ),
  table("Portuguese names", ["Palavra-chave|País", "editor de fotos|Brasil"], ["editor de fotos br -"]),
  table(
    "Russian names",
    ["Ключевое слово|Страна|Позиция", "фоторедактор|Россия|4", "коллаж|Германия|9"],
    ["фоторедактор ru -", "коллаж de -"],
    { by: "\t" }
  ),
  table("Japanese names", ["キーワード|国|順位", "写真|日本|1", "加工|アメリカ合衆国|2"], ["写真 jp -", "加工 us -"], {
    as: bom
  }),
  table("Chinese names", ["关键词|国家/地区|热度", "修图|us|55", "拼图|jp|60"], ["修图 us -", "拼图 jp -"]),
  table("Korean and Turkish names in one row of names", ["키워드|Ülke", "사진 편집|kr"], ["사진 편집 kr -"]),
  text(
    "lines about the export before the names",
    "Keyword report\nApp,Photo Studio\nExported,2026-11-02\n\nKeyword,Country,Rank\ncollage,us,3\nfilters,us,\n",
    ["collage us -", "filters us -"]
  ),
  table(
    "columns about keywords that aren't keywords",
    ["Keyword Difficulty|Keyword|Keyword Volume|Locale", "10|collage|22|en-GB", "7|filters|9|de_DE"],
    ["collage us en-GB", "filters us de-DE"]
  ),
  table(
    "repeats in other letters and spaces",
    ["Keyword|Country", "Photo  Editor|us", "photo editor|US", "PHOTO EDITOR|gb"],
    ["photo editor us -", "photo editor gb -"],
    {},
    { duplicates: 1 }
  ),
  table(
    "rows that no store can be searched for",
    [
      "Keyword|Country|Device",
      "collage|us|iPhone",
      "!!|us|",
      `${"x".repeat(101)}|us|`,
      "filters|zz|",
      "filters|us|iPad",
      "|us|"
    ],
    ["collage us -"],
    {},
    { refused: { INVALID_KEYWORD: 3, INVALID_COUNTRY: 1, INVALID_DEVICE: 1 } }
  ),
  text("rows of different length", "Keyword,Country,Rank\ncollage,us\nfilters,gb,3,extra\nselfie\n", [
    "collage us -",
    "filters gb -",
    "selfie us -"
  ]),
  table(
    "rows that name their app, and an app that isn't kept",
    ["App ID|App name|Keyword|Country", "900001|Ours|collage|us", "955555|Other|collage|us"],
    ["collage us -"],
    {},
    { refused: { APP_NOT_KEPT: 1 } }
  ),
  table(
    "competitors with names",
    ["App ID|App Name|Publisher|Downloads|Relationship", "900101|Rival, the|A|1000|indirect", "900102|Second|B|50|"],
    ["900101 Rival, the indirect", "900102 Second direct"],
    semicolons,
    { competitors: 2 }
  ),
  table(
    "competitors by addresses, of which one is another store's and one the app itself",
    [
      "Wettbewerber|Titel",
      "https://apps.example.com/us/app/rival/id900101?mt=8|Rival",
      "https://play.example.com/store/apps/details?id=com.example.rival&hl=en|Other",
      "id900001|Us",
      "900101|Again",
      "none|Nobody"
    ],
    ["900101 Rival direct"],
    {},
    { competitors: 1, duplicates: 1, refused: { OTHER_STORE: 1, SAME_APP: 1, INVALID_APP_ID: 1 } }
  ),
  table(
    "50,000 rows",
    [
      "Keyword|Country|Popularity",
      ...Array.from({ length: 50_000 }, (_, n) => `word ${n % 1_000}|${n < 30_000 ? "us" : "gb"}|${n % 100}`)
    ],
    ["word 0 us -", "word 999 gb -"],
    {},
    { keywords: 2_000, duplicates: 48_000 }
  )
]
