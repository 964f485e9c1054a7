// The vendor's API, in two dialects: as its hand-written description has it, and as it was seen live.
import { type Reply, type SandboxRequest, text } from "@storeglass/sandbox"
import { detailed, queried, remember, stateOf } from "./history.ts"
import type { AdAccount, AdGroup, BidStrategy, Campaign, Money, Owned } from "./invented.ts"
import { add, campaignMetrics, clockIn, keywordRows, type Metrics, none, type TermRow, termRows } from "./metrics.ts"
import { popular } from "./popularity.ts"

export interface Asked {
  readonly request: SandboxRequest
  readonly owned: Owned
  readonly nowMs: number
  /** Answers as seen live where that differs from what is published. */
  readonly live: boolean
}

/** Ids are numbers on the wire, also those that a JavaScript number can't hold. */
const number = (id: string) => `#${id}#`
const json = (status: number, value: unknown): Reply =>
  text(status, JSON.stringify(value).replace(/"#(\d+)#"/g, "$1"), { "content-type": "application/json" })

export const failure = (status: number, code: string, message: string, details: ReadonlyArray<object> = []): Reply =>
  json(status, { error: { code, message, details } })
const invalid = (code: string, message: string) =>
  failure(400, "VALIDATION_ERROR", "Validation errors found", [{ code, message }])

const missing = ({ live }: Asked, what: string, id: string): Reply => {
  const told = `${what} with id '${id}' not found.`
  // As the page about updates has it.
  return live
    ? json(404, { error: { errors: [{ code: `${what.toUpperCase()}_NOT_FOUND`, message: told }] } })
    : failure(404, "NOT_FOUND", told)
}

const member = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined
const list = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])
const bodyOf = ({ body }: SandboxRequest): object => {
  try {
    return Object(JSON.parse(body === "" ? "{}" : body))
  } catch {
    return {}
  }
}

const time = (ms: number) => new Date(ms).toISOString().slice(0, -1)

const campaignWire = (campaign: Campaign, account: AdAccount, live: boolean) => {
  const paused = campaign.status === "PAUSED" ? ["PAUSED_BY_USER"] : []
  const reasons = campaign.deleted ? ["DELETED_BY_USER"] : [...paused, ...campaign.problems]
  const map = campaign.promotedObjectType === "BUSINESS_BRAND"
  return {
    id: number(campaign.id),
    name: campaign.name,
    adAccountId: number(account.id),
    promotedObjectType: campaign.promotedObjectType,
    promotedObjectId: live ? number(campaign.promotedObjectId) : campaign.promotedObjectId,
    status: campaign.status,
    systemStatus: reasons.length === 0 ? "RUNNING" : "NOT_RUNNING",
    systemStatusReasons: reasons,
    systemStatusLimitingReasons: campaign.limits,
    displayStatus: campaign.deleted
      ? "DELETED"
      : paused.length > 0
        ? "PAUSED"
        : reasons.length > 0
          ? "ON_HOLD"
          : campaign.limits.length > 0
            ? "LIMITED"
            : "RUNNING",
    billingEvent: "TAPS",
    ...(live ? { paymentModel: "PAYG" } : {}),
    startTime: "2025-09-01T00:00:00.000",
    ...(live ? {} : { endTime: null }),
    dailyBudget: { value: campaign.dailyBudget },
    targeting: map
      ? { supplySource: { include: ["MAPS"] }, supplyPlacement: { include: ["MAPS_SEARCH_RESULTS"] } }
      : {
          countryOrRegion: { include: campaign.countries },
          supplyPlacement: { include: ["APPSTORE_SEARCH_RESULTS"] }
        },
    bidStrategy: campaign.bidStrategy,
    deleted: campaign.deleted,
    creationTime: "2025-08-20T08:00:00.000",
    modificationTime: time(campaign.modifiedMs)
  }
}

