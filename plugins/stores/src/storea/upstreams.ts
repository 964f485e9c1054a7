import { Upstreams } from "@storeglass/plugin-api"
import { Effect } from "effect"
import type { StoreAConfig } from "../config.ts"

const minuteMs = 60_000

/** The clients of all upstreams. Some share a host and still have limits of their own, as the vendor has. */
export const makeUpstreams = Effect.fnUntraced(function* (config: StoreAConfig) {
  const upstreams = yield* Upstreams
  const make = (name: keyof StoreAConfig["requestsPerMinute"], baseUrl: string, userAgent = config.userAgent) =>
    upstreams.make({
      name: `storea.${name}`,
      baseUrl,
      timeoutMs: config.timeoutMs,
      queueMsMax: config.queueMsMax,
      attempts: config.attempts,
      rateLimit: { requests: config.requestsPerMinute[name], windowMs: minuteMs },
      headers: { "User-Agent": userAgent },
      // Too many requests are answered with 403, without a Retry-After.
      throttleStatuses: [403]
    })
  const { apps, itunes, rssV2, search } = config.baseUrls
  return {
    catalog: yield* make("catalog", itunes),
    charts: yield* make("charts", itunes),
    feed: yield* make("feed", rssV2),
    reviews: yield* make("reviews", itunes),
    suggestions: yield* make("suggestions", search),
    page: yield* make("page", apps, config.pageUserAgent ?? config.userAgent)
  }
})
