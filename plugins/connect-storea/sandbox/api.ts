// The console's API.
import { nothing, type Reply, type SandboxRequest } from "@storeglass/sandbox"
import {
  dropGroup,
  dropLocalization,
  dropPrice,
  dropProduct,
  type Localization,
  nextId,
  type Owned,
  type Product,
  settle,
  stateAt,
  type Version
} from "./owned.ts"
import * as Prices from "./prices.ts"
import { screenshotRoutes } from "./screenshots.ts"
import { clear, isTerritory, opaque, pointOf, territories } from "./territories.ts"
import {
  at,
  badAttribute,
  badRelationship,
  bodyOf,
  duplicate,
  failure,
  listAt,
  notFound,
  one,
  page,
  ref,
  relatedIn,
  rowsOf,
  textAt,
  type Wire,
  wrongState
} from "./wire.ts"

export interface Asked {
  readonly request: SandboxRequest
  readonly base: string
  readonly uploads: string
  readonly owned: Owned
  readonly nowMs: number
}
type Handler = (asked: Asked, id: string) => Reply

const told = (attributes: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== null && value !== undefined))

const productWire = (product: Product, nowMs: number): Wire => {
  const { familySharable, groupLevel, name, period, productId, reviewNote, type } = product
  const state = stateAt(product, nowMs)
  return product.kind === "iap"
    ? {
        type: "inAppPurchases",
        id: product.id,
        attributes: told({
          name,
          productId,
          inAppPurchaseType: type,
          state,
          reviewNote,
          familySharable,
          contentHosting: false
        })
      }
    : {
        type: "subscriptions",
        id: product.id,
        attributes: told({ name, productId, familySharable, state, subscriptionPeriod: period, reviewNote, groupLevel })
      }
}

const productOf = ({ owned }: Asked, kind: Product["kind"], id: string) =>
  owned.products.find((product) => product.kind === kind && product.id === id)
const typeOf = (kind: Product["kind"]) => (kind === "iap" ? "inAppPurchases" : "subscriptions")
const withProduct =
  (kind: Product["kind"], handle: (asked: Asked, product: Product) => Reply): Handler =>
  (asked, id) => {
    const product = productOf(asked, kind, id)
    return product === undefined ? notFound(typeOf(kind), id) : handle(asked, product)
  }
const withApp =
  (handle: (asked: Asked, app: Owned["apps"][number]) => Reply): Handler =>
  (asked, id) => {
    const app = asked.owned.apps.find((each) => each.id === id)
    return app === undefined ? notFound("apps", id) : handle(asked, app)
  }

const today = ({ nowMs }: Asked) => new Date(nowMs).toISOString().slice(0, 10)
const attributesIn = (asked: Asked) => at(bodyOf(asked.request), "data", "attributes")

const filtered = (query: URLSearchParams, name: string): ReadonlySet<string> | undefined => {
  const filter = query.get(`filter[${name}]`)
  return filter === null ? undefined : new Set(filter.split(","))
}
const productStates = [
  "MISSING_METADATA",
  "READY_TO_SUBMIT",
  "WAITING_FOR_REVIEW",
  "IN_REVIEW",
  "DEVELOPER_ACTION_NEEDED",
  "PENDING_BINARY_APPROVAL",
  "APPROVED",
  "DEVELOPER_REMOVED_FROM_SALE",
  "REMOVED_FROM_SALE",
  "REJECTED"
]
/** What a filter may name, where the vendor lists it. */
const members: Readonly<Record<string, ReadonlySet<string>>> = {
  inAppPurchaseType: new Set(["CONSUMABLE", "NON_CONSUMABLE", "NON_RENEWING_SUBSCRIPTION"]),
  state: new Set([...productStates, "WAITING_FOR_UPLOAD", "PROCESSING_CONTENT"])
}
/** A filter that names what there isn't is refused, and doesn't just find nothing. A state may be new this year. */
const badFilter = (query: URLSearchParams, name: string, { products }: Owned): Reply | undefined => {
  const isKnown = (value: string) => members[name]?.has(value) === true || products.some(({ state }) => state === value)
  const strange = [...(filtered(query, name) ?? [])].find((value) => !isKnown(value))
  return strange === undefined
    ? undefined
    : failure(400, {
        code: "PARAMETER_ERROR.INVALID",
        title: "A parameter has an invalid value",
        detail: `'${strange}' is not a valid filter value for the attribute '${name}'`,
        parameter: `filter[${name}]`
      })
}
const passes = (filter: ReadonlySet<string> | undefined, value: string | null) =>
  filter === undefined || filter.has(value ?? "")

