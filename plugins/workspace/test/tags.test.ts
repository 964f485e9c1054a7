/** Tags on apps and keywords, and saved views of their lists. */
import { usePluginGateway } from "@storeglass/testkit"
import { assert, describe, it } from "vitest"
import plugin from "../src/plugin.ts"
import { tagOf } from "../src/tags/text.ts"
import { type Actor, at, base, idOf, listOf, newActor, plugins, unreleased } from "./support.ts"

const gateway = usePluginGateway(plugin, { plugins })
const tagsPath = "/v1/user/tags"
const viewsPath = "/v1/user/views"
const codeOf = ({ json, status }: { readonly json: unknown; readonly status: number }) => [
  status,
  at(json, "error", "code")
]
const namesIn = (json: unknown, field: string) => listOf(json, "data", "items").map((row) => at(row, field))
const tagsOf = async (own: Actor) =>
  listOf((await own.done("GET", tagsPath)).json, "data", "items").map((row) => [
    at(row, "tag"),
    at(row, "apps"),
    at(row, "keywords")
  ])

/** An app with four keywords. */
const filled = async (own: Actor) => {
  const app = idOf(await own.done("POST", base, unreleased(900_001)))
  const { json } = await own.done("POST", `${base}/900001/keywords`, {
    keywords: ["collage", "filters", "photo editor", "stickers"],
    countries: ["us"]
  })
  const ids = new Map(listOf(json, "data", "added").map((row) => [String(at(row, "keyword")), String(at(row, "id"))]))
  return { app, id: (keyword: string) => ids.get(keyword) ?? "" }
}

