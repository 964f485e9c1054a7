import { Upstreams } from "@storeglass/plugin-api"
import { Effect } from "effect"
import type { StoreBConfig } from "./config.ts"

const minuteMs = 60_000

/** The clients of all that is asked, on one host, each with a limit of its own. */
export const makeUpstreams = Effect.fnUntraced(function* (config: StoreBConfig) {
  const upstreams = yield* Upstreams
  const make = (name: keyof StoreBConfig["requestsPerMinute"]) =>
    upstreams.make({
      name: `storeb.${name}`,
      baseUrl: config.baseUrls.play,
      timeoutMs: config.timeoutMs,
      queueMsMax: config.queueMsMax,
      attempts: config.attempts,
      rateLimit: { requests: config.requestsPerMinute[name], windowMs: minuteMs },
      headers: { "User-Agent": config.userAgent }
    })
  return {
    page: yield* make("page"),
    search: yield* make("search"),
    charts: yield* make("charts"),
    reviews: yield* make("reviews"),
    suggestions: yield* make("suggestions")
  }
})
export type StoreBUpstreams = Effect.Success<ReturnType<typeof makeUpstreams>>
