import {
  type Credential,
  readAnswer,
  refusedBy,
  Tokens,
  UnusableCredentials,
  type UpstreamRequest,
  type UpstreamResponse,
  Upstreams
} from "@storeglass/plugin-api"
import { Context, Effect, Layer, Redacted, Schema } from "effect"
import type { AdsConfig } from "../config.ts"
import type { AdGroupPatch, Campaign, CampaignPatch, Credentials } from "../schema.ts"
import { adGroupOf, campaignOf } from "./neutral.ts"
import * as V from "./shapes.ts"

/** As our callers are told of it. */
const vendor = "the search ads account"
export const writeRight = {
  right: "API Account Manager",
  grantedAt: "the ads console, Account Settings, User Management"
}

const audience = "https://appleid.apple.com"
/** Of 180 days that the vendor allows. */
const clientSecretMs = 10 * 60_000
const refusals = new Set(["invalid_client", "unauthorized_client", "invalid_grant", "access_denied"])

/** What is sealed: in this order. */
const Parts = Schema.fromJsonString(Schema.Tuple([Schema.String, Schema.String, Schema.String, Schema.String]))

/** Who asks, and for which ad account. */
export interface Access {
  readonly credential: Credential
  readonly adAccountId: string
}
export interface PageAsked {
  readonly limit: number
  readonly offset: number
}
export interface Window {
  readonly from: string
  readonly to: string
}

/** From a moment to another, ms since the epoch. */
export interface Moments {
  readonly fromMs: number
  readonly toMs: number
}

/** The kind of campaign that these routes are about. */
export const appCampaign = "APPSTORE_APP"

const bearer = (token: Redacted.Redacted<string>) => Redacted.make(`Bearer ${Redacted.value(token)}`)

const pageOf = ({ limit, offset }: PageAsked) => ({ offset, pageSize: limit })
const post = (path: string, body: object): UpstreamRequest => ({
  method: "POST",
  path,
  body: JSON.stringify(body),
  // It asks; nothing is changed by asking twice.
  repeatable: true,
  write: false
})
const put = (path: string, body: object): UpstreamRequest => ({ method: "PUT", path, body: JSON.stringify(body) })
const listing = (path: string, filters: ReadonlyArray<object>, page: PageAsked) =>
  post(path, {
    filters,
    sorting: [{ field: "id", order: "ASC" }],
    pagination: { ...pageOf(page), fetchTotalCount: true }
  })
const reporting = (path: string, campaignId: string, { from, to }: Window, page: PageAsked) =>
  post(path, {
    filters: [{ field: "campaignId", operator: "EQUALS", value: campaignId }],
    // Days of the account's own time zone.
    timeRange: { start: from, end: to, timeZone: "ORTZ" },
    sorting: [{ field: "localSpend", order: "DESC" }],
    pagination: pageOf(page),
    options: { includeRows: ["GRAND_TOTAL"] }
  })

/** The vendor's most rows of a page of a report. */
const campaignsMax = 1_000

