import { InvalidInput } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { PlayApi } from "../api.ts"
import { makeAsked, saved } from "../asked.ts"
import { Changes } from "./Changes.ts"
import { isTrack, localeOf, trackWrong } from "./limits.ts"
import { StoreReads } from "./StoreReads.ts"
import { releasesProblem } from "./schema.ts"

const trackIn = (track: string) =>
  isTrack(track) ? Effect.succeed(track) : Effect.fail(new InvalidInput(`track (path): ${trackWrong}`))
const localeIn = (text: string) => {
  const locale = localeOf(text)
  return locale === undefined
    ? Effect.fail(new InvalidInput("locale (path): must be a language of BCP 47, such as en-US"))
    : Effect.succeed(locale)
}

export const editsHandlers = HttpApiBuilder.group(
  PlayApi,
  "connectStorebEdits",
  Effect.fn(function* (group) {
    const asked = yield* makeAsked
    const changes = yield* Changes
    const reads = yield* StoreReads
    return group.handleAll({
      tracks: ({ params: { packageName } }) => saved(asked((connection) => reads.tracks(connection, packageName))),
      track: ({ params: { packageName, track } }) =>
        Effect.flatMap(trackIn(track), (name) =>
          saved(asked((connection) => reads.track(connection, packageName, name)))
        ),
      releases: ({ params: { packageName, track } }) =>
        Effect.flatMap(trackIn(track), (name) =>
          saved(asked((connection) => reads.releases(connection, packageName, name)))
        ),
      updateTrack: Effect.fn(function* ({ params: { packageName, track }, payload, query: { validateOnly } }) {
        const name = yield* trackIn(track)
        const problem = releasesProblem(payload.releases)
        if (problem !== undefined) return yield* new InvalidInput(problem)
        return yield* saved(asked((connection) => changes.track(connection, packageName, name, payload, validateOnly)))
      }),
      halt: ({ params: { packageName, track }, query }) =>
        Effect.flatMap(trackIn(track), (name) =>
          saved(asked((connection) => changes.halt(connection, packageName, name, query)))
        ),
      updateListing: ({ params: { locale, packageName }, payload, query: { validateOnly } }) =>
        Effect.flatMap(localeIn(locale), (language) =>
          saved(asked((connection) => changes.listing(connection, packageName, language, payload, validateOnly)))
        ),
      listings: ({ params: { packageName } }) => saved(asked((connection) => reads.listings(connection, packageName))),
      listing: ({ params: { locale, packageName } }) =>
        Effect.flatMap(localeIn(locale), (language) =>
          saved(asked((connection) => reads.listing(connection, packageName, language)))
        )
    })
  })
)