/** In review nothing is changed; why stands in the associated errors alone. */
const inReview = (product: Product, nowMs: number): Reply | undefined =>
  ["WAITING_FOR_REVIEW", "IN_REVIEW"].includes(stateAt(product, nowMs))
    ? wrongState("This resource cannot be changed in its current state, please check associated errors.", {
        [`/v1/${typeOf(product.kind)}/${product.id}`]: [
          {
            code: "STATE_ERROR.IN_REVIEW",
            title: "The product is in review.",
            detail: `'${product.productId}' is with the review and can't be changed until it is done`
          }
        ]
      })
    : undefined

/** Changes the fields that were sent; what is wrong with them otherwise. */
const patched = (product: Product, attributes: unknown): Reply | undefined => {
  const name = at(attributes, "name")
  if (name === null || name === "") return badAttribute("name", "The name can't be empty")
  if (typeof name === "string" && [...name].length > 64)
    return badAttribute("name", "The name is too long", ".TOO_LONG")
  if (typeof name === "string") product.name = name
  const note = at(attributes, "reviewNote")
  if (note !== undefined) product.reviewNote = typeof note === "string" ? note : null
  const sharable = at(attributes, "familySharable")
  if (typeof sharable === "boolean") product.familySharable = sharable
  const level = at(attributes, "groupLevel")
  if (typeof level === "number") product.groupLevel = level
  const period = textAt(attributes, "subscriptionPeriod")
  if (period !== undefined) product.period = period
  return undefined
}

const make = (
  asked: Asked,
  kind: Product["kind"],
  place: { readonly appId: string; readonly groupId: string | null }
): Reply => {
  const { nowMs, owned, request } = asked
  const attributes = attributesIn(asked)
  const productId = textAt(attributes, "productId") ?? ""
  if (owned.usedProductIds.includes(productId) || owned.products.some((product) => product.productId === productId)) {
    return duplicate("productId", `The product id '${productId}' has already been used`)
  }
  if (!/^[\w.]{1,100}$/.test(productId))
    return badAttribute("productId", "The product id has characters that can't be used")
  const product: Product = {
    id: nextId(owned),
    kind,
    ...place,
    productId,
    type: textAt(attributes, "inAppPurchaseType") ?? null,
    name: "",
    period: null,
    groupLevel: null,
    familySharable: false,
    reviewNote: null,
    state: "MISSING_METADATA",
    submittedMs: null
  }
  const wrong = patched(product, attributes)
  if (wrong !== undefined) return wrong
  owned.products.push(product)
  return one({ base: asked.base, request }, productWire(product, nowMs), [], 201)
}

/** What was never sold is deleted with all that hangs on it. */
const remove = ({ nowMs, owned }: Asked, product: Product): Reply => {
  if (stateAt(product, nowMs) === "APPROVED") return wrongState("A product that was approved can't be deleted")
  const reviewed = inReview(product, nowMs)
  if (reviewed !== undefined) return reviewed
  dropProduct(owned, product)
  return nothing()
}

// Localizations

interface LocalizedKind {
  readonly kind: Product["kind"]
  readonly type: string
  readonly parent: string
  readonly versions: string
  readonly versionParent: string
}
const iapLocalized: LocalizedKind = {
  kind: "iap",
  type: "inAppPurchaseLocalizations",
  parent: "inAppPurchaseV2",
  versions: "inAppPurchaseVersions",
  versionParent: "inAppPurchase"
}
const subscriptionLocalized: LocalizedKind = {
  kind: "subscription",
  type: "subscriptionLocalizations",
  parent: "subscription",
  versions: "subscriptionVersions",
  versionParent: "subscription"
}

/** Those of a version hang on it and have no state of their own. */
const localizationWire = (of: LocalizedKind, localization: Localization, product: Product | undefined): Wire => {
  const { description, id, locale, name, parentId, versionId } = localization
  const state = product?.state === "APPROVED" ? "APPROVED" : "PREPARE_FOR_SUBMISSION"
  return {
    type: of.type,
    id,
    attributes: told({ name, locale, description, state: versionId === null ? state : undefined }),
    relationships:
      versionId === null ? { [of.parent]: ref(typeOf(of.kind), parentId) } : { version: ref(of.versions, versionId) }
  }
}
const aloneWire = (of: LocalizedKind, localization: Localization, product: Product) =>
  localizationWire(of, { ...localization, versionId: null }, product)

