import {
  Alerts,
  asConnectorAnswer,
  type Change,
  ConfirmationRequired,
  InvalidInput,
  Locks,
  LockUnavailable,
  lockUnavailable,
  type OpenWrite,
  type Preview,
  type PreviewedWrite,
  readsBack,
  type SavedError,
  type ServiceUnavailable,
  VendorConflict,
  VendorWrites,
  vendorWrite,
  type Warning,
  WriteOutcomeUnknown,
  writeOperation
} from "@storeglass/plugin-api"
import { Context, Effect, Layer } from "effect"
import { AdsConnection, connectRoute, ensureWrites, type Ready } from "../AdsConnection.ts"
import { unknownAlert } from "../alerts.ts"
import type { AdsConfig } from "../config.ts"
import type { RaiseCapReached } from "../errors.ts"
import { isRaisedOver, type Money, moneyText, sameMoney } from "../money.ts"
import { notThere, ofApp } from "../reads/Campaigns.ts"
import { OwnerCache } from "../reads/OwnerCache.ts"
import { AdGroup, AdGroupPatch, Campaign, CampaignPatch, DoneAdGroup, DoneCampaign } from "../schema.ts"
import { isManual } from "../vendor/neutral.ts"
import { AdsVendor } from "../vendor/Vendor.ts"
import { adGroupDiff, campaignDiff, type Switchable, type Switched } from "./diffs.ts"
import { adGroupUpdate, campaignUpdate, idsIn, targetOf } from "./journal.ts"
import { isRaise, type MoneyField, type Raise, Raises } from "./Raises.ts"

export const saved = asConnectorAnswer({ credentials: "saved", connectRoute })

type Failure =
  | SavedError
  | ServiceUnavailable
  | WriteOutcomeUnknown
  | ConfirmationRequired
  | InvalidInput
  | RaiseCapReached
/** What a change may fail with, whichever part of it does. */
const failing = <A>(effect: Effect.Effect<A, Failure>): Effect.Effect<A, Failure> => effect

/** How a route is asked to change something. */
export interface Manner {
  readonly dryRun: boolean
  readonly confirm: boolean | undefined
  readonly planId: string | undefined
}

const lockMs = 20_000

/** What is sent: the fields that differ, all in one request. */
const onlyChanged = <Patch extends object>(patch: Patch, changes: ReadonlyArray<Change>): Patch => {
  const fields = new Set(changes.map(({ field }) => field))
  const kept = { ...patch }
  for (const field of Object.keys(kept)) if (!fields.has(field)) Reflect.deleteProperty(kept, field)
  return kept
}

const paused = "PAUSED_BY_USER"
/** What enabling leaves as it is. */
const stillNot = (what: string, state: Switchable, intent: Switched): ReadonlyArray<Warning> => {
  if (intent.status !== "ENABLED") return []
  const reasons = state.servingStateReasons.filter((reason) => reason !== paused)
  const stopped = state.status === "ENABLED" && state.servingState === "NOT_RUNNING"
  if (reasons.length === 0 && !stopped) return []
  const why = reasons.length === 0 ? "" : ` (${reasons.join(", ")})`
  return [
    {
      code: "STILL_NOT_RUNNING",
      message: `enabling ends a pause alone: the ${what} doesn't run for another reason${why}, which must be fixed in the vendor's own ads console`
    }
  ]
}

/** What is changed, and the amount that it may raise. */
interface Changing<B, I, A extends object>
  extends Pick<
    PreviewedWrite<B, I, A, Failure, never>,
    "operation" | "target" | "intent" | "read" | "diff" | "unchanged" | "send" | "verify"
  > {
  readonly what: string
  readonly money: {
    readonly field: MoneyField
    readonly of: (thing: B) => Money | null
    readonly to: Money | undefined
  }
}

const inCurrency = (
  { currency, field }: { readonly field: string; readonly currency: string | null },
  money: Money | undefined
) =>
  money === undefined || currency === null || money.currency === currency
    ? Effect.void
    : Effect.fail(
        new InvalidInput(`${field}.currency (body): the ad account's currency is ${currency}; send amounts in it`)
      )

