import { ConfiguredCharts } from "@storeglass/charts/contract"
import { type ImportedSearch, KeywordSeeding, TrackedKeywords } from "@storeglass/keywords/contract"
import { Directory, type Param, type ServiceUnavailable, type UpstreamError } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Option, type Schema } from "effect"
import type { SqlError } from "effect/sql"
import { type DevSeedConfig, demoEmail } from "./config.ts"
import { dayBefore } from "./days.ts"
import { PastDays } from "./PastDays.ts"
import { type Kind, SeededDays } from "./SeededDays.ts"
import { Turns } from "./Turns.ts"

interface Part {
  readonly platform: Param.Platform
  readonly country: string
  readonly name: string
  /** Undefined: those that the store's double tells. */
  readonly terms?: ReadonlyArray<string>
}
interface Begun extends Part {
  readonly terms: ReadonlyArray<string>
  readonly device: string
  readonly source: string
}
type Failure = ServiceUnavailable | SqlError.SqlError | UpstreamError | Schema.SchemaError

const termsAtOnce = 40
/** Of the demo account, for each store and country. */
const demoTermsMax = termsAtOnce

/** Fills the history of keywords, where that plugin is enabled. */
export class KeywordSeed extends Context.Service<
  KeywordSeed,
  {
    /** Imports missing days for about a second, the newest first; true when none is left. */
    readonly fill: Effect.Effect<boolean, Failure>
    /** How many keywords the demo account tracks. */
    readonly ofDemo: Effect.Effect<number, Failure>
    /** The same of these. */
    readonly fillDemo: Effect.Effect<boolean, Failure>
  }
>()("@storeglass/dev-seed/KeywordSeed") {
  static readonly layer = ({ days, keywords: { countries, perMarket, platforms } }: DevSeedConfig) =>
    Layer.effect(
      KeywordSeed,
      Effect.gen(function* () {
        const found = yield* Effect.serviceOption(KeywordSeeding)
        const tracking = yield* Effect.serviceOption(TrackedKeywords)
        if (Option.isNone(found) || Option.isNone(tracking)) {
          const filled = Effect.succeed(true)
          return KeywordSeed.of({ fill: filled, ofDemo: Effect.succeed(0), fillDemo: filled })
        }
        const seeding = found.value
        const tracked = tracking.value
        const directory = yield* Directory
        const past = yield* PastDays
        const seeded = yield* SeededDays
        const turns = yield* Turns
        const charts = yield* Effect.serviceOption(ConfiguredCharts)
        const storefronts =
          countries === null && Option.isSome(charts)
            ? Effect.map(charts.value.keys, (keys) => [...new Set(keys.map(({ country }) => country))])
            : Effect.succeed(countries ?? ["us"])
        const partsOf = Effect.map(storefronts, (all) =>
          platforms.flatMap((platform) =>
            all.map((country): Part => ({ platform, country, name: `${platform} ${country} ${perMarket}` }))
          )
        )

        /** Undefined where the host has no such store or country. */
        const begin = Effect.fnUntraced(function* (
          part: Part,
          today: string
        ): Effect.fn.Return<Begun | undefined, Failure> {
          const terms = part.terms ?? (yield* past.terms({ ...part, day: today }, perMarket)).terms
          const begun = yield* seeding.begin(part, terms)
          return begun === null ? undefined : { ...part, ...begun }
        })

        const ofDay = Effect.fnUntraced(function* ({ country, device, platform, source, terms }: Begun, day: string) {
          let count = 0
          for (let from = 0; from < terms.length; from += termsAtOnce) {
            const asked = terms.slice(from, from + termsAtOnce)
            const { searches } = yield* past.searches({ platform, country, day }, asked)
            yield* seeding.importSearches(
              searches.map(
                ({ term, ...search }): ImportedSearch => ({
                  ...search,
                  platform,
                  country,
                  device,
                  keyword: term,
                  day,
                  source
                })
              )
            )
            count += searches.length
          }
          return count
        })

        const fillParts = Effect.fnUntraced(function* (kind: Kind, parts: ReadonlyArray<Part>) {
          const turn = yield* turns.begin
          const nowMs = yield* Clock.currentTimeMillis
          const known = new Map<string, ReadonlyMap<string, number>>()
          for (const { name } of parts) known.set(name, yield* seeded.of(kind, name))
          yield* seeded.plan(kind, parts.length * days)
          const begun = new Map<string, Begun | undefined>()
          for (let back = 1; back <= days; back++) {
            const day = dayBefore(nowMs, back)
            for (const part of parts) {
              if (known.get(part.name)?.has(day) === true) continue
              if (yield* turn.isOver) return false
              if (!begun.has(part.name)) begun.set(part.name, yield* begin(part, dayBefore(nowMs, 0)))
              const ready = begun.get(part.name)
              yield* seeded.mark(kind, part.name, day, ready === undefined ? 0 : yield* ofDay(ready, day))
            }
          }
          return true
        })

        const demo = Effect.flatMap(directory.accountByEmail(demoEmail), (account) =>
          account === undefined ? Effect.succeed([]) : tracked.list(account.accountId)
        )
        const demoParts = Effect.map(demo, (all) =>
          [...Map.groupBy(all, ({ country, platform }) => `${platform} ${country}`)].flatMap(
            ([name, rows]): ReadonlyArray<Part> => {
              const [first] = rows
              if (first === undefined) return []
              const terms = [...new Set(rows.map(({ keyword }) => keyword))].slice(0, demoTermsMax)
              const { country, platform } = first
              return [{ platform, country, name: `${name} ${terms.length}`, terms }]
            }
          )
        )
        return KeywordSeed.of({
          fill: Effect.flatMap(partsOf, (parts) => fillParts("keywords", parts)),
          ofDemo: Effect.map(demo, ({ length }) => length),
          fillDemo: Effect.flatMap(demoParts, (parts) => fillParts("demo-keywords", parts))
        })
      })
    )
}
