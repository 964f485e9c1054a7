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

export const keyword = {
  keyword: Param.text({
    max: 100,
    description: "The keyword, 2 to 100 characters, or 1 of Chinese, Japanese or Korean.",
    example: "photo editor",
    aliases: ["term"],
    picks: "keyword"
  })
}

const app = "The app: a positive integer on storea, a package name on storeb."
export const appId = { appId: Param.text({ max: 255, description: app, picks: "app" }) }

/** Where a page of tracked keywords ends. */
export const trackedCursor = Param.cursor(
  Schema.Struct({
    keyword: Schema.String,
    platform: Schema.Literals(Param.platforms),
    country: Schema.String,
    device: Schema.String
  })
)

/** More keywords in the same request; each is priced like the first. */
export const keywords = {
  keywords: Param.optional(
    Param.list({
      of: Param.text({ max: 100, description: "A keyword.", picks: "keyword" }),
      max: 10,
      description: "Further keywords, up to 10, separated by commas. Each costs as much as the first."
    })
  )
}

const competitor = Param.text({ max: 255, description: "An app id.", picks: "app" })
export const competitorsMax = 5
export const competitors = {
  competitorIds: Param.list({
    of: competitor,
    max: competitorsMax,
    description: "Up to 5 app ids of competitors, separated by commas.",
    aliases: ["competitors", "competitorId"]
  })
}
/** The two apps of a comparison, under the names that are in use. */
export const pair = {
  appId: Param.text({ max: 255, description: app, aliases: ["appId1"], picks: "app" }),
  competitorIds: Param.list({
    of: competitor,
    max: 1,
    description: "The app id of the competitor.",
    aliases: ["competitorId", "competitors", "appId2"]
  })
}

export const days = (min: number, max: number, value: number, what: string) =>
  Param.int({ min, max, default: value, description: `${what}, ${min} to ${max} days. Default ${value}.` })

export interface KeywordQuery {
  readonly keyword: string
}

export interface CompetitorQuery {
  readonly appId: string
  readonly competitorIds: ReadonlyArray<string>
}

/** Fails for an app that is compared with itself. */
export const appsOf = ({ appId, competitorIds }: CompetitorQuery): Effect.Effect<CompetitorQuery, InvalidInput> =>
  competitorIds.includes(appId)
    ? Effect.fail(new InvalidInput(`competitorIds (query): names the app ${appId} itself`))
    : Effect.succeed({ appId, competitorIds })

export const rankStatuses = ["ranked", "not_in_top_n", "not_measured"] as const
export const RankStatus = Schema.Literals(rankStatuses)
