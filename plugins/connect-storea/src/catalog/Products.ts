import {
  type Change,
  NotFound,
  type Sent,
  UpstreamFailed,
  UpstreamRateLimited,
  UpstreamTimedOut,
  VendorConflict,
  VendorRejected,
  Verdict,
  type Warning
} from "@storeglass/plugin-api"
import { Context, Effect, Layer, Schema } from "effect"
import { type Console, type Localized, VersionOpen } from "../vendor/Console.ts"
import * as R from "../vendor/records.ts"
import { Changes, changeOf, type Failure, type Kind, type Manner, setsFields } from "../writes/Changes.ts"
import { type Fields, fieldsDiff, onlyChanged, type Plain, unlessOther } from "../writes/diffs.ts"
import * as B from "./bodies.ts"

export const MakeIap = changeOf("iap.create", { state: Schema.NullOr(R.Iap), intent: B.IapIntent, after: R.Iap })
export const UpdateIap = changeOf("iap.update", { state: R.Iap, intent: B.IapPatchIntent, after: R.Iap })
export const MakeGroup = changeOf("subscription-group.create", {
  state: Schema.NullOr(R.SubscriptionGroup),
  intent: B.GroupIntent,
  after: R.SubscriptionGroup
})
export const MakeSubscription = changeOf("subscription.create", {
  state: Schema.NullOr(R.Subscription),
  intent: B.SubscriptionIntent,
  after: R.Subscription
})
export const UpdateSubscription = changeOf("subscription.update", {
  state: R.Subscription,
  intent: B.SubscriptionPatchIntent,
  after: R.Subscription
})
export const localizations = {
  iap: {
    make: changeOf("iap-localization.create", {
      state: Schema.NullOr(R.Localization),
      intent: B.LocalizationIntent,
      after: R.Localization
    }),
    update: changeOf("iap-localization.update", {
      state: R.Localization,
      intent: B.LocalizationPatchIntent,
      after: R.Localization
    })
  },
  subscription: {
    make: changeOf("subscription-localization.create", {
      state: Schema.NullOr(R.Localization),
      intent: B.LocalizationIntent,
      after: R.Localization
    }),
    update: changeOf("subscription-localization.update", {
      state: R.Localization,
      intent: B.LocalizationPatchIntent,
      after: R.Localization
    })
  }
} as const
/** Whose localizations are meant. */
export type Parent = keyof typeof localizations

export const ofParent = (console: Console, parent: Parent): Localized =>
  parent === "iap" ? console.iapLocalizations : console.subscriptionLocalizations

/** What the vendor may refuse because of where a product is with its review. */
const ofReview = ({ state }: { readonly state: string | null }): ReadonlyArray<Warning> =>
  state === "WAITING_FOR_REVIEW" || state === "IN_REVIEW"
    ? [
        {
          code: "PRODUCT_IN_REVIEW",
          message: "it's with the vendor's review, and may not be changed until that is done"
        }
      ]
    : []
const sharingStays: Warning = {
  code: "FAMILY_SHARING_STAYS",
  message: "once families may share it, the vendor doesn't take that back"
}
const ofSharing = (
  asked: { readonly familySharable?: boolean | undefined },
  before?: { readonly familySharable: boolean | null }
): ReadonlyArray<Warning> => (asked.familySharable === true && before?.familySharable !== true ? [sharingStays] : [])
const takesNoLocalization = (advice: string): Warning => ({
  code: "PRODUCT_IS_APPROVED",
  message: `the product is approved, so the vendor may take this on a version alone: ${advice}`
})
const onVersion = "send createVersion: true (body) to have it there; a version can't be deleted"
const versionStays: Warning = {
  code: "VERSION_CANT_BE_DELETED",
  message: "without an open version one is made for the localization, and the vendor deletes none"
}

/** The refusal with the version that it left open. */
const withVersion = ({ failure, openVersionId }: VersionOpen): Failure => {
  const message = `${failure.message}; version ${openVersionId} is open (openVersionId), and the next call with createVersion: true uses it`
  const options = { cause: failure }
  const detailed = { ...options, details: { openVersionId } }
  if (failure instanceof VendorConflict) return new VendorConflict(message, detailed)
  if (failure instanceof VendorRejected) return new VendorRejected(message, detailed)
  if (failure instanceof NotFound) return new NotFound(message, options)
  if (failure instanceof UpstreamRateLimited) {
    return new UpstreamRateLimited(message, { ...options, retryAfterSeconds: failure.retryAfterSeconds })
  }
  // Nobody knows whether the localization was made: the journal looks.
  if (failure instanceof UpstreamTimedOut) return new UpstreamTimedOut(message, options)
  return failure instanceof UpstreamFailed ? new UpstreamFailed(message, options) : failure
}

