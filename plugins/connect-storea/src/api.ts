import { Data, declare, Endpoint, group, InvalidAppId, Param, writeAnswers } from "@storeglass/plugin-api"
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint } from "effect/http-api"
import * as B from "./catalog/bodies.ts"
import { dashboardGroup } from "./dashboard/api.ts"
import { planGroup } from "./plan/api.ts"
import * as S from "./schema.ts"
import { screenshotGroup } from "./screenshots/api.ts"
import { syncGroup } from "./sync/api.ts"
import { undoGroup } from "./undo/api.ts"
import * as R from "./vendor/records.ts"
import { changing, idOf, prefix, previewed, read } from "./writes/declared.ts"

const appId = Param.digits({
  max: 19,
  description: "The app's numeric store id.",
  error: InvalidAppId,
  picks: "app"
})
const iapId = idOf("in-app purchase", "the list of an app's in-app purchases")
const groupId = idOf("subscription group", "the list of an app's subscription groups")
const subscriptionId = idOf("subscription", "the list of a group's subscriptions")
const localizationId = idOf("localization", "the list of localizations")
const availabilityId = idOf("availability", "the availability read; it's the app's id")
const territoryAvailabilityId = idOf("availability in a territory", "the availability read")
const ofTerritory = {
  territory: Param.optional(
    Param.territory({
      description:
        "Territory whose points to give, such as USA. Absent: the base territory of the price schedule, else USA; the answer says which."
    })
  )
}

// In-app purchases

const iaps = Endpoint.get("iaps", `${prefix}/apps/:appId/iaps`, {
  ...read,
  params: { appId },
  query: {
    type: Param.optional(
      Param.text({
        max: 60,
        description: "CONSUMABLE, NON_CONSUMABLE or NON_RENEWING_SUBSCRIPTION. Another is passed on."
      })
    ),
    state: Param.optional(
      Param.text({
        max: 60,
        description: "State in the vendor's words, such as APPROVED. One unknown here is passed on."
      })
    )
  },
  answer: S.Iaps,
  summary: "In-app purchases of an app",
  description:
    "An app's in-app purchases at the owner's console: name, product id, type and review state. All pages in one list, at most 2,000 rows.",
  tool: { essential: true, words: ["my in-app purchases", "IAP list", "products of my app"] }
})
const createIap = declare(
  HttpApiEndpoint.post("createIap", `${prefix}/apps/:appId/iaps`, {
    ...changing,
    params: { appId },
    payload: B.NewIap,
    success: writeAnswers(R.Iap, { status: 201 })
  }),
  {
    price: 1,
    summary: "Create an in-app purchase",
    description: `Makes an in-app purchase. Its product id and type can't be changed later. One that is there already with the same values is answered with unchanged: true; with other values it's 409. ${previewed}`,
    tool: { title: "Create an in-app purchase", words: ["add a product", "new consumable"] }
  }
)
const iap = Endpoint.get("iap", `${prefix}/iaps/:iapId`, {
  ...read,
  params: { iapId },
  answer: R.Iap,
  summary: "In-app purchase",
  description: "One in-app purchase at the owner's console.",
  tool: { words: ["review state of a purchase"] }
})
const updateIap = declare(
  HttpApiEndpoint.patch("updateIap", `${prefix}/iaps/:iapId`, {
    ...changing,
    params: { iapId },
    payload: B.IapPatch,
    success: writeAnswers(R.Iap)
  }),
  {
    price: 1,
    summary: "Change an in-app purchase",
    description: `Changes the reference name, the note for the vendor's review, or whether a family may share it. It sends only what differs. ${previewed}`,
    tool: { title: "Rename an in-app purchase, or share it with families", words: ["rename a product"] }
  }
)
const iapLocalizations = Endpoint.get("iapLocalizations", `${prefix}/iaps/:iapId/localizations`, {
  ...read,
  params: { iapId },
  answer: S.Localizations,
  summary: "Localizations of an in-app purchase",
  description: "Names and descriptions of an in-app purchase that customers see, by language.",
  tool: { words: ["translations of a purchase"] }
})
const createIapLocalization = declare(
  HttpApiEndpoint.post("createIapLocalization", `${prefix}/iaps/:iapId/localizations`, {
    ...changing,
    params: { iapId },
    payload: B.NewLocalization,
    success: writeAnswers(R.Localization, { status: 201 })
  }),
  {
    price: 1,
    summary: "Localize an in-app purchase",
    description: `Adds a language: the name and description that customers see. Where the vendor takes none for an approved product, it's 409, and createVersion: true puts it on a version. ${previewed}`,
    tool: { title: "Add a language to an in-app purchase", words: ["translate a purchase"] }
  }
)
const updateIapLocalization = declare(
  HttpApiEndpoint.patch("updateIapLocalization", `${prefix}/iap-localizations/:localizationId`, {
    ...changing,
    params: { localizationId },
    payload: B.LocalizationPatch,
    success: writeAnswers(R.Localization)
  }),
  {
    price: 1,
    summary: "Change a localization of an in-app purchase",
    description: `Changes the name or description that customers see in one language. It sends only what differs. Where the vendor takes no change for an approved product, it's 409, and createVersion: true makes it on a version. ${previewed}`,
    tool: { title: "Reword an in-app purchase in a language", words: ["fix a translation of a purchase"] }
  }
)

