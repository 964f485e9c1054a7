import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { rpcAnswer, sparse } from "../../sandbox/formats/playWire.ts"
import { type Answer, get, start } from "./support.ts"

/** A folder of recordings of the same layouts as those beside the checkout, of other apps, countries and days. */
const startOn = (files: Readonly<Record<string, unknown>>, nowMs?: number) =>
  Effect.gen(function* () {
    const folder = yield* Effect.acquireRelease(
      Effect.promise(async () => {
        const made = await mkdtemp(join(tmpdir(), "sandbox-play-"))
        for (const [path, content] of Object.entries(files)) {
          await mkdir(dirname(join(made, path)), { recursive: true })
          await writeFile(join(made, path), typeof content === "string" ? content : JSON.stringify(content))
        }
        return made
      }),
      (made) => Effect.promise(() => rm(made, { recursive: true }))
    )
    return yield* start({ recordings: folder, ...(nowMs === undefined ? {} : { nowMs: () => nowMs }) })
  })

const post = (base: string, rpcId: string, argument: unknown, query = "hl=en&gl=us"): Effect.Effect<Answer> =>
  Effect.promise(async () => {
    const response = await fetch(`${base}/_/PlayStoreUi/data/batchexecute?rpcids=${rpcId}&${query}`, {
      method: "POST",
      body: new URLSearchParams({ "f.req": JSON.stringify([[[rpcId, JSON.stringify(argument), null, "generic"]]]) })
    })
    return { status: response.status, headers: response.headers, body: await response.text() }
  })

const block = (key: string, data: unknown) =>
  `<script>AF_initDataCallback({key: '${key}', hash: '1', data:${JSON.stringify(data)}, sideChannel: {}});</script>`
const pageOf = (canonical: string, ...blocks: ReadonlyArray<string>) =>
  `<!doctype html><html><head><link rel="canonical" href="https://play.example${canonical}"></head><body>${blocks.join("")}</body></html>`
const flag = (country: string) => block("ds:11", [null, `https://x/store/images/regionflags/${country}.png`])
const card = (id: string, title: string, developer: string) =>
  sparse([
    [[0], [id, 7]],
    [[3], title],
    [[14], developer]
  ])
const answer = (rpcId: string, payload: Parameters<typeof rpcAnswer>[0][0]["payload"], chunked = false) =>
  rpcAnswer([{ rpcId, payload, status: null, tag: "generic" }], chunked)

const details = (id: string, country: string) =>
  pageOf(`/store/apps/details?id=${id}&amp;hl=en`, block("ds:5", [[], [null, null, [["Name"]]]]), flag(country))

