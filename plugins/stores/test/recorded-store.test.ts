/** The whole adapter on answers that the real upstreams gave, served by the sandbox. */
import { assert, describe, it } from "@effect/vitest"
import { startSandbox } from "@storeglass/sandbox"
import { Effect } from "effect"
import double from "../sandbox/index.ts"
import { quiet, storeOn } from "./harness.ts"
import { folder, haveRecordings, recordingsTitle } from "./recordings.ts"

const recorded = Effect.gen(function* () {
  const { baseUrls } = yield* startSandbox({ doubles: [double], recordings: folder })
  return yield* storeOn(baseUrls)
})

describe.skipIf(!haveRecordings)(`the adapter on ${recordingsTitle}`, () => {
  it.live("gives an app, a search, reviews, a chart and suggestions", () =>
    Effect.gen(function* () {
      const store = yield* recorded
      const app = yield* store.app("284882215", "us")
      assert.deepInclude(app.value, { appId: "284882215", name: "Facebook", currency: "USD" })
      const found = yield* store.search({ term: "slack", country: "us", limit: 20 })
      assert.isNotEmpty(found.value)
      const reviews = yield* store.reviews({ appId: "595068606", country: "us", sort: "mostRecent", page: 1 })
      assert.strictEqual(reviews.value.length, 50)
      const worst = yield* store.reviews({ appId: "595068606", country: "us", sort: "mostCritical", page: 1 })
      assert.isTrue(worst.value.every(({ rating }) => rating === 1))
      const chart = yield* store.chart({ chart: "top-free", country: "hk", genreId: null })
      assert.strictEqual(chart.value[0]?.appId, "780240742")
      const joined = yield* store.apps(
        chart.value.map(({ appId }) => appId),
        "hk"
      )
      assert.strictEqual(joined.value.length, 100)
      const suggestions = yield* store.suggestions({ prefix: "ingliz tili", country: "uz" })
      assert.strictEqual(suggestions.value[0], "ingliz tili lugat")
    }).pipe(Effect.scoped, Effect.provide(quiet))
  )
})
