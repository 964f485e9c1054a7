/** The parts that find and read data, on data made for the case. */
import { assert, describe, it } from "@effect/vitest"
import { Option, Result, Schema } from "effect"
import type { Misread, Read } from "../src/common/answers.ts"
import { plainText } from "../src/common/html.ts"
import { storefronts as otherStorefronts } from "../src/storea/storefronts.ts"
import { readChart } from "../src/storeb/Charts.ts"
import { clusterBlock } from "../src/storeb/cardPositions.ts"
import { readCardPage, readCards } from "../src/storeb/cards.ts"
import { readDetails } from "../src/storeb/details.ts"
import { genreNamed, genres } from "../src/storeb/genres.ts"
import { isAppId } from "../src/storeb/ids.ts"
import { jsonEnd } from "../src/storeb/jsonText.ts"
import { localeOf } from "../src/storeb/languages.ts"
import { blockOf, type PageBlocks, readPageBlocks } from "../src/storeb/pageBlocks.ts"
import { at } from "../src/storeb/path.ts"
import { readPermissions, readPrivacy } from "../src/storeb/privacyData.ts"
import { readReviews } from "../src/storeb/reviewRows.ts"
import { readRpc } from "../src/storeb/rpc.ts"
import { readSuggestions } from "../src/storeb/Suggestions.ts"
import { readSearch } from "../src/storeb/searchPage.ts"
import { storefronts } from "../src/storeb/storefronts.ts"
import { success } from "./recordings.ts"
import { cardContext } from "./storebSupport.ts"

const misread = (read: Read<unknown>): Misread => {
  const failure = Option.getOrUndefined(Result.getFailure(read))
  assert.isDefined(failure)
  return failure ?? { detail: "" }
}

describe("positions", () => {
  it("are looked up in arrays, and in the object that ends a sparse one", () => {
    const sparse = ["a", null, ["b"], { "3": ["of the tail"], "138": ["c", { "2": "d" }] }]
    assert.strictEqual(at(sparse, [0]), "a")
    assert.strictEqual(at(sparse, [2, 0]), "b")
    assert.deepStrictEqual(at(sparse, [137, 0]), "c")
    assert.strictEqual(at(sparse, [137, 1]), "d")
    assert.isUndefined(at(sparse, [1]))
    assert.isUndefined(at(sparse, [3]))
    assert.isUndefined(at(sparse, [4, 0]))
    assert.isUndefined(at(sparse, [0, 0]))
    assert.isUndefined(at("text", [0]))
  })
})

describe("JSON within text", () => {
  it.prop(
    "ends where it ends, whatever its strings hold",
    [Schema.Array(Schema.Json), Schema.String],
    ([json, rest]) => {
      const text = JSON.stringify(json)
      assert.strictEqual(jsonEnd(`${text}${rest}`, 0), text.length)
      assert.isUndefined(jsonEnd(text.slice(0, -1), 0))
    }
  )

  it("is none where no bracket opens", () => {
    assert.isUndefined(jsonEnd("function(){return [1]}", 0))
    assert.isUndefined(jsonEnd("", 0))
  })
})

const callback = (key: string, data: string) =>
  `<script nonce="x">AF_initDataCallback({key: '${key}', hash: '1', data:${data}, sideChannel: {}});</script>`
const requests = (entries: Readonly<Record<string, string>>, argument = "[]") =>
  `<script>var AF_dataServiceRequests = {${Object.entries(entries)
    .map(([key, id]) => `'${key}' : {id:'${id}',ext: 1.5E8 ,request:${argument}}`)
    .join(",")}}; var AF_initDataChunkQueue = []; var AF_initDataCallback;</script>`

