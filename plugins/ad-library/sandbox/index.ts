/** The store's public repository of ads. It needs no key and changes nothing. */
import { defineDouble, html, json, type Reply, type SandboxRequest } from "@storeglass/sandbox"
import { dayOf, type InventedApp, isoDate } from "@storeglass/sandbox/world"
import {
  adIdOf,
  detailOf,
  isAdvertiser,
  largest,
  restrictionsOf,
  rowOf,
  type Shown,
  shownIn,
  storefronts,
  windowOf
} from "./invented.ts"

const pageMost = 50
const storefrontsMax = 5

interface Shared {
  /** What `offset` counts. */
  offsets: "records" | "pages"
  /** Rows move by one between two pages of a list. */
  shifts: boolean
  /** Lists asked for so far. */
  asked: number
  /** What was asked in a way that the vendor refuses: none of it may be. */
  readonly violations: Array<string>
  /** The storefronts that it says it has, in place of its own. */
  storefronts: ReadonlyArray<string> | undefined
  /** Most rows of a page, whatever is asked for. */
  pageMax: number
  /** Rows of apps that a test brought, in place of those invented. */
  readonly published: Map<number, ReadonlyArray<object>>
  /** Restrictions that a test brought, in place of those invented. */
  restrictions: ReadonlyArray<object> | undefined
}

const refusal = (status: number, message: string): Reply => json(status, { errors: [{ message }] })
const field = (input: unknown, name: string): unknown => Reflect.get(Object(input), name)

const parameters: Readonly<Record<string, ReadonlyArray<string>>> = {
  "/ad-repository-entities": ["name", "types", "offset", "limit"],
  "/countries-or-regions": [],
  "/ad-repository-ads": ["ql", "offset", "limit"],
  "/ad-repository-ads/{adId}": ["datePreset"],
  "/restrictions": ["ql", "offset", "limit"]
}
const routeOf = (path: string) => (/^\/ad-repository-ads\/[^/]+$/.test(path) ? "/ad-repository-ads/{adId}" : path)

/** Why the vendor refuses a request as a whole; undefined: it doesn't. */
const problemOf = ({ headers, method, path, query }: SandboxRequest): string | undefined => {
  const known = parameters[routeOf(path)]
  if (known === undefined || method !== "GET") return undefined
  if (!/(^|[\s,])application\/json\b/.test(headers.accept ?? "")) return `Accept ${headers.accept ?? "is missing"}`
  for (const name of new Set(query.keys())) {
    if (!known.includes(name)) return `unknown parameter ${name}`
    if (query.getAll(name).length > 1) return `doubled parameter ${name}`
  }
  for (const name of ["offset", "limit"]) {
    const value = query.get(name)
    if (value !== null && !/^\d+$/.test(value)) return `${name} isn't a number`
  }
  if (Number(query.get("limit") ?? 1) > pageMost) return "limit greater than allowed"
  return undefined
}

const ql = /^type==(APP|DEVELOPER);id==(\d+);countryOrRegion=in=\(([A-Z]{2}(?:,[A-Z]{2})*)\);datePreset==([A-Z0-9_]+)$/

const restrictionsQl = /^actionTaken==(ACTION_ADVERTISING_REMOVED|ACTION_ACCOUNT_SUSPENDED);datePreset==[A-Z0-9_]+$/
/** Rows that a test brought of a developer's apps; undefined: it brought none. */
const publishedBy = ({ published }: Shared, developerId: number) => {
  const rows = [...published.values()].flat().filter((row) => field(row, "developerId") === developerId)
  return rows.length === 0 ? undefined : rows
}

const pageOf = <A>(rows: ReadonlyArray<A>, query: URLSearchParams, shared: Shared, step: number) => {
  const limit = Math.min(Number(query.get("limit") ?? pageMost), shared.pageMax)
  const offset = Number(query.get("offset") ?? 0)
  const start = shared.offsets === "records" ? offset : offset * limit
  // The first `step` rows go to the end.
  const turned =
    step === 0 || rows.length === 0 ? rows : [...rows.slice(step % rows.length), ...rows.slice(0, step % rows.length)]
  return {
    data: turned.slice(start, start + limit),
    pagination: { totalResults: rows.length, startIndex: start, itemsPerPage: limit }
  }
}

