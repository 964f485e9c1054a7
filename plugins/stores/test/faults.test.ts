import { assert, describe, it } from "@effect/vitest"
import type { AppNotFound, UpstreamError } from "@storeglass/plugin-api"
import type { Fault } from "@storeglass/sandbox"
import { Effect } from "effect"
import type { AppStore, Sourced } from "../src/contract.ts"
import { faultsWith, reasonOf } from "./faultKinds.ts"
import { alwaysOld, type Setup, useStore } from "./harness.ts"

const withStore = useStore()

interface Question {
  readonly name: string
  /** What the sandbox spoils. */
  readonly at: Pick<Fault, "upstream" | "path">
  /** Prepares the question with the store whole. */
  readonly prepare: (setup: Setup) => Effect.Effect<Ask, AppNotFound | UpstreamError>
}
type Ask = Effect.Effect<Sourced<unknown>, AppNotFound | UpstreamError>

/** An app with many ratings, found without asking for the app itself. */
const popular = Effect.fnUntraced(function* (store: AppStore) {
  const { value } = yield* store.chart({ chart: "top-free", country: "us", genreId: null })
  return value[0]?.appId ?? ""
})
const always =
  (ask: (store: AppStore) => Ask): Question["prepare"] =>
  ({ store }) =>
    Effect.succeed(ask(store))

const questions: ReadonlyArray<Question> = [
  {
    name: "app",
    at: { upstream: "itunes", path: "^/lookup" },
    prepare: ({ store }) => Effect.map(popular(store), (id) => store.app(id, "us"))
  },
  {
    name: "apps",
    at: { upstream: "itunes", path: "^/lookup" },
    prepare: ({ store }) => Effect.map(popular(store), (id) => store.apps([id], "us"))
  },
  {
    name: "search",
    at: { upstream: "itunes", path: "^/search" },
    prepare: always((store) => store.search({ term: "photo", country: "us", limit: 10 }))
  },
  {
    name: "chart",
    at: { upstream: "itunes", path: "/rss/top" },
    prepare: always((store) => store.chart({ chart: "top-grossing", country: "us", genreId: "6014" }))
  },
  {
    name: "reviews",
    at: { upstream: "itunes", path: "customerreviews" },
    prepare: ({ store }) =>
      Effect.map(popular(store), (appId) => store.reviews({ appId, country: "us", sort: "mostRecent", page: 1 }))
  },
  {
    name: "reviews by stars",
    at: { upstream: "itunes", path: "customerreviews" },
    prepare: ({ store }) =>
      Effect.map(popular(store), (appId) => store.reviews({ appId, country: "us", sort: "mostCritical", page: 1 }))
  },
  {
    name: "suggestions",
    at: { upstream: "search" },
    prepare: always((store) => store.suggestions({ prefix: "ph", country: "us" }))
  },
  {
    name: "page",
    at: { upstream: "apps" },
    prepare: ({ store }) => Effect.map(popular(store), (id) => store.page(id, "us"))
  }
]

const faults = faultsWith(5_000, "rate_limited", "suspect")

/** An empty page has no data at all, and one lookup cannot be told from an app that is not there. */
const expected = (question: string, reason: string): string =>
  reason !== "suspect" ? reason : question === "page" ? "drift" : question === "app" ? "APP_NOT_FOUND" : reason

/** Long enough for a busy machine, and short for the few tests that wait it out. */
const timeoutOf = (kind: Fault["kind"]) => ({ timeoutMs: kind === "slow" ? 1_000 : 10_000 })
const waited = ["app", "chart"]

describe.each(questions)("$name", ({ at, name, prepare }) => {
  const here = faults.filter(({ fault }) => fault.kind !== "slow" || waited.includes(name))
  const cold = name === "apps" ? here.filter(({ reason }) => reason !== "suspect") : here
  describe.each(cold)("when the store answers with $fault.kind", ({ fault, reason }) => {
    it.live(
      "fails for that reason, and the next answer is whole again",
      withStore(
        timeoutOf(fault.kind),
        Effect.fnUntraced(function* (setup) {
          const ask = yield* prepare(setup)
          setup.sandbox.fail({ ...fault, ...at })
          assert.strictEqual(reasonOf(yield* Effect.flip(ask)), expected(name, reason))
          setup.sandbox.clearFaults()
          const { stale, value } = yield* ask
          assert.isFalse(stale)
          assert.isNotEmpty(value)
        })
      )
    )
  })

  describe.each(here)("when the store answers with $fault.kind after it was whole", ({ fault }) => {
    it.live(
      "serves the older answer and says that it is old",
      withStore(
        { ...alwaysOld, ...timeoutOf(fault.kind) },
        Effect.fnUntraced(function* (setup) {
          const ask = yield* prepare(setup)
          const whole = yield* ask
          assert.isNotEmpty(whole.value)
          setup.sandbox.fail({ ...fault, ...at })
          const old = yield* ask
          assert.isTrue(old.stale)
          assert.deepStrictEqual(old.value, whole.value)
          assert.strictEqual(old.asOfMs, whole.asOfMs)
        })
      )
    )
  })
})

describe("limits", () => {
  it.live(
    "asks no more than its limit allows, and says when to come back",
    withStore(
      { requestsPerMinute: { suggestions: 2 }, queueMsMax: 0 },
      Effect.fnUntraced(function* ({ sandbox, store }) {
        const ask = (prefix: string) => store.suggestions({ prefix, country: "us" })
        yield* ask("ph")
        yield* ask("ga")
        const error = yield* Effect.flip(ask("mu"))
        assert.strictEqual(error.reason, "rate_limited")
        assert.isAbove(error.retryAfterSeconds ?? 0, 0)
        assert.strictEqual(sandbox.requests().length, 2)
      })
    )
  )

  it.live(
    "limits charts and reviews apart from lookups, though they share a host",
    withStore(
      { requestsPerMinute: { catalog: 1, charts: 1, reviews: 1 }, queueMsMax: 0 },
      Effect.fnUntraced(function* ({ sandbox, store }) {
        const appId = yield* popular(store)
        yield* store.app(appId, "us")
        yield* store.reviews({ appId, country: "us", sort: "mostRecent", page: 1 })
        const error = yield* Effect.flip(store.app("1", "us"))
        assert.deepInclude(error, { upstream: "storea.catalog", reason: "rate_limited" })
        // Not by their number: what an earlier test asked for in the background may come in meanwhile.
        const asked = sandbox.requests().map(({ query }) => query.id ?? "")
        assert.includeMembers(asked, [appId])
        assert.notInclude(asked, "1")
      })
    )
  )
})