const adGroupWire = (group: AdGroup, campaign: Campaign | undefined, account: AdAccount) => {
  const paused = group.status === "PAUSED" ? ["PAUSED_BY_USER"] : []
  const above =
    campaign === undefined || campaign.status === "PAUSED" || campaign.problems.length > 0
      ? ["CAMPAIGN_NOT_RUNNING"]
      : []
  const reasons = [...paused, ...group.problems, ...above]
  return {
    id: number(group.id),
    name: group.name,
    adAccountId: number(account.id),
    campaignId: number(group.campaignId),
    startTime: "2025-09-01T00:00:00.000",
    pricingModel: "CPT",
    automatedKeywordsOptIn: group.searchMatch,
    automatedKeywordsRequired: false,
    status: group.status,
    systemStatus: reasons.length === 0 ? "RUNNING" : "NOT_RUNNING",
    systemStatusReasons: reasons,
    systemStatusLimitingReasons: [],
    displayStatus: paused.length > 0 ? "PAUSED" : reasons.length > 0 ? "ON_HOLD" : "RUNNING",
    ...(group.bidStrategy === undefined ? {} : { bidStrategy: group.bidStrategy }),
    targeting: group.targeting,
    deleted: group.deleted,
    creationTime: "2025-08-20T08:00:00.000",
    modificationTime: time(group.modifiedMs)
  }
}

interface Page {
  readonly offset: number
  readonly pageSize: number
}
const pageOf = (body: object, { max, usual }: { readonly max: number; readonly usual: number }): Page | undefined => {
  const asked = member(body, "pagination")
  const [offset, pageSize] = [member(asked, "offset") ?? 0, member(asked, "pageSize") ?? usual].map(Number)
  return offset === undefined || pageSize === undefined || !(offset >= 0) || !(pageSize >= 1 && pageSize <= max)
    ? undefined
    : { offset, pageSize }
}

/** Keeps what all filters let through; a filter on what can't be filtered by is refused. */
const filtered = <A extends object>(items: ReadonlyArray<A>, body: object, fields: ReadonlyArray<string>) => {
  let kept = items
  let deleted = false
  for (const filter of list(member(body, "filters"))) {
    const field = String(member(filter, "field"))
    const operator = member(filter, "operator")
    if (!fields.includes(field)) return `'${field}' can't be filtered by.`
    if (operator !== "EQUALS" && operator !== "IN")
      return `The operator '${String(operator)}' isn't supported for ${field}.`
    const value = member(filter, "value")
    const wanted = new Set((operator === "IN" ? list(value) : [value]).map(String))
    if (field === "deleted") deleted = true
    kept = kept.filter((item) => wanted.has(String(Reflect.get(item, field))))
  }
  return deleted ? kept : kept.filter((item) => Reflect.get(item, "deleted") !== true)
}

const query = <A extends { readonly id: string }>(
  asked: Asked,
  items: ReadonlyArray<A>,
  fields: ReadonlyArray<string>,
  wire: (item: A) => object
): Reply => {
  const body = bodyOf(asked.request)
  const page = pageOf(body, { max: 1000, usual: 20 })
  if (page === undefined) return invalid("INVALID_PAGINATION", "The pageSize is from 1 to 1000.")
  const kept = filtered(items, body, fields)
  if (typeof kept === "string") return invalid("INVALID_FILTER", kept)
  const sorted = kept.toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
  const total = member(member(body, "pagination"), "fetchTotalCount") === true ? { totalCount: kept.length } : {}
  return json(200, {
    result: sorted.slice(page.offset, page.offset + page.pageSize).map(wire),
    pagination: { ...page, ...total }
  })
}

const moneyOf = (value: unknown, currency: string): Money | string => {
  const amount = member(value, "amount")
  if (typeof amount !== "string" || !/^\d{1,10}(\.\d{1,2})?$/.test(amount)) return "The amount isn't valid."
  return member(value, "currency") === currency ? { amount, currency } : `The currency of the account is ${currency}.`
}

/** What both kinds of things take alike: a refusal, or nothing. */
const setCommon = (thing: Campaign | AdGroup, body: object): Reply | undefined => {
  const name = member(body, "name")
  const status = member(body, "status")
  if (name !== undefined && (typeof name !== "string" || name === "" || name.length > 200)) {
    return invalid("INVALID_NAME", "The name has 1 to 200 characters.")
  }
  if (status !== undefined && status !== "ENABLED" && status !== "PAUSED") {
    return invalid("INVALID_STATUS", `The status '${String(status)}' is unknown.`)
  }
  if (typeof name === "string") thing.name = name
  if (typeof status === "string") thing.status = status
  return undefined
}