const sayingVersion = <A>(write: Effect.Effect<A, Failure | VersionOpen>): Effect.Effect<A, Failure> =>
  Effect.mapError(write, (error) => (error instanceof VersionOpen ? withVersion(error) : error))

interface Making<I, A extends Fields<Plain>> {
  readonly operation: Kind<A | null, I, A>
  readonly target: string
  readonly intent: I
  /** What is there already. */
  readonly read: Effect.Effect<A | null, Failure>
  readonly diff?: (existing: A | null, intent: I) => ReadonlyArray<Change>
  readonly checks?: (existing: A | null) => Effect.Effect<ReadonlyArray<Warning>, Failure>
  readonly send: Effect.Effect<Sent<A>, Failure>
}
interface Updating<I extends Fields<Plain | undefined>, A extends Fields<Plain>> {
  readonly operation: Kind<A, I, A>
  readonly target: string
  readonly intent: I
  readonly read: Effect.Effect<A, Failure>
  readonly diff?: (state: A, intent: I) => ReadonlyArray<Change>
  readonly warnings: (state: A) => ReadonlyArray<Warning>
  /** Sends what differs. */
  readonly send: (patch: I, state: A) => Effect.Effect<Sent<A>, Failure>
}

const make = Effect.gen(function* () {
  const changes = yield* Changes

  const making = <I extends Fields<Plain | undefined>, A extends Fields<Plain>>(
    console: Console,
    manner: Manner,
    { diff = fieldsDiff, send, ...asked }: Making<I, A>
  ) =>
    changes.make(console, manner, {
      ...asked,
      diff,
      unchanged: (existing) => existing,
      send: () => send,
      verify: () => Effect.map(asked.read, (found) => (found === null ? Verdict.absent : Verdict.applied(found)))
    })
  const updating = <I extends Fields<Plain | undefined>, A extends Fields<Plain>>(
    console: Console,
    manner: Manner<I>,
    { diff = fieldsDiff, send, warnings, ...asked }: Updating<I, A>
  ) =>
    changes.make(console, manner, {
      ...asked,
      diff,
      checks: (state) => Effect.succeed(diff(state, asked.intent).length === 0 ? [] : warnings(state)),
      unchanged: (state) => state,
      send: (state) => send(onlyChanged(asked.intent, diff(state, asked.intent)), state),
      verify: setsFields({ read: asked.read, diff, after: (state) => state })
    })

  return {
    createIap: (console: Console, appId: string, intent: typeof B.IapIntent.Type, manner: Manner) =>
      making(console, manner, {
        operation: MakeIap,
        target: `app:${appId}/iap:${intent.productId}`,
        intent,
        read: Effect.map(
          console.iaps(appId, { productId: intent.productId }),
          ({ items }) => items.find(({ productId }) => productId === intent.productId) ?? null
        ),
        checks: (existing) =>
          Effect.as(
            unlessOther(existing, intent, { field: "productId", what: "in-app purchase", patch: "/v1/connect/iaps/" }),
            existing === null ? ofSharing(intent) : []
          ),
        send: console.createIap(appId, intent)
      }),

    updateIap: (
      console: Console,
      iapId: string,
      intent: typeof B.IapPatchIntent.Type,
      manner: Manner<typeof B.IapPatchIntent.Type>
    ) =>
      updating(console, manner, {
        operation: UpdateIap,
        target: `iap:${iapId}`,
        intent,
        read: console.iap(iapId),
        warnings: (state) => [...ofReview(state), ...ofSharing(intent, state)],
        send: (patch) => console.updateIap(iapId, patch)
      }),

    createGroup: (console: Console, appId: string, intent: typeof B.GroupIntent.Type, manner: Manner) =>
      making(console, manner, {
        operation: MakeGroup,
        target: `app:${appId}/subscription-group:${intent.referenceName}`,
        intent,
        read: Effect.map(
          console.subscriptionGroups(appId),
          ({ items }) => items.find(({ referenceName }) => referenceName === intent.referenceName) ?? null
        ),
        send: console.createSubscriptionGroup(appId, intent)
      }),

    createSubscription: (console: Console, groupId: string, intent: typeof B.SubscriptionIntent.Type, manner: Manner) =>
      making(console, manner, {
        operation: MakeSubscription,
        target: `subscription-group:${groupId}/subscription:${intent.productId}`,
        intent,
        read: Effect.map(
          console.subscriptions(groupId, { productId: intent.productId }),
          ({ items }) => items.find(({ productId }) => productId === intent.productId) ?? null
        ),
        checks: (existing) =>
          Effect.as(
            unlessOther(existing, intent, {
              field: "productId",
              what: "subscription",
              patch: "/v1/connect/subscriptions/"
            }),
            existing === null ? ofSharing(intent) : []
          ),
        send: console.createSubscription(groupId, intent)
      }),

    updateSubscription: (
      console: Console,
      subscriptionId: string,
      intent: typeof B.SubscriptionPatchIntent.Type,
      manner: Manner<typeof B.SubscriptionPatchIntent.Type>
    ) =>
      updating(console, manner, {
        operation: UpdateSubscription,
        target: `subscription:${subscriptionId}`,
        intent,
        read: console.subscription(subscriptionId),
        warnings: (state) => [...ofReview(state), ...ofSharing(intent, state)],
        // The vendor's answer to a change doesn't name the group, which no change moves.
        send: (patch, { groupId }) =>
          Effect.map(console.updateSubscription(subscriptionId, patch), (sent) => ({
            ...sent,
            after: { ...sent.after, groupId: sent.after.groupId ?? groupId }
          }))
      }),

    createLocalization: (
      console: Console,
      parent: Parent,
      parentId: string,
      intent: typeof B.LocalizationIntent.Type,
      manner: Manner
    ) => {
      const localized = ofParent(console, parent)
      const { createVersion, ...localization } = intent
      const product: Effect.Effect<{ readonly state: string | null }, Failure> =
        parent === "iap" ? console.iap(parentId) : console.subscription(parentId)
      /** A preview looks at the product too. */
      const warnings = (existing: R.Localization | null): Effect.Effect<ReadonlyArray<Warning>, Failure> => {
        if (!manner.dryRun || existing !== null) return Effect.succeed([])
        if (createVersion === true) return Effect.succeed([versionStays])
        return Effect.map(product, ({ state }) => (state === "APPROVED" ? [takesNoLocalization(onVersion)] : []))
      }
      return making(console, manner, {
        operation: localizations[parent].make,
        target: `${parent}:${parentId}/localization:${intent.locale}`,
        intent,
        read: Effect.map(
          localized.list(parentId),
          ({ items }) => items.find(({ locale }) => locale === intent.locale) ?? null
        ),
        diff: (existing) => fieldsDiff(existing, localization),
        checks: (existing) =>
          Effect.andThen(
            unlessOther(existing, localization, {
              field: "locale",
              what: "localization",
              patch: `/v1/connect/${parent}-localizations/`
            }),
            warnings(existing)
          ),
        send: sayingVersion(localized.create(parentId, localization, { createVersion }))
      })
    },

    updateLocalization: (
      console: Console,
      parent: Parent,
      localizationId: string,
      intent: typeof B.LocalizationPatchIntent.Type,
      manner: Manner<typeof B.LocalizationPatchIntent.Type>
    ) => {
      const localized = ofParent(console, parent)
      const where = { createVersion: intent.createVersion }
      return updating(console, manner, {
        operation: localizations[parent].update,
        target: `${parent}-localization:${localizationId}`,
        intent,
        read: localized.get(localizationId, where),
        diff: (state, { createVersion: _, ...texts }) => fieldsDiff(state, texts),
        warnings: ({ state, versionId }) => {
          if (intent.createVersion === true) return versionId === null ? [versionStays] : []
          return state === "APPROVED" ? [takesNoLocalization(onVersion)] : []
        },
        send: (patch) => sayingVersion(localized.update(localizationId, patch, where))
      })
    }
  }
})

/** In-app purchases, subscriptions, their groups and localizations: making and changing them. */
export class Products extends Context.Service<Products, Effect.Success<typeof make>>()(
  "@storeglass/connect-storea/Products"
) {
  static readonly layer = Layer.effect(this, make)
}
