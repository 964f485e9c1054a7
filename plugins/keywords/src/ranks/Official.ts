import { SearchPopularity, type WeekPopularity } from "@storeglass/connect-ads/contract"
import { Caller } from "@storeglass/plugin-api"
import { Context, Effect, Layer, Option } from "effect"
import type { MetricsAnswer, OfficialPopularity } from "../schema.ts"

type Answer = typeof MetricsAnswer.Type
type Popularity = typeof OfficialPopularity.Type

const none = (status: Popularity["status"], reason: string): Popularity => ({
  status,
  reason,
  popularity: null,
  band: null,
  genres: [],
  week: null
})

const officialOf = ({ from, terms, to }: WeekPopularity): Popularity => {
  const [term] = terms
  const week = { from, to }
  return term?.listed === true
    ? {
        status: "official",
        reason: null,
        popularity: term.popularity,
        band: term.band,
        genres: [...term.genres],
        week
      }
    : {
        ...none("not_listed", "the vendor lists terms with at least 500 searches a week, up to 500 of each genre"),
        week
      }
}

/**
 * The ads vendor's own figure of how much a keyword is searched for, by the caller's own connection. It is put beside the
 * estimates of an answer that is made for this caller, and goes nowhere else: into no estimate, no history and no shared answer.
 */
export class Official extends Context.Service<
  Official,
  { readonly beside: (answer: Answer) => Effect.Effect<Answer, never, Caller> }
>()("@storeglass/keywords/Official") {
  static readonly layer = Layer.effect(
    Official,
    Effect.map(Effect.serviceOption(SearchPopularity), (source) => {
      const read = Effect.fnUntraced(function* ({ country, keyword, platform }: Answer) {
        if (platform !== "storea") return none("unavailable", "official popularity is of storea alone")
        if (Option.isNone(source)) return none("unavailable", "the search ads connector isn't enabled here")
        const { accountId } = yield* Caller
        return yield* source.value.lastWeek(accountId, { country, terms: [keyword] }).pipe(
          Effect.map(officialOf),
          Effect.catchTag("PopularityUnavailable", ({ code, message }) =>
            Effect.succeed(none("unavailable", `${code}: ${message}`))
          )
        )
      })
      return Official.of({ beside: (answer) => Effect.map(read(answer), (official) => ({ ...answer, official })) })
    })
  )
}