const make = Effect.fnUntraced(function* (config: AdsConfig) {
  const tokens = yield* Tokens
  const upstreams = yield* Upstreams
  const api = yield* upstreams.make({
    name: "ads.api",
    baseUrl: config.apiUrl,
    timeoutMs: 15_000,
    rateLimit: { requests: config.requestsPerMinute, windowMs: 60_000 }
  })
  const issuer = yield* upstreams.make({ name: "ads.token", baseUrl: config.tokenUrl })

  const clientSecret = Effect.fnUntraced(function* (
    [clientId, teamId, keyId, privateKey]: typeof Parts.Type,
    nowMs: number
  ) {
    const iat = Math.floor(nowMs / 1_000)
    const claims = { iss: teamId, sub: clientId, aud: audience, iat, exp: iat + clientSecretMs / 1_000 }
    return yield* Effect.mapError(
      tokens.sign({ alg: "ES256", key: Redacted.make(privateKey), header: { kid: keyId }, claims }),
      ({ expected }) => new UnusableCredentials({ problem: "unreadable", header: "privateKey", expected })
    )
  })

  const source = yield* tokens.make({
    source: "connect-ads",
    mint: Effect.fnUntraced(function* ({ lane, secret }: Credential, nowMs: number) {
      const parts = yield* Effect.orDie(Schema.decodeEffect(Parts)(Redacted.value(secret)))
      const form = new URLSearchParams({
        grant_type: "client_credentials",
        client_id: parts[0],
        client_secret: Redacted.value(yield* clientSecret(parts, nowMs)),
        scope: "searchadsorg"
      })
      const answer = yield* issuer.request({
        method: "POST",
        path: "/auth/oauth2/token",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: form.toString(),
        lane,
        repeatable: true,
        write: false
      })
      if (answer.status !== 200) {
        const { error, error_description } = yield* readAnswer(issuer, V.TokenRefusal, answer, "a token's refusal")
        if (answer.status !== 401 && !refusals.has(error ?? "")) return yield* issuer.drift(`a token: ${answer.status}`)
        return { refused: true as const, headers: answer.headers, sentence: error_description ?? error ?? "" }
      }
      const { access_token, expires_in } = yield* readAnswer(issuer, V.Token, answer, "a token")
      return { token: Redacted.make(access_token), forMs: expires_in * 1_000 }
    })
  })

  /** The vendor's refusal as one of ours. */
  const refused = Effect.fnUntraced(function* (answer: UpstreamResponse) {
    const { error } = yield* readAnswer(api, V.Refusal, answer, "a refusal")
    const detail = error.details?.[0] ?? error.errors?.[0]
    const said = {
      code: detail?.code ?? error.code ?? undefined,
      sentence: detail?.message ?? error.message ?? undefined
    }
    return yield* refusedBy(vendor, answer.status, said, answer.status === 403 ? writeRight : {})
  })

  const ask = Effect.fn("ads.ask")(function* <A>(
    credential: Credential,
    request: UpstreamRequest,
    schema: Schema.Codec<A, unknown>,
    adAccountId?: string
  ) {
    const context =
      adAccountId === undefined ? {} : { "x-ap-context": config.contextHeader.replace("{adAccountId}", adAccountId) }
    const answer = yield* source.send(credential, (token) =>
      api.request({ ...request, lane: credential.lane, headers: { authorization: bearer(token), ...context } })
    )
    if (answer.status !== 200) return yield* refused(answer)
    return yield* readAnswer(api, schema, answer, request.path.replace(/\d+/g, "{id}"))
  })
  const inAccount = <A>(
    { adAccountId, credential }: Access,
    request: UpstreamRequest,
    schema: Schema.Codec<A, unknown>
  ) => ask(credential, request, schema, adAccountId)

  return {
    credential: ({ clientId, keyId, privateKey, teamId }: Credentials) =>
      tokens.credential(clientId, teamId, keyId, privateKey),
    me: (credential: Credential) => Effect.map(ask(credential, { path: "/me" }, V.Me), ({ result }) => result),
    acls: (credential: Credential) =>
      Effect.map(ask(credential, { path: "/acls" }, V.Acls), ({ result }) => result.acls),
    adAccount: (access: Access) =>
      Effect.map(
        inAccount(access, { path: `/ad-accounts/${access.adAccountId}` }, V.AdAccount),
        ({ result }) => result
      ),
    campaigns: (access: Access, page: PageAsked) => {
      // Those of the vendor's maps are in the same list.
      const filters = [{ field: "promotedObjectType", operator: "EQUALS", value: appCampaign }]
      return Effect.map(
        inAccount(access, listing("/campaigns/query", filters, page), V.Page(V.Campaign)),
        ({ pagination, result }) => ({ items: result.map(campaignOf), total: pagination?.totalCount ?? null })
      )
    },
    campaign: (access: Access, id: string) =>
      Effect.map(inAccount(access, { path: `/campaigns/${id}` }, V.One(V.Campaign)), ({ result }) =>
        campaignOf(result)
      ),
    putCampaign: (access: Access, id: string, { dailyBudgetAmount, ...patch }: CampaignPatch) =>
      inAccount(
        access,
        put(`/campaigns/${id}`, {
          ...patch,
          ...(dailyBudgetAmount === undefined ? {} : { dailyBudget: { value: dailyBudgetAmount } })
        }),
        Schema.Unknown
      ),
    adGroups: (access: Access, campaign: Campaign, page: PageAsked) => {
      const filters = [{ field: "campaignId", operator: "EQUALS", value: campaign.id }]
      return Effect.map(
        inAccount(access, listing("/adgroups/query", filters, page), V.Page(V.AdGroup)),
        ({ pagination, result }) => ({
          items: result.map((group) => adGroupOf(group, campaign)),
          total: pagination?.totalCount ?? null
        })
      )
    },
    adGroup: (access: Access, id: string, campaign: Campaign) =>
      Effect.map(inAccount(access, { path: `/adgroups/${id}` }, V.One(V.AdGroup)), ({ result }) =>
        adGroupOf(result, campaign)
      ),
    putAdGroup: (access: Access, id: string, { defaultBidAmount, ...patch }: AdGroupPatch) =>
      inAccount(
        access,
        put(`/adgroups/${id}`, {
          ...patch,
          ...(defaultBidAmount === undefined
            ? {}
            : { bidStrategy: { bidStrategyType: "MANUAL_CPT", bidStrategyGoal: "TAP", bid: defaultBidAmount } })
        }),
        Schema.Unknown
      ),
    keywords: (access: Access, campaignId: string, window: Window, page: PageAsked) =>
      inAccount(access, reporting("/reports/apps/keywords/query", campaignId, window, page), V.KeywordReport),
    /** What each of these campaigns brought; with `daily` by day, of the last 90 days. One that brought nothing is left out. */
    campaignReport: (access: Access, ids: ReadonlyArray<string>, { from, to }: Window, { daily = false } = {}) => {
      const body = {
        filters: [{ field: "campaignId", operator: "IN", value: ids }],
        timeRange: { start: from, end: to, timeZone: "ORTZ", ...(daily ? { granularity: "DAILY" } : {}) },
        sorting: [{ field: "localSpend", order: "DESC" }],
        pagination: { offset: 0, pageSize: campaignsMax }
      }
      return Effect.flatMap(
        inAccount(access, post("/reports/apps/campaigns/query", body), V.CampaignReport),
        ({ result }) => {
          const rows = result?.rows ?? []
          // A day that is left out had nothing; a row of something without a single day isn't what was asked for.
          const untold = ({ granularMetrics, totalMetrics: { impressions, localSpend } }: V.VendorCampaignRow) =>
            (granularMetrics ?? []).length === 0 && ((impressions ?? 0) > 0 || (localSpend ?? null) !== null)
          return daily && rows.some(untold) ? api.drift("a report by day tells no days") : Effect.succeed(rows)
        }
      )
    },
    /** How much terms were searched for in a week, from Sunday to Saturday; a row for each genre that lists one. */
    popularity: (access: Access, country: string, terms: ReadonlyArray<string>, { from, to }: Window) => {
      const body = {
        fields: ["rankInGenre", "searchPopularityInGenre", "searchPopularity1to100", "searchPopularity1to5"],
        filters: [
          { field: "countryOrRegion", operator: "EQUALS", value: country },
          { field: "searchTerm", operator: "IN", value: terms }
        ],
        sorting: [{ field: "rankInGenre", order: "ASC" }],
        timeRange: { start: from, end: to, granularity: "WEEKLY_SUN_SAT" },
        pagination: { offset: 0, pageSize: 5_000 }
      }
      return Effect.map(
        inAccount(access, post("/insights/apps/search-term-popularity/query", body), V.Popularity),
        ({ result }) => result?.rows ?? []
      )
    },
    history: (access: Access, campaignId: string | undefined, { fromMs, toMs }: Moments, page: PageAsked) => {
      const between = [fromMs, toMs].map((ms) => new Date(ms).toISOString())
      const body = {
        filters: [
          { field: "eventTime", operator: "BETWEEN", value: between },
          { field: "adAccountId", operator: "EQUALS", value: access.adAccountId },
          ...(campaignId === undefined ? [] : [{ field: "campaignId", operator: "EQUALS", value: campaignId }])
        ],
        sorting: [{ field: "eventTime", order: "DESC" }],
        pagination: pageOf(page),
        // Without the metadata a row doesn't tell which things it is about.
        options: { needTotals: "true", timeZone: "UTC", metadata: "latest" }
      }
      return inAccount(access, post("/change-history/query", body), V.History)
    },
    historyDetail: (access: Access, detailId: string) =>
      inAccount(access, { path: `/change-history/${encodeURIComponent(detailId)}` }, V.HistoryDetail),
    searchTerms: (access: Access, campaignId: string, window: Window, page: PageAsked) =>
      inAccount(access, reporting("/reports/apps/searchterms/query", campaignId, window, page), V.SearchTermReport)
  }
})

/** The vendor as this plugin asks it. */
export class AdsVendor extends Context.Service<AdsVendor, Effect.Success<ReturnType<typeof make>>>()(
  "@storeglass/connect-ads/AdsVendor"
) {
  static readonly layer = (config: AdsConfig) => Layer.effect(this, make(config))
}
