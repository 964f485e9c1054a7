import { type Param, type UpstreamError, Upstreams } from "@storeglass/plugin-api"
import { Context, Effect, Layer, Schema } from "effect"
import type { DevSeedConfig } from "./config.ts"

const Text = Schema.NullOr(Schema.String)
const Figure = Schema.NullOr(Schema.Finite)
const Lists = Schema.Struct({
  lists: Schema.Array(
    Schema.Struct({
      chart: Schema.Literals(["top-free", "top-paid", "top-grossing"]),
      genre: Schema.String,
      asOf: Schema.String,
      source: Schema.String,
      appIds: Schema.Array(Schema.String)
    })
  ),
  apps: Schema.Record(
    Schema.String,
    Schema.Struct({ name: Text, seller: Text, iconUrl: Text, genreId: Text, genreName: Text })
  )
})
const Searches = Schema.Struct({
  searches: Schema.Array(
    Schema.Struct({
      term: Schema.String,
      reach: Schema.NullOr(Schema.Int),
      apps: Schema.Array(
        Schema.Struct({
          appId: Schema.String,
          name: Schema.String,
          seller: Schema.String,
          ratingCount: Figure,
          averageRating: Figure,
          installs: Figure,
          releaseDate: Text,
          currentVersionReleaseDate: Text
        })
      )
    })
  )
})
const Terms = Schema.Struct({ terms: Schema.Array(Schema.String) })

/** A store, a country, and a day there. */
export interface PastDay {
  readonly platform: Param.Platform
  readonly country: string
  readonly day: string
}
type Asked<S extends Schema.Constraint> = Effect.Effect<S["Type"], UpstreamError | Schema.SchemaError>

/** What the double of the stores tells of past days. */
export class PastDays extends Context.Service<
  PastDays,
  {
    /** Charts of a day; genres are ids, and `all`. */
    readonly charts: (at: PastDay, charts: ReadonlyArray<string>, genres: ReadonlyArray<string>) => Asked<typeof Lists>
    readonly searches: (at: PastDay, terms: ReadonlyArray<string>) => Asked<typeof Searches>
    /** Terms that are worth beginning with. */
    readonly terms: (at: PastDay, limit: number) => Asked<typeof Terms>
  }
>()("@storeglass/dev-seed/PastDays") {
  static readonly layer = ({ history }: DevSeedConfig) =>
    Layer.effect(
      PastDays,
      Effect.gen(function* () {
        const upstreams = yield* Upstreams
        const upstream = yield* upstreams.make({ name: "dev-seed.history", baseUrl: history, timeoutMs: 30_000 })
        const ask = <A>(
          schema: Schema.Codec<A, unknown>,
          path: string,
          { country, day, platform }: PastDay,
          query: Readonly<Record<string, string>>
        ) =>
          Effect.gen(function* () {
            const { body, status } = yield* upstream.request({ path, query: { platform, country, day, ...query } })
            if (status !== 200) return yield* upstream.drift(`status ${status}`)
            return yield* Schema.decodeUnknownEffect(Schema.fromJsonString(schema))(body)
          })
        return PastDays.of({
          charts: (at, charts, genres) =>
            ask(Lists, "/charts", at, { charts: charts.join(","), genres: genres.join(",") }),
          searches: (at, terms) => ask(Searches, "/searches", at, { terms: terms.join("\n") }),
          terms: (at, limit) => ask(Terms, "/searches", at, { limit: String(limit) })
        })
      })
    )
}