const apiUserId = "3962840"
/** A change through the API, which the history shows as its user's. */
const changed = (
  asked: Asked,
  account: AdAccount,
  thing: Campaign | AdGroup,
  before: ReturnType<typeof stateOf>,
  body: object
) => {
  thing.modifiedMs = asked.nowMs
  asked.owned.writes.push({ path: asked.request.path, body })
  const transactionId = `txn${asked.owned.history.length + 1}`
  remember(asked.owned, account, thing, before, {
    userType: "CUSTOMER_API",
    userId: apiUserId,
    transactionId,
    atMs: asked.nowMs
  })
}

const putCampaign = (asked: Asked, account: AdAccount, campaign: Campaign): Reply => {
  const body = bodyOf(asked.request)
  const name = member(body, "name")
  if (account.campaigns.some((other) => other !== campaign && other.name === name)) {
    return invalid("DUPLICATE_NAME", "A campaign of this name exists already.")
  }
  const budget = member(body, "dailyBudget")
  const money = budget === undefined ? undefined : moneyOf(member(budget, "value"), account.currency)
  if (typeof money === "string") return invalid("INVALID_BUDGET", money)
  const before = stateOf(campaign)
  const refused = setCommon(campaign, body)
  if (refused !== undefined) return refused
  if (money !== undefined) campaign.dailyBudget = money
  changed(asked, account, campaign, before, body)
  return json(200, { result: campaignWire(campaign, account, asked.live) })
}

const strategyOf = (asked: unknown, campaign: Campaign | undefined, currency: string): BidStrategy | string => {
  const [type, goal] = [member(asked, "bidStrategyType"), member(asked, "bidStrategyGoal")]
  if (typeof type !== "string" || typeof goal !== "string") return "Send bidStrategyType and bidStrategyGoal together."
  const bid = moneyOf(member(asked, "bid"), currency)
  if (typeof bid === "string") return bid
  const above = campaign?.bidStrategy
  if (above !== undefined && (above.bidStrategyType !== type || above.bidStrategyGoal !== goal)) {
    return "The strategy isn't the campaign's."
  }
  if (type !== "MANUAL_CPT" && Number(bid.amount) !== 0) return "An automatic strategy has no bid."
  return { bidStrategyType: type, bidStrategyGoal: goal, bid }
}

const putAdGroup = (asked: Asked, account: AdAccount, group: AdGroup): Reply => {
  const body = bodyOf(asked.request)
  const campaign = account.campaigns.find(({ id }) => id === group.campaignId)
  const sent = member(body, "bidStrategy")
  const strategy = sent === undefined ? undefined : strategyOf(sent, campaign, account.currency)
  if (typeof strategy === "string") return invalid("INVALID_BID_STRATEGY", strategy)
  const before = stateOf(group)
  const refused = setCommon(group, body)
  if (refused !== undefined) return refused
  if (strategy !== undefined) group.bidStrategy = strategy
  changed(asked, account, group, before, body)
  return json(200, { result: adGroupWire(group, campaign, account) })
}

const money = (cents: number, currency: string, digits = 2): Money => ({
  amount: (cents / 100).toFixed(digits),
  currency
})
const rate = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 10_000)

const metricsWire = (metrics: Metrics, currency: string) => {
  const { impressions, newDownloads, spendCents, tapInstalls, taps, viewInstalls } = metrics
  const installs = tapInstalls + viewInstalls
  const per = (count: number) => money(count === 0 ? 0 : spendCents / count, currency, 4)
  return {
    impressions,
    taps,
    ttr: rate(taps, impressions),
    tapInstalls,
    viewInstalls,
    totalInstalls: installs,
    totalNewDownloads: newDownloads,
    totalRedownloads: installs - newDownloads,
    totalInstallRate: rate(installs, taps),
    tapInstallRate: rate(tapInstalls, taps),
    localSpend: money(spendCents, currency),
    cpt: per(taps),
    totalAvgCPI: per(installs),
    tapInstallCPI: per(tapInstalls)
  }
}

