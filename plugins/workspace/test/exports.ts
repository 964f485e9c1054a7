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

const utf8 = (text: string) => new TextEncoder().encode(text)
const bom = (text: string) => utf8(`\ufeff${text}`)
const utf16 = (text: string, isBig = false, isMarked = true) => {
  const bytes = Buffer.from(`${isMarked ? "\ufeff" : ""}${text}`, "utf16le")
  return new Uint8Array(isBig ? bytes.swap16() : bytes)
}
const latin = (text: string) => Uint8Array.from(Buffer.from(text, "latin1"))
const quoted = (cell: string) => (/[",;\t\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
const rows = (separator: string, cells: ReadonlyArray<ReadonlyArray<string>>, end = "\n") =>
  cells.map((row) => row.map(quoted).join(separator) + end).join("")

const words = ["photo editor", "collage maker", "filters", "background eraser", "selfie camera"]
const measured = words.map((word, index) => [word, "US", String(40 + index), String(index + 1), "0.5%"])

export const authored: ReadonlyArray<Authored> = [
  {
    name: "a keyword table with commas",
    bytes: utf8(rows(",", [["Keyword", "Country", "Popularity", "Rank", "Change"], ...measured])),
    keywords: 5,
    has: ["photo editor us -", "selfie camera us -"],
    separator: ","
  },
  {
    name: "the same with semicolons and CRLF",
    bytes: utf8(
      rows(
        ";",
        [
          ["Keyword", "Storefront", "Volume"],
          ["photo editor", "de", "41"],
          ["collage, free", "de", "2"]
        ],
        "\r\n"
      )
    ),
    keywords: 2,
    has: ["photo editor de -", "collage, free de -"],
    separator: ";"
  },
  {
    name: "tabs and UTF-16 with a mark",
    bytes: utf16(
      rows("\t", [
        ["Keyword", "Search Volume", "Country"],
        ["fotoeditor", "12", "de"],
        ["größer", "3", "de"]
      ])
    ),
    keywords: 2,
    has: ["fotoeditor de -", "größer de -"],
    encoding: "utf-16le",
    separator: "\t"
  },
  {
    name: "UTF-16 the other way round",
    bytes: utf16(
      rows(",", [
        ["Keyword", "Country"],
        ["写真 加工", "jp"],
        ["カメラ", "jp"]
      ]),
      true
    ),
    keywords: 2,
    has: ["写真 加工 jp -", "カメラ jp -"],
    encoding: "utf-16be"
  },
  {
    name: "UTF-16 without a mark",
    bytes: utf16(
      rows(",", [
        ["Keyword", "Country"],
        ["collage", "fr"],
        ["retouche", "fr"]
      ]),
      false,
      false
    ),
    keywords: 2,
    has: ["collage fr -", "retouche fr -"],
    encoding: "utf-16le"
  },
  {
    name: "UTF-8 with a mark, which isn't part of the first name",
    bytes: bom(
      rows(",", [
        ["keyword", "country"],
        ["collage", "us"]
      ])
    ),
    keywords: 1,
    has: ["collage us -"]
  },
  {
    name: "a spreadsheet's own code page",
    bytes: latin(
      rows(
        ";",
        [
          ["Schlüsselwort", "Land"],
          ["Grüße gestalten", "DE"],
          ["Fotobücher", "AT"]
        ],
        "\r\n"
      )
    ),
    keywords: 2,
    has: ["grüße gestalten de -", "fotobücher at -"],
    encoding: "windows-1252"
  },
  {
    name: "a line that names the separator",
    bytes: utf8(
      `sep=|\r\n${rows(
        "|",
        [
          ["Search term", "Geo"],
          ["a,b;c photo", "us"]
        ],
        "\r\n"
      )}`
    ),
    keywords: 1,
    has: ["a,b;c photo us -"],
    separator: "|"
  },
  {
    name: "quoted line breaks and quotes",
    bytes: utf8(
      rows(",", [
        ["Keyword", "Notes", "Country"],
        ["photo editor", 'first\nsecond, "third"', "us"],
        ["collage", "x\r\ny", "gb"]
      ])
    ),
    keywords: 2,
    has: ["photo editor us -", "collage gb -"]
  },
  {
    name: "old line ends",
    bytes: utf8(
      rows(
        ",",
        [
          ["Keyword", "Country"],
          ["collage", "us"],
          ["filters", "us"]
        ],
        "\r"
      )
    ),
    keywords: 2,
    has: ["collage us -", "filters us -"]
  },
  {
    name: "a list, one a line, without a name over it",
    bytes: utf8("photo editor\ncollage maker\n\n   filters  \n"),
    keywords: 3,
    has: ["photo editor us -", "filters us -"]
  },
  {
    name: "a list of countries' names as keywords",
    bytes: utf8("turkey\ngeorgia\njordan\n"),
    keywords: 3,
    has: ["turkey us -", "georgia us -"]
  },
  {
    name: "columns without names, told by what is in them",
    bytes: utf8(
      rows(
        ",",
        words.map((word, index) => [String(index), "gb", word, "1,234"])
      )
    ),
    keywords: 5,
    has: ["photo editor gb -", "background eraser gb -"]
  },
  {
    name: "names of a language that we don't know, over numbers",
    bytes: utf8(
      rows(",", [
        ["Atslēgvārds", "Apjoms"],
        ["collage", "12"],
        ["filters", "30"]
      ])
    ),
    keywords: 2,
    has: ["collage us -", "filters us -"]
  },
  {
    name: "French names, and countries by their name",
    bytes: utf8(
      rows(";", [
        ["Mot-clé", "Pays", "Difficulté"],
        ["montage photo", "France", "33"],
        ["retouche", "Allemagne", "7"]
      ])
    ),
    keywords: 2,
    has: ["montage photo fr -", "retouche de -"]
  },
  {
    name: "Spanish names",
    bytes: utf8(
      rows(",", [
        ["Palabra clave", "País", "Idioma"],
        ["editor de fotos", "España", "es-ES"],
        ["collage", "México", "es"]
      ])
    ),
    keywords: 2,
    has: ["editor de fotos es es-ES", "collage mx es"]
  },
  {
    name: "Portuguese names",
    bytes: utf8(
      rows(",", [
        ["Palavra-chave", "País"],
        ["editor de fotos", "Brasil"]
      ])
    ),
    keywords: 1,
    has: ["editor de fotos br -"]
  },
  {
    name: "Russian names",
    bytes: utf8(
      rows("\t", [
        ["Ключевое слово", "Страна", "Позиция"],
        ["фоторедактор", "Россия", "4"],
        ["коллаж", "Германия", "9"]
      ])
    ),
    keywords: 2,
    has: ["фоторедактор ru -", "коллаж de -"]
  },
  {
    name: "Japanese names",
    bytes: bom(
      rows(",", [
        ["キーワード", "国", "順位"],
        ["写真", "日本", "1"],
        ["加工", "アメリカ合衆国", "2"]
      ])
    ),
    keywords: 2,
    has: ["写真 jp -", "加工 us -"]
  },
  {
    name: "Chinese names",
    bytes: utf8(
      rows(",", [
        ["关键词", "国家/地区", "热度"],
        ["修图", "us", "55"],
        ["拼图", "jp", "60"]
      ])
    ),
    keywords: 2,
    has: ["修图 us -", "拼图 jp -"]
  },
  {
    name: "Korean and Turkish names in one row of names",
    bytes: utf8(
      rows(",", [
        ["키워드", "Ülke"],
        ["사진 편집", "kr"]
      ])
    ),
    keywords: 1,
    has: ["사진 편집 kr -"]
  },
  {
    name: "lines about the export before the names",
    bytes: utf8(
      "Keyword report\nApp,Photo Studio\nExported,2026-11-02\n\nKeyword,Country,Rank\ncollage,us,3\nfilters,us,\n"
    ),
    keywords: 2,
    has: ["collage us -", "filters us -"]
  },
  {
    name: "columns about keywords that aren't keywords",
    bytes: utf8(
      rows(",", [
        ["Keyword Difficulty", "Keyword", "Keyword Volume", "Locale"],
        ["10", "collage", "22", "en-GB"],
        ["7", "filters", "9", "de_DE"]
      ])
    ),
    keywords: 2,
    has: ["collage us en-GB", "filters us de-DE"]
  },
  {
    name: "repeats in other letters and spaces",
    bytes: utf8(
      rows(",", [
        ["Keyword", "Country"],
        ["Photo  Editor", "us"],
        ["photo editor", "US"],
        ["PHOTO EDITOR", "gb"]
      ])
    ),
    keywords: 2,
    duplicates: 1,
    has: ["photo editor us -", "photo editor gb -"]
  },
  {
    name: "rows that no store can be searched for",
    bytes: utf8(
      rows(",", [
        ["Keyword", "Country", "Device"],
        ["collage", "us", "iPhone"],
        ["!!", "us", ""],
        ["x".repeat(101), "us", ""],
        ["filters", "zz", ""],
        ["filters", "us", "iPad"],
        ["", "us", ""]
      ])
    ),
    keywords: 1,
    refused: { INVALID_KEYWORD: 3, INVALID_COUNTRY: 1, INVALID_DEVICE: 1 },
    has: ["collage us -"]
  },
  {
    name: "rows of different length",
    bytes: utf8("Keyword,Country,Rank\ncollage,us\nfilters,gb,3,extra\nselfie\n"),
    keywords: 3,
    has: ["collage us -", "filters gb -", "selfie us -"]
  },
  {
    name: "rows that name their app, and an app that isn't kept",
    bytes: utf8(
      rows(",", [
        ["App ID", "App name", "Keyword", "Country"],
        ["900001", "Ours", "collage", "us"],
        ["955555", "Other", "collage", "us"]
      ])
    ),
    keywords: 1,
    refused: { APP_NOT_KEPT: 1 },
    has: ["collage us -"]
  },
  {
    name: "competitors with names",
    bytes: utf8(
      rows(";", [
        ["App ID", "App Name", "Publisher", "Downloads", "Relationship"],
        ["900101", "Rival, the", "A", "1000", "indirect"],
        ["900102", "Second", "B", "50", ""]
      ])
    ),
    competitors: 2,
    has: ["900101 Rival, the indirect", "900102 Second direct"]
  },
  {
    name: "competitors by addresses, of which one is another store's and one the app itself",
    bytes: utf8(
      rows(",", [
        ["Wettbewerber", "Titel"],
        ["https://apps.example.com/us/app/rival/id900101?mt=8", "Rival"],
        ["https://play.example.com/store/apps/details?id=com.example.rival&hl=en", "Other"],
        ["id900001", "Us"],
        ["900101", "Again"],
        ["none", "Nobody"]
      ])
    ),
    competitors: 1,
    duplicates: 1,
    refused: { OTHER_STORE: 1, SAME_APP: 1, INVALID_APP_ID: 1 },
    has: ["900101 Rival direct"]
  },
  {
    name: "50,000 rows",
    bytes: utf8(
      rows(",", [
        ["Keyword", "Country", "Popularity"],
        ...Array.from({ length: 50_000 }, (_, index) => [
          `word ${index % 1_000}`,
          index < 30_000 ? "us" : "gb",
          String(index % 100)
        ])
      ])
    ),
    keywords: 2_000,
    duplicates: 48_000,
    has: ["word 0 us -", "word 999 gb -"]
  }
]
