import { assert, describe, it } from "@effect/vitest"
import type { AppNotFound, UpstreamError } from "@storeglass/plugin-api"
import type { Fault } from "@storeglass/sandbox"
import { Effect } from "effect"
import type { Sourced } from "../src/contract.ts"
import { faultsWith, reasonOf } from "./faultKinds.ts"
import { alwaysOld, type Said, type Setup, type WholeStore, withServer, withStore } from "./storebSupport.ts"

type Ask = Effect.Effect<Sourced<unknown>, AppNotFound | UpstreamError>

interface Question {
  readonly name: string
  /** What the sandbox spoils. */
  readonly path: string
  /** What an answer that says nothing is taken for. */
  readonly empty: string
  readonly ask: (store: WholeStore, appId: string) => Ask
}

const rpc = (id: string) => `batchexecute.*rpcids=${id}`
const questions: ReadonlyArray<Question> = [
  { name: "app", path: "^/store/apps/details", empty: "drift", ask: (store, id) => store.app(id, "us") },
  { name: "page", path: "^/store/apps/details", empty: "drift", ask: (store, id) => store.page(id, "us") },
  { name: "apps", path: "^/store/apps/details", empty: "drift", ask: (store, id) => store.apps([id], "us") },
  {
    name: "search",
    path: "^/store/search",
    empty: "suspect",
    ask: (store) => store.search({ term: "photo", country: "us", limit: 10 })
  },
  {
    name: "chart",
    path: rpc("vyAe2"),
    empty: "suspect",
    ask: (store) => store.chart({ chart: "top-grossing", country: "us", genreId: "GAME" })
  },
  {
    name: "reviews",
    path: rpc("UsvDTd"),
    empty: "suspect",
    ask: (store, appId) => store.reviews({ appId, country: "us", sort: "mostRecent", page: 1 })
  },
  {
    name: "suggestions",
    path: rpc("IJ4APc"),
    empty: "suspect",
    ask: (store) => store.suggestions({ prefix: "ph", country: "us" })
  },
  { name: "privacy", path: "^/store/apps/datasafety", empty: "drift", ask: (store, id) => store.privacy(id, "us") },
  {
    name: "developer",
    path: "^/store/apps/dev",
    empty: "suspect",
    ask: (store, id) =>
      Effect.flatMap(store.app(id, "us"), ({ value }) => store.developerApps(value.developerId ?? "", "us"))
  }
]

const faults = faultsWith(20_000, "blocked", "empty")

/** An app with many ratings and reviews, found by a search so that its page is not kept yet. */
const popular = ({ store }: Setup) =>
  Effect.map(store.chart({ chart: "top-free", country: "us", genreId: null }), ({ value }) => value[0]?.appId ?? "")
/** Only who waits for a slow answer is in a hurry. */
const patience = (kind: Fault["kind"]) => (kind === "slow" ? { timeoutMs: 6_000 } : {})

// Each has a store of its own, and many do nothing but wait for an answer that is slow or comes again.
describe.concurrent.each(questions)("$name", ({ ask, empty, name, path }) => {
  // What a card told stands in for one of several apps.
  const cold = name === "apps" ? [] : faults
  describe.each(cold)("when the store answers with $fault.kind", ({ fault, reason }) => {
    it.live(
      "fails for that reason, and the next answer is whole again",
      withStore(
        patience(fault.kind),
        Effect.fnUntraced(function* (setup) {
          const appId = yield* popular(setup)
          if (name === "developer") yield* setup.store.app(appId, "us")
          setup.sandbox.fail({ ...fault, upstream: "play", path })
          const error = yield* Effect.flip(ask(setup.store, appId))
          assert.strictEqual(reasonOf(error), reason === "empty" ? empty : reason)
          setup.sandbox.clearFaults()
          const { stale, value } = yield* ask(setup.store, appId)
          assert.isFalse(stale)
          assert.isNotEmpty(value)
        })
      )
    )
  })

  describe.each(faults)("when the store answers with $fault.kind after it was whole", ({ fault }) => {
    it.live(
      "serves the older answer and says that it is old",
      withStore(
        { ...alwaysOld, ...patience(fault.kind) },
        Effect.fnUntraced(function* (setup) {
          const appId = yield* popular(setup)
          const whole = yield* ask(setup.store, appId)
          assert.isNotEmpty(whole.value)
          setup.sandbox.fail({ ...fault, upstream: "play", path })
          const old = yield* ask(setup.store, appId)
          assert.isTrue(old.stale)
          assert.deepStrictEqual(old.value, whole.value)
          assert.strictEqual(old.asOfMs, whole.asOfMs)
        })
      )
    )
  })
})

