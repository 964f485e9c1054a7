/** What a bootstrap takes from the plugins that are there. */
import keywords from "@storeglass/keywords"
import { KeywordBook, TrackedKeywords } from "@storeglass/keywords/contract"
import { at, listAt, usePluginGateway } from "@storeglass/testkit"
import { Clock, Effect } from "effect"
import { assert, describe, it } from "vitest"
import { base } from "./support.ts"

const gateway = usePluginGateway(keywords, { plugins: { stores: true, keywords: true, growth: true } })

describe("a bootstrap", () => {
  it("includes terms that the account tracks and the app ranks for, the best rank first", {
    timeout: 60_000
  }, async () => {
    const { accountId, key } = await gateway().account({ plan: "large" })
    const market = { platform: "storea" as const, country: "us", device: "iphone" }
    const terms = ["photo", "editor", "budget"]
    const appId = await gateway().run(
      Effect.gen(function* () {
        const book = yield* KeywordBook
        const tracked = yield* TrackedKeywords
        yield* tracked.trackAll(
          accountId,
          terms.map((keyword) => ({ ...market, keyword }))
        )
        const budget = { requestsMax: 100, untilMs: (yield* Clock.currentTimeMillis) + 30_000 }
        const { measured } = yield* book.measure(market, terms, budget)
        return measured.find(({ ranked }) => ranked.length > 0)?.ranked[0]
      })
    )
    assert.isDefined(appId)
    const made = await gateway().ask(`${base}/projects/bootstrap`, {
      method: "POST",
      key,
      body: { channel: "hackernews", appId }
    })
    assert.strictEqual(made.status, 201, made.text)
    const reasons = listAt(made.json, "data", "suggestedKeywords").map((row) => String(at(row, "reason")))
    const tracked = reasons.filter((reason) => reason.startsWith("you track it"))
    assert.isNotEmpty(tracked, made.text)
    const found = tracked.map((reason) => Number(/ranks (\d+)/.exec(reason)?.[1]))
    assert.deepEqual(
      found,
      found.toSorted((a, b) => a - b)
    )
  })
})
