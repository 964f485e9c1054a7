import { rowsOf } from "@storeglass/plugin-api"
import { AppStores } from "@storeglass/stores/contract"
import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type ModelSlug, modelSlugs } from "../models.ts"
import type { ReadingContext } from "../reading/Reading.ts"
import { readAnswer } from "../reading/readAnswer.ts"
import { resolveAmong } from "../reading/resolve.ts"
import { secondReading } from "../reading/secondReading.ts"
import { normalised } from "../reading/text.ts"
import type { Place } from "../Subjects.ts"
import { Assistants } from "../vendors/Assistants.ts"
import { Profiles } from "./Profiles.ts"
import type { StoredMention } from "./stored.ts"

/** How long the store's word on a name is taken. */
const resolvedForMs = 30 * 24 * 60 * 60_000
const hitsMax = 5
/** Other apps that are looked for in prose, too: those named most on the last scanned days. */
const knownMax = 40
const knownDays = 7

const nameRows = rowsOf(Schema.Struct({ name: Schema.String }))
const resolvedRows = rowsOf(Schema.Struct({ trackId: Schema.NullOr(Schema.String) }))

const make = Effect.fnUntraced(function* ({ secondReader }: { readonly secondReader?: ModelSlug }) {
  const assistants = yield* Assistants
  const sql = yield* SqlClient.SqlClient
  const store = yield* Effect.flatMap(AppStores, (stores) => Effect.orDie(stores.get("storea")))
  const profiles = yield* Profiles

  const search = Effect.fnUntraced(function* (name: string, country: string) {
    const { value: hits } = yield* store.search({ term: name, country, limit: hitsMax })
    return (
      resolveAmong(
        name,
        hits.map((hit) => ({ trackId: hit.appId, name: hit.name }))
      )?.trackId ?? null
    )
  })

  /** The app of a name at the store, null where none is it for certain or the store doesn't tell. */
  const resolve = Effect.fnUntraced(function* (name: string, country: string) {
    const key = normalised(name).slice(0, 200)
    if (key === "") return null
    const nowMs = yield* Clock.currentTimeMillis
    const [kept] = yield* resolvedRows(sql`SELECT track_id AS "trackId" FROM ai_visibility_names
      WHERE country = ${country} AND key = ${key} AND resolved_ms > ${nowMs - resolvedForMs}::bigint`)
    if (kept !== undefined) return kept.trackId
    const found = yield* Effect.option(search(name.slice(0, 100), country))
    if (Option.isNone(found)) return null
    yield* sql`
      INSERT INTO ai_visibility_names (country, key, track_id, resolved_ms)
      VALUES (${country}, ${key}, ${found.value}, ${nowMs}::bigint)
      ON CONFLICT (country, key) DO UPDATE SET track_id = excluded.track_id, resolved_ms = excluded.resolved_ms`
    return found.value
  })

  /** Once more by an assistant, where the operator chose one; without its word the first reading stands. */
  const readTwice = Effect.fnUntraced(function* (text: string, context: ReadingContext) {
    const first = readAnswer(text, context)
    if (secondReader === undefined || !assistants.available.includes(secondReader)) return first
    return yield* secondReading(first, text, context, { slug: secondReader }).pipe(
      Effect.provideService(Assistants, assistants),
      Effect.catchTag("AssistantFailed", ({ message }) =>
        Effect.as(Effect.logDebug("an answer is read once alone", { message }), first)
      )
    )
  })

  return {
    /** Which apps an answer names. What it says is data: nothing in it changes how it's read. */
    read: Effect.fn("Reader.read")(function* (place: Place, language: string, text: string) {
      const { accountId, appId, country } = place
      const profile = yield* profiles.of(place)
      const at = sql`account_id = ${accountId}::uuid AND app_id = ${appId} AND country = ${country}`
      const known = yield* nameRows(sql`
        SELECT max(name) AS name FROM ai_visibility_app_named
        WHERE ${at} AND model_slug IN ${sql.in(modelSlugs)} AND NOT is_owner AND track_id IS NOT NULL AND day IN (
          SELECT DISTINCT day FROM ai_visibility_app_days WHERE ${at} ORDER BY day DESC LIMIT ${knownDays}::int)
        GROUP BY key ORDER BY sum(appearances) DESC, key LIMIT ${knownMax}::int`)
      const context = {
        language,
        owner: { names: profile.names },
        known: known.map(({ name }) => name),
        category: profile.category
      }
      const { mentions, status } = yield* readTwice(text, context)
      const told = yield* Effect.forEach(
        mentions,
        Effect.fnUntraced(function* ({ citation, isOwnerApp, name, position, sentiment }) {
          const trackId = isOwnerApp ? appId : yield* resolve(name, country)
          const mention: StoredMention = {
            name: name.slice(0, 300),
            position,
            trackId,
            isOwnerApp: isOwnerApp || trackId === appId,
            sentiment,
            citation
          }
          return mention
        })
      )
      return { status, mentions: told }
    })
  }
})

/** Reads answers: the parser, the app's own names, and the store's word on those of others. */
export class Reader extends Context.Service<Reader, Effect.Success<ReturnType<typeof make>>>()(
  "@storeglass/ai-visibility/Reader"
) {
  static readonly layer = (config: { readonly secondReader?: ModelSlug }) => Layer.effect(Reader, make(config))
}