describe("pages", () => {
  it("hold strict JSON: what is code or cut is left out", () => {
    const html = `${callback("ds:0", "function(){return [1]}")}${callback("ds:1", '["a\\"]</b"]')}AF_initDataCallback({key: 'ds:2', hash: '', data:[1, [2`
    const { blocks } = success(readPageBlocks(html))
    assert.deepStrictEqual([...blocks], [["ds:1", ['a"]</b']]])
  })

  it("without data are there to keep us out; with data that is none they are drift", () => {
    for (const html of ["", "<html>captcha</html>", "<form action='https://consent.example/save'>"])
      assert.isTrue(misread(readPageBlocks(html)).blocked)
    assert.isNotTrue(misread(readPageBlocks(callback("ds:0", "function(){return [1]}"))).blocked)
  })

  it("say which question each block answers, whatever was asked", () => {
    const asked = JSON.stringify(["'ds:9' : {id:'fake',request:[]}", { a: "}" }])
    const html = requests({ "ds:0": "One", "ds:7": "Two" }, asked) + callback("ds:7", "[7]")
    assert.deepStrictEqual(
      [...success(readPageBlocks(html)).rpcIds],
      [
        ["ds:0", "One"],
        ["ds:7", "Two"]
      ]
    )
  })

  it("give a block by its question's id, else by its key, else by its shape", () => {
    const page: PageBlocks = {
      blocks: new Map<string, unknown>([
        ["ds:1", ["other"]],
        ["ds:2", ["wanted"]],
        ["ds:3", ["wanted", "too"]]
      ]),
      rpcIds: new Map([
        ["ds:1", "Ask"],
        ["ds:3", "Ask"]
      ])
    }
    const fits = (block: unknown) => at(block, [0]) === "wanted"
    assert.deepStrictEqual(blockOf(page, { rpcIds: ["Ask"], key: "ds:2", fits }), ["wanted", "too"])
    assert.deepStrictEqual(blockOf(page, { rpcIds: ["Gone"], key: "ds:2", fits }), ["wanted"])
    assert.deepStrictEqual(blockOf(page, { rpcIds: ["Gone"], key: "ds:8", fits }), ["wanted"])
    const none = () => false
    assert.isUndefined(blockOf(page, { rpcIds: ["Ask"], key: "ds:2", fits: none }))
    assert.deepStrictEqual(blockOf(page, { rpcIds: ["Ask"], key: "ds:2", fits: none, idSuffices: true }), ["other"])
  })
})

describe("answers to calls", () => {
  const rows = (inner: string | null, status: ReadonlyArray<number> | null = null) => [
    ["wrb.fr", "Ask", inner, null, null, status, "generic"],
    ["di", 1],
    ["af.httprm", 1, "x", 2]
  ]
  const payload = JSON.stringify([['a ] [ " \n b']])

  it("are read plain and in chunks with their lengths", () => {
    const plain = `)]}'\n\n${JSON.stringify(rows(payload))}`
    const chunk = JSON.stringify(rows(payload).slice(0, 1))
    const chunks = `)]}'\n\n12\n[["di",1]]\n${chunk.length + 1}\n${chunk}\n28\n[["e",4,null,null,1]]\n`
    for (const text of [plain, chunks]) {
      assert.deepStrictEqual(success(readRpc(text, "Ask")), { payload: [['a ] [ " \n b']], status: null })
    }
  })

  it("that are null found nothing, or say why in a status", () => {
    const said = (status: ReadonlyArray<number> | null) =>
      success(readRpc(`)]}'\n${JSON.stringify(rows(null, status))}`, "Ask"))
    assert.deepStrictEqual(said(null), { payload: null, status: null })
    assert.deepStrictEqual(said([3]), { payload: null, status: 3 })
  })

  it("that are cut, empty or to another question are drift, and pages keep us out", () => {
    const text = `)]}'\n\n${JSON.stringify(rows(payload))}`
    for (const wrong of [text.slice(0, -30), "", ")]}'", ")]}'\n\nnot data", `)]}'\n\n${JSON.stringify(rows("[1"))}`])
      assert.isNotTrue(misread(readRpc(wrong, "Ask")).blocked)
    assert.isNotTrue(misread(readRpc(text, "Other")).blocked)
    assert.isTrue(misread(readRpc("<!DOCTYPE html><html>sorry</html>", "Ask")).blocked)
  })
})