interface ReportRow {
  readonly metrics: Metrics
  readonly metadata: object
  readonly insights?: object
}

const sortKeys: Readonly<Record<string, (metrics: Metrics) => number>> = {
  impressions: ({ impressions }) => impressions,
  taps: ({ taps }) => taps,
  localSpend: ({ spendCents }) => spendCents
}

const isDay = (value: unknown): value is string => typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value)

const report = (
  asked: Asked,
  account: AdAccount,
  rowsOf: (campaign: Campaign, start: string, end: string) => ReadonlyArray<ReportRow>
): Reply => {
  const body = bodyOf(asked.request)
  const page = pageOf(body, { max: 5000, usual: 100 })
  if (page === undefined) return invalid("INVALID_PAGINATION", "The pageSize is from 1 to 5000.")
  const ids = list(member(body, "filters"))
    .filter((filter) => member(filter, "field") === "campaignId")
    .map((filter) => String(member(filter, "value")))
  const campaign = account.campaigns.find(({ id }) => ids.includes(id))
  if (ids.length !== 1) return invalid("MISSING_REQUIRED_FILTER", "A filter on campaignId is required.")
  const range = member(body, "timeRange")
  const [start, end, zone] = [member(range, "start"), member(range, "end"), member(range, "timeZone")]
  if (!isDay(start) || !isDay(end) || start > end) return invalid("INVALID_TIME_RANGE", "The time range isn't valid.")
  if (Date.parse(end) - Date.parse(start) > 730 * 86_400_000) {
    return invalid("INVALID_TIME_RANGE", "The time range is at most 24 months.")
  }
  if (asked.request.path.includes("searchterms") && zone === "UTC") {
    return invalid("INVALID_TIME_ZONE", "Search terms are reported in ORTZ only.")
  }
  if (campaign?.promotedObjectType === "BUSINESS_BRAND") {
    return invalid("INVALID_PROMOTED_OBJECT_TYPE", "This is no campaign of an app.")
  }
  const options = list(member(member(body, "options"), "includeRows"))
  if (asked.request.path.includes("searchterms") && options.includes("EMPTY_METRICS")) {
    return invalid("INVALID_OPTION", "EMPTY_METRICS isn't supported here.")
  }
  const rows = campaign === undefined ? [] : rowsOf(campaign, start, end)
  const [sorting] = list(member(body, "sorting"))
  const key = sortKeys[String(member(sorting, "field"))]
  if (sorting !== undefined && key === undefined) return invalid("INVALID_SORT", "It can't be sorted by that.")
  const sign = member(sorting, "order") === "DESC" ? -1 : 1
  const sorted = key === undefined ? rows : rows.toSorted((a, b) => sign * (key(a.metrics) - key(b.metrics)))
  const grandTotal = metricsWire(
    rows.reduce((sum, row) => add(sum, row.metrics), none()),
    account.currency
  )
  const pagination = { ...page, totalCount: rows.length }
  if (asked.live && rows.length === 0) return json(200, { result: {}, pagination })
  return json(200, {
    result: {
      rows: sorted.slice(page.offset, page.offset + page.pageSize).map(({ metrics, ...row }) => ({
        ...row,
        totalMetrics: metricsWire(metrics, account.currency)
      })),
      ...(options.includes("GRAND_TOTAL") ? (asked.live ? { summary: { grandTotal } } : { grandTotal }) : {})
    },
    pagination
  })
}

const keywordStatus = (status: string, live: boolean) => (live && status === "ACTIVE" ? "ENABLED" : status)

const windowIn = ({ nowMs, owned }: Asked, start: string, end: string) => ({
  start,
  end,
  nowMs,
  corrected: owned.corrected
})

