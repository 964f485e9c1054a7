/** What is sent, as the vendor describes it. */
import type {
  FirstSubscriptionPrice,
  IapPatch,
  LocalizationPatch,
  NewIap,
  NewImage,
  NewLocalization,
  NewSchedule,
  NewSubscription,
  NewSubscriptionPrice,
  SubscriptionPatch
} from "./Console.ts"
import type { LocalizedKind, PicturedKind, PricedKind } from "./kinds.ts"

const ref = (type: string, id: string) => ({ data: { type, id } })
/** Without what isn't said: absent and `null` are two things to the vendor. */
const said = (attributes: object): object =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined))
/** Joins a relationship to the resource in `included` that is made with it. */
const local = (name: string) => `\${${name}}`

export const newIap = (appId: string, { familySharable, inAppPurchaseType, name, productId, reviewNote }: NewIap) => ({
  data: {
    type: "inAppPurchases",
    attributes: said({ name, productId, inAppPurchaseType, reviewNote, familySharable }),
    relationships: { app: ref("apps", appId) }
  }
})
export const iapPatch = (id: string, { familySharable, name, reviewNote }: IapPatch) => ({
  data: { type: "inAppPurchases", id, attributes: said({ name, reviewNote, familySharable }) }
})

export const newGroup = (appId: string, referenceName: string) => ({
  data: { type: "subscriptionGroups", attributes: { referenceName }, relationships: { app: ref("apps", appId) } }
})
export const newSubscription = (
  groupId: string,
  { familySharable, groupLevel, name, productId, reviewNote, subscriptionPeriod }: NewSubscription
) => ({
  data: {
    type: "subscriptions",
    attributes: said({ name, productId, subscriptionPeriod, groupLevel, familySharable, reviewNote }),
    relationships: { group: ref("subscriptionGroups", groupId) }
  }
})
export const subscriptionPatch = (
  id: string,
  { familySharable, groupLevel, name, reviewNote, subscriptionPeriod }: SubscriptionPatch
) => ({
  data: {
    type: "subscriptions",
    id,
    attributes: said({ name, familySharable, subscriptionPeriod, reviewNote, groupLevel })
  }
})

export const newLocalization = (
  { parent, parentType, type }: LocalizedKind,
  parentId: string,
  { description, locale, name }: NewLocalization
) => ({
  data: {
    type,
    attributes: said({ name, locale, description }),
    relationships: { [parent]: ref(parentType, parentId) }
  }
})
export const newVersion = ({ parentType, versionParent, versionType }: LocalizedKind, parentId: string) => ({
  data: { type: versionType, relationships: { [versionParent]: ref(parentType, parentId) } }
})
export const newLocalizationOnVersion = (
  { type, versionType }: LocalizedKind,
  versionId: string,
  { description, locale, name }: NewLocalization
) => ({
  data: {
    type,
    attributes: said({ name, locale, description }),
    relationships: { version: ref(versionType, versionId) }
  }
})
export const localizationPatch = (
  { type }: Pick<LocalizedKind, "type">,
  id: string,
  { description, name }: LocalizationPatch
) => ({ data: { type, id, attributes: said({ name, description }) } })

/** Only new resources may stand in `included`: a territory there is refused. */
export const newSchedule = (
  { namedInPrice, names, types }: PricedKind,
  id: string,
  { baseTerritory, prices }: NewSchedule
) => {
  const thing = ref(types.thing, id)
  return {
    data: {
      type: types.schedule,
      relationships: {
        [names.thing]: thing,
        baseTerritory: ref("territories", baseTerritory),
        manualPrices: { data: prices.map((_, at) => ({ type: types.price, id: local(`p${at}`) })) }
      }
    },
    included: prices.map(({ pricePointId, startDate }, at) => ({
      type: types.price,
      id: local(`p${at}`),
      attributes: startDate === undefined ? { startDate: null, endDate: null } : { startDate },
      relationships: {
        ...(namedInPrice === undefined ? {} : { [namedInPrice]: thing }),
        [names.point]: ref(types.point, pricePointId)
      }
    }))
  }
}

export const newSubscriptionPrice = (
  subscriptionId: string,
  { planType, preserveCurrentPrice, pricePointId, startDate, territory }: NewSubscriptionPrice
) => ({
  data: {
    type: "subscriptionPrices",
    attributes: said({ startDate, preserveCurrentPrice, planType }),
    relationships: {
      subscription: ref("subscriptions", subscriptionId),
      territory: ref("territories", territory),
      subscriptionPricePoint: ref("subscriptionPricePoints", pricePointId)
    }
  }
})

/** Without attributes but the plan's: a start or `preserveCurrentPrice` of a first price is refused. */
export const firstSubscriptionPrice = (
  subscriptionId: string,
  { planType, pricePointId, territory }: FirstSubscriptionPrice
) => ({
  data: {
    type: "subscriptions",
    id: subscriptionId,
    relationships: { prices: { data: [{ type: "subscriptionPrices", id: local("p0") }] } }
  },
  included: [
    {
      type: "subscriptionPrices",
      id: local("p0"),
      ...(planType === undefined ? {} : { attributes: { planType } }),
      relationships: {
        subscription: ref("subscriptions", subscriptionId),
        territory: ref("territories", territory),
        subscriptionPricePoint: ref("subscriptionPricePoints", pricePointId)
      }
    }
  ]
})

/** A territory as it is repeated; all of it is known. */
export interface RepeatedTerritory {
  readonly territory: string
  readonly available: boolean
  readonly releaseDate: string | null
  readonly preOrderEnabled: boolean
}

export const newAvailability = (
  appId: string,
  availableInNewTerritories: boolean,
  territories: ReadonlyArray<RepeatedTerritory>
) => {
  const type = "territoryAvailabilities"
  return {
    data: {
      type: "appAvailabilities",
      attributes: { availableInNewTerritories },
      relationships: {
        app: ref("apps", appId),
        territoryAvailabilities: {
          data: territories.map(({ territory }) => ({ type, id: local(territory.toLowerCase()) }))
        }
      }
    },
    included: territories.map(({ available, preOrderEnabled, releaseDate, territory }) => ({
      type,
      id: local(territory.toLowerCase()),
      attributes: { available, releaseDate, preOrderEnabled },
      relationships: { territory: ref("territories", territory) }
    }))
  }
}
export const territoryPatch = (id: string, available: boolean) => ({
  data: { type: "territoryAvailabilities", id, attributes: { available } }
})

export const newScreenshot = (
  { parent, parentType, type }: PicturedKind,
  parentId: string,
  { fileName, fileSize }: NewImage
) => ({
  data: { type, attributes: { fileName, fileSize }, relationships: { [parent]: ref(parentType, parentId) } }
})
export const uploaded = ({ type }: PicturedKind, id: string, md5: string) => ({
  data: { type, id, attributes: { sourceFileChecksum: md5, uploaded: true } }
})