/** A page of an app, with what a test changes put at its positions. */
const nodeOf = (changes: ReadonlyArray<readonly [path: ReadonlyArray<number>, value: unknown]>): unknown => {
  const counted = (value: number) => [String(value), value]
  const base: ReadonlyArray<readonly [ReadonlyArray<number>, unknown]> = [
    [[0], ["Name"]],
    [[18], [2]],
    [[51], [["4.0", 4], [null, ...[10, 10, 10, 10, 60].map(counted)], counted(100), counted(7)]],
    [
      [57, 0, 0, 0, 0, 1, 0],
      [0, "USD", ""]
    ],
    [[68], ["Dev", [null, null, null, null, [null, null, "/store/apps/developer?id=A%26B+C"]]]],
    [[72, 0, 1], "Text"],
    [[77], ["com.example.app"]],
    [
      [79, 0, 0],
      ["Tools", null, "TOOLS"]
    ],
    [[95, 0, 3, 2], "https://img.example/i"],
    [[145, 0, 1, 0], 1_780_000_000]
  ]
  const root: Array<unknown> = []
  for (const [path, value] of [...base, ...changes]) {
    let into = root
    for (const index of path.slice(0, -1)) {
      const there = into[index]
      const next: Array<unknown> = Array.isArray(there) ? there : []
      into[index] = next
      into = next
    }
    into[path.at(-1) ?? 0] = value
  }
  return JSON.parse(JSON.stringify(root))
}
const shelfCard = (appId: string) => [[appId], null, null, "Name"]
const detailsPage = (node: unknown, clusters: ReadonlyArray<unknown>): PageBlocks => ({
  blocks: new Map<string, unknown>([
    ["ds:5", [[], [null, null, node]]],
    ["ds:8", [null, [null, clusters]]]
  ]),
  rpcIds: new Map([
    ["ds:5", "Ws7gDc"],
    ["ds:8", "ag2B9c"]
  ])
})
/** A shelf under a page, with what the vendor calls it and where it leads. */
const shelf = (kind: string | null, ...appIds: ReadonlyArray<string>): unknown => {
  const named: Array<unknown> = []
  named[3] = [null, [[kind]]]
  named[21] = [
    appIds.map(shelfCard),
    [null, null, [null, null, null, null, [null, null, "/store/apps/collection/cluster?gsr=x"]]]
  ]
  return JSON.parse(JSON.stringify(named))
}
const detailsOf = (...changes: Parameters<typeof nodeOf>[0]) =>
  readDetails(
    { blocks: new Map([["ds:5", [[], [null, null, nodeOf(changes)]]]]), rpcIds: new Map([["ds:5", "Ws7gDc"]]) },
    { appId: "com.example.app", country: "de", urlOf: cardContext.urlOf }
  )

describe("an app's page", () => {
  it("is read where all is in its place", () => {
    const { app, odd, page } = success(detailsOf())
    assert.deepInclude(app, { name: "Name", developerId: "A&B C", ratingCount: 100, country: "de", price: 0 })
    assert.deepStrictEqual(page.ratingHistogram, [10, 10, 10, 10, 60])
    assert.isNull(odd)
  })

  it("reads the same fields from the object that ends the array", () => {
    const tail = { "146": [["", [1_790_000_000, 0]]], "141": [[["3.1"]]] }
    const { app } = success(detailsOf([[145], tail]))
    assert.deepInclude(app, { version: "3.1", currentVersionReleaseDate: "2026-09-21T14:13:20Z" })
  })

  it.each([
    ["the package", [[77], null]],
    ["the name", [[0], null]],
    ["the name's shape", [[0], [{ a: 1 }]]],
    ["the developer", [[68], null]],
    ["the genre", [[79], null]],
    ["the genre's shape", [[79, 0, 0, 2], "tools & more"]],
    ["the icon", [[95], null]]
  ] as const)("is drift without %s", (_, change) => {
    assert.isNotTrue(misread(detailsOf(change)).blocked)
  })

  it.each([
    ["the update", [[145], null], "updatedAt"],
    ["the description", [[72], null], "description"],
    ["the price", [[57], null], "price"],
    ["the stars", [[51, 1], null], "stars"],
    ["the ratings", [[51, 2], null], "rating"],
    ["stars that add up", [[51, 1, 5, 1], 600], "add up"]
  ] as const)("is odd without %s, and given", (_, change, odd) => {
    assert.include(success(detailsOf(change)).odd, odd)
  })

  it("takes no other shelf for that of similar apps", () => {
    const asked = { appId: "com.example.app", country: "de", urlOf: cardContext.urlOf }
    const similarOf = (...shelves: ReadonlyArray<unknown>) =>
      success(readDetails(detailsPage(nodeOf([]), shelves), asked)).similar
    const more = shelf("more_by_77", "com.example.two")
    assert.isNull(similarOf(more))
    assert.isNull(similarOf(shelf(null, "com.example.two")))
    assert.deepStrictEqual(similarOf(more, shelf("similar_apps_APPLICATION", "org.other"))?.ids, ["org.other"])
  })

  it("shows each screenshot once, with its size, however often the store lists it", () => {
    const shot = (url: string) => [null, 2, [1080, 1920], [null, null, url]]
    const urls = ["https://img.example/1", "https://img.example/2", "https://img.example/1"]
    const { app, page } = success(detailsOf([[78], [urls.map(shot)]]))
    const expected = urls.slice(0, 2).map((url) => ({ url, width: 1920, height: 1080 }))
    assert.deepStrictEqual([app.screenshots.phone, page.screenshots.phone], [expected, expected])
  })

  it("is whole without what many apps do not have", () => {
    const unrated = success(detailsOf([[51], null], [[18, 0], 1], [[57], null]))
    assert.deepInclude(unrated.app, { averageRating: null, ratingCount: 0, price: null, formattedPrice: null })
    assert.deepStrictEqual([unrated.page.ratingHistogram, unrated.odd], [null, null])
  })

  it.each([
    ["zeros without stars", [[51], [["0.0", 0], null, ["0", 0], ["0", 0], null, [[]]]]],
    [
      "zeros with stars",
      [
        [51],
        [
          ["0.0", 0],
          [null, ...Array.from({ length: 5 }, () => ["0", 0])],
          ["0", 0],
          ["0", 0]
        ]
      ]
    ],
    ["no block of ratings", [[51], null]]
  ] as const)("counts 0 ratings where it has %s, and is whole", (_, change) => {
    const { app, odd, page } = success(detailsOf(change, [[13], ["100+", 100, 195, "100+"]]))
    assert.deepInclude(app, { averageRating: null, ratingCount: 0 })
    assert.deepStrictEqual([page.ratingHistogram, odd], [null, null])
  })

  it("does not believe that nobody has rated what many have installed", () => {
    const { app, odd } = success(detailsOf([[51], null], [[13], ["1,000,000+", 1_000_000, 1_200_000, "1M+"]]))
    assert.deepInclude(app, { averageRating: null, ratingCount: null })
    assert.include(odd, "block of ratings")
    const stars = success(
      detailsOf([
        [51, 2],
        ["0", 0]
      ])
    )
    assert.include(stars.odd, "rating")
  })

  it("makes null of values that cannot be, and not numbers", () => {
    const { app } = success(
      detailsOf(
        [[51, 0, 1], 47],
        [
          [57, 0, 0, 0, 0, 1, 0],
          [-5, "dollars", "x"]
        ],
        [[13], ["1+", "1", 2]],
        [[145, 0, 1, 0], 12]
      )
    )
    assert.deepInclude(app, {
      averageRating: null,
      price: null,
      currency: null,
      installs: null,
      currentVersionReleaseDate: null
    })
  })
})

