// What an account keeps in its workspace, as its pages list it: filters, order and columns stand in the address.
import type { Search } from "../../link.ts"
import { rowsAt } from "../../panels/rows.ts"

export type Listed = "apps" | "keywords"
export type Row = Readonly<Record<string, unknown>>

/** By what a list is filtered: names of the address, which are those of a view but for `find`, as `q` is the page's own. */
export const filters = {
  apps: ["find", "tag", "platform"],
  keywords: ["find", "tag", "country", "language"]
} as const
export type Filter = (typeof filters)[Listed][number]
const nameInView = (filter: Filter) => (filter === "find" ? "q" : filter)

/** The columns of each list and where in a row each is, those first that are shown unless others are chosen. */
export const columns: Readonly<Record<Listed, Readonly<Record<string, string>>>> = {
  apps: {
    appName: "appName",
    platform: "platform",
    tags: "tags",
    keywords: "counts.keywords",
    competitors: "counts.competitors",
    versions: "counts.versions",
    appId: "appId",
    country: "country",
    developerName: "developerName",
    category: "category",
    notes: "notes",
    createdAt: "createdAt",
    updatedAt: "updatedAt"
  },
  keywords: {
    keyword: "keyword",
    country: "country",
    rank: "collection.rank",
    tags: "tags",
    status: "collection.status",
    language: "language",
    device: "device",
    rankStatus: "collection.rankStatus",
    lastCollectedAt: "collection.lastCollectedAt",
    createdAt: "createdAt"
  }
}
export const usualColumns: Readonly<Record<Listed, ReadonlyArray<string>>> = {
  apps: Object.keys(columns.apps).slice(0, 6),
  keywords: Object.keys(columns.keywords).slice(0, 5)
}

/** How a list is looked at. */
export interface Look {
  readonly filter: Readonly<Partial<Record<Filter, string>>>
  readonly sort: { readonly by: string; readonly descending: boolean } | null
  /** None: the usual ones. */
  readonly columns: ReadonlyArray<string>
}

export interface SavedView extends Look {
  readonly id: string
  readonly name: string
}

export const textOf = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : ""
export const textsOf = (value: unknown): ReadonlyArray<string> =>
  Array.isArray(value) ? value.filter((each) => typeof each === "string") : []

export const lookIn = (listed: Listed, search: Search): Look => {
  const known = columns[listed]
  const by = (search.sort ?? "").replace(/^-/, "")
  return {
    filter: Object.fromEntries(filters[listed].flatMap((name) => (search[name] ? [[name, search[name]]] : []))),
    sort: Object.hasOwn(known, by) ? { by, descending: search.sort?.startsWith("-") === true } : null,
    columns: (search.columns ?? "").split(",").filter((name) => Object.hasOwn(known, name))
  }
}

/** A look as the address has it; what it doesn't have is taken out of there. */
export const searchOf = (listed: Listed, { columns, filter, sort }: Look): Search => ({
  ...Object.fromEntries(filters[listed].map((name) => [name, filter[name]])),
  sort: sort === null ? undefined : `${sort.descending ? "-" : ""}${sort.by}`,
  columns: columns.length === 0 ? undefined : columns.join(",")
})

export const isSameLook = (listed: Listed, a: Look, b: Look): boolean =>
  JSON.stringify(searchOf(listed, a)) === JSON.stringify(searchOf(listed, b))

const plain: Look = { filter: {}, sort: null, columns: [] }
/** Whether a list is looked at as it is by itself. */
export const isPlain = (listed: Listed, look: Look): boolean => isSameLook(listed, look, plain)

/** A look as a view is saved with it. */
export const savedOf = ({ columns, filter, sort }: Look) => ({
  filter: Object.fromEntries(
    Object.entries(filter).map(([name, value]) => [name === "find" ? "q" : name, value] as const)
  ),
  sort,
  columns
})

const viewPaths = ["id", "name", "sort.by", "sort.descending", "columns", "filter.q"]
export const viewsIn = (listed: Listed, data: unknown): ReadonlyArray<SavedView> =>
  rowsAt(data, "items", [...viewPaths, ...filters[listed].map((name) => `filter.${nameInView(name)}`)]).map((row) => {
    const by = textOf(row["sort.by"])
    return {
      id: textOf(row.id),
      name: textOf(row.name),
      filter: Object.fromEntries(
        filters[listed].flatMap((name) => {
          const value = textOf(row[`filter.${nameInView(name)}`])
          return value === "" ? [] : [[name, value]]
        })
      ),
      sort: by === "" ? null : { by, descending: row["sort.descending"] === true },
      columns: textsOf(row.columns)
    }
  })

const compare = (a: unknown, b: unknown): number => {
  if (typeof a === "number" && typeof b === "number") return a - b
  return (Array.isArray(a) ? a.join() : textOf(a)).localeCompare(Array.isArray(b) ? b.join() : textOf(b))
}
const isAbsent = (value: unknown) =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0)

/** Rows in the order of a look; what isn't told comes last either way. */
export const sorted = (listed: Listed, rows: ReadonlyArray<Row>, { sort }: Pick<Look, "sort">): ReadonlyArray<Row> => {
  const path = sort === null ? undefined : columns[listed][sort.by]
  if (sort === null || path === undefined) return rows
  return rows.toSorted((one, other) => {
    const [a, b] = [one[path], other[path]]
    if (isAbsent(a) || isAbsent(b)) return Number(isAbsent(a)) - Number(isAbsent(b))
    return sort.descending ? compare(b, a) : compare(a, b)
  })
}