/** The product's own, and those of an open version in further languages. */
const shownOf = (owned: Owned, parentId: string): ReadonlyArray<Localization> => {
  const all = owned.localizations.filter((each) => each.parentId === parentId)
  const own = all.filter(({ versionId }) => versionId === null)
  const locales = new Set(own.map(({ locale }) => locale))
  return [...own, ...all.filter(({ locale, versionId }) => versionId !== null && !locales.has(locale))]
}

const tooLong = (attributes: unknown): Reply | undefined => {
  const [name, description] = [textAt(attributes, "name") ?? "", textAt(attributes, "description") ?? ""]
  if ([...name].length > 35) return badAttribute("name", "The name is too long", ".TOO_LONG")
  return [...description].length > 55
    ? badAttribute("description", "The description is too long", ".TOO_LONG")
    : undefined
}
const approved = () => wrongState("A localization of an approved product can only be changed on a version")

const addLocalization = (asked: Asked, of: LocalizedKind, product: Product, versionId: string | null): Reply => {
  const { base, owned, request } = asked
  const attributes = attributesIn(asked)
  const locale = textAt(attributes, "locale") ?? ""
  const beside = owned.localizations.filter((each) => each.parentId === product.id && each.versionId === versionId)
  if (beside.some((each) => each.locale === locale))
    return duplicate("locale", `There is a localization for '${locale}'`)
  if (!/^[a-z]{2}(-[A-Za-z]{2,4})?$/.test(locale))
    return badAttribute("locale", `'${locale}' isn't a language of the store`)
  const wrong = tooLong(attributes)
  if (wrong !== undefined) return wrong
  const made: Localization = {
    id: nextId(owned),
    parentId: product.id,
    versionId,
    locale,
    name: textAt(attributes, "name") ?? "",
    description: textAt(attributes, "description") ?? null
  }
  owned.localizations.push(made)
  settle(owned, product.id)
  return one({ base, request }, localizationWire(of, made, product), [], 201)
}