describe("tags", () => {
  it("are put on and taken off, counted, and filter the lists", async () => {
    const own = await newActor(gateway())
    const { app, id } = await filled(own)
    const tagged = await own.done("POST", tagsPath, {
      add: ["Brand", "  Q4   Launch "],
      apps: [app],
      keywords: [id("collage"), id("filters")]
    })
    assert.deepEqual(at(tagged.json, "data"), { apps: 1, keywords: 2 })
    // What has them already isn't changed.
    const again = await own.done("POST", tagsPath, { add: ["brand"], keywords: [id("collage"), id("stickers")] })
    assert.deepEqual(at(again.json, "data"), { apps: 0, keywords: 1 })
    assert.deepEqual(await tagsOf(own), [
      ["brand", 1, 3],
      ["q4 launch", 1, 2]
    ])
    const keywords = async (query: string) =>
      namesIn((await own.done("GET", `${base}/900001/keywords?${query}`)).json, "keyword")
    assert.deepEqual(await keywords("tag=BRAND"), ["collage", "filters", "stickers"])
    assert.deepEqual(await keywords("tag=q4+launch&q=filt"), ["filters"])
    assert.deepEqual(await keywords("tag=never"), [])
    const page = await own.done("GET", `${base}/900001/keywords?tag=brand&limit=2`)
    assert.strictEqual(at(page.json, "data", "total"), 3)
    const cursor = String(at(page.json, "data", "nextCursor"))
    assert.deepEqual(await keywords(`tag=brand&limit=2&cursor=${cursor}`), ["stickers"])
    await own.done("POST", base, unreleased(900_002))
    assert.deepEqual(namesIn((await own.done("GET", `${base}?tag=q4+launch`)).json, "appId"), [900_001])
    await own.done("POST", tagsPath, { remove: ["brand", "q4 launch"], apps: [app], keywords: [id("filters")] })
    assert.deepEqual(await tagsOf(own), [
      ["brand", 0, 2],
      ["q4 launch", 0, 1]
    ])
  })

  it("come with what is added, and a change of an app's is one of the app", async () => {
    const own = await newActor(gateway())
    const made = await own.done("POST", base, { ...unreleased(900_001), tags: ["ours", "Ours", "core"] })
    assert.deepEqual(at(made.json, "data", "tags"), ["core", "ours"])
    const added = await own.done("POST", `${base}/900001/keywords`, { keyword: "collage", tags: ["b", "a"] })
    assert.deepEqual(at(added.json, "data", "tags"), ["a", "b"])
    await own.done("POST", tagsPath, { add: ["new"], apps: [idOf(made)] })
    const stale = await own.ask("PATCH", base, { appId: 900_001, tags: ["mine"], revision: 1 })
    assert.deepEqual(codeOf(stale), [409, "STALE_REVISION"])
    const changed = await own.done("PATCH", base, { appId: 900_001, tags: ["mine"], revision: 2 })
    assert.deepEqual([at(changed.json, "data", "tags"), at(changed.json, "data", "revision")], [["mine"], 3])
    const cleared = await own.done("PATCH", base, { appId: 900_001, tags: null })
    assert.deepEqual(at(cleared.json, "data", "tags"), [])
  })

  it("are renamed and deleted everywhere at once, and become one with a tag of that name", async () => {
    const own = await newActor(gateway())
    const { app, id } = await filled(own)
    await own.done("POST", tagsPath, { add: ["brand"], apps: [app], keywords: [id("collage"), id("filters")] })
    await own.done("POST", tagsPath, { add: ["core"], keywords: [id("filters"), id("stickers")] })
    const renamed = await own.done("PATCH", tagsPath, { tag: "Brand", name: "Core" })
    assert.deepEqual(at(renamed.json, "data"), { apps: 1, keywords: 2 })
    assert.deepEqual(await tagsOf(own), [["core", 1, 3]])
    const gone = await own.done("DELETE", `${tagsPath}?tag=core`)
    assert.deepEqual(at(gone.json, "data"), { apps: 1, keywords: 3 })
    assert.deepEqual(await tagsOf(own), [])
    assert.strictEqual(at((await own.done("GET", `${base}/900001/keywords`)).json, "data", "total"), 4)
    for (const [method, body] of [
      ["DELETE", { tag: "core" }],
      ["PATCH", { tag: "core", name: "other" }]
    ] as const) {
      assert.deepEqual(codeOf(await own.ask(method, tagsPath, body)), [404, "NOT_FOUND"])
    }
  })

  it("are refused whole where a row isn't there, has too many, or a tag is none", async () => {
    const own = await newActor(gateway())
    const { app, id } = await filled(own)
    const never = "018f0000-0000-7000-8000-000000000000"
    const many = Array.from({ length: 20 }, (_, n) => `tag ${n}`)
    const keywords = [id("collage")]
    await own.done("POST", tagsPath, { add: many, keywords: [id("stickers")] })
    const before = await tagsOf(own)
    const cases: ReadonlyArray<readonly [object, number, RegExp]> = [
      [{ add: ["a"], keywords: [...keywords, never] }, 404, /keyword/],
      [{ add: ["a"], apps: [app, never], keywords }, 404, /app/],
      // A keyword's id isn't an app's.
      [{ add: ["a"], apps: keywords }, 404, /app/],
      [{ add: ["one more"], apps: [app], keywords: [id("stickers")] }, 400, /add \(body\).*at most 20 tags/],
      [{ add: [...many, "a"], keywords }, 400, /add/],
      [{ add: ["a"] }, 400, /apps \(body\)/],
      [{ keywords }, 400, /add \(body\)/],
      [{ add: ["a"], remove: ["A"], keywords }, 400, /remove \(body\)/],
      [{ add: [" "], keywords }, 400, /add/],
      [{ add: ["a,b"], keywords }, 400, /comma/],
      [{ add: ["x".repeat(41)], keywords }, 400, /40/],
      [{ add: ["\ud800"], keywords }, 400, /Unicode/],
      [{ add: ["a"], keywords: ["1"] }, 400, /keywords/]
    ]
    for (const [body, status, message] of cases) {
      const answer = await own.ask("POST", tagsPath, body)
      assert.strictEqual(answer.status, status, JSON.stringify(body) + answer.text)
      assert.match(String(at(answer.json, "error", "message")), message)
    }
    assert.deepEqual(await tagsOf(own), before)
  })

  it("are listed page by page, in order of their code points", async () => {
    const own = await newActor(gateway())
    const { app } = await filled(own)
    const tags = ["zebra", "äpfel", "apple", "\u{1f4f7} photos", "\uffee half", "b"]
    await own.done("POST", tagsPath, { add: tags, apps: [app] })
    const found: Array<unknown> = []
    let cursor = ""
    do {
      const { json } = await own.done("GET", `${tagsPath}?limit=2${cursor === "" ? "" : `&cursor=${cursor}`}`)
      assert.strictEqual(at(json, "data", "total"), tags.length)
      found.push(...namesIn(json, "tag"))
      cursor = String(at(json, "data", "nextCursor") ?? "")
    } while (cursor !== "")
    assert.deepEqual(found, ["apple", "b", "zebra", "äpfel", "\uffee half", "\u{1f4f7} photos"])
  })

  it.each(["İstanbul", "ΌΣΟΣ", "Straße", "Ｆｕｌｌ　Ｗｉｄｔｈ", "é", "ﬁ", "कीवर्ड", "👩‍👩‍👧 Family", "ÅNGSTRÖM", "Ǆ"])(
    "have one form, which their own form has too: %s",
    (typed) => {
      const tag = tagOf(typed)
      assert.strictEqual(tagOf(tag), tag)
      assert.strictEqual(tagOf(`  ${typed.normalize("NFD")} `), tag)
    }
  )
})

