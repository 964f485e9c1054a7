import { assert, describe, it } from "@effect/vitest"
import { SecondWorld, World } from "@storeglass/sandbox/world"
import { Effect, Schema } from "effect"
import { isInPlayCategory, playCategories, playCategoryName } from "../../sandbox/formats/playCategories.ts"
import { packageInToken, page, rpcAnswer, sparse } from "../../sandbox/formats/playWire.ts"
import { type Answer, get, noonDay, noonMs, type Running, start } from "./support.ts"

const post = (url: string, body: string): Effect.Effect<Answer> =>
  Effect.promise(async () => {
    const headers = { "content-type": "application/x-www-form-urlencoded;charset=UTF-8" }
    const response = await fetch(url, { method: "POST", headers, body })
    return { status: response.status, headers: response.headers, body: await response.text() }
  })

const call = (sandbox: Running, rpcId: string, argument: unknown, query = "hl=en&gl=us") =>
  post(
    `${sandbox.baseUrls.play}/_/PlayStoreUi/data/batchexecute?rpcids=${rpcId}&${query}`,
    `f.req=${encodeURIComponent(JSON.stringify([[[rpcId, JSON.stringify(argument), null, "generic"]]]))}`
  )

const Rows = Schema.fromJsonString(Schema.Array(Schema.Array(Schema.Unknown)))
const decodeRows = Schema.decodeUnknownSync(Rows)

/** The row of an answer in the plain form. */
const rowOf = ({ body }: Answer, rpcId: string): ReadonlyArray<unknown> => {
  assert.isTrue(body.startsWith(")]}'\n\n"))
  return decodeRows(body.slice(5)).find((row) => row[0] === "wrb.fr" && row[1] === rpcId) ?? []
}
const payloadOf = (answer: Answer, rpcId: string): unknown => {
  const inner = rowOf(answer, rpcId)[2]
  return typeof inner === "string" ? JSON.parse(inner) : null
}
const at = (value: unknown, ...path: ReadonlyArray<number>): unknown => {
  let current = value
  for (const index of path) current = Array.isArray(current) ? current[index] : undefined
  return current
}
const listAt = (value: unknown, ...path: ReadonlyArray<number>): ReadonlyArray<unknown> => {
  const found = at(value, ...path)
  return Array.isArray(found) ? found : []
}

