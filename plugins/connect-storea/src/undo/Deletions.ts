import { type Sent, Verdict, type Warning } from "@storeglass/plugin-api"
import { Context, Effect, Layer, Schema } from "effect"
import { ofParent, type Parent } from "../catalog/Products.ts"
import type { Console } from "../vendor/Console.ts"
import * as R from "../vendor/records.ts"
import { Changes, changedSince, changeOf, type Failure, type Kind, type Manner } from "../writes/Changes.ts"
import { type Fields, type Plain, said } from "../writes/diffs.ts"

const Gone = Schema.Struct({ id: Schema.String })
type Gone = typeof Gone.Type
const deletionOf = <A, I>(name: string, state: Schema.Codec<A, I>) =>
  changeOf(name, { state: Schema.NullOr(state), intent: Gone, after: Gone })
const kinds = {
  iap: deletionOf("iap.delete", R.Iap),
  group: deletionOf("subscription-group.delete", R.SubscriptionGroup),
  subscription: deletionOf("subscription.delete", R.Subscription),
  price: deletionOf("subscription-price.delete", R.SubscriptionPrice),
  localization: {
    iap: deletionOf("iap-localization.delete", R.Localization),
    subscription: deletionOf("subscription-localization.delete", R.Localization)
  }
} as const
/** What is deleted stays so. */
export const deletions: ReadonlySet<string> = new Set(
  [
    kinds.iap,
    kinds.group,
    kinds.subscription,
    kinds.price,
    kinds.localization.iap,
    kinds.localization.subscription
  ].map((kind) => kind(0).name)
)

interface Deleting<S> {
  readonly operation: Kind<S | null, Gone, Gone>
  readonly target: string
  readonly id: string
  /** What is there; null once it's gone. */
  readonly read: Effect.Effect<S | null, Failure>
  /** What it was made as. */
  readonly made: Fields<Plain>
  /** By which it is told that it is still as it was made. */
  readonly fields: ReadonlyArray<string>
  /** What has come to it since, which would go with it. */
  readonly since?: Effect.Effect<ReadonlyArray<string>, Failure>
  readonly warnings?: ReadonlyArray<Warning>
  readonly send: Effect.Effect<Omit<Sent<void>, "after">, Failure>
}

const idIsGone: Warning = {
  code: "PRODUCT_ID_IS_GONE",
  message: "the vendor never frees a product id, not even after its product is deleted: make it again under another"
}
const orNull = <A>(read: Effect.Effect<A, Failure>) =>
  Effect.catchIf(
    read,
    (error) => error._tag === "NOT_FOUND",
    () => Effect.succeed(null)
  )

const make = Effect.gen(function* () {
  const changes = yield* Changes

  const deleting = <S extends Fields<Plain> & Gone>(
    console: Console,
    manner: Manner,
    { fields, id, made, read, send, since = Effect.succeed([]), warnings = [], ...asked }: Deleting<S>
  ) =>
    changes.make(console, manner, {
      ...asked,
      intent: { id },
      read,
      diff: (state) =>
        state === null
          ? []
          : fields.flatMap((field) => {
              const from = state[field] ?? null
              return from === null ? [] : [{ field, from, to: null }]
            }),
      checks: Effect.fnUntraced(function* (state) {
        if (state === null) return []
        const others = fields.filter((field) => (state[field] ?? null) !== (made[field] ?? null))
        if (others.length > 0) return yield* changedSince(`its ${others.join(", ")} changed since`)
        const came = yield* since
        return came.length > 0 ? yield* changedSince(`it has got ${came.join(" and ")} since`) : warnings
      }),
      unchanged: (state) => (state === null ? { id } : null),
      send: () => Effect.map(send, (sent) => ({ ...sent, after: { id } })),
      verify: () => Effect.map(read, (state) => (state === null ? Verdict.applied({ id }) : Verdict.absent))
    })

  /** Of a product, what it didn't have when it was made. */
  const cameTo = (
    localizations: Effect.Effect<{ readonly items: ReadonlyArray<unknown> }, Failure>,
    priced: Effect.Effect<boolean, Failure>
  ) =>
    Effect.gen(function* () {
      const { items } = yield* localizations
      return [...(items.length > 0 ? ["localizations"] : []), ...((yield* priced) ? ["prices"] : [])]
    })

  return {
    iap: (console: Console, made: R.Iap, manner: Manner) =>
      deleting(console, manner, {
        operation: kinds.iap,
        target: `iap:${made.id}`,
        id: made.id,
        read: orNull(console.iap(made.id)),
        made,
        fields: ["name", "productId", "inAppPurchaseType", "reviewNote", "familySharable"],
        since: cameTo(
          console.iapLocalizations.list(made.id),
          Effect.map(console.iapPrices.baseTerritory(made.id), (base) => base !== null)
        ),
        warnings: [idIsGone],
        send: console.deleteIap(made.id)
      }),

    group: (console: Console, made: R.SubscriptionGroup, appId: string, manner: Manner) =>
      deleting(console, manner, {
        operation: kinds.group,
        target: `subscription-group:${made.id}`,
        id: made.id,
        read: Effect.map(
          console.subscriptionGroups(appId),
          ({ items }) => items.find(({ id }) => id === made.id) ?? null
        ),
        made,
        fields: ["referenceName"],
        since: Effect.map(console.subscriptions(made.id), ({ items }) => (items.length > 0 ? ["subscriptions"] : [])),
        send: console.deleteSubscriptionGroup(made.id)
      }),

    subscription: (console: Console, made: R.Subscription, manner: Manner) =>
      deleting(console, manner, {
        operation: kinds.subscription,
        target: `subscription:${made.id}`,
        id: made.id,
        read: orNull(console.subscription(made.id)),
        made,
        fields: ["name", "productId", "subscriptionPeriod", "groupLevel", "reviewNote", "familySharable"],
        since: cameTo(console.subscriptionLocalizations.list(made.id), console.hasSubscriptionPrice(made.id)),
        warnings: [idIsGone],
        send: console.deleteSubscription(made.id)
      }),

    localization: (console: Console, parent: Parent, parentId: string, made: R.Localization, manner: Manner) => {
      const localized = ofParent(console, parent)
      return deleting(console, manner, {
        operation: kinds.localization[parent],
        target: `${parent}-localization:${made.id}`,
        id: made.id,
        // The parent's list tells of those on versions too.
        read: Effect.map(localized.list(parentId), ({ items }) => items.find(({ id }) => id === made.id) ?? null),
        made,
        fields: ["locale", "name", "description"],
        send: localized.remove(made)
      })
    },

    /** One that hasn't begun. */
    price: (console: Console, made: R.AcceptedPrice & Gone, manner: Manner) => {
      const { id, planType, pricePointId, startDate, subscriptionId, territory } = made
      return deleting(console, manner, {
        operation: kinds.price,
        target: `subscription:${subscriptionId}/prices`,
        id,
        read: Effect.map(
          console.subscriptionPrices(subscriptionId, { territory, ...said("planType", planType) }),
          ({ items }) => items.find((price) => price.id === id) ?? null
        ),
        made: { territory, pricePointId, startDate },
        fields: ["territory", "pricePointId", "startDate"],
        send: console.deleteSubscriptionPrice(id)
      })
    }
  }
})

/** Takes away what a change made. */
export class Deletions extends Context.Service<Deletions, Effect.Success<typeof make>>()(
  "@storeglass/connect-storea/Deletions"
) {
  static readonly layer = Layer.effect(this, make)
}