const points = (summary: string, description: string) =>
  ({
    ...read,
    query: ofTerritory,
    answer: S.PricePoints,
    summary,
    description: `${description} Amounts are decimal text; id is what a price is set with. About 800 for each territory.`
  }) as const
const iapPricePoints = Endpoint.get("iapPricePoints", `${prefix}/iaps/:iapId/price-points`, {
  ...points(
    "Price points of an in-app purchase",
    "The prices that the vendor allows for an in-app purchase in a territory, with what the owner gets of each."
  ),
  params: { iapId },
  tool: { words: ["price tiers of a purchase", "which prices can I choose"] }
})
const schedule = (summary: string, description: string) =>
  ({
    ...read,
    answer: S.PriceSchedule,
    summary,
    description: `${description} Each price is past, current or future, as of today (UTC).`
  }) as const
const iapPriceSchedule = Endpoint.get("iapPriceSchedule", `${prefix}/iaps/:iapId/price-schedule`, {
  ...schedule(
    "Price schedule of an in-app purchase",
    "What an in-app purchase costs and will cost: its base territory, the prices set by hand, and those that the vendor derives from the base territory's."
  ),
  params: { iapId },
  tool: { words: ["what does my purchase cost", "planned price changes"] }
})
const scheduleWrite = {
  ...changing,
  payload: B.NewSchedule,
  success: [
    Data(
      Schema.Struct({
        ...R.AcceptedSchedule.fields,
        unchanged: Schema.optionalKey(
          Schema.Literal(true).annotate({ description: "The state was already as requested; nothing was sent." })
        )
      })
    ).annotate({ httpApiStatus: 201 }),
    Data(S.SchedulePreview).annotate({ httpApiStatus: 200 })
  ]
} as const
const replacing = (what: string) =>
  `Replaces all manual prices of ${what}, which changes what customers pay: prices that aren't in the body are gone, planned ones too. Needs confirmReplaceAll: true, and one price without startDate for the base territory. dryRun=true lists what goes, comes and stays with prices and currency, and warns of large moves. Send its planId, and the write is refused if the schedule has changed since. Send an Idempotency-Key: a repeat with it is never written twice.`
const replaceIapPriceSchedule = declare(
  HttpApiEndpoint.post("replaceIapPriceSchedule", `${prefix}/iaps/:iapId/price-schedule`, {
    ...scheduleWrite,
    params: { iapId }
  }),
  {
    price: 1,
    summary: "Replace the price schedule of an in-app purchase",
    description: replacing("an in-app purchase"),
    tool: {
      destructive: true,
      title: "Set the prices of an in-app purchase",
      words: ["change the price of a purchase", "raise a price"]
    }
  }
)

// Subscriptions

