// How much terms are searched for, as the vendor's pages have it: the same for all who ask, weekly, and not of every term.
import { hash, textHash } from "@storeglass/sandbox/world"
import type { AdAccount } from "./invented.ts"

const member = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined
const list = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

const known = new Set(["fields", "filters", "sorting", "timeRange", "pagination"])
const genres = ["PRODUCTIVITY_UTILITIES", "LIFESTYLE", "PHOTO_VIDEO"]
const weekday = (day: unknown) =>
  typeof day === "string" && /^\d{4}-\d{2}-\d{2}$/.test(day) ? new Date(`${day}T00:00:00Z`).getUTCDay() : -1

/** What a query gives, or why it isn't valid. */
export const popular = (account: AdAccount, body: object): object | string => {
  const strange = Object.keys(body).find((name) => !known.has(name))
  if (strange !== undefined) return `'${strange}' is unknown.`
  const range = member(body, "timeRange")
  const [start, end] = [member(range, "start"), member(range, "end")]
  const weekly = member(range, "granularity") === "WEEKLY_SUN_SAT" && member(range, "timeZone") === undefined
  if (!weekly || weekday(start) !== 0 || weekday(end) !== 6) return "The week is from Sunday to Saturday."
  const filters = list(member(body, "filters"))
  const named = (field: string) => filters.find((filter) => member(filter, "field") === field)
  const country = member(named("countryOrRegion"), "value")
  if (typeof country !== "string" || !/^[A-Z]{2}$/.test(country)) return "A countryOrRegion is required."
  const asked = new Set(list(member(named("searchTerm"), "value")).map(String))
  const words = new Set(account.keywords.map(({ text }) => text.toLowerCase()))
  // Words of the account's own keywords are searched for; one of three too seldom to be listed.
  const terms = [...asked].filter((term) => words.has(term) && textHash(term) % 3 !== 0)
  const rows = terms.flatMap((searchTerm) => {
    const key = textHash(`${country} ${searchTerm}`)
    const popularity = 20 + (hash(key, 1) % 80)
    return genres.slice(0, 1 + (key % 2)).map((genre, at) => ({
      week: start,
      countryOrRegion: country,
      genre,
      searchTerm,
      rankInGenre: 1 + (hash(key, at, 2) % 500),
      searchPopularityInGenre: Math.min(100, popularity + at * 3),
      searchPopularity1to100: popularity,
      searchPopularity1to5: Math.ceil(popularity / 20)
    }))
  })
  return { result: { rows }, pagination: { offset: 0, pageSize: 5_000, totalCount: rows.length } }
}