describe("when the store", () => {
  const app = (store: WholeStore) => store.app("com.example.app", "us")
  const suggest = (store: WholeStore) => store.suggestions({ prefix: "ph", country: "us" })
  const fails = (title: string, said: Said, ask: (store: WholeStore) => Ask, reason: string) =>
    it.live(
      `${title}, that is ${reason}`,
      withServer(
        () => said,
        {},
        Effect.fnUntraced(function* ({ store }) {
          assert.strictEqual(reasonOf(yield* Effect.flip(ask(store))), reason)
        })
      )
    )
  const row = (status: number) => `)]}'\n\n[["wrb.fr","IJ4APc",null,null,null,[${status}],"generic"]]`

  fails(
    "sends us to a page for consent",
    { status: 302, location: "https://consent.example/ml", body: "" },
    app,
    "blocked"
  )
  fails(
    "answers 200 with a page for consent",
    { body: "<html><form action='/save'>Before you continue</form>" },
    app,
    "blocked"
  )
  fails("has no such page", { status: 404, body: "<h1>Not Found</h1>" }, app, "APP_NOT_FOUND")
  fails("refuses the call", { status: 400, body: "" }, suggest, "drift")
  fails("refuses the call's arguments", { body: row(3) }, suggest, "drift")
  fails("fails within an answer", { body: row(13) }, suggest, "failed")
  fails("answers a call with a page", { body: "<html>sorry</html>" }, suggest, "blocked")
  fails("answers a call with nothing", { body: "" }, suggest, "drift")
})

describe("limits", () => {
  it.live(
    "asks no more than its limit allows, and says when to come back",
    withStore(
      { requestsPerMinute: { page: 2 }, queueMsMax: 0 },
      Effect.fnUntraced(function* ({ sandbox, store }) {
        const chart = yield* store.chart({ chart: "top-free", country: "us", genreId: "GAME" })
        const [a = "", b = "", c = ""] = chart.value.map(({ appId }) => appId)
        yield* store.app(a, "us")
        yield* store.app(b, "us")
        const error = yield* Effect.flip(store.app(c, "us"))
        assert.deepInclude(error, { upstream: "storeb.page", reason: "rate_limited" })
        assert.strictEqual(sandbox.requests({ path: "/store/apps/details" }).length, 2)
        // Charts have a limit of their own.
        yield* store.chart({ chart: "top-paid", country: "us", genreId: null })
      })
    )
  )

  it.live(
    "gives what cards told of apps whose pages cannot be had, and says that it is not whole",
    withStore(
      { requestsPerMinute: { page: 2 }, queueMsMax: 0 },
      Effect.fnUntraced(function* ({ store }) {
        const chart = yield* store.chart({ chart: "top-free", country: "us", genreId: "GAME" })
        const ids = chart.value.slice(0, 5).map(({ appId }) => appId)
        const { stale, value } = yield* store.apps(ids, "us")
        assert.isTrue(stale)
        assert.deepStrictEqual(
          value.map(({ appId }) => appId),
          ids
        )
        assert.strictEqual(value.filter(({ ratingCount }) => ratingCount !== null).length, 2)
      })
    )
  )
})