const subscriptionGroups = Endpoint.get("subscriptionGroups", `${prefix}/apps/:appId/subscription-groups`, {
  ...read,
  params: { appId },
  answer: S.SubscriptionGroups,
  summary: "Subscription groups of an app",
  description: "An app's subscription groups: of the subscriptions in one, a customer has one at a time.",
  tool: { words: ["my subscriptions"] }
})
const createSubscriptionGroup = declare(
  HttpApiEndpoint.post("createSubscriptionGroup", `${prefix}/apps/:appId/subscription-groups`, {
    ...changing,
    params: { appId },
    payload: B.NewGroup,
    success: writeAnswers(R.SubscriptionGroup, { status: 201 })
  }),
  {
    price: 1,
    summary: "Create a subscription group",
    description: `Makes a subscription group. One that is there already under this name is answered with unchanged: true. ${previewed}`,
    tool: { title: "Create a subscription group", words: ["new subscription group"] }
  }
)
const subscriptions = Endpoint.get("subscriptions", `${prefix}/subscription-groups/:groupId/subscriptions`, {
  ...read,
  params: { groupId },
  answer: S.Subscriptions,
  summary: "Subscriptions of a group",
  description: "A group's subscriptions: name, product id, period, level and review state.",
  tool: { words: ["subscription products"] }
})
const createSubscription = declare(
  HttpApiEndpoint.post("createSubscription", `${prefix}/subscription-groups/:groupId/subscriptions`, {
    ...changing,
    params: { groupId },
    payload: B.NewSubscription,
    success: writeAnswers(R.Subscription, { status: 201 })
  }),
  {
    price: 1,
    summary: "Create a subscription",
    description: `Makes a subscription in a group. It has no price yet. One that is there already with the same values is answered with unchanged: true; with other values it's 409. ${previewed}`,
    tool: { title: "Create a subscription", words: ["new subscription", "add an annual plan"] }
  }
)
const subscription = Endpoint.get("subscription", `${prefix}/subscriptions/:subscriptionId`, {
  ...read,
  params: { subscriptionId },
  answer: S.SubscriptionDetail,
  summary: "Subscription with its prices",
  description: "One subscription, with its current and future prices by territory.",
  tool: { essential: true, words: ["what does my subscription cost", "planned price increases"] }
})
const updateSubscription = declare(
  HttpApiEndpoint.patch("updateSubscription", `${prefix}/subscriptions/:subscriptionId`, {
    ...changing,
    params: { subscriptionId },
    payload: B.SubscriptionPatch,
    success: writeAnswers(R.Subscription)
  }),
  {
    price: 1,
    summary: "Change a subscription",
    description: `Changes the reference name, family sharing, period, level or the note for the vendor's review. It sends only what differs. ${previewed}`,
    tool: { title: "Rename a subscription, or change its level or period", words: ["upgrade order"] }
  }
)
const subscriptionLocalizations = Endpoint.get(
  "subscriptionLocalizations",
  `${prefix}/subscriptions/:subscriptionId/localizations`,
  {
    ...read,
    params: { subscriptionId },
    answer: S.Localizations,
    summary: "Localizations of a subscription",
    description: "Names and descriptions of a subscription that customers see, by language.",
    tool: { words: ["translations of a subscription"] }
  }
)
const createSubscriptionLocalization = declare(
  HttpApiEndpoint.post("createSubscriptionLocalization", `${prefix}/subscriptions/:subscriptionId/localizations`, {
    ...changing,
    params: { subscriptionId },
    payload: B.NewLocalization,
    success: writeAnswers(R.Localization, { status: 201 })
  }),
  {
    price: 1,
    summary: "Localize a subscription",
    description: `Adds a language: the name and description that customers see. Where the vendor takes none for an approved product, it's 409, and createVersion: true puts it on a version. ${previewed}`,
    tool: { title: "Add a language to a subscription", words: ["translate a subscription"] }
  }
)
const updateSubscriptionLocalization = declare(
  HttpApiEndpoint.patch("updateSubscriptionLocalization", `${prefix}/subscription-localizations/:localizationId`, {
    ...changing,
    params: { localizationId },
    payload: B.LocalizationPatch,
    success: writeAnswers(R.Localization)
  }),
  {
    price: 1,
    summary: "Change a localization of a subscription",
    description: `Changes the name or description that customers see in one language. It sends only what differs. Where the vendor takes no change for an approved product, it's 409, and createVersion: true makes it on a version. ${previewed}`,
    tool: { title: "Reword a subscription in a language", words: ["fix a translation of a subscription"] }
  }
)
const subscriptionPricePoints = Endpoint.get(
  "subscriptionPricePoints",
  `${prefix}/subscriptions/:subscriptionId/price-points`,
  {
    ...points(
      "Price points of a subscription",
      "The prices that the vendor allows for a subscription in a territory, with what the owner gets of each, in a subscriber's first year and later."
    ),
    params: { subscriptionId },
    tool: { words: ["subscription price tiers"] }
  }
)
const setSubscriptionPrice = declare(
  HttpApiEndpoint.post("setSubscriptionPrice", `${prefix}/subscriptions/:subscriptionId/prices`, {
    ...changing,
    params: { subscriptionId },
    payload: B.NewSubscriptionPrice,
    success: [
      Data(
        Schema.Struct({
          ...R.AcceptedPrice.fields,
          unchanged: Schema.optionalKey(
            Schema.Literal(true).annotate({ description: "The state was already as requested; nothing was sent." })
          )
        })
      ).annotate({ httpApiStatus: 201 }),
      Data(S.SubscriptionPricePreview).annotate({ httpApiStatus: 200 })
    ]
  }),
  {
    price: 1,
    summary: "Set the price of a subscription",
    description:
      "Sets what a subscription costs in one territory, at once or from a day on. Needs confirm: true, and preserveCurrentPrice where there is a price: true keeps the old price for existing subscribers, false makes them pay the new one. dryRun=true says what changes and who is asked for consent. Send an Idempotency-Key: a repeat with it is never written twice.",
    tool: {
      destructive: true,
      title: "Set the price of a subscription in a territory",
      words: ["raise the subscription price", "change a subscription price", "grandfather subscribers"]
    }
  }
)

