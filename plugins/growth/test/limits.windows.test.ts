/** How often places are asked by whoever asks them as fast as may be, in any window of the length of their limit. */
import { layerUpstreams } from "@storeglass/core"
import { Clock, Effect, Layer, References, Schema } from "effect"
import { HttpClient, HttpClientResponse } from "effect/http"
import { TestClock } from "effect/testing"
import { assert, describe, it } from "vitest"
import { bluesky } from "../src/channels/bluesky.ts"
import { hackernews } from "../src/channels/hackernews.ts"
import { lemmy } from "../src/channels/lemmy.ts"
import { mastodon } from "../src/channels/mastodon.ts"
import { reddit } from "../src/channels/reddit.ts"
import { GrowthConfig } from "../src/config.ts"

const minuteMs = 60_000
const config = Schema.decodeUnknownSync(GrowthConfig)({
  lemmy: { instances: ["https://lemmy.test"] },
  mastodon: { instances: ["https://mastodon.test"] },
  reddit: { baseUrl: "https://reddit.test", clientId: "id", clientSecret: "secret" },
  bluesky: { baseUrl: "https://bluesky.test", identifier: "us", appPassword: "password" }
})
const { bluesky: blueskyConfig, reddit: redditConfig } = config
if (blueskyConfig === undefined || redditConfig === undefined) throw new Error("a section is missing")

const channels = [
  // Ours: one a second.
  { id: "hackernews", make: hackernews(config), source: "hackernews", requests: 1, windowMs: 1_000 },
  { id: "lemmy", make: lemmy(config), source: "lemmy.test", requests: 100, windowMs: 10 * minuteMs },
  { id: "lemmy by the setting", make: lemmy(config), source: "lemmy.test", requests: 10, windowMs: minuteMs },
  { id: "mastodon", make: mastodon(config), source: "mastodon.test", requests: 300, windowMs: 5 * minuteMs },
  { id: "mastodon by the setting", make: mastodon(config), source: "mastodon.test", requests: 60, windowMs: minuteMs },
  { id: "reddit", make: reddit(config, redditConfig), source: "all", requests: 100, windowMs: minuteMs },
  { id: "reddit by the setting", make: reddit(config, redditConfig), source: "all", requests: 60, windowMs: minuteMs },
  { id: "bluesky", make: bluesky(blueskyConfig), source: "bluesky", requests: 1, windowMs: 3_000 }
]

const tickMs = 100
const answer = (path: string) =>
  path.includes("access_token")
    ? { access_token: "token", expires_in: 1_000_000 }
    : path.includes("createSession")
      ? { accessJwt: "token" }
      : path.includes("/timelines/")
        ? []
        : { hits: [], posts: [], comments: [], results: [], data: { after: null, children: [] } }

describe("no window of a limit's length has more requests than the limit", () => {
  it.each(channels)("$id: $requests in $windowMs ms", async ({ make, requests, source, windowMs }) => {
    const times: Array<number> = []
    const client = HttpClient.make((request, url) =>
      Effect.map(Clock.currentTimeMillis, (atMs) => {
        if (!url.pathname.includes("access_token")) times.push(atMs)
        return HttpClientResponse.fromWeb(request, new Response(JSON.stringify(answer(url.pathname)), { status: 200 }))
      })
    )
    const upstreams = layerUpstreams.pipe(Layer.provide(Layer.succeed(HttpClient.HttpClient, client)))
    const lengthMs = Math.max(3 * windowMs, 5 * minuteMs)
    await Effect.runPromise(
      Effect.gen(function* () {
        const channel = yield* make
        let asker = 0
        // As many at once as have a place, each with a question of its own.
        yield* Effect.forEach(
          Array.from({ length: 6 }),
          () => {
            const step = { source, query: `Posts:query${asker++}`, sinceMs: 0 }
            const asked = { ...nothing, keywords: [step.query] }
            return Effect.forkChild(
              Effect.forever(
                channel
                  .page(step, null, asked)
                  .pipe(Effect.catch(({ retryAfterSeconds }) => Effect.sleep((retryAfterSeconds ?? 1) * 1_000)))
              )
            )
          },
          { discard: true }
        )
        for (let atMs = 0; atMs < lengthMs; atMs += tickMs) {
          yield* TestClock.adjust(tickMs)
          // Bodies are read in real time.
          yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
        }
      }).pipe(
        Effect.scoped,
        Effect.provide([upstreams, TestClock.layer()]),
        Effect.provideService(References.MinimumLogLevel, "None")
      )
    )
    assert.isAbove(times.length, 10)
    for (const from of times) {
      assert.isAtMost(times.filter((time) => time >= from && time < from + windowMs).length, requests)
    }
  })
})

const nothing = {
  platform: "storea",
  appId: null,
  country: "us",
  keywords: [],
  competitors: [],
  competitorIds: [],
  filters: {}
} as const