const localizations = (of: LocalizedKind): ReadonlyArray<Route> => {
  const { kind, parent, type, versionParent, versions } = of
  const ofKind = (owned: Owned, id: string) =>
    owned.localizations.find(
      (each) =>
        each.id === id && owned.products.some((product) => product.id === each.parentId && product.kind === kind)
    )
  const parentOf = ({ owned }: Asked, { parentId }: Localization) => owned.products.find(({ id }) => id === parentId)
  const patch = (asked: Asked, localization: Localization, product: Product | undefined) => {
    const attributes = attributesIn(asked)
    const wrong = tooLong(attributes)
    if (wrong !== undefined) return wrong
    const [name, description] = [at(attributes, "name"), at(attributes, "description")]
    if (typeof name === "string") localization.name = name
    if (description !== undefined) localization.description = typeof description === "string" ? description : null
    return one(asked, localizationWire(of, localization, product))
  }
  const versionWire = ({ id, number, parentId, state }: Version): Wire => ({
    type: versions,
    id,
    attributes: { version: number, state },
    relationships: { [versionParent]: ref(typeOf(kind), parentId) }
  })
  const list = kind === "iap" ? "/v2/inAppPurchases/:id/" : "/v1/subscriptions/:id/"
  return [
    [
      "GET",
      `${list}${type}`,
      withProduct(kind, (asked, product) =>
        page(
          asked,
          rowsOf(shownOf(asked.owned, product.id), (each) => ({ data: aloneWire(of, each, product) }))
        )
      )
    ],
    [
      "POST",
      `/v1/${type}`,
      (asked) => {
        const id = relatedIn(bodyOf(asked.request), parent)
        const product = productOf(asked, kind, id)
        if (product === undefined) return badRelationship(`/data/relationships/${parent}`, `There is no '${id}'`)
        return stateAt(product, asked.nowMs) === "APPROVED" ? approved() : addLocalization(asked, of, product, null)
      }
    ],
    [
      "GET",
      `/v1/${type}/:id`,
      (asked, id) => {
        const found = ofKind(asked.owned, id)
        const product = found === undefined ? undefined : parentOf(asked, found)
        return found === undefined || product === undefined
          ? notFound(type, id)
          : one(asked, aloneWire(of, found, product))
      }
    ],
    [
      "PATCH",
      `/v1/${type}/:id`,
      (asked, id) => {
        const found = ofKind(asked.owned, id)
        const product = found === undefined ? undefined : parentOf(asked, found)
        if (found === undefined || product === undefined) return notFound(type, id)
        return stateAt(product, asked.nowMs) === "APPROVED"
          ? approved()
          : (inReview(product, asked.nowMs) ?? patch(asked, found, product))
      }
    ],
    [
      "DELETE",
      `/v1/${type}/:id`,
      (asked, id) => {
        const found = ofKind(asked.owned, id)
        const product = found === undefined ? undefined : parentOf(asked, found)
        if (found === undefined || product === undefined) return notFound(type, id)
        if (stateAt(product, asked.nowMs) === "APPROVED") return approved()
        const reviewed = inReview(product, asked.nowMs)
        if (reviewed !== undefined) return reviewed
        dropLocalization(asked.owned, found)
        return nothing()
      }
    ],
    [
      "DELETE",
      `/v2/${type}/:id`,
      (asked, id) => {
        const found = ofKind(asked.owned, id)
        if (found?.versionId == null) return notFound(type, id)
        dropLocalization(asked.owned, found)
        return nothing()
      }
    ],
    [
      "POST",
      `/v2/${type}`,
      (asked) => {
        const id = relatedIn(bodyOf(asked.request), "version")
        const version = asked.owned.versions.find((each) => each.id === id)
        const product = version === undefined ? undefined : productOf(asked, kind, version.parentId)
        return version === undefined || product === undefined
          ? badRelationship("/data/relationships/version", `There is no version '${id}'`)
          : addLocalization(asked, of, product, version.id)
      }
    ],
    [
      "GET",
      `/v2/${type}/:id`,
      (asked, id) => {
        const found = ofKind(asked.owned, id)
        return found?.versionId == null
          ? notFound(type, id)
          : one(asked, localizationWire(of, found, parentOf(asked, found)))
      }
    ],
    [
      "PATCH",
      `/v2/${type}/:id`,
      (asked, id) => {
        const found = ofKind(asked.owned, id)
        return found?.versionId == null ? notFound(type, id) : patch(asked, found, parentOf(asked, found))
      }
    ],
    [
      "GET",
      `${list}versions`,
      withProduct(kind, (asked, product) => {
        const states = filtered(asked.request.query, "state")
        const rows = asked.owned.versions.filter(
          ({ parentId, state }) => parentId === product.id && passes(states, state)
        )
        return page(
          asked,
          rowsOf(rows, (version) => ({ data: versionWire(version) }))
        )
      })
    ],
    [
      "POST",
      `/v1/${versions}`,
      (asked) => {
        const { owned } = asked
        const id = relatedIn(bodyOf(asked.request), versionParent)
        const product = productOf(asked, kind, id)
        if (product === undefined) return badRelationship(`/data/relationships/${versionParent}`, `There is no '${id}'`)
        const others = owned.versions.filter(({ parentId }) => parentId === id)
        if (others.some(({ state }) => state === "PREPARE_FOR_SUBMISSION"))
          return wrongState("There is an open version")
        const version: Version = {
          id: nextId(owned),
          parentId: id,
          number: others.length + 2,
          state: "PREPARE_FOR_SUBMISSION"
        }
        for (const localization of shownOf(owned, id)) {
          owned.localizations.push({ ...localization, id: nextId(owned), versionId: version.id })
        }
        owned.versions.push(version)
        return one(asked, versionWire(version), [], 201)
      }
    ],
    [
      "GET",
      `/v1/${versions}/:id`,
      (asked, id) => {
        const version = asked.owned.versions.find((each) => each.id === id)
        const product = version === undefined ? undefined : productOf(asked, kind, version.parentId)
        return version === undefined || product === undefined
          ? notFound(versions, id)
          : one(asked, versionWire(version), [productWire(product, asked.nowMs)])
      }
    ],
    [
      "GET",
      `/v1/${versions}/:id/localizations`,
      (asked, id) => {
        const rows = asked.owned.localizations.filter(({ versionId }) => versionId === id)
        return asked.owned.versions.some((version) => version.id === id)
          ? page(
              asked,
              rowsOf(rows, (each) => ({ data: localizationWire(of, each, parentOf(asked, each)) }))
            )
          : notFound(versions, id)
      }
    ]
  ]
}