export default defineDouble({
  name: "ad-repository",
  open: (): Shared => ({
    offsets: "records",
    shifts: false,
    asked: 0,
    violations: [],
    storefronts: undefined,
    pageMax: pageMost,
    published: new Map(),
    restrictions: undefined
  }),
  refuse: ({ message, retryAfterSeconds, status }) =>
    json(
      status,
      { errors: [{ message: message ?? "The sandbox was told to refuse." }] },
      retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) }
    ),
  faults: {
    "no-app": "An ad in full tells no app.",
    "names-ad": "An ad that isn't known is a 400 that names it.",
    "null-ad": "An ad that isn't known is an answer without one.",
    "no-ad": "An ad that was known isn't any more.",
    "other-refusal": "An ad that isn't known is a 400 about something else.",
    "odd-entities": "A search finds things of kinds and ids that nobody knows, beside apps and developers."
  },
  handle: (request, { faults, nowMs, origin, shared, worlds }) => {
    const { path, query } = request
    const problem = problemOf(request)
    if (problem !== undefined) {
      shared.violations.push(`${path}: ${problem}`)
      return problem.startsWith("Accept") ? html(406, "Not Acceptable") : refusal(400, problem)
    }
    const apps = () => worlds.first.at(dayOf(nowMs)).apps()
    const most = largest(worlds, nowMs).id
    const appBy = (id: number): InventedApp | undefined => worlds.first.at(dayOf(nowMs)).byId(id)

    switch (routeOf(path)) {
      case "/countries-or-regions": {
        const listed = shared.storefronts
        return json(200, {
          data:
            listed === undefined
              ? storefronts.map(([name, code]) => ({ name, code }))
              : listed.map((code) => ({ name: code, code }))
        })
      }
      case "/ad-repository-entities": {
        const words = (query.get("name") ?? "")
          .toLowerCase()
          .split(/[^\p{L}\p{N}]+/u)
          .filter(Boolean)
        const types = (query.get("types") ?? "").split(",")
        if ([...(query.get("name") ?? "")].length < 2) return refusal(400, "name is too short")
        if (types.some((type) => type !== "APP" && type !== "DEVELOPER")) return refusal(400, "types is invalid")
        const matches = (name: string) => {
          const own = new Set(name.toLowerCase().split(/[^\p{L}\p{N}]+/u))
          return words.length > 0 && words.every((word) => own.has(word))
        }
        const advertisers = apps().filter((app) => isAdvertiser(app, app.id === most))
        const developers = new Map(advertisers.map(({ developer }) => [developer.id, developer.name]))
        const entities = [
          ...advertisers.flatMap(({ id, name }) => (matches(name) ? [{ id, name, type: "APP" }] : [])),
          ...[...developers].flatMap(([id, name]) => (matches(name) ? [{ id, name, type: "DEVELOPER" }] : []))
        ].filter(({ type }) => types.includes(type))
        const odd = [
          { id: 1, name: query.get("name"), type: "PUBLISHER" },
          { id: "x1", name: query.get("name"), type: "APP" }
        ]
        return json(200, pageOf(faults.has("odd-entities") ? [...odd, ...entities] : entities, query, shared, 0))
      }
      case "/ad-repository-ads": {
        const asked = ql.exec(query.get("ql") ?? "")
        if (asked === null) {
          shared.violations.push(`${path}: ql ${query.get("ql")}`)
          return refusal(400, "The query is malformed.")
        }
        const [, type, id, list = "", preset = ""] = asked
        const countries = list.split(",")
        if (countries.length > storefrontsMax) {
          shared.violations.push(`${path}: ${countries.length} storefronts`)
          return refusal(400, "Number of countries greater than allowed limit")
        }
        const window = windowOf(preset, nowMs)
        if (window === undefined) return refusal(400, "datePreset is invalid")
        shared.asked += 1
        const step = shared.shifts ? shared.asked : 0
        const answered = <A>(rows: ReadonlyArray<A>, written: (row: A) => object) => {
          const { data, pagination } = pageOf(rows, query, shared, step)
          const isEmpty = faults.has("empty")
          return json(200, {
            data: isEmpty ? [] : data.map(written),
            dataStartDate: isoDate(window.start),
            dataEndDate: isoDate(window.end),
            pagination: isEmpty ? { ...pagination, totalResults: 3 } : pagination
          })
        }
        const brought = type === "APP" ? shared.published.get(Number(id)) : publishedBy(shared, Number(id))
        if (brought !== undefined) {
          const rows = brought.filter((row) => countries.includes(String(field(row, "countryOrRegion"))))
          return answered(rows, (row) => row)
        }
        const of =
          type === "APP"
            ? [appBy(Number(id))].filter((app) => app !== undefined)
            : apps().filter(({ developer }) => developer.id === Number(id))
        const rows = of
          .flatMap((app) => shownIn(app, window, app.id === most))
          .filter(({ country }) => countries.includes(country))
        return answered(rows, (shown) => rowOf(shown, window, origin))
      }
      case "/ad-repository-ads/{adId}": {
        const adId = decodeURIComponent(path.slice("/ad-repository-ads/".length))
        const window = windowOf(query.get("datePreset") ?? "LAST_90_DAYS", nowMs)
        if (window === undefined) return refusal(400, "datePreset is invalid")
        let found: Shown | undefined
        for (const app of apps()) {
          found = shownIn(app, window, app.id === most).find((shown) => adIdOf(app, shown.serial) === adId)
          if (found !== undefined) break
        }
        if (faults.has("no-ad")) found = undefined
        if (found === undefined && faults.has("other-refusal")) return refusal(400, "A parameter is invalid.")
        if (found === undefined && faults.has("null-ad")) return json(200, { data: null })
        if (found === undefined) return refusal(faults.has("names-ad") ? 400 : 404, `No ad ${adId}.`)
        return json(200, {
          data: faults.has("no-app")
            ? { ...detailOf(found, window, origin), appId: null }
            : detailOf(found, window, origin),
          dataStartDate: isoDate(window.start),
          dataEndDate: isoDate(window.end)
        })
      }
      case "/restrictions": {
        const asked = restrictionsQl.exec(query.get("ql") ?? "")
        if (asked === null) {
          shared.violations.push(`${path}: ql ${query.get("ql")}`)
          return refusal(400, "The query is malformed.")
        }
        const all = shared.restrictions ?? restrictionsOf(nowMs)
        return json(
          200,
          pageOf(
            all.filter((one) => field(one, "actionTaken") === asked[1]),
            query,
            shared,
            0
          )
        )
      }
      default:
        return refusal(404, "Not Found")
    }
  },
  control: {
    /** How it counts offsets, whether its rows shift, how many a page has, and which storefronts it says it has. */
    behave: (input, { shared }) => {
      const offsets = field(input, "offsets")
      if (offsets === "records" || offsets === "pages") shared.offsets = offsets
      if (typeof field(input, "shifts") === "boolean") shared.shifts = field(input, "shifts") === true
      if (typeof field(input, "pageMax") === "number") shared.pageMax = Number(field(input, "pageMax"))
      const listed = field(input, "storefronts")
      if (Array.isArray(listed)) shared.storefronts = listed.map(String)
      if (listed === null) shared.storefronts = undefined
    },
    violations: (_, { shared }) => shared.violations,
    /** Rows of an app, in the vendor's own form, in place of its invented ones. */
    publish: (input, { shared }) => {
      const rows = field(input, "rows")
      shared.published.set(Number(field(input, "appId")), Array.isArray(rows) ? rows.map(Object) : [])
    },
    /** Apps by how many rows they have: the largest, one with few, and one without. */
    apps: (_, { nowMs, worlds }) => {
      const window = windowOf("LAST_90_DAYS", nowMs) ?? { start: 0, end: 0 }
      const { id } = largest(worlds, nowMs)
      const rows = worlds.first
        .at(dayOf(nowMs))
        .apps()
        .map((app) => ({ id: app.id, name: app.name, rows: shownIn(app, window, app.id === id) }))
      const of = (holds: (rows: ReadonlyArray<Shown>) => boolean) => rows.find(({ rows }) => holds(rows))?.id
      return {
        largest: id,
        some: of(
          (rows) => rows.length > 10 && rows.length < 40 && new Set(rows.map(({ country }) => country)).size === 25
        ),
        one: of((rows) => rows.length > 0 && new Set(rows.map(({ country }) => country)).size === 1),
        none: of((rows) => rows.length === 0)
      }
    },
    /** All apps have their invented rows again. */
    unpublish: (_, { shared }) => shared.published.clear(),
    /** Restrictions in the vendor's own form, in place of those invented. */
    restrict: (input, { shared }) => {
      shared.restrictions = Array.isArray(input) ? input.map(Object) : undefined
    },
    /** What an app shows in a window, as the vendor's rows, whole. */
    rows: (input, { nowMs, origin, worlds }) => {
      const window = windowOf(String(field(input, "datePreset") ?? "LAST_90_DAYS"), nowMs)
      const app = worlds.first.at(dayOf(nowMs)).byId(Number(field(input, "appId")))
      if (window === undefined || app === undefined) return []
      return shownIn(app, window, app.id === largest(worlds, nowMs).id).map((shown) => rowOf(shown, window, origin))
    }
  },
  samples: ({ nowMs, worlds }) => {
    const app = largest(worlds, nowMs)
    return { adId: adIdOf(app, 0) }
  }
})