describe("cards", () => {
  const card = (id: string) => [
    [id, 7],
    [],
    [],
    "App",
    null,
    "Music",
    null,
    null,
    null,
    null,
    [null, null, null, null, [null, null, `/store/apps/details?id=${id}`]]
  ]
  const page = (sections: unknown): PageBlocks => ({
    blocks: new Map([["ds:3", [[null, sections]]]]),
    rpcIds: new Map([["ds:3", "CNT7ob"]])
  })
  const at21 = (cards: unknown) => [...Array.from({ length: 21 }, () => null), [cards]]

  it("are read bare and alone in a list, each app once", () => {
    const cards = success(readCards([card("a.b"), [card("c.d")], card("a.b")], cardContext))
    assert.deepStrictEqual(
      cards.map(({ appId }) => appId),
      ["a.b", "c.d"]
    )
  })

  it("without id or name are drift", () => {
    for (const wrong of [[], [["", 7], [], [], "App"], [["a.b", 7], [], [], null], "text", null])
      assert.isNotTrue(misread(readCards([wrong], cardContext)).blocked)
  })

  it("that are where none are known to be are drift, and not an empty list", () => {
    assert.deepStrictEqual(success(readCardPage(page([at21([card("a.b")])]), clusterBlock, cardContext)).length, 1)
    assert.deepStrictEqual(success(readCardPage(page(null), clusterBlock, cardContext)), [])
    assert.include(misread(readCardPage(page([[[card("a.b")]]]), clusterBlock, cardContext)).detail, "none are known")
    assert.include(misread(readChart([[null, [[card("a.b")]]]], cardContext)).detail, "none are known")
  })

  it("of a search keep the app on top first, and are drift when it cannot be read", () => {
    const search = (top: unknown): PageBlocks => {
      const first = [...Array.from({ length: 23 }, () => null), [...Array.from({ length: 16 }, () => null), top]]
      const rest = [...Array.from({ length: 22 }, () => null), [[[card("a.b")], [card("com.example.app")]]]]
      return { blocks: new Map([["ds:4", [[null, [rest, first]]]]]), rpcIds: new Map([["ds:4", "lGYRle"]]) }
    }
    const top = [null, null, nodeOf([]), { "12": [["com.example.app", 7]] }]
    assert.deepStrictEqual(
      success(readSearch(search(top), cardContext)).map(({ appId }) => appId),
      ["com.example.app", "a.b"]
    )
    assert.isNotTrue(misread(readSearch(search([null, null, ["?"]]), cardContext)).blocked)
  })
})