const keywordReport = (asked: Asked, account: AdAccount): Reply =>
  report(asked, account, (campaign, start, end) =>
    keywordRows(account, campaign, windowIn(asked, start, end)).map(({ keyword, metrics }) => ({
      metrics,
      metadata: {
        id: number(keyword.id),
        text: keyword.text,
        matchType: keyword.matchType,
        adAccountId: number(account.id),
        campaignId: number(campaign.id),
        adGroupId: number(keyword.adGroupId),
        status: keywordStatus(keyword.status, asked.live),
        deleted: false,
        bid: keyword.bid
      },
      // Too little is known of a word that is hardly searched for.
      ...(metrics.taps < 5
        ? {}
        : { insights: { bidRecommendation: { suggestedBidAmount: Number(keyword.bid.amount) + 0.15 } } })
    }))
  )

/** By campaign, over all that are asked for; by day for at most 90 days. */
const campaignReport = (asked: Asked, account: AdAccount): Reply => {
  const body = bodyOf(asked.request)
  const page = pageOf(body, { max: 5000, usual: 100 })
  if (page === undefined) return invalid("INVALID_PAGINATION", "The pageSize is from 1 to 5000.")
  const [filter, ...others] = list(member(body, "filters"))
  if (member(filter, "field") !== "campaignId" || member(filter, "operator") !== "IN" || others.length > 0) {
    return invalid("MISSING_REQUIRED_FILTER", "A filter on campaignId is required.")
  }
  const range = member(body, "timeRange")
  const [start, end, granularity] = [member(range, "start"), member(range, "end"), member(range, "granularity")]
  if (!isDay(start) || !isDay(end) || start > end) return invalid("INVALID_TIME_RANGE", "The time range isn't valid.")
  const daily = granularity === "DAILY"
  const today = Date.parse(clockIn(account.timezone, asked.nowMs).day)
  if (daily && Date.parse(start) < today - 90 * 86_400_000) {
    return invalid("INVALID_TIME_RANGE", "Daily rows reach back 90 days.")
  }
  const ids = new Set(list(member(filter, "value")).map(String))
  const rows = account.campaigns
    .filter(({ id, promotedObjectType }) => ids.has(id) && promotedObjectType === "APPSTORE_APP")
    .map((campaign) => ({ campaign, ...campaignMetrics(account, campaign, windowIn(asked, start, end)) }))
    .filter(({ metrics }) => metrics.impressions > 0)
    .sort((a, b) => b.metrics.spendCents - a.metrics.spendCents)
  return json(200, {
    result: {
      rows: rows.slice(page.offset, page.offset + page.pageSize).map(({ campaign, days, metrics }) => ({
        metadata: {
          ...(asked.live ? { name: campaign.name } : {}),
          id: number(campaign.id),
          status: campaign.status,
          deleted: campaign.deleted
        },
        totalMetrics: metricsWire(metrics, account.currency),
        ...(daily
          ? {
              granularMetrics: days()
                .filter((day) => day.metrics.impressions > 0)
                .map((day) => ({ date: day.date, ...metricsWire(day.metrics, account.currency) }))
            }
          : {})
      }))
    },
    pagination: { ...page, totalCount: rows.length }
  })
}

const termMetadata = (asked: Asked, account: AdAccount, campaign: Campaign, row: TermRow) => ({
  campaignId: number(campaign.id),
  adAccountId: number(account.id),
  adGroupId: number(row.adGroupId),
  searchTermText: row.text,
  searchTermSource: asked.live && row.source === "TARGETED" ? "SEARCH" : row.source,
  ...(row.keyword === undefined
    ? {}
    : {
        keyword: {
          id: number(row.keyword.id),
          text: row.keyword.text,
          matchType: row.keyword.matchType,
          status: keywordStatus(row.keyword.status, asked.live)
        }
      })
})

const termReport = (asked: Asked, account: AdAccount): Reply =>
  report(asked, account, (campaign, start, end) =>
    termRows(keywordRows(account, campaign, windowIn(asked, start, end))).map((row) => ({
      metrics: row.metrics,
      metadata: termMetadata(asked, account, campaign, row)
    }))
  )

const mayWrite = (roles: ReadonlyArray<string>) => roles.some((role) => !/read only/i.test(role))

