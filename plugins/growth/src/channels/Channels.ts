import { Effect, Layer } from "effect"
import type { GrowthConfig } from "../config.ts"
import { type GrowthChannel, GrowthChannels, SourceFailed } from "../contract.ts"
import { bluesky, blueskyFacts } from "./bluesky.ts"
import { hackernews } from "./hackernews.ts"
import { lemmy } from "./lemmy.ts"
import { mastodon } from "./mastodon.ts"
import { reddit, redditFacts } from "./reddit.ts"
import { reviews } from "./reviews.ts"
import { rss } from "./rss.ts"
import { stackexchange } from "./stackexchange.ts"

const unavailable = (
  facts: Omit<GrowthChannel, "unavailable" | "plan" | "page" | "looking">,
  reason: string
): GrowthChannel => ({
  ...facts,
  unavailable: reason,
  plan: () => [],
  page: () => Effect.fail(new SourceFailed({ message: reason, isGone: true }))
})

const make = Effect.fnUntraced(function* (config: GrowthConfig) {
  const known = new Map<string, GrowthChannel>()
  const add = (channel: GrowthChannel) => known.set(channel.id, channel)
  add(yield* hackernews(config))
  add(yield* rss(config))
  for (const platform of ["storea", "storeb"] as const) {
    const channel = yield* reviews(platform).pipe(Effect.catchTag("PLATFORM_UNSUPPORTED", () => Effect.undefined))
    if (channel !== undefined) add(channel)
  }
  add(yield* stackexchange(config))
  add(yield* lemmy(config))
  add(yield* mastodon(config))
  add(
    config.reddit === undefined
      ? unavailable(
          redditFacts,
          "the operator has no application at Reddit; set plugins.growth.reddit.clientId and clientSecret"
        )
      : yield* reddit(config, config.reddit)
  )
  add(
    config.bluesky === undefined
      ? unavailable(
          blueskyFacts,
          "the operator has no account at Bluesky; set plugins.growth.bluesky.identifier and appPassword"
        )
      : yield* bluesky(config.bluesky)
  )
  return GrowthChannels.of({
    all: Effect.sync(() => [...known.values()]),
    get: (id) => Effect.sync(() => known.get(id)),
    register: (channel) =>
      Effect.sync(() => {
        known.set(channel.id, channel)
      })
  })
})

export const channelsLayer = (config: GrowthConfig) => Layer.effect(GrowthChannels, make(config))
