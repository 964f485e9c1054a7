import { KeywordBook } from "@storeglass/keywords/contract"
import { rowsOf } from "@storeglass/plugin-api"
import { trackIdOf } from "@storeglass/stores/contract"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type AppRow, Apps } from "../apps/Apps.ts"
import { Wall } from "../Wall.ts"
import type { SuggestedCompetitor, SuggestedCompetitors } from "./schema.ts"

const wordRows = rowsOf(Schema.Struct({ keyword: Schema.String, country: Schema.String, device: Schema.String }))
const knownRows = rowsOf(Schema.Struct({ appId: Schema.String }))
const shelfRows = rowsOf(
  Schema.Struct({
    isRead: Schema.Boolean,
    similar: Schema.NullOr(Schema.Array(Schema.Struct({ appId: Schema.String, name: Schema.NullOr(Schema.String) })))
  })
)
const wordsMax = 200
const shownMax = 5

type Place = SuggestedCompetitor["keywords"][number]
interface Candidate {
  name: string | null
  readonly places: Array<Place>
  similarPosition: number | null
}

const byPlace = (a: Place, b: Place) =>
  a.position - b.position || (a.keyword < b.keyword ? -1 : a.keyword > b.keyword ? 1 : a.country < b.country ? -1 : 1)

const reasonOf = ({ places, similarPosition }: Candidate) => {
  const [first] = places
  const shared =
    first === undefined
      ? []
      : [
          `it's among the first ten for ${places.length} of your keywords, such as '${first.keyword}' (${first.position} in ${first.country})`
        ]
  const similar =
    similarPosition === null ? [] : [`the store shows it among apps similar to yours (${similarPosition})`]
  const text = [...shared, ...similar].join(", and ")
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const wall = yield* Wall
  const apps = yield* Apps
  const book = yield* Effect.serviceOption(KeywordBook)

  /** The app, its oldest keywords, and the apps that nobody needs to be told of. */
  const read = Effect.fnUntraced(function* (accountId: string, appId: string) {
    return yield* wall.inAccount(
      accountId,
      Effect.gen(function* () {
        const app = yield* apps.find(accountId, { appId })
        const words = yield* wordRows(sql`
          SELECT keyword, country, device FROM workspace_keywords
          WHERE account_id = ${accountId}::uuid AND app = ${app.id}::uuid ORDER BY created_ms, id LIMIT ${wordsMax}::int`)
        const known = yield* knownRows(sql`
          SELECT competitor_app_id AS "appId" FROM workspace_competitors
          WHERE account_id = ${accountId}::uuid AND app = ${app.id}::uuid
          UNION ALL SELECT app_id FROM workspace_apps
          WHERE account_id = ${accountId}::uuid AND platform = ${app.platform}`)
        const [shelf] = yield* shelfRows(sql`
          SELECT page_ms IS NOT NULL AS "isRead", shelf AS similar FROM workspace_apps
          WHERE account_id = ${accountId}::uuid AND id = ${app.id}::uuid`)
        return { app, words, shelf, known: new Set(known.map(({ appId }) => appId)) }
      })
    )
  })

  const searched = Effect.fnUntraced(function* (
    { platform }: AppRow,
    words: ReadonlyArray<{ readonly keyword: string; readonly country: string; readonly device: string }>
  ) {
    if (Option.isNone(book)) return []
    const { terms } = book.value
    const markets = Map.groupBy(words, ({ country, device }) => `${country} ${device}`)
    const told = yield* Effect.forEach([...markets.values()], (own) => {
      const [{ country, device } = { country: "", device: "" }] = own
      const keywords = own.map(({ keyword }) => keyword)
      return Effect.map(terms({ platform, country, device }, keywords), (found) =>
        found.flatMap(({ keyword, top }) => (top === null ? [] : [{ keyword, country, top }]))
      )
    })
    return told.flat()
  })

  const suggest = Effect.fn("Suggestions.suggest")(function* (accountId: string, appId: string, limit: number) {
    const { app, known, shelf, words } = yield* read(accountId, appId)
    const terms = yield* searched(app, words)
    const isListed = app.isLive && (shelf?.isRead !== true || shelf.similar !== null)
    const similar = isListed ? (shelf?.similar ?? []) : []
    const candidates = new Map<string, Candidate>()
    const candidate = (id: string) => {
      const found = candidates.get(id) ?? { name: null, places: [], similarPosition: null }
      candidates.set(id, found)
      return found
    }
    for (const { country, keyword, top } of terms) {
      for (const [index, { appId: id, name }] of top.entries()) {
        if (known.has(id)) continue
        const found = candidate(id)
        found.name ??= name
        found.places.push({ keyword, country, position: index + 1 })
      }
    }
    for (const [index, { appId: id, name }] of similar.entries()) {
      if (known.has(id)) continue
      const found = candidate(id)
      found.name ??= name
      found.similarPosition = index + 1
    }
    for (const { places } of candidates.values()) places.sort(byPlace)
    const best = [...candidates]
      .toSorted(
        ([idA, a], [idB, b]) =>
          b.places.length - a.places.length ||
          (a.similarPosition ?? Number.MAX_SAFE_INTEGER) - (b.similarPosition ?? Number.MAX_SAFE_INTEGER) ||
          (idA < idB ? -1 : 1)
      )
      .slice(0, limit)
    const items = best.map(
      ([id, found]): SuggestedCompetitor => ({
        appId: trackIdOf(app.platform, id),
        name: found.name,
        sharedKeywords: found.places.length,
        keywords: found.places.slice(0, shownMax),
        similarPosition: found.similarPosition,
        reason: reasonOf(found)
      })
    )
    const answer: SuggestedCompetitors = {
      appId: trackIdOf(app.platform, app.appId),
      platform: app.platform,
      country: app.country,
      basis: {
        keywords: words.length,
        searched: terms.length,
        similar: !isListed
          ? "not_listed"
          : shelf?.isRead !== true
            ? "unavailable"
            : similar.length === 0
              ? "none"
              : "read"
      },
      items
    }
    return answer
  })

  return { suggest }
})

/** Apps that compete with one that's kept, by what is known already. */
export class Suggestions extends Context.Service<Suggestions, Effect.Success<typeof make>>()(
  "@storeglass/workspace/Suggestions"
) {
  static readonly layer = Layer.effect(Suggestions, make)
}
