import {
  asDocumented,
  plusDays,
  startOfDay,
  VendorRefused,
  VendorWriteLog,
  type WriteRecord
} from "@storeglass/plugin-api"
import { Context, Effect, Layer, Option, Schema } from "effect"
import type { Ready } from "../AdsConnection.ts"
import { adGroupDiff, campaignDiff } from "../changes/diffs.ts"
import { adGroupUpdate, campaignUpdate, idsIn } from "../changes/journal.ts"
import { nextOffsetOf } from "../reads/Campaigns.ts"
import { OwnerCache } from "../reads/OwnerCache.ts"
import { type WindowAsked, windowOf } from "../reads/Reports.ts"
import {
  AdGroup,
  AdGroupPatch,
  Campaign,
  CampaignPatch,
  type ChangeHistory,
  type HistoryItem,
  type OwnWrite
} from "../schema.ts"
import { type HistoryEntry, historyChangesOf, historyOf } from "../vendor/neutral.ts"
import { AdsVendor, type PageAsked } from "../vendor/Vendor.ts"

const daysDefault = 7
/** Entries of an answer whose fields are read, one request each. */
const detailsMax = 100
/** The vendor's clock isn't ours, and it may note a change a little later. */
const nearMs = 120_000
const pageMax = 1_000

const entityTypeOf: Readonly<Record<string, string>> = { [campaignUpdate]: "Campaign", [adGroupUpdate]: "AdGroup" }

const decode = {
  campaign: [Schema.decodeUnknownOption(Campaign), Schema.decodeUnknownOption(CampaignPatch)],
  adGroup: [Schema.decodeUnknownOption(AdGroup), Schema.decodeUnknownOption(AdGroupPatch)]
} as const

const changesOf = ({ before, intent, operation }: WriteRecord) =>
  Option.getOrElse(
    operation === campaignUpdate
      ? Option.zipWith(decode.campaign[0](before), decode.campaign[1](intent), campaignDiff)
      : Option.zipWith(decode.adGroup[0](before), decode.adGroup[1](intent), adGroupDiff),
    () => []
  )

interface Own {
  readonly record: WriteRecord
  readonly entityType: string
  readonly campaignId: string
  readonly entityId: string
  readonly fromMs: number
  readonly toMs: number
}

/** What the journal has of ours for an ad account; what is known not to have been done is left out. */
const ownOf = (record: WriteRecord, adAccountId: string): ReadonlyArray<Own> => {
  const entityType = entityTypeOf[record.operation]
  const [account, campaignId = "", adGroupId] = idsIn(record.target)
  if (entityType === undefined || account !== adAccountId || record.outcome === "absent") return []
  const fromMs = record.sentAtMs ?? record.startedAtMs
  const toMs = record.endedAtMs ?? fromMs
  return [{ record, entityType, campaignId, entityId: adGroupId ?? campaignId, fromMs, toMs }]
}

const shown = ({ campaignId, entityId, entityType, record }: Own): OwnWrite => ({
  id: record.id,
  at: new Date(record.sentAtMs ?? record.startedAtMs).toISOString(),
  campaignId,
  adGroupId: entityType === "AdGroup" ? entityId : null,
  changes: changesOf(record),
  known: record.outcome === "applied",
  keyId: record.keyId,
  requestId: record.requestId
})

const apiUser = "CUSTOMER_API"
const madeBy: Readonly<Record<string, HistoryItem["madeBy"]>> = {
  CUSTOMER: "console",
  [apiUser]: "api",
  APPLE_SUPPORT: "vendor"
}

/** Which of our writes an entry is: of the same thing, through the API, nearest in time. Each is one entry's at most. */
const matched = (entries: ReadonlyArray<HistoryEntry>, own: ReadonlyArray<Own>): ReadonlyMap<HistoryEntry, Own> => {
  const pairs = entries
    .filter(({ userType }) => userType === apiUser)
    .flatMap((entry) =>
      own
        .filter(({ entityId, entityType }) => entityId === entry.entityId && entityType === entry.entityType)
        .map((one) => {
          const atMs = Date.parse(entry.at)
          return { entry, one, awayMs: Math.max(one.fromMs - atMs, atMs - one.toMs, 0) }
        })
    )
    .filter(({ awayMs }) => awayMs <= nearMs)
    .sort((a, b) => a.awayMs - b.awayMs)
  const found = new Map<HistoryEntry, Own>()
  const taken = new Set<Own>()
  for (const { entry, one } of pairs) {
    if (found.has(entry) || taken.has(one)) continue
    found.set(entry, one)
    taken.add(one)
  }
  return found
}