const make = Effect.fnUntraced(function* (config: AdsConfig) {
  const alerts = yield* Alerts
  const cache = yield* OwnerCache
  const connection = yield* AdsConnection
  const locks = yield* Locks
  const raises = yield* Raises
  const vendor = yield* AdsVendor
  const writes = yield* VendorWrites
  const factor = String(config.raiseFactor)

  const UpdateCampaign = writeOperation(campaignUpdate, {
    before: Campaign,
    intent: CampaignPatch,
    after: DoneCampaign,
    readsLagMs: config.readBackMs
  })
  const UpdateAdGroup = writeOperation(adGroupUpdate, {
    before: AdGroup,
    intent: AdGroupPatch,
    after: DoneAdGroup,
    readsLagMs: config.readBackMs
  })

  /** Refuses a large raise that isn't confirmed; a preview is told. */
  const raised = (
    { field, from, to }: Raise,
    { confirm, dryRun }: Manner
  ): Effect.Effect<ReadonlyArray<Warning>, ConfirmationRequired> => {
    if (to === undefined || sameMoney(from, to) || !isRaisedOver(factor, from, to)) return Effect.succeed([])
    const what = `${field} is raised from ${moneyText(from)} to ${moneyText(to)}, more than ${factor} times`
    if (dryRun) return Effect.succeed([{ code: "CONFIRMATION_REQUIRED", message: `${what}: send confirm: true` }])
    return confirm === true
      ? Effect.succeed([])
      : Effect.fail(
          new ConfirmationRequired(`confirm (body): must be true to confirm that ${what}; nothing was written`)
        )
  }

  const readCampaign = Effect.fnUntraced(function* (ready: Ready, campaignId: string) {
    const campaign = yield* ofApp(yield* vendor.campaign(ready.access, campaignId))
    return campaign.deleted ? yield* notThere("campaign", campaignId) : campaign
  })
  const readAdGroup = Effect.fnUntraced(function* (ready: Ready, campaignId: string, adGroupId: string) {
    const campaign = yield* readCampaign(ready, campaignId)
    const group = yield* vendor.adGroup(ready.access, adGroupId, campaign)
    return group.deleted || group.campaignId !== campaignId
      ? yield* notThere("ad group", adGroupId)
      : { campaign, group }
  })

  /** The connection as it is now; one to another ad account tells nothing of this write. */
  const readyAgain = Effect.fnUntraced(function* ({ accountId, target }: OpenWrite<unknown, unknown>) {
    const ready = yield* saved(connection.ready(accountId))
    const ids = idsIn(target)
    return ready.access.adAccountId === ids[0]
      ? { ready, ids }
      : yield* notThere("connection to ad account", ids[0] ?? "")
  })

  const settlingCampaign = readsBack({
    put: (write: OpenWrite<Campaign, CampaignPatch>) =>
      saved(
        Effect.flatMap(readyAgain(write), ({ ids: [, id = ""], ready }) =>
          Effect.as(
            vendor.putCampaign(ready.access, id, onlyChanged(write.intent, campaignDiff(write.before, write.intent))),
            {}
          )
        )
      ),
    read: (write: OpenWrite<Campaign, CampaignPatch>) =>
      saved(Effect.flatMap(readyAgain(write), ({ ids: [, id = ""], ready }) => readCampaign(ready, id))),
    diff: campaignDiff,
    after: (campaign, { before, intent }): typeof DoneCampaign.Type => ({
      campaign,
      changes: campaignDiff(before, intent),
      warnings: stillNot("campaign", campaign, intent)
    })
  })
  const settlingAdGroup = readsBack({
    put: (write: OpenWrite<AdGroup, AdGroupPatch>) =>
      saved(
        Effect.flatMap(readyAgain(write), ({ ids: [, , id = ""], ready }) =>
          Effect.as(
            vendor.putAdGroup(ready.access, id, onlyChanged(write.intent, adGroupDiff(write.before, write.intent))),
            {}
          )
        )
      ),
    read: (write: OpenWrite<AdGroup, AdGroupPatch>) =>
      saved(
        Effect.flatMap(readyAgain(write), ({ ids: [, campaignId = "", id = ""], ready }) =>
          Effect.map(readAdGroup(ready, campaignId, id), ({ group }) => group)
        )
      ),
    diff: adGroupDiff,
    after: (adGroup, { before, intent }): typeof DoneAdGroup.Type => ({
      adGroup,
      changes: adGroupDiff(before, intent),
      warnings: stillNot("ad group", adGroup, intent)
    })
  })
  yield* writes.register(UpdateCampaign, settlingCampaign)
  yield* writes.register(UpdateAdGroup, settlingAdGroup)

  const tellUnknown = (accountId: string, target: string, error: unknown) =>
    error instanceof WriteOutcomeUnknown
      ? alerts.notify(accountId, {
          kind: unknownAlert,
          title: "A change of search ads was sent, and its outcome isn't known",
          text: `${target}: ${error.message}`
        })
      : Effect.void

  /** One change of a thing at a time, so that what was read is what is changed; what is kept of it is dropped. */
  const inTurn = <A, E, R>(ready: Ready, target: string, { dryRun }: Manner, change: Effect.Effect<A, E, R>) =>
    dryRun
      ? change
      : locks.withKey(`connect-ads/${target}`, change, { waitMs: lockMs }).pipe(
          Effect.mapError((error) => (error instanceof LockUnavailable ? lockUnavailable(error) : error)),
          Effect.tapError((error) => tellUnknown(ready.saved.accountId, target, error)),
          Effect.ensuring(cache.drop(ready.saved.accountId))
        )

  /** One shape for a change, a preview of one, and none. */
  const shaped = (
    data:
      | Preview
      | {
          readonly changes: ReadonlyArray<Change>
          readonly warnings: ReadonlyArray<Warning>
          readonly unchanged?: true
        }
  ) => ({
    dryRun: "dryRun" in data,
    unchanged: "dryRun" in data ? data.changes.length === 0 : data.unchanged === true,
    changes: data.changes,
    warnings: data.warnings,
    planId: "dryRun" in data ? data.planId : null
  })

  /** A change of a campaign or of an ad group, whole. */
  const changing = <B extends Switchable, I extends Switched, A extends object>(
    ready: Ready,
    manner: Manner,
    { money, what, ...asked }: Changing<B, I, A>
  ) => {
    const { currency } = ready.adAccount
    const raiseOf = (before: B) => ({ field: money.field, from: money.of(before), to: money.to })
    const change = vendorWrite(writes, {
      ...asked,
      ...manner,
      connection: ready.access.credential.lane,
      confirm: undefined,
      read: Effect.tap(asked.read, (before) =>
        manner.dryRun || !isRaise(raiseOf(before)) ? Effect.void : raises.turn(ready)
      ),
      checks: (before: B) =>
        Effect.gen(function* () {
          const raise = raiseOf(before)
          yield* inCurrency({ field: money.field, currency: raise.from?.currency ?? null }, money.to)
          const large = yield* raised(raise, manner)
          const capped = yield* raises.check(ready, raise, manner)
          return [...large, ...capped, ...stillNot(what, before, asked.intent)]
        })
    })
    return Effect.gen(function* () {
      yield* ensureWrites(ready)
      yield* inCurrency({ field: money.field, currency }, money.to)
      return yield* Effect.scoped(inTurn(ready, asked.target, manner, change))
    })
  }

  return {
    campaign: Effect.fn("Changes.campaign")(function* (
      accountId: string,
      id: string,
      intent: CampaignPatch,
      manner: Manner
    ) {
      const ready = yield* connection.ready(accountId)
      let state: Campaign | undefined
      const { data } = yield* changing(ready, manner, {
        ...settlingCampaign,
        what: "campaign",
        operation: UpdateCampaign,
        target: targetOf(ready.access.adAccountId, `campaign:${id}`),
        intent,
        money: {
          field: "dailyBudgetAmount",
          of: ({ dailyBudgetAmount }) => dailyBudgetAmount,
          to: intent.dailyBudgetAmount
        },
        read: failing(saved(Effect.tap(readCampaign(ready, id), (found) => Effect.sync(() => (state = found))))),
        diff: campaignDiff,
        unchanged: (campaign): typeof DoneCampaign.Type => ({
          campaign,
          changes: [],
          warnings: stillNot("campaign", campaign, intent)
        })
      })
      const campaign = "campaign" in data ? data.campaign : state
      return campaign === undefined ? yield* Effect.die("a change without a campaign") : { campaign, ...shaped(data) }
    }, saved),

    adGroup: Effect.fn("Changes.adGroup")(function* (
      accountId: string,
      campaignId: string,
      id: string,
      intent: AdGroupPatch,
      manner: Manner
    ) {
      const ready = yield* connection.ready(accountId)
      let state: AdGroup | undefined
      const { data } = yield* changing(ready, manner, {
        ...settlingAdGroup,
        what: "ad group",
        operation: UpdateAdGroup,
        target: targetOf(ready.access.adAccountId, `campaign:${campaignId}`, `ad-group:${id}`),
        intent,
        money: {
          field: "defaultBidAmount",
          of: ({ defaultBidAmount }) => defaultBidAmount,
          to: intent.defaultBidAmount
        },
        read: failing(
          saved(
            Effect.gen(function* () {
              const { campaign, group } = yield* readAdGroup(ready, campaignId, id)
              if (intent.defaultBidAmount !== undefined && !isManual(campaign.bidStrategy ?? group.bidStrategy)) {
                return yield* new VendorConflict(
                  `defaultBidAmount (body): campaign ${campaignId} bids by itself (${campaign.bidStrategy?.type ?? "automatic"}), so its ad groups have no default bid; change the campaign's strategy in the vendor's own console first`
                )
              }
              state = group
              return group
            })
          )
        ),
        diff: adGroupDiff,
        unchanged: (adGroup): typeof DoneAdGroup.Type => ({
          adGroup,
          changes: [],
          warnings: stillNot("ad group", adGroup, intent)
        })
      })
      const adGroup = "adGroup" in data ? data.adGroup : state
      return adGroup === undefined ? yield* Effect.die("a change without an ad group") : { adGroup, ...shaped(data) }
    }, saved)
  }
})

/** Changes of campaigns and ad groups: previewed, confirmed, journalled, sent once and read back. */
export class Changes extends Context.Service<Changes, Effect.Success<ReturnType<typeof make>>>()(
  "@storeglass/connect-ads/Changes"
) {
  static readonly layer = (config: AdsConfig) => Layer.effect(this, make(config))
}