// Availability

const territoryId = (appId: string, territory: string) => opaque({ s: appId, t: territory })
const availableWire = (appId: string, territory: string, available: boolean): Wire => ({
  type: "territoryAvailabilities",
  id: territoryId(appId, territory),
  attributes: {
    available,
    preOrderEnabled: false,
    contentStatuses: [available ? "AVAILABLE" : "CANNOT_SELL"]
  },
  relationships: { territory: ref("territories", territory) }
})
const availability = (asked: Asked, appId: string, status = 200): Reply => {
  const { owned, request } = asked
  const found = owned.availabilities[appId]
  if (found === undefined) return notFound("appAvailabilities", appId)
  const limit = Number(request.query.get("limit[territoryAvailabilities]") ?? 10)
  const wanted = request.query.get("include") === "territoryAvailabilities"
  const shown = wanted
    ? territories.slice(0, limit).map((territory) => availableWire(appId, territory, !found.off.includes(territory)))
    : []
  const data = {
    type: "appAvailabilities",
    id: appId,
    attributes: { availableInNewTerritories: found.inNew },
    relationships: {
      territoryAvailabilities: {
        meta: { paging: { total: territories.length, limit } },
        ...(wanted ? { data: shown.map(({ id, type }) => ({ type, id })) } : {})
      }
    }
  }
  return one(asked, data, shown, status)
}
const replaceAvailability: Handler = (asked) => {
  const { owned, request } = asked
  const body = bodyOf(request)
  const appId = relatedIn(body, "app")
  if (!owned.apps.some(({ id }) => id === appId))
    return badRelationship("/data/relationships/app", `There is no app '${appId}'`)
  if (owned.availabilities[appId] !== undefined) {
    return badRelationship("/data/relationships/app", `An availability for the app '${appId}' already exists`)
  }
  const rows = listAt(body, "included")
  const named = new Set(rows.flatMap((row) => textAt(row, "relationships", "territory", "data", "id") ?? []))
  const missing = territories.filter((territory) => !named.has(territory))
  if (missing.length > 0 || rows.length !== territories.length) {
    return badRelationship(
      "/data/relationships/territoryAvailabilities",
      `Every territory must be named; missing: ${missing.slice(0, 5)}`
    )
  }
  owned.availabilities[appId] = {
    inNew: at(body, "data", "attributes", "availableInNewTerritories") === true,
    off: rows
      .filter((row) => at(row, "attributes", "available") !== true)
      .map((row) => textAt(row, "relationships", "territory", "data", "id") ?? "")
  }
  return availability(asked, appId, 201)
}
const patchTerritory: Handler = (asked, id) => {
  const { s, t } = clear(id) ?? {}
  const found = asked.owned.availabilities[String(s)]
  if (found === undefined || typeof t !== "string" || !isTerritory(t)) return notFound("territoryAvailabilities", id)
  const available = at(attributesIn(asked), "available")
  if (typeof available === "boolean") {
    found.off = [...found.off.filter((code) => code !== t), ...(available ? [] : [t])]
  }
  return one(asked, availableWire(String(s), t, !found.off.includes(t)))
}

// Schedules

const schedules = (
  kind: Prices.Kind,
  thingPath: string,
  scheduleName: string,
  exists: (asked: Asked, id: string) => boolean
): ReadonlyArray<Route> => {
  const prices =
    (manual: boolean): Handler =>
    (asked, id) => {
      const schedule = asked.owned.schedules[id]
      return schedule === undefined || !exists(asked, id)
        ? notFound(kind.schedule, id)
        : page(asked, Prices.priceRows(kind, id, schedule, manual, asked.request.query))
    }
  return [
    [
      "GET",
      `${thingPath}/:id/${scheduleName}`,
      (asked, id) => {
        const schedule = asked.owned.schedules[id]
        return schedule === undefined || !exists(asked, id)
          ? notFound(kind.schedule, id)
          : one(asked, Prices.scheduleWire(kind, id, schedule), [Prices.territoryWire(schedule.base)])
      }
    ],
    ["GET", `/v1/${kind.schedule}/:id/manualPrices`, prices(true)],
    ["GET", `/v1/${kind.schedule}/:id/automaticPrices`, prices(false)],
    [
      "POST",
      `/v1/${kind.schedule}`,
      (asked) => {
        const body = bodyOf(asked.request)
        const id = relatedIn(body, kind.names.thing)
        if (!exists(asked, id)) return badRelationship(`/data/relationships/${kind.names.thing}`, `There is no '${id}'`)
        const made = Prices.scheduleIn(kind, body, today(asked))
        if ("reply" in made) return made.reply
        asked.owned.schedules[id] = made.schedule
        settle(asked.owned, id)
        return one(asked, Prices.scheduleWire(kind, id, made.schedule), [], 201)
      }
    ]
  ]
}