const make = Effect.gen(function* () {
  const cache = yield* OwnerCache
  const log = yield* VendorWriteLog
  const vendor = yield* AdsVendor

  const ownSince = Effect.fnUntraced(function* ({ access, saved: { accountId } }: Ready, sinceMs: number) {
    const own: Array<Own> = []
    let after: string | undefined
    for (;;) {
      const rows = yield* asDocumented(log.list({ accountId, sinceMs, limit: pageMax, after }))
      own.push(...rows.flatMap((row) => ownOf(row, access.adAccountId)))
      after = rows.at(-1)?.id
      if (rows.length < pageMax || after === undefined) return own
    }
  })

  /** What one entry changed; null where the vendor doesn't tell it any more. */
  const fieldsOf = (ready: Ready, detailId: string | null) =>
    detailId === null
      ? Effect.succeed(null)
      : Effect.catchIf(
          cache.historyDetail(
            ready,
            [detailId],
            Effect.map(vendor.historyDetail(ready.access, detailId), historyChangesOf)
          ),
          (error) => error instanceof VendorRefused && error.refusal === "missing",
          () => Effect.succeed(null)
        )

  return {
    /** Who changed what, newest first: the vendor's history, and our journal beside it. */
    list: Effect.fn("History.list")(function* (
      ready: Ready,
      campaignId: string | undefined,
      asked: WindowAsked,
      page: PageAsked
    ) {
      const { days, from: first, to: last } = asked
      const usual = first === undefined && last === undefined ? { days: days ?? daysDefault } : asked
      const { timeZone } = ready.adAccount
      const { from, to, toIsPartial } = yield* windowOf(usual, timeZone)
      const zone = timeZone ?? "UTC"
      const moments = { fromMs: startOfDay(zone, from), toMs: startOfDay(zone, plusDays(to, 1)) - 1 }
      const lookup = Effect.gen(function* () {
        const answer = yield* vendor.history(ready.access, campaignId, moments, page)
        const rows = answer.result?.length ?? 0
        const total = answer.pagination?.totalCount ?? null
        const entries = historyOf(answer)
        const own = (yield* ownSince(ready, moments.fromMs - nearMs)).filter(
          (one) => one.fromMs <= moments.toMs + nearMs && (campaignId === undefined || one.campaignId === campaignId)
        )
        const ours = matched(entries, own)
        const items = yield* Effect.forEach(
          entries,
          ({ detailId, userType, ...entry }, at) =>
            Effect.map(at < detailsMax ? fieldsOf(ready, detailId) : Effect.succeed(null), (changes): HistoryItem => {
              const one = entries[at]
              const write = one === undefined ? undefined : ours.get(one)
              const who = userType === null ? "unknown" : (madeBy[userType] ?? "unknown")
              return {
                ...entry,
                madeBy: write === undefined ? who : "gateway",
                changes,
                journal: write === undefined ? null : shown(write)
              }
            }),
          { concurrency: 4 }
        )
        const nextOffset = nextOffsetOf(page, rows, total)
        const seen = new Set(ours.values())
        const whole = page.offset === 0 && nextOffset === null
        const history: ChangeHistory = {
          items,
          unseen: whole
            ? own
                .filter((one) => !seen.has(one) && one.fromMs >= moments.fromMs && one.fromMs <= moments.toMs)
                .map(shown)
            : null,
          total,
          ...page,
          nextOffset,
          from,
          to,
          timeZone,
          toIsPartial
        }
        return history
      })
      return yield* cache.history(ready, [campaignId ?? "", from, to, page.limit, page.offset], lookup)
    })
  }
})

/** The vendor's change history beside our journal of writes. */
export class History extends Context.Service<History, Effect.Success<typeof make>>()(
  "@storeglass/connect-ads/History"
) {
  static readonly layer = Layer.effect(this, make)
}
