import { type Upstream, Upstreams } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { SourceFailed } from "../contract.ts"
import { minuteMs, paced } from "./asking.ts"

interface Settings {
  readonly instances: ReadonlyArray<string>
  readonly requestsPerMinute: number
}

/** The servers of a network without a centre, each with limits of its own. */
export const instancesOf = Effect.fnUntraced(function* (
  network: string,
  { instances, requestsPerMinute }: Settings,
  contact: string
) {
  const upstreams = yield* Upstreams
  const made = new Map<string, Upstream>()
  for (const baseUrl of instances) {
    const { host, pathname } = new URL(baseUrl)
    const source = `${host}${pathname.replace(/\/$/, "")}`
    const upstream = yield* upstreams.make({
      name: `growth.${network}.${source}`,
      baseUrl,
      rateLimit: paced(requestsPerMinute, minuteMs),
      queueMsMax: 30_000,
      headers: { "user-agent": `storeglass (${contact})` }
    })
    made.set(source, upstream)
  }
  return {
    sources: [...made.keys()],
    of: (source: string): Effect.Effect<Upstream, SourceFailed> => {
      const found = made.get(source)
      return found === undefined
        ? Effect.fail(
            new SourceFailed({ message: "the gateway's settings don't name this instance any more", isGone: true })
          )
        : Effect.succeed(found)
    }
  }
})