const pointRoutes = (type: string, version: string): ReadonlyArray<Route> => [
  [
    "GET",
    `/${version}/${type}/:id`,
    (asked, id) => {
      const point = pointOf(id)
      return point === undefined
        ? notFound(type, id)
        : one(asked, Prices.pointWire(type, point), [Prices.territoryWire(point.territory)])
    }
  ],
  [
    "GET",
    `/${version}/${type}/:id/equalizations`,
    (asked, id) => {
      const point = pointOf(id)
      return point === undefined
        ? notFound(type, id)
        : page(asked, Prices.equalizations(type, point, asked.request.query), 8_000)
    }
  ]
]

const isApp = ({ owned }: Asked, id: string) => owned.apps.some((app) => app.id === id)
const isIap = (asked: Asked, id: string) => productOf(asked, "iap", id) !== undefined
const appWire = ({ bundleId, id, name }: Owned["apps"][number]): Wire => ({
  type: "apps",
  id,
  attributes: { name, bundleId }
})
const groupWire = ({ id, referenceName }: Owned["groups"][number]): Wire => ({
  type: "subscriptionGroups",
  id,
  attributes: { referenceName }
})
const pricesOfSubscription = (owned: Owned, id: string) =>
  owned.subscriptionPrices.filter(({ subscriptionId }) => subscriptionId === id)

