// Who changed what: the vendor's change history, as its pages have it. Its own description of the API lacks it.
import type { AdAccount, AdGroup, Campaign, Owned, Remembered } from "./invented.ts"

const monthsMs = 184 * 86_400_000

type Values = Readonly<Record<string, string>>
/** What the history tells of a thing. */
export const stateOf = (thing: Campaign | AdGroup): Values => ({
  name: thing.name,
  status: thing.status,
  deleted: String(thing.deleted),
  ...("dailyBudget" in thing
    ? { dailyBudget: thing.dailyBudget.amount }
    : thing.bidStrategy?.bid === undefined
      ? {}
      : { bid: thing.bidStrategy.bid.amount })
})

/** Remembers what is other than before. */
export const remember = (
  owned: Owned,
  account: AdAccount,
  thing: Campaign | AdGroup,
  before: Values,
  who: Pick<Remembered, "userType" | "userId" | "transactionId" | "atMs">
) => {
  const after = stateOf(thing)
  const changes = Object.keys(after)
    .filter((field) => after[field] !== before[field])
    .map((field) => ({
      field,
      oldValues: before[field] === undefined ? [] : [before[field]],
      newValues: after[field] === undefined ? [] : [after[field]]
    }))
  owned.history.push({
    ...who,
    accountId: account.id,
    entityType: "campaignId" in thing ? "AdGroup" : "Campaign",
    entityId: thing.id,
    campaignId: "campaignId" in thing ? thing.campaignId : thing.id,
    name: thing.name,
    changes
  })
}

const detailIdOf = ({ entityId, entityType, transactionId }: Remembered) => `${entityType}.${entityId}.${transactionId}`
const eventOf = ({ changes }: Remembered) =>
  changes.some(({ field, newValues }) => field === "deleted" && newValues.includes("true")) ? "DELETE" : "UPDATE"
const iso = (ms: number) => new Date(ms).toISOString()

const member = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined
const list = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

const known = new Set(["filters", "sorting", "pagination", "options"])
const optionValues: Readonly<Record<string, ReadonlyArray<string>>> = {
  needTotals: ["true", "false"],
  timeZone: ["UTC", "ORTZ"],
  metadata: ["none", "latest", "snapshot"]
}
const idFilters: Readonly<Record<string, (one: Remembered) => string>> = {
  campaignId: ({ campaignId }) => campaignId,
  adAccountId: ({ accountId }) => accountId,
  entityId: ({ entityId }) => entityId,
  userType: ({ userType }) => userType,
  entityType: ({ entityType }) => entityType
}

/** What a query gives, or why it isn't valid. */
export const queried = (owned: Owned, account: AdAccount, body: object, nowMs: number): object | string => {
  const strange = Object.keys(body).find((name) => !known.has(name))
  if (strange !== undefined) return `'${strange}' is unknown.`
  const options = Object(member(body, "options") ?? {})
  for (const [name, value] of Object.entries(options)) {
    if (typeof value !== "string" || optionValues[name]?.includes(value) !== true)
      return `The option '${name}' isn't valid.`
  }
  let kept = owned.history.filter(({ accountId }) => accountId === account.id)
  let timed = false
  for (const filter of list(member(body, "filters"))) {
    const field = String(member(filter, "field"))
    const operator = member(filter, "operator")
    const value = member(filter, "value")
    if (field === "eventTime") {
      const [from, to] = list(value).map((time) => Date.parse(String(time)))
      if (operator !== "BETWEEN" || from === undefined || to === undefined || !(from <= to))
        return "eventTime isn't valid."
      if (from < nowMs - monthsMs) return "The maximum lookback is 6 months."
      timed = true
      kept = kept.filter(({ atMs }) => atMs >= from && atMs <= to)
      continue
    }
    const of = idFilters[field]
    if (of === undefined || (operator !== "EQUALS" && operator !== "IN")) return `'${field}' can't be filtered by so.`
    const wanted = operator === "IN" ? list(value).map(String) : [String(value)]
    kept = kept.filter((one) => wanted.includes(of(one)))
  }
  if (!timed) return "A filter on eventTime is required."
  const asked = member(body, "pagination")
  const [offset, pageSize] = [Number(member(asked, "offset") ?? 0), Number(member(asked, "pageSize") ?? 20)]
  if (!(offset >= 0) || !(pageSize >= 1 && pageSize <= 200)) return "The pageSize is from 1 to 200."
  const withMetas = member(options, "metadata") === "latest" || member(options, "metadata") === "snapshot"
  const groups = Map.groupBy(kept, (one) => [one.transactionId, one.entityType, eventOf(one)].join(" "))
  const rows = [...groups.values()].flatMap((all) => {
    const [first] = all
    if (first === undefined) return []
    return [
      {
        transactionId: first.transactionId,
        eventType: eventOf(first),
        eventTime: iso(first.atMs),
        entityType: first.entityType,
        count: all.length,
        metas: withMetas
          ? all.map((one) => ({
              [one.entityType]: one.entityId,
              detailId: detailIdOf(one),
              meta: { name: one.name }
            }))
          : [],
        userType: first.userType,
        modifiedBy: first.userId
      }
    ]
  })
  const [sorting] = list(member(body, "sorting"))
  if (sorting !== undefined && member(sorting, "field") !== "eventTime") return "It can't be sorted by that."
  const sorted = member(sorting, "order") === "DESC" ? rows.toReversed() : rows
  return {
    dataType: "AuditSummary",
    result: sorted.slice(offset, offset + pageSize),
    pagination: { offset, pageSize, totalCount: member(options, "needTotals") === "false" ? 0 : rows.length }
  }
}

/** The changes of one thing in one transaction; undefined where there is no such. */
export const detailed = (owned: Owned, account: AdAccount, detailId: string): object | undefined => {
  const found = owned.history.find((one) => one.accountId === account.id && detailIdOf(one) === detailId)
  if (found === undefined) return undefined
  const { campaignId, changes, entityId, entityType, name, transactionId, userId, userType } = found
  return {
    dataType: "ChangeDetail",
    result: [
      {
        transactionId,
        detailId,
        eventType: eventOf(found),
        entityType,
        entityId,
        eventTime: iso(found.atMs),
        userType,
        modifiedBy: userId,
        entityMetaData: { name, ...(entityType === "AdGroup" ? { campaignId } : {}) },
        details: [{ transactionId, changes }]
      }
    ],
    pagination: { offset: 0, pageSize: 50, totalCount: 1 }
  }
}