const campaignPath = /^\/campaigns\/(\d+)$/
const adGroupPath = /^\/adgroups\/(\d+)$/

/** A request of whoever has a valid token. */
export const answerTo = (asked: Asked): Reply => {
  const { owned, request } = asked
  const { headers, method, path } = request
  if (method === "GET" && path === "/me") {
    return json(200, { result: { userId: 3_962_840, orgId: number(owned.orgId) } })
  }
  if (method === "GET" && path === "/acls") {
    const acls = owned.accounts.map(({ id, name }) => ({
      adAccount: { id: number(id), name, orgId: number(owned.orgId) },
      roles: owned.roles
    }))
    return json(200, { result: { acls } })
  }
  const context = /^adAccountId=(\d+);?$/.exec(headers["x-ap-context"] ?? "")?.[1]
  if (context === undefined) return failure(400, "bad_request", "The header X-AP-Context is missing or isn't valid.")
  const account = owned.accounts.find(({ id }) => id === context)
  if (account === undefined) return failure(403, "forbidden", "This ad account isn't one of yours.")
  if (method === "GET" && path === `/ad-accounts/${account.id}`) {
    const { currency, id, name, timezone } = account
    return json(200, { result: { id: number(id), name, orgId: number(owned.orgId), timezone, currency } })
  }
  if (method === "POST" && path === "/campaigns/query") {
    const fields = ["id", "name", "status", "promotedObjectType", "promotedObjectId", "deleted"]
    return query(asked, account.campaigns, fields, (item) => campaignWire(item, account, asked.live))
  }
  if (method === "POST" && path === "/adgroups/query") {
    return query(asked, account.adGroups, ["id", "campaignId", "name", "status", "deleted"], (item) =>
      adGroupWire(
        item,
        account.campaigns.find(({ id }) => id === item.campaignId),
        account
      )
    )
  }
  if (method === "POST" && path === "/reports/apps/campaigns/query") return campaignReport(asked, account)
  if (method === "POST" && path === "/reports/apps/keywords/query") return keywordReport(asked, account)
  if (method === "POST" && path === "/reports/apps/searchterms/query") return termReport(asked, account)
  if (method === "POST" && path === "/insights/apps/search-term-popularity/query") {
    const found = popular(account, bodyOf(request))
    return typeof found === "string" ? invalid("INVALID_INSIGHT_QUERY", found) : json(200, found)
  }
  if (method === "POST" && path === "/change-history/query") {
    const found = queried(owned, account, bodyOf(request), asked.nowMs)
    return typeof found === "string" ? invalid("INVALID_AUDIT_QUERY", found) : json(200, found)
  }
  if (method === "GET" && path.startsWith("/change-history/")) {
    const detailId = decodeURIComponent(path.slice("/change-history/".length))
    const found = detailed(owned, account, detailId)
    return found === undefined ? missing(asked, "ChangeDetail", detailId) : json(200, found)
  }
  if (method === "PUT" && !mayWrite(owned.roles)) {
    return failure(403, "forbidden", "The request requires higher privileges than the access token provides.")
  }
  const campaignId = campaignPath.exec(path)?.[1]
  if (campaignId !== undefined) {
    const campaign = account.campaigns.find(({ id }) => id === campaignId)
    if (campaign === undefined || (campaign.deleted && method === "PUT")) return missing(asked, "Campaign", campaignId)
    if (method === "GET") return json(200, { result: campaignWire(campaign, account, asked.live) })
    if (method === "PUT") return putCampaign(asked, account, campaign)
  }
  const adGroupId = adGroupPath.exec(path)?.[1]
  if (adGroupId !== undefined) {
    const group = account.adGroups.find(({ id }) => id === adGroupId)
    if (group === undefined || (group.deleted && method === "PUT")) return missing(asked, "AdGroup", adGroupId)
    const campaign = account.campaigns.find(({ id }) => id === group.campaignId)
    if (method === "GET") return json(200, { result: adGroupWire(group, campaign, account) })
    if (method === "PUT") return putAdGroup(asked, account, group)
  }
  return failure(404, "not_found", "The requested resource does not exist.")
}