type Route = readonly [method: string, path: string, handler: Handler]
const routes: ReadonlyArray<Route> = [
  [
    "GET",
    "/v1/apps",
    (asked) =>
      page(
        asked,
        rowsOf(asked.owned.apps, (app) => ({ data: appWire(app) }))
      )
  ],
  ["GET", "/v1/apps/:id", withApp((asked, app) => one(asked, appWire(app)))],
  [
    "GET",
    "/v1/apps/:id/inAppPurchasesV2",
    withApp((asked, app) => {
      const { nowMs, owned, request } = asked
      const bad = badFilter(request.query, "inAppPurchaseType", owned) ?? badFilter(request.query, "state", owned)
      if (bad !== undefined) return bad
      const [types, states, ids] = ["inAppPurchaseType", "state", "productId"].map((name) =>
        filtered(request.query, name)
      )
      const rows = owned.products.filter(
        (product) =>
          product.kind === "iap" &&
          product.appId === app.id &&
          passes(types, product.type) &&
          passes(states, stateAt(product, nowMs)) &&
          passes(ids, product.productId)
      )
      return page(
        asked,
        rowsOf(rows, (product) => ({ data: productWire(product, nowMs) }))
      )
    })
  ],
  [
    "POST",
    "/v2/inAppPurchases",
    (asked) => {
      const appId = relatedIn(bodyOf(asked.request), "app")
      return isApp(asked, appId)
        ? make(asked, "iap", { appId, groupId: null })
        : badRelationship("/data/relationships/app", `There is no resource of type 'apps' with id '${appId}'`)
    }
  ],
  [
    "GET",
    "/v2/inAppPurchases/:id",
    withProduct("iap", (asked, product) => one(asked, productWire(product, asked.nowMs)))
  ],
  [
    "PATCH",
    "/v2/inAppPurchases/:id",
    withProduct(
      "iap",
      (asked, product) =>
        inReview(product, asked.nowMs) ??
        patched(product, attributesIn(asked)) ??
        one(asked, productWire(product, asked.nowMs))
    )
  ],
  ["DELETE", "/v2/inAppPurchases/:id", withProduct("iap", remove)],
  [
    "GET",
    "/v2/inAppPurchases/:id/pricePoints",
    withProduct("iap", (asked, { id }) =>
      page(asked, Prices.points(Prices.iapKind.points, id, asked.request.query), 8_000)
    )
  ],
  ...schedules(Prices.iapKind, "/v2/inAppPurchases", "iapPriceSchedule", isIap),
  ...localizations(iapLocalized),
  [
    "GET",
    "/v1/apps/:id/subscriptionGroups",
    withApp((asked, app) => {
      const rows = asked.owned.groups.filter(({ appId }) => appId === app.id)
      return page(
        asked,
        rowsOf(rows, (group) => ({ data: groupWire(group) }))
      )
    })
  ],
  [
    "POST",
    "/v1/subscriptionGroups",
    (asked) => {
      const { owned, request } = asked
      const appId = relatedIn(bodyOf(request), "app")
      const referenceName = textAt(attributesIn(asked), "referenceName") ?? ""
      if (!isApp(asked, appId))
        return badRelationship("/data/relationships/app", `There is no resource of type 'apps' with id '${appId}'`)
      if (owned.groups.some((group) => group.appId === appId && group.referenceName === referenceName)) {
        return duplicate("referenceName", `The reference name '${referenceName}' has already been used`)
      }
      const group = { id: nextId(owned), appId, referenceName }
      owned.groups.push(group)
      return one(asked, groupWire(group), [], 201)
    }
  ],
  [
    "DELETE",
    "/v1/subscriptionGroups/:id",
    (asked, id) => {
      if (!asked.owned.groups.some((group) => group.id === id)) return notFound("subscriptionGroups", id)
      if (asked.owned.products.some(({ groupId }) => groupId === id)) {
        return wrongState("The subscription group has subscriptions")
      }
      dropGroup(asked.owned, id)
      return nothing()
    }
  ],
  [
    "GET",
    "/v1/subscriptionGroups/:id/subscriptions",
    (asked, id) => {
      const { nowMs, owned, request } = asked
      if (!owned.groups.some((group) => group.id === id)) return notFound("subscriptionGroups", id)
      const ids = filtered(request.query, "productId")
      const rows = owned.products.filter(({ groupId, productId }) => groupId === id && passes(ids, productId))
      return page(
        asked,
        rowsOf(rows, (product) => ({ data: productWire(product, nowMs) }))
      )
    }
  ],
  [
    "POST",
    "/v1/subscriptions",
    (asked) => {
      const groupId = relatedIn(bodyOf(asked.request), "group")
      const group = asked.owned.groups.find(({ id }) => id === groupId)
      return group === undefined
        ? badRelationship(
            "/data/relationships/group",
            `There is no resource of type 'subscriptionGroups' with id '${groupId}'`
          )
        : make(asked, "subscription", { appId: group.appId, groupId })
    }
  ],
  [
    "GET",
    "/v1/subscriptions/:id",
    withProduct("subscription", (asked, product) => {
      const { nowMs, owned, request } = asked
      const include = new Set((request.query.get("include") ?? "").split(","))
      const prices = include.has("prices") ? pricesOfSubscription(owned, product.id).slice(0, 10) : []
      const texts = include.has("subscriptionLocalizations") ? shownOf(owned, product.id).slice(0, 10) : []
      const group = include.has("group") ? owned.groups.find(({ id }) => id === product.groupId) : undefined
      const included = [
        ...(group === undefined ? [] : [groupWire(group)]),
        ...prices.map((price) => Prices.subscriptionPriceRow(price).data),
        ...texts.map((each) => aloneWire(subscriptionLocalized, each, product))
      ]
      const linked = (type: string) =>
        include.has(type === "subscriptionPrices" ? "prices" : type)
          ? { data: included.filter((each) => each.type === type).map(({ id }) => ({ type, id })) }
          : {}
      const relationships = {
        ...(group === undefined ? {} : { group: ref("subscriptionGroups", group.id) }),
        prices: linked("subscriptionPrices"),
        subscriptionLocalizations: linked("subscriptionLocalizations")
      }
      return one(asked, { ...productWire(product, nowMs), relationships }, included)
    })
  ],
  [
    "PATCH",
    "/v1/subscriptions/:id",
    withProduct("subscription", (asked, product) => {
      const attributes = attributesIn(asked)
      const period = textAt(attributes, "subscriptionPeriod") ?? product.period
      if (period !== product.period && stateAt(product, asked.nowMs) === "APPROVED") {
        return wrongState("The period of an approved subscription can't be changed")
      }
      return (
        inReview(product, asked.nowMs) ??
        Prices.addInlinePrices(asked.owned, product, bodyOf(asked.request)) ??
        patched(product, attributes) ??
        one(asked, productWire(product, asked.nowMs))
      )
    })
  ],
  ["DELETE", "/v1/subscriptions/:id", withProduct("subscription", remove)],
  ...localizations(subscriptionLocalized),
  [
    "GET",
    "/v1/subscriptions/:id/prices",
    withProduct("subscription", (asked, { id }) => {
      const { query } = asked.request
      const [codes, plans] = [filtered(query, "territory"), filtered(query, "planType")]
      const rows = pricesOfSubscription(asked.owned, id).filter(
        (price) => passes(codes, price.territory) && passes(plans, Prices.planOf(price))
      )
      return page(
        asked,
        rowsOf(rows, (price) => {
          const row = Prices.subscriptionPriceRow(price)
          return query.has("include") ? row : { data: row.data }
        })
      )
    })
  ],
  [
    "GET",
    "/v1/subscriptions/:id/pricePoints",
    withProduct("subscription", (asked, { id }) =>
      page(asked, Prices.points(Prices.subscriptionPoints, id, asked.request.query), 8_000)
    )
  ],
  [
    "POST",
    "/v1/subscriptionPrices",
    (asked) => {
      const body = bodyOf(asked.request)
      const id = relatedIn(body, "subscription")
      const product = productOf(asked, "subscription", id)
      if (product === undefined) return badRelationship("/data/relationships/subscription", `There is no '${id}'`)
      const made = Prices.addSubscriptionPrice(asked.owned, product, body, asked.nowMs)
      return "reply" in made ? made.reply : one(asked, Prices.subscriptionPriceRow(made.price).data, [], 201)
    }
  ],
  [
    "DELETE",
    "/v1/subscriptionPrices/:id",
    (asked, id) => {
      const price = asked.owned.subscriptionPrices.find((each) => each.id === id)
      if (price === undefined) return notFound("subscriptionPrices", id)
      if (price.startDate === null || price.startDate <= today(asked)) {
        return wrongState("Only a price that hasn't begun can be deleted")
      }
      dropPrice(asked.owned, price)
      return nothing()
    }
  ],
  [
    "GET",
    "/v1/apps/:id/appPricePoints",
    withApp((asked, { id }) => page(asked, Prices.points(Prices.appKind.points, id, asked.request.query)))
  ],
  ...schedules(Prices.appKind, "/v1/apps", "appPriceSchedule", isApp),
  ...pointRoutes(Prices.iapKind.points, "v1"),
  ...pointRoutes(Prices.subscriptionPoints, "v1"),
  ...pointRoutes(Prices.appKind.points, "v3"),
  ["GET", "/v1/apps/:id/appAvailabilityV2", withApp((asked, { id }) => availability(asked, id))],
  ["GET", "/v2/appAvailabilities/:id", (asked, id) => availability(asked, id)],
  [
    "GET",
    "/v2/appAvailabilities/:id/territoryAvailabilities",
    (asked, id) => {
      const found = asked.owned.availabilities[id]
      return found === undefined
        ? notFound("appAvailabilities", id)
        : page(
            asked,
            rowsOf(territories, (territory) => ({
              data: availableWire(id, territory, !found.off.includes(territory)),
              included: [Prices.territoryWire(territory)]
            }))
          )
    }
  ],
  ...screenshotRoutes,
  ["POST", "/v2/appAvailabilities", replaceAvailability],
  ["PATCH", "/v1/territoryAvailabilities/:id", patchTerritory],
  [
    "GET",
    "/v1/territories",
    (asked) =>
      page(
        asked,
        rowsOf(territories, (territory) => ({ data: Prices.territoryWire(territory) }))
      )
  ]
]

const compiled = routes.map(([method, path, handler]) => ({
  method,
  pattern: new RegExp(`^${path.replace(":id", "([^/]+)")}$`),
  handler
}))

/** What the console answers to who may ask it. */
export const answerTo = (asked: Asked): Reply => {
  const { owned, request } = asked
  for (const { handler, method, pattern } of compiled) {
    const found = method === request.method ? pattern.exec(request.path) : null
    if (found === null) continue
    const reply = handler(asked, decodeURIComponent(found[1] ?? ""))
    if (method !== "GET" && reply.status < 300) {
      owned.writes.push({ method, path: request.path, body: bodyOf(request) })
    }
    return reply
  }
  return failure(404, {
    code: "PATH_ERROR",
    title: "The URL path is not valid",
    detail: `The path '${request.path}' is not valid`
  })
}