// Availability

const availability = Endpoint.get("availability", `${prefix}/apps/:appId/availability`, {
  ...read,
  params: { appId },
  query: {
    territory: Param.optional(
      Param.territory({ description: "Only this territory, such as USA. Absent: all, 50 to a page." })
    ),
    cursor: S.availabilityCursor
  },
  answer: S.Availability,
  summary: "Where an app is sold",
  description:
    "Whether an app comes to new territories, and its availability in each: the first 50, the rest by cursor or territory. Their ids are what a territory is switched with.",
  tool: { words: ["countries where my app is sold", "is my app available in Germany"] }
})
const updateAvailability = declare(
  HttpApiEndpoint.patch("updateAvailability", `${prefix}/availabilities/:availabilityId`, {
    ...changing,
    params: { availabilityId },
    payload: B.AvailabilityPatch,
    success: writeAnswers(S.SetAvailability)
  }),
  {
    price: 1,
    summary: "Sell an app in new territories, or not",
    description: `Sets whether the app comes to territories that the vendor adds. Everything else of its availability is sent as it is. Needs confirm: true. The vendor's public API refuses this today for apps that have an availability: that is 409, and nothing is changed. ${previewed}`,
    tool: { title: "Sell an app in new territories, or not", words: ["new countries automatically"] }
  }
)
const updateTerritoryAvailability = declare(
  HttpApiEndpoint.patch("updateTerritoryAvailability", `${prefix}/territory-availabilities/:territoryAvailabilityId`, {
    ...changing,
    params: { territoryAvailabilityId },
    payload: B.TerritoryPatch,
    success: writeAnswers(R.TerritoryAvailability)
  }),
  {
    price: 1,
    summary: "Sell an app in a territory, or not",
    description: `Puts an app on or off sale in one territory. Needs confirm: true. ${previewed}`,
    tool: {
      destructive: true,
      title: "Put an app on or off sale in a territory",
      words: ["remove my app from a country", "sell in a country"]
    }
  }
)

// Prices of apps

const appPricePoints = Endpoint.get("appPricePoints", `${prefix}/apps/:appId/price-points`, {
  ...points(
    "Price points of an app",
    "The prices that the vendor allows for an app in a territory, with what the owner gets of each."
  ),
  params: { appId },
  tool: { words: ["app price tiers"] }
})
const appPriceSchedule = Endpoint.get("appPriceSchedule", `${prefix}/apps/:appId/price-schedule`, {
  ...schedule(
    "Price schedule of an app",
    "What an app costs and will cost: its base territory, the prices set by hand, and those that the vendor derives from the base territory's."
  ),
  params: { appId },
  tool: { words: ["what does my app cost"] }
})
const replaceAppPriceSchedule = declare(
  HttpApiEndpoint.post("replaceAppPriceSchedule", `${prefix}/apps/:appId/price-schedule`, {
    ...scheduleWrite,
    params: { appId }
  }),
  {
    price: 1,
    summary: "Replace the price schedule of an app",
    description: replacing("an app"),
    tool: {
      destructive: true,
      title: "Set the prices of an app",
      words: ["change the app price", "make my app free"]
    }
  }
)

export class ConsoleApi extends HttpApi.make("connect-storea")
  .add(
    group(
      "connectStorea",
      iaps,
      createIap,
      iap,
      updateIap,
      iapLocalizations,
      createIapLocalization,
      updateIapLocalization,
      iapPricePoints,
      iapPriceSchedule,
      replaceIapPriceSchedule,
      subscriptionGroups,
      createSubscriptionGroup,
      subscriptions,
      createSubscription,
      subscription,
      updateSubscription,
      subscriptionLocalizations,
      createSubscriptionLocalization,
      updateSubscriptionLocalization,
      subscriptionPricePoints,
      setSubscriptionPrice,
      availability,
      updateAvailability,
      updateTerritoryAvailability,
      appPricePoints,
      appPriceSchedule,
      replaceAppPriceSchedule
    )
  )
  .add(syncGroup)
  .add(undoGroup)
  .add(dashboardGroup)
  .add(planGroup)
  .add(screenshotGroup) {}