describe("saved views", () => {
  it("are kept, changed and deleted, by the account", async () => {
    const own = await newActor(gateway())
    const made = await own.done("POST", viewsPath, {
      lists: "keywords",
      name: " Brand in Germany ",
      filter: { country: "DE", language: "en-us", q: " collage ", tag: "Brand" },
      sort: { by: "rank", descending: false },
      columns: ["keyword", "rank", "tags"]
    })
    const { createdAt: _, updatedAt: __, ...view } = Object(at(made.json, "data"))
    assert.deepEqual(view, {
      id: idOf(made),
      lists: "keywords",
      name: "Brand in Germany",
      filter: { country: "de", language: "en-US", q: "collage", tag: "brand" },
      sort: { by: "rank", descending: false },
      columns: ["keyword", "rank", "tags"]
    })
    const plain = await own.done("POST", viewsPath, { lists: "apps", name: "Brand in Germany" })
    assert.deepEqual(
      [at(plain.json, "data", "filter"), at(plain.json, "data", "sort"), at(plain.json, "data", "columns")],
      [{}, null, []]
    )
    const changed = await own.done("PATCH", viewsPath, { id: idOf(made), sort: null, filter: { tag: "core" } })
    assert.deepEqual(
      [at(changed.json, "data", "sort"), at(changed.json, "data", "filter"), at(changed.json, "data", "name")],
      [null, { tag: "core" }, "Brand in Germany"]
    )
    assert.deepEqual(namesIn((await own.done("GET", viewsPath)).json, "lists"), ["keywords", "apps"])
    assert.deepEqual(namesIn((await own.done("GET", `${viewsPath}?lists=apps`)).json, "id"), [idOf(plain)])
    await own.done("DELETE", `${viewsPath}?id=${idOf(made)}`)
    assert.deepEqual(codeOf(await own.ask("DELETE", viewsPath, { id: idOf(made) })), [404, "NOT_FOUND"])
    assert.deepEqual(codeOf(await own.ask("PATCH", viewsPath, { id: idOf(made), name: "X" })), [404, "NOT_FOUND"])
  })

  it("have a name once in each list, also of 20 that are added at once", async () => {
    const own = await newActor(gateway())
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => own.ask("POST", viewsPath, { lists: "apps", name: "Ours" }))
    )
    const made = answers.filter(({ status }) => status === 200)
    assert.lengthOf(made, 1)
    const [first] = made
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      assert.deepEqual(codeOf(answer), [409, "DUPLICATE"])
      assert.include(answer.text, first === undefined ? "" : idOf(first))
    }
    const other = await own.done("POST", viewsPath, { lists: "apps", name: "Theirs" })
    const renamed = await own.ask("PATCH", viewsPath, { id: idOf(other), name: "Ours" })
    assert.deepEqual(codeOf(renamed), [409, "DUPLICATE"])
  })

  it("name what their list has, and are at most 100", async () => {
    const own = await newActor(gateway())
    const cases: ReadonlyArray<readonly [object, RegExp]> = [
      [{ lists: "apps", name: "A", filter: { country: "de" } }, /filter\.country \(body\).*platform, q, tag/],
      [{ lists: "keywords", name: "A", filter: { platform: "storea" } }, /filter\.platform \(body\)/],
      [{ lists: "apps", name: "A", sort: { by: "rank", descending: true } }, /sort\.by \(body\)/],
      [{ lists: "keywords", name: "A", columns: ["keyword", "appName"] }, /columns \(body\).*appName/],
      [{ lists: "keywords", name: "A", columns: ["keyword", "keyword"] }, /columns \(body\): name each once/],
      [{ lists: "others", name: "A" }, /lists/],
      [{ lists: "apps", name: "" }, /name/],
      [{ lists: "apps", name: "A", colour: "red" }, /colour/]
    ]
    for (const [body, message] of cases) {
      const answer = await own.ask("POST", viewsPath, body)
      assert.deepEqual(codeOf(answer), [400, "INVALID_INPUT"], JSON.stringify(body) + answer.text)
      assert.match(String(at(answer.json, "error", "message")), message)
    }
    const views = Array.from({ length: 100 }, (_, n) => ({ lists: "apps", name: `View ${n}` }))
    const text = JSON.stringify({ format: "storeglass.workspace/1", items: [], views })
    await own.done("POST", "/v1/user/import", { text })
    const more = await own.ask("POST", viewsPath, { lists: "apps", name: "One more" })
    assert.deepEqual(codeOf(more), [403, "TIER_LIMIT_EXCEEDED"])
  })
})