describe("reviews, suggestions and privacy", () => {
  it("are drift when rows are not what they were, and nothing when there is nothing", () => {
    assert.deepStrictEqual(success(readReviews(null)), { reviews: [], token: null })
    assert.deepStrictEqual(success(readReviews([])), { reviews: [], token: null })
    assert.isNotTrue(misread(readReviews([[["id", ["name"], 9, null, "text"]]])).blocked)
    assert.isNotTrue(misread(readReviews(["text"])).blocked)
    assert.deepStrictEqual(success(readSuggestions(null)), [])
    assert.isNotTrue(misread(readSuggestions([[[7, 8]]])).blocked)
    assert.deepStrictEqual(success(readPermissions(null)), [])
    assert.isNotTrue(misread(readPermissions([[["Group", null, ["moved"]]]])).blocked)
  })

  it("tell data that is not declared from data that is not collected", () => {
    const page = (fields: object): PageBlocks => ({
      blocks: new Map([["ds:3", [[], [null, null, [["App"], fields], { "12": [["a.b", 7]] }]]]]),
      rpcIds: new Map()
    })
    const none = success(readPrivacy(page({ "138": [null, null, null, null, [[null, "No data shared"]]] }), "a.b"))
    assert.deepStrictEqual([none.shared, none.collected], [[], null])
    assert.deepInclude(success(readPrivacy(page({}), "a.b")), { shared: null, collected: null, practices: [] })
    assert.include(misread(readPrivacy(page({}), "c.d")).detail, "a.b")
  })
})

describe("texts and names", () => {
  it("lose their tags and entities once, and keep what only looks like them", () => {
    assert.strictEqual(
      plainText("<b>A</b> &amp; B<br>C<br/>1 &lt; 2 &amp;lt; a < b &#39;q&#x27; &nope;"),
      "A & B\nC\n1 < 2 &lt; a < b 'q' &nope;"
    )
    assert.strictEqual(plainText("x &#xD800; &#0; &#99999999; y"), "x \ufffd \ufffd \ufffd y", "as HTML says")
  })

  it("are package names or none", () => {
    for (const id of ["com.a.b", "a.B_1", "uz.uztozedu.ustozai"]) assert.isTrue(isAppId(id), id)
    for (const id of [
      "284882215",
      "com",
      "com.",
      ".a.b",
      "a..b",
      "1a.b",
      "a.1b",
      "a.b/../c",
      "a.b?c",
      `a.${"b".repeat(255)}`
    ])
      assert.isFalse(isAppId(id), id)
  })

  it("name a genre only when it is certain which", () => {
    assert.strictEqual(genreNamed("Puzzle", null), "GAME_PUZZLE")
    assert.isNull(genreNamed("Sports", null))
    assert.strictEqual(genreNamed("Sports", "GAME"), "GAME_SPORTS")
    assert.isNull(genreNamed("Werkzeuge", null))
    assert.strictEqual(genres.filter(({ parentId }) => parentId === "GAME").length, 17)
    assert.strictEqual(new Set(genres.map(({ id }) => id)).size, genres.length)
  })

  it("are asked for in the language of the country, or in the one of the config", () => {
    assert.deepStrictEqual(
      ["de", "br", "us", "in", "uz"].map((country) => localeOf(country, null).language),
      ["de", "pt-BR", "en", "en", "en"]
    )
    assert.strictEqual(localeOf("de", "en").language, "en")
    // Every country of ISO 3166-1, and with them all where the other store sells, but for one that has no code there.
    assert.strictEqual(storefronts.length, 249)
    const sold = new Set(storefronts.map(({ country }) => country))
    assert.deepStrictEqual(
      otherStorefronts.flatMap(({ country }) => (sold.has(country) ? [] : [country])),
      ["xk"]
    )
    assert.isTrue(storefronts.every(({ country, name }) => name.length > 2 && /^[a-z]{2}$/.test(country)))
  })
})
