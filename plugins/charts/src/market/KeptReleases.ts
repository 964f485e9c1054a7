import { dayMs } from "@storeglass/history"
import { isoOf } from "@storeglass/plugin-api"
import type { AppStore, ChartEntry, Sourced } from "@storeglass/stores/contract"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { genreText } from "../chartKey.ts"
import type { ChartKey } from "../contract.ts"

const NullOr = Schema.NullOr

/** An app that may be new, as a search or a list told of it. */
export const Found = Schema.Struct({
  app: Schema.Struct({
    appId: Schema.String,
    name: Schema.String,
    seller: Schema.String,
    iconUrl: NullOr(Schema.String),
    genreName: NullOr(Schema.String),
    releaseDate: NullOr(Schema.String),
    url: NullOr(Schema.String)
  }),
  installs: NullOr(Schema.Finite),
  foundBy: Schema.Literals(["new_feed", "search", "chart"])
})
export type Found = typeof Found.Type

export interface Answer {
  readonly found: ReadonlyArray<Found>
  readonly asOfMs: number
  readonly stale: boolean
}

/** No route looks further back. */
const keptDays = 90

const Apps = Schema.fromJsonString(Schema.Array(Found))
const encodeApps = Schema.encodeSync(Apps)
const decodeRows = Schema.decodeUnknownEffect(
  Schema.Array(Schema.Struct({ source: Schema.String, asOfMs: Schema.Finite, found: Apps }))
)

/**
 * What searches and charts told last of apps that may be new. It stands in for a store that is slow or silent; a
 * database that is away is the same as one that keeps nothing.
 */
export class KeptReleases extends Context.Service<
  KeptReleases,
  {
    /** Keeps what may be new of an answer, in the place of the source's earlier one. */
    readonly keep: (
      store: Pick<AppStore, "known" | "platform">,
      country: string,
      source: string,
      answer: Answer
    ) => Effect.Effect<void>
    readonly keepChart: (
      store: Pick<AppStore, "known" | "platform">,
      key: ChartKey,
      list: Sourced<ReadonlyArray<ChartEntry>>
    ) => Effect.Effect<void>
    /** By source, those told since then. */
    readonly since: (
      store: Pick<AppStore, "platform">,
      country: string,
      sinceMs: number
    ) => Effect.Effect<ReadonlyMap<string, Answer>>
  }
>()("@storeglass/charts/KeptReleases") {
  static readonly layer = Layer.effect(
    KeptReleases,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const keep = Effect.fn("KeptReleases.keep")(
        function* (
          { known, platform }: Pick<AppStore, "known" | "platform">,
          country: string,
          source: string,
          { asOfMs, found }: Answer
        ) {
          const sinceMs = asOfMs - keptDays * dayMs
          const mayBeNew = found.flatMap(({ app, foundBy, installs }) => {
            // Where pages tell no more than searches, an app without a date never gets one.
            const wanted = app.releaseDate === null ? known !== undefined : Date.parse(app.releaseDate) >= sinceMs
            const { appId, genreName, iconUrl, name, releaseDate, seller, url } = app
            return wanted
              ? [{ app: { appId, name, seller, iconUrl, genreName, releaseDate, url }, installs, foundBy }]
              : []
          })
          yield* sql`
            INSERT INTO charts_releases AS kept (platform, country, source, read_at, apps)
            VALUES (${platform}, ${country}, ${source}, ${isoOf(asOfMs)}::timestamptz, ${encodeApps(mayBeNew)})
            ON CONFLICT (platform, country, source) DO UPDATE SET read_at = EXCLUDED.read_at, apps = EXCLUDED.apps
            WHERE kept.read_at < EXCLUDED.read_at`
        },
        Effect.catch((error) => Effect.logWarning("Couldn't keep releases.", error.message))
      )

      const keepChart = (
        store: Pick<AppStore, "known" | "platform">,
        { chart, country, genreId }: ChartKey,
        { asOfMs, stale, value }: Sourced<ReadonlyArray<ChartEntry>>
      ) =>
        keep(store, country, `chart: ${chart} ${genreText(genreId)}`, {
          found: value.flatMap((app) =>
            app.releaseDate === null ? [] : [{ app, installs: null, foundBy: "chart" as const }]
          ),
          asOfMs,
          stale
        })

      const since = Effect.fn("KeptReleases.since")(
        function* ({ platform }: Pick<AppStore, "platform">, country: string, sinceMs: number) {
          const rows = yield* sql`
            SELECT source, (extract(epoch FROM read_at) * 1000)::float8 AS "asOfMs", apps AS found
            FROM charts_releases
            WHERE platform = ${platform} AND country = ${country} AND read_at >= ${isoOf(sinceMs)}::timestamptz
            ORDER BY source`
          const found = yield* decodeRows(rows)
          return new Map(found.map(({ source, ...answer }) => [source, { ...answer, stale: false }]))
        },
        Effect.catch((error) =>
          Effect.as(Effect.logWarning("Couldn't read kept releases.", error.message), new Map<string, Answer>())
        )
      )

      return KeptReleases.of({ keep, keepChart, since })
    })
  )
}
