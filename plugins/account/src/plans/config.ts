import { Schema } from "effect"

const optional = Schema.optionalKey
const Amount = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 }))

const Offer = Schema.Struct({
  name: optional(Schema.NonEmptyString.check(Schema.isMaxLength(60)).annotate({ description: "What pages call it." })),
  month: optional(Schema.NullOr(Amount).annotate({ description: "Price of a month. null: not sold by the month." })),
  year: optional(Schema.NullOr(Amount).annotate({ description: "Price of a year. null: not sold by the year." }))
})

const Secret = Schema.RedactedFromValue(
  Schema.String.check(
    Schema.isPattern(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/, {
      message: "must be whsec_ followed by the base64 of 24 random bytes or more"
    })
  )
)

export const BillingConfig = Schema.Struct({
  mode: optional(
    Schema.Literals(["off", "free", "hook"]).annotate({
      description:
        "Who changes plans: `off` the operator alone, `free` owners themselves at no charge, `hook` owners once your payment backend agrees. Default off."
    })
  ),
  url: optional(
    Schema.String.check(Schema.isPattern(/^https?:\/\/\S+$/)).annotate({
      description: "With `hook`: where your payment backend is asked."
    })
  ),
  secret: optional(
    Secret.annotate({
      description:
        "With `hook`: signs what is sent to your backend and what it sends. `openssl rand -base64 32`, after whsec_."
    })
  ),
  previousSecret: optional(
    Secret.annotate({ description: "The secret before that, still taken from your backend while you change it." })
  ),
  currency: optional(
    Schema.String.check(Schema.isPattern(/^[A-Z]{3}$/)).annotate({
      description: "Of the prices, by ISO 4217. Default USD."
    })
  ),
  offers: optional(
    Schema.Record(Schema.String, Offer).annotate({
      description:
        "The plans that owners may choose, by plan id, in this order, with their prices. Default: free and the five API plans at the documented prices."
    })
  )
}).check(
  Schema.makeFilter(({ mode, secret, url }) =>
    mode === "hook" && (url === undefined || secret === undefined)
      ? "with the mode `hook`, url and secret are required"
      : undefined
  )
)
export type BillingConfig = typeof BillingConfig.Type

export const periods = ["month", "year"] as const
export type Period = (typeof periods)[number]

/** A plan as it's offered. A price is null where it isn't sold for that time. */
export interface PlanOffer {
  readonly plan: string
  readonly name: string
  readonly prices: Readonly<Record<Period, number | null>>
}

const documented: ReadonlyArray<PlanOffer> = (
  [
    ["free", "Free", 0, 0],
    ["indie", "Indie", 9, 90],
    ["small", "Starter", 19, 190],
    ["growth", "Growth", 39, 390],
    ["medium", "Pro", 69, 690],
    ["large", "Enterprise", 149, 1_490]
  ] as const
).map(([plan, name, month, year]) => ({ plan, name, prices: { month, year } }))

/** What is offered. What the config leaves out is as documented. */
export const offersOf = ({ offers }: BillingConfig): ReadonlyArray<PlanOffer> =>
  offers === undefined
    ? documented
    : Object.entries(offers).map(([plan, { month, name, year }]) => {
        const known = documented.find((offer) => offer.plan === plan)
        return {
          plan,
          name: name ?? known?.name ?? plan,
          prices: {
            month: month === undefined ? (known?.prices.month ?? null) : month,
            year: year === undefined ? (known?.prices.year ?? null) : year
          }
        }
      })

/** What a plan is called. */
export const planName = ({ billing = {} }: { readonly billing?: BillingConfig }, plan: string): string =>
  offersOf(billing).find((offer) => offer.plan === plan)?.name ?? plan
