import { rowsOf } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"

/** An app as a list of a market tells of it. */
export interface SeenApp {
  readonly marketId: number
  readonly appId: string
  readonly name: string
  readonly seller: string
}

const listingRows = rowsOf(
  Schema.Struct({
    id: Schema.Int,
    marketId: Schema.Int,
    appId: Schema.String,
    name: Schema.String,
    seller: Schema.String
  })
)

const keyOf = ({ appId, marketId }: Pick<SeenApp, "appId" | "marketId">) => `${marketId}:${appId}`

/** What an app is called, as one number: it's only compared. */
const saidOf = ({ name, seller }: Pick<SeenApp, "name" | "seller">): number => {
  const text = `${name}\n${seller}`
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash >>> 0
}

/** Listings by app and market, kept in the process: nearly all that a list shows has been seen before. */
export const makeListingIds = ({ keptMax = 500_000 }: { readonly keptMax?: number } = {}) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    /** Its id, and what it was called last. */
    const known = new Map<string, { readonly id: number; said: number }>()

    const asked = (apps: ReadonlyArray<SeenApp>) => {
      const rows = apps.map(({ appId, marketId, name, seller }) => ({ m: marketId, a: appId, n: name, s: seller }))
      return sql`jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) AS seen (m smallint, a text, n text, s text)`
    }
    const read = Effect.fnUntraced(function* (apps: ReadonlyArray<SeenApp>) {
      if (apps.length === 0) return
      const found = yield* listingRows(sql`
        SELECT id, market_id AS "marketId", app_id AS "appId", name, seller
        FROM ${asked(apps)} JOIN keywords_listings ON market_id = m AND app_id = a`)
      if (known.size + found.length > keptMax) known.clear()
      for (const row of found) known.set(keyOf(row), { id: row.id, said: saidOf(row) })
    })

    /**
     * The ids of these apps, each of which is given one if it has none. `live`: they are called so from now on. Not for
     * transactions: an id of one that is undone would be kept.
     */
    const ensure = Effect.fn("ListingIds.ensure")(function* (
      apps: ReadonlyArray<SeenApp>,
      { live }: { readonly live: boolean }
    ): Effect.fn.Return<ReadonlyMap<string, number>, SqlError.SqlError> {
      const each = [...new Map(apps.map((app) => [keyOf(app), app])).values()]
      const ids = new Map<string, number>()
      const take = () => {
        for (const app of each) {
          const id = known.get(keyOf(app))?.id
          if (id !== undefined) ids.set(keyOf(app), id)
        }
        return each.filter((app) => !ids.has(keyOf(app)))
      }
      let missing = take()
      yield* read(missing)
      missing = take()
      if (missing.length > 0) {
        // Conflicts use up ids, so only what is missing is put in; in one order, so that two writers don't lock up.
        yield* sql`INSERT INTO keywords_listings (market_id, app_id, name, seller)
          SELECT m, a, n, s FROM ${asked(missing)} ORDER BY m, a ON CONFLICT DO NOTHING`
        yield* read(missing)
        take()
      }
      if (!live) return ids
      const renamed = each.filter((app) => {
        const own = known.get(keyOf(app))
        return own !== undefined && own.said !== saidOf(app)
      })
      if (renamed.length > 0) {
        yield* sql`
          WITH locked AS (
            SELECT id, n, s FROM ${asked(renamed)} JOIN keywords_listings ON market_id = m AND app_id = a ORDER BY id FOR UPDATE)
          UPDATE keywords_listings l SET name = n, seller = s FROM locked
          WHERE l.id = locked.id AND (l.name, l.seller) IS DISTINCT FROM (n, s)`
        for (const app of renamed) {
          const own = known.get(keyOf(app))
          if (own !== undefined) own.said = saidOf(app)
        }
      }
      return ids
    })
    return { ensure, keyOf }
  })