/** The data block of a page by the id that the page ties to it; the last one of that id. */
const blockOf = (html: string, rpcId: string): unknown => {
  const keys = [...html.matchAll(/'(ds:\d+)' : \{id:'(\w+)'/g)]
    .filter((match) => match[2] === rpcId)
    .map((match) => match[1])
  const text = new RegExp(`key: '${keys.at(-1)}', hash: '\\d+', data:(.*?), sideChannel: \\{\\}\\}\\);</script>`).exec(
    html
  )?.[1]
  return JSON.parse(text ?? "null")
}

const chartCall = (collection: string, category: string, limit: number) => [
  [null, [[8, [20, limit]]], [2, collection, category]]
]
const reviewsCall = (appId: string, order: number, token: string | null = null, stars: number | null = null) => [
  null,
  null,
  [2, order, [150, null, token], null, stars === null ? [] : [null, stars]],
  [appId, 7]
]
const chart = (sandbox: Running, collection: string, category: string, limit = 200, query = "hl=en&gl=us") =>
  Effect.map(call(sandbox, "vyAe2", chartCall(collection, category, limit), query), (answer) =>
    listAt(payloadOf(answer, "vyAe2"), 0, 1, 0, 28, 0).map((card) => String(at(card, 0, 0, 0)))
  )

describe("the second store", () => {
  it.effect("has most apps of the first, under package names, and some of its own", () =>
    Effect.sync(() => {
      const first = new World({ seed: 1, size: 2000 })
      const names = new Set(
        first
          .at(noonDay)
          .apps()
          .map((app) => app.name)
      )
      const apps = new SecondWorld({ seed: 1, size: 2000 }, first).at(noonDay).apps()
      assert.lengthOf(apps, 2000)
      const shared = apps.filter((app) => names.has(app.name)).length
      assert.isAbove(shared, 1400)
      assert.isBelow(shared, 1900)
      assert.isTrue(apps.every((app) => app.kind === "mobile" && app.releaseDay <= noonDay))
      const packages = apps.map((app) => app.bundleId)
      assert.strictEqual(new Set(packages).size, packages.length)
      for (const id of packages) assert.match(id, /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$/i)
    })
  )

  it.effect("is the same for the same seed and moment, byte by byte", () =>
    Effect.gen(function* () {
      const one = yield* start()
      const other = yield* start()
      const [id = ""] = yield* chart(one, "topselling_free", "APPLICATION")
      const paths = [
        `/store/apps/details?id=${id}&hl=de&gl=de`,
        `/store/apps/datasafety?id=${id}`,
        "/store/search?q=photo&c=apps"
      ]
      for (const path of paths) {
        const bodies = yield* Effect.forEach([one, other], (sandbox) => get(`${sandbox.baseUrls.play}${path}`))
        const [a, b] = bodies.map(({ body }) => body)
        assert.strictEqual(a?.replaceAll(one.origin, ""), b?.replaceAll(other.origin, ""))
      }
    })
  )

  it.effect("ties its blocks to the ids of questions, and puts them in strict JSON that cannot close its script", () =>
    Effect.gen(function* () {
      const sandbox = yield* start()
      const [id = ""] = yield* chart(sandbox, "topgrossing", "GAME")
      const { body, headers, status } = yield* get(`${sandbox.baseUrls.play}/store/apps/details?id=${id}&hl=en&gl=us`)
      assert.strictEqual(status, 200)
      assert.include(headers.get("content-type") ?? "", "text/html")
      const node = at(blockOf(body, "Ws7gDc"), 1, 2)
      assert.strictEqual(at(node, 77, 0), id)
      assert.strictEqual(at(node, 18, 0), 2)
      assert.match(String(at(node, 79, 0, 0, 2)), /^GAME_/)
      assert.match(String(at(node, 13, 0)), /^[\d,]+\+$/)
      assert.isAtLeast(Number(at(node, 13, 2)), Number(at(node, 13, 1)))
      const clusters = listAt(blockOf(body, "ag2B9c"), 1, 1)
      assert.isTrue(clusters.some((cluster) => String(at(cluster, 3, 1, 0, 0)).startsWith("similar_apps")))
      for (const [, data = ""] of body.matchAll(/data:(.*?), sideChannel/g)) assert.notInclude(data, "<")
    })
  )

  it.effect("leads from an app to those like it, and to others of its developer", () =>
    Effect.gen(function* () {
      const sandbox = yield* start()
      for (const id of (yield* chart(sandbox, "topselling_free", "APPLICATION")).slice(0, 6)) {
        const { body } = yield* get(`${sandbox.baseUrls.play}/store/apps/details?id=${id}&hl=en&gl=us`)
        const links = listAt(blockOf(body, "ag2B9c"), 1, 1).map((cluster) => String(at(cluster, 21, 1, 2, 4, 2)))
        const developer = String(at(blockOf(body, "Ws7gDc"), 1, 2, 68, 1, 4, 2))
        for (const link of [...links, developer]) {
          const found = yield* get(`${sandbox.baseUrls.play}${link}`)
          assert.strictEqual(found.status, 200, link)
          const rpcId = link.includes("/cluster") ? "CNT7ob" : link.includes("/dev?") ? "MRTdke" : "IRWBmd"
          const sections = listAt(blockOf(found.body, rpcId), 0, 1)
          assert.isNotEmpty(listAt(sections[0], rpcId === "IRWBmd" ? 22 : 21, 0), link)
        }
      }
    })
  )

  it.effect("shows the app that was named on top of a search, and cards below", () =>
    Effect.gen(function* () {
      const sandbox = yield* start()
      const [id = ""] = yield* chart(sandbox, "topselling_free", "APPLICATION")
      const details = yield* get(`${sandbox.baseUrls.play}/store/apps/details?id=${id}`)
      const name = String(at(blockOf(details.body, "Ws7gDc"), 1, 2, 0, 0))
      const named = yield* get(`${sandbox.baseUrls.play}/store/search?q=${encodeURIComponent(name)}&c=apps`)
      const [top] = listAt(blockOf(named.body, "lGYRle"), 0, 1)
      assert.deepStrictEqual(at(top, 23, 16, 3), { "12": [[id, 7]] })
      assert.strictEqual(at(top, 23, 16, 2, 0, 0), name)
      const many = yield* get(`${sandbox.baseUrls.play}/store/search?q=photo&c=apps`)
      const [section] = listAt(blockOf(many.body, "lGYRle"), 0, 1)
      const cards = listAt(section, 22, 0)
      assert.isAbove(cards.length, 5)
      assert.isAtMost(cards.length, 30)
      assert.match(String(at(cards[0], 0, 10, 4, 2)), /^\/store\/apps\/details\?id=/)
    })
  )

  it.effect("knows no app, page or host path that it does not have", () =>
    Effect.gen(function* () {
      const { baseUrls } = yield* start()
      for (const path of [
        "/store/apps/details?id=com.nobody.nothing",
        "/store/apps/details",
        "/store/apps/datasafety?id=com.nobody.nothing",
        "/store/apps/dev?id=abc",
        "/store/apps/developer?id=Nobody",
        "/store/apps/collection/cluster?gsr=x",
        "/store/books",
        "/toString"
      ])
        assert.strictEqual((yield* get(`${baseUrls.play}${path}`)).status, 404, path)
    })
  )
})

describe("its charts", () => {
  it.effect("hold up to 200 apps of a category, best first, and as many as are asked for", () =>
    Effect.gen(function* () {
      const sandbox = yield* start({ size: 3000 })
      const all = yield* chart(sandbox, "topselling_free", "APPLICATION")
      assert.lengthOf(all, 200)
      assert.deepStrictEqual(yield* chart(sandbox, "topselling_free", "APPLICATION", 10), all.slice(0, 10))
      const games = yield* chart(sandbox, "topselling_free", "GAME")
      assert.isEmpty(games.filter((id) => all.includes(id)))
      assert.notDeepEqual(yield* chart(sandbox, "topselling_free", "APPLICATION", 200, "hl=de&gl=de"), all)
      assert.isEmpty(yield* chart(sandbox, "topselling_free", "EVENTS"))
    })
  )

  it.effect("change a little from one day to the next", () =>
    Effect.gen(function* () {
      const day = 86_400_000
      const charts = yield* Effect.forEach([0, 1, 30], (days) =>
        Effect.flatMap(start({ size: 3000, nowMs: () => noonMs + days * day }), (sandbox) =>
          chart(sandbox, "topgrossing", "APPLICATION")
        )
      )
      const [today = [], tomorrow = [], later = []] = charts.map((ids) => ids.slice(0, 100))
      const gone = (then: ReadonlyArray<string>) => today.filter((id) => !then.includes(id)).length
      assert.notDeepEqual(tomorrow, today)
      assert.isBelow(gone(tomorrow), 15)
      assert.isAbove(gone(later), gone(tomorrow))
    })
  )

  it("file every category under the chart of all apps or of all games", () => {
    for (const category of playCategories) {
      if (category === "APPLICATION" || category === "GAME") continue
      assert.notStrictEqual(isInPlayCategory(category, "APPLICATION"), isInPlayCategory(category, "GAME"))
    }
    assert.strictEqual(playCategoryName("GAME_ROLE_PLAYING"), "Role Playing")
    assert.strictEqual(playCategoryName("FOOD_AND_DRINK"), "Food & Drink")
  })
})

describe("its calls", () => {
  it.effect("give reviews in rows of 17, with a token for what follows, by order and stars", () =>
    Effect.gen(function* () {
      const sandbox = yield* start()
      const [id = ""] = yield* chart(sandbox, "topselling_free", "APPLICATION")
      const read = (order: number, token: string | null = null, stars: number | null = null) =>
        Effect.map(call(sandbox, "UsvDTd", reviewsCall(id, order, token, stars)), (answer) =>
          payloadOf(answer, "UsvDTd")
        )
      const first = yield* read(2)
      const rows = listAt(first, 0)
      assert.lengthOf(rows, 150)
      assert.isTrue(rows.every((row) => Array.isArray(row) && row.length === 17))
      const second = yield* read(2, String(at(first, 1, 1)))
      const ids = [...rows, ...listAt(second, 0)].map((row) => at(row, 0))
      assert.strictEqual(new Set(ids).size, ids.length)
      const stars = listAt(yield* read(3), 0).map((row) => Number(at(row, 2)))
      assert.deepStrictEqual(
        stars,
        [...stars].sort((a, b) => b - a)
      )
      const worst = listAt(yield* read(2, null, 1), 0)
      assert.isNotEmpty(worst)
      assert.isTrue(worst.every((row) => at(row, 2) === 1))
      assert.deepStrictEqual(yield* read(2, "made up"), [])
    })
  )

  it.effect("find nothing with a null, and refuse what is no call", () =>
    Effect.gen(function* () {
      const sandbox = yield* start()
      for (const [rpcId, argument] of [
        ["IJ4APc", [[null, ["zzqxjv"], [10], [2], 4]]],
        ["xdSrCf", [[null, ["com.nobody.nothing", 7], []]]],
        ["UsvDTd", reviewsCall("com.nobody.nothing", 2)]
      ] as const) {
        const row = rowOf(yield* call(sandbox, rpcId, argument), rpcId)
        assert.deepStrictEqual([row[2], row[5]], [null, null])
      }
      for (const [rpcId, argument] of [
        ["vyAe2", chartCall("topselling_free", "NO_SUCH", 10)],
        ["UsvDTd", reviewsCall("com.nobody.nothing", 9)],
        ["Unknown", []]
      ] as const)
        assert.deepStrictEqual(rowOf(yield* call(sandbox, rpcId, argument), rpcId)[5], [3])
      const url = `${sandbox.baseUrls.play}/_/PlayStoreUi/data/batchexecute`
      assert.strictEqual((yield* post(url, "f.req=no")).status, 400)
      assert.strictEqual((yield* get(url)).status, 405)
    })
  )

  it.effect("answer in chunks with their lengths when asked to", () =>
    Effect.gen(function* () {
      const sandbox = yield* start()
      const { body } = yield* call(sandbox, "IJ4APc", [[null, ["pho"], [10], [2], 4]], "hl=en&gl=us&rt=c")
      const [guard, empty, length = "", chunk = ""] = body.split("\n")
      assert.deepStrictEqual([guard, empty], [")]}'", ""])
      assert.strictEqual(Number(length), Buffer.byteLength(chunk) + 1)
      assert.strictEqual(decodeRows(chunk)[0]?.[1], "IJ4APc")
    })
  )

  it.effect("say nothing when told to throttle in silence", () =>
    Effect.gen(function* () {
      const sandbox = yield* start()
      sandbox.control.fail({ kind: "empty", upstream: "play" })
      const row = rowOf(yield* call(sandbox, "IJ4APc", [[null, ["pho"], [10], [2], 4]]), "IJ4APc")
      assert.deepStrictEqual([row[2], row[5]], [null, null])
      const search = yield* get(`${sandbox.baseUrls.play}/store/search?q=photo`)
      assert.deepStrictEqual(blockOf(search.body, "lGYRle"), [[null, null]])
    })
  )
})

describe("its forms", () => {
  it("put values at their positions, and null in the gaps", () => {
    assert.deepStrictEqual(
      sparse([
        [[3, 1], "a"],
        [[1], [2]],
        [[3, 0, 2], "b"]
      ]),
      [null, [2], null, [[null, null, "b"], "a"]]
    )
  })

  it("name the app in a token for those like it", () => {
    const token = Buffer.from("Jqj\u0018x==\n!com.example.app\u0010\u0007P").toString("base64url")
    assert.strictEqual(packageInToken(`${token}%3D%3D:S:ANO1ljIVf_E`), "com.example.app")
    assert.isUndefined(packageInToken("!!"))
  })

  it("keep texts from closing a script or a title", () => {
    const html = page({
      title: "</title><b>",
      path: "/store",
      locale: { country: "us", language: "en" },
      blocks: [{ key: "ds:3", rpcId: "Any", data: ["</script><script>x"] }]
    })
    assert.notInclude(html, "</script><script>x")
    assert.notInclude(html, "</title><b>")
    assert.include(
      rpcAnswer([{ rpcId: "A", payload: null, status: 5, tag: "generic" }], false),
      '["wrb.fr","A",null,null,null,[5],"generic"]'
    )
  })
})