describe("recordings of the second store", () => {
  it.effect("are pages by the address that they tell, and by their country", () =>
    Effect.gen(function* () {
      const { baseUrls } = yield* startOn({
        "anything.html": details("fi.sauna.timer", "fi"),
        "other.html": details("fi.sauna.timer", "se"),
        "deep/safety.html": pageOf("/store/apps/datasafety?id=fi.sauna.timer&amp;hl=fi", block("ds:3", ["safe"])),
        "deep/dev.html": pageOf("/store/apps/developer?id=L%C3%B6yly+Oy", block("ds:3", ["dev"])),
        "ee-cut-to-one-block.html": block("ds:5", [[], [null, { "12": [["ee.saun", 7]] }]]),
        "broken.html": "<html>AF_initDataCallback</html>",
        "notes.txt": "not a recording"
      })
      const at = (path: string) => get(`${baseUrls.play}${path}`)
      const finnish = yield* at("/store/apps/details?id=fi.sauna.timer&gl=fi")
      assert.include(finnish.body, "regionflags/fi.png")
      assert.include((yield* at("/store/apps/details?id=fi.sauna.timer&gl=se")).body, "regionflags/se.png")
      // A page of another country is better than none.
      assert.strictEqual((yield* at("/store/apps/details?id=fi.sauna.timer&gl=no")).status, 200)
      assert.include((yield* at("/store/apps/datasafety?id=fi.sauna.timer")).body, "safe")
      assert.include((yield* at("/store/apps/developer?id=L%C3%B6yly+Oy")).body, "dev")
      assert.strictEqual((yield* at("/store/apps/details?id=ee.saun&gl=ee")).status, 200)
      assert.strictEqual((yield* at("/store/apps/details?id=no.body")).status, 404)
    })
  )

  it.effect("are searches by the term that was asked, else cards that have its words", () =>
    Effect.gen(function* () {
      const section = sparse([
        [
          [22, 0],
          [[card("se.fika", "Fika Finder", "Kaka AB")], [card("se.sil", "Sill", "Havet AB")]]
        ]
      ])
      const { baseUrls } = yield* startOn({
        "a.html": `${pageOf("/store/search?q=x", block("ds:4", [[null, [section]]]), flag("se"))}<script>var AF_dataServiceRequests = {'ds:3' : {id:'AZO9Cb',request:["fika \\"nu\\"",4]}}</script>`
      })
      const at = (term: string, country: string) =>
        Effect.map(get(`${baseUrls.play}/store/search?q=${encodeURIComponent(term)}&gl=${country}`), ({ body }) =>
          [...body.matchAll(/"(se\.\w+)",7/g)].map(([, id]) => id)
        )
      assert.deepStrictEqual(yield* at('Fika "nu"', "se"), ["se.fika", "se.sil"])
      assert.deepStrictEqual(yield* at("sill havet", "se"), ["se.sil"])
      assert.deepStrictEqual(yield* at("sill havet", "no"), [])
    })
  )

  it.effect("are reviews and permissions of the app in their file's name, and suggestions of the term", () =>
    Effect.gen(function* () {
      const row = (id: string, stars: number, seconds: number) => [id, ["n"], stars, null, "text", [seconds, 0], 0]
      const { baseUrls } = yield* startOn({
        "play/app-sauna.html": details("fi.example.sauna_timer", "us"),
        "play/reviews-sauna-initial.txt": answer("UsvDTd", [
          [row("a", 5, 30), row("b", 1, 20)],
          [null, "token"]
        ]),
        "play/reviews-sauna-page2.txt": answer("UsvDTd", [[row("b", 1, 20), row("c", 3, 10)]], true),
        "play/reviews-fi.example.other.txt": answer("UsvDTd", [[row("z", 4, 5)]]),
        "play/permissions-sauna.txt": answer("xdSrCf", [[["Camera", null, [[null, "take pictures"]]]]]),
        "play/fi-suggest-kesa-mokki.txt": answer("IJ4APc", [[["kesa mokki vuokra"]]])
      })
      const reviews = (appId: string, order: number) =>
        Effect.map(
          post(baseUrls.play, "UsvDTd", [null, null, [2, order, [150, null, null], null, []], [appId, 7]]),
          ({ body }) => [...body.matchAll(/\\"([a-z])\\",\[\\"n\\"\]/g)].map(([, id]) => id)
        )
      assert.deepStrictEqual(yield* reviews("fi.example.sauna_timer", 2), ["a", "b", "c"])
      assert.deepStrictEqual(yield* reviews("fi.example.sauna_timer", 3), ["a", "c", "b"])
      assert.deepStrictEqual(yield* reviews("fi.example.other", 2), ["z"])
      const permissions = yield* post(baseUrls.play, "xdSrCf", [[null, ["fi.example.sauna_timer", 7], []]])
      assert.include(permissions.body, "take pictures")
      const suggest = (term: string, country: string) =>
        post(baseUrls.play, "IJ4APc", [[null, [term], [10], [2], 4]], `hl=en&gl=${country}`)
      assert.include((yield* suggest("Kesa mokki", "fi")).body, "vuokra")
      assert.notInclude((yield* suggest("Kesa mokki", "us")).body, "vuokra")
    })
  )

  it.effect("are charts by their own token, and lists of packages as they stood on a day", () =>
    Effect.gen(function* () {
      const token = Buffer.from("\u00aa\u0002\u0014topselling_paid_GAME_WORD\u0010-").toString("base64")
      const own = [
        [
          null,
          [
            sparse([
              [[3], [token]],
              [
                [28, 0],
                [[card("dk.ord", "Ord", "D")], [card("dk.spil", "Spil", "D")]]
              ]
            ])
          ]
        ]
      ]
      const days = (id: string) => ({
        charts: {
          "play:dk:top-free:all": [id, "dk.b"],
          "play:dk:top-grossing:game-rpg": ["dk.rpg"],
          "apple:dk:top-free": ["1"]
        }
      })
      const files = {
        "play/dk-list.txt": answer("vyAe2", own, true),
        "history/2026-10-01.json": days("dk.first"),
        "history/2026-10-03.json": days("dk.third"),
        "nested.json": { date: "2026-10-01", store: "play", country: "no", charts: { "top-paid": ["no.a"] } }
      }
      const chart = (play: string, collection: string, category: string, country = "dk") =>
        Effect.map(
          post(play, "vyAe2", [[null, [[8, [20, 50]]], [2, collection, category]]], `hl=en&gl=${country}`),
          ({ body }) => [...body.matchAll(/\[\[\\"(\w+\.\w+)\\",7\]/g)].map(([, id]) => id)
        )
      const later = yield* startOn(files, Date.UTC(2026, 9, 9))
      assert.deepStrictEqual(yield* chart(later.baseUrls.play, "topselling_paid", "GAME_WORD"), ["dk.ord", "dk.spil"])
      assert.deepStrictEqual(yield* chart(later.baseUrls.play, "topselling_free", "APPLICATION"), ["dk.third", "dk.b"])
      assert.deepStrictEqual(yield* chart(later.baseUrls.play, "topgrossing", "GAME_ROLE_PLAYING"), ["dk.rpg"])
      assert.deepStrictEqual(yield* chart(later.baseUrls.play, "topselling_paid", "APPLICATION", "no"), ["no.a"])
      assert.deepStrictEqual(yield* chart(later.baseUrls.play, "topselling_free", "APPLICATION", "se"), [])
      for (const [day, id] of [
        [1, "dk.first"],
        [2, "dk.first"],
        [3, "dk.third"]
      ] as const) {
        const then = yield* startOn(files, Date.UTC(2026, 9, day, 12))
        assert.deepStrictEqual(yield* chart(then.baseUrls.play, "topselling_free", "APPLICATION"), [id, "dk.b"])
      }
    })
  )
})
