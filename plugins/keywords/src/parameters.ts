import { InvalidInput, Param } from "@storeglass/plugin-api"
import { storefront } from "@storeglass/stores/contract"
import { Effect, Schema } from "effect"

/** The device whose searches each store has ranks for; the other store's is refused by the handler. */
export const devices = ["iphone", "phone"] as const

const device = Param.optional(
  Param.oneOf({
    values: devices,
    description: "Device to search on: iphone on storea, phone on storeb. Default: the store's."
  })
)

/** Every route takes these. */
export const market = { ...storefront, device }

const keywordText = (description: string) => Param.optional(Param.text({ max: 100, description }))
/** One keyword, in either spelling; the handler wants exactly one. */
export const keyword = {
  keyword: keywordText("The keyword, 2 to 100 characters, or 1 of Chinese, Japanese or Korean."),
  term: keywordText("Alias of keyword.")
}

const id = (description: string) => Param.optional(Param.text({ max: 255, description }))
export const appId = { appId: id("The app: a positive integer on storea, a package name on storeb.") }

const ids = (max: number, description: string) =>
  Param.optional(Param.list({ of: Param.text({ max: 255, description: "An app id." }), max, description }))

export const competitorsMax = 5
/** Competitors in every spelling that is in use. */
export const competitors = {
  competitorIds: ids(competitorsMax, "Up to 5 app ids of competitors, separated by commas."),
  competitors: ids(competitorsMax, "Alias of competitorIds."),
  competitorId: id("A single competitor.")
}
export const pair = { appId1: id("Older name for appId."), appId2: id("Deprecated alias of competitorId.") }

export const days = (min: number, max: number, value: number, what: string) =>
  Param.int({ min, max, default: value, description: `${what}, ${min} to ${max} days. Default ${value}.` })

/** The one value that is given under several names; two different ones are a mistake, and none where one is needed. */
export const oneOf = (
  given: Readonly<Record<string, string | undefined>>,
  missing: string
): Effect.Effect<string, InvalidInput> => {
  const named = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]))
  const [first, ...others] = named
  if (first === undefined) return Effect.fail(new InvalidInput(`${missing} (query): is required`))
  const other = others.find(({ value }) => value !== first.value)
  return other === undefined
    ? Effect.succeed(first.value)
    : Effect.fail(
        new InvalidInput(
          `${other.name} (query): is '${other.value}', but ${first.name} is '${first.value}'; send one of them`
        )
      )
}

export interface KeywordQuery {
  readonly keyword?: string
  readonly term?: string
}
export const keywordOf = ({ keyword: given, term }: KeywordQuery) => oneOf({ keyword: given, term }, "keyword")

export interface CompetitorQuery {
  readonly appId?: string
  readonly appId1?: string
  readonly appId2?: string
  readonly competitorId?: string
  readonly competitorIds?: ReadonlyArray<string>
  readonly competitors?: ReadonlyArray<string>
}

/** The app and its competitors, each once and none of them the app itself. */
export const appsOf = Effect.fnUntraced(function* (query: CompetitorQuery, max: number) {
  const appId = yield* oneOf({ appId: query.appId, appId1: query.appId1 }, "appId")
  const single = [query.competitorId, query.appId2].flatMap((given) => given ?? [])
  const all = [...new Set([...(query.competitorIds ?? []), ...(query.competitors ?? []), ...single])]
  if (all.length === 0) return yield* new InvalidInput("competitorIds (query): is required")
  if (all.length > max) {
    return yield* new InvalidInput(
      `competitorIds (query): must name at most ${max} app${max === 1 ? "" : "s"} in total`
    )
  }
  if (all.includes(appId)) return yield* new InvalidInput(`competitorIds (query): names the app ${appId} itself`)
  return { appId, competitorIds: all }
})

export const rankStatuses = ["ranked", "not_in_top_n", "not_measured"] as const
export const RankStatus = Schema.Literals(rankStatuses)
