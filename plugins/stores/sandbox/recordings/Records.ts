import type { Json, JsonObject } from "@storeglass/sandbox"
import { asArray, isObject, numberAt, type RecordedFile, textAt } from "@storeglass/sandbox/recordings"
import { slugOf } from "@storeglass/sandbox/world"

/** What the vendor's records carry. Archives add keys of their own, which are not served. */
const vendorKeys = new Set(
  `advisories appletvScreenshotUrls artistId artistName artistViewUrl artworkUrl100 artworkUrl512 artworkUrl60
  averageUserRating averageUserRatingForCurrentVersion bundleId contentAdvisoryRating currency
  currentVersionReleaseDate description features fileSizeBytes formattedPrice genreIds genres ipadScreenshotUrls
  isGameCenterEnabled isVppDeviceBasedLicensingEnabled kind languageCodesISO2A minimumOsVersion price primaryGenreId
  primaryGenreName releaseDate releaseNotes screenshotUrls sellerName sellerUrl supportedDevices trackCensoredName
  trackContentRating trackId trackName trackViewUrl userRatingCount userRatingCountForCurrentVersion version
  wrapperType`.split(/\s+/)
)

const vendorFields = (record: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(record).filter(([key]) => vendorKeys.has(key)))

const isRecord = (value: Json | undefined): value is JsonObject =>
  numberAt(value, "trackId") !== undefined && textAt(value, "trackName") !== undefined

const countryOfUrl = (url: string | undefined): string | undefined =>
  /apple\.com\/([a-z]{2})\//i.exec(url ?? "")?.[1]?.toLowerCase()

interface RecordedSearch {
  readonly slug: string
  readonly country: string
  readonly day: number
  readonly results: ReadonlyArray<JsonObject>
}

/** `us-slack-39-results-mac-2020-09` was a search for "slack"; `kr-10-results-2021` does not say. */
export const searchTermOf = (file: RecordedFile): string | undefined => {
  if (!/search|results?\b/i.test(file.path)) return undefined
  const name = file.country === undefined ? file.name : file.name.slice(3)
  const counted = /^(.*?)-?\d+-(?:results?|claimed)\b/i.exec(name)?.[1]
  const term = counted ?? name.replace(/-?(?:results?|search|20\d{2}(?:-\d{2}){0,2}).*$/i, "")
  return term === "" ? undefined : term.replace(/[-_+]+/g, " ")
}

/** Lookup records by country and id, and the searches that gave some of them. */
export class Records {
  private readonly byCountry = new Map<string, Map<number, JsonObject>>()
  private readonly searches: Array<RecordedSearch> = []

  /** Takes what a file holds of lookup records, at whatever depth; false when it holds none. */
  add(file: RecordedFile): boolean {
    if (isObject(file.json) && Array.isArray(file.json.results) && "resultCount" in file.json) {
      const results = asArray(file.json.results).filter(isRecord)
      for (const record of results) this.keep(record, file.country)
      const term = searchTermOf(file)
      const country = countryOfUrl(textAt(results[0], "trackViewUrl")) ?? file.country
      if (term !== undefined && country !== undefined && results.length > 0) {
        this.searches.push({ slug: slugOf(term), country, day: file.day ?? 0, results })
      }
      return true
    }
    return this.addNested(file.json, file.country)
  }

  private addNested(value: Json | undefined, country: string | undefined): boolean {
    if (isRecord(value)) {
      this.keep(vendorFields(value), country)
      return true
    }
    if (Array.isArray(value)) {
      // A list of anything else is somebody else's.
      return isRecord(value[0]) ? value.map((item) => this.addNested(item, country)).includes(true) : false
    }
    if (!isObject(value)) return false
    return Object.entries(value)
      .filter(([, nested]) => isRecord(nested) || Array.isArray(nested))
      .map(([key, nested]) => this.addNested(nested, /^[a-z]{2}$/i.test(key) ? key.toLowerCase() : country))
      .includes(true)
  }

  /** Of two recordings of one app in one country, the one with the newer version is kept. */
  private keep(record: JsonObject, fallback: string | undefined): void {
    const country = countryOfUrl(textAt(record, "trackViewUrl")) ?? fallback ?? "us"
    const trackId = numberAt(record, "trackId")
    if (trackId === undefined) return
    const here = this.byCountry.get(country) ?? new Map<number, JsonObject>()
    this.byCountry.set(country, here)
    const age = (kept: JsonObject | undefined): string => textAt(kept, "currentVersionReleaseDate") ?? ""
    if (!here.has(trackId) || age(record) >= age(here.get(trackId))) here.set(trackId, record)
  }

  all(country: string): ReadonlyArray<JsonObject> {
    return [...(this.byCountry.get(country)?.values() ?? [])]
  }

  byTrackId(country: string, trackId: number): JsonObject | undefined {
    return this.byCountry.get(country)?.get(trackId)
  }

  /** An app's record in any country: for what is the same in all of them. */
  anywhere(trackId: number): JsonObject | undefined {
    for (const records of this.byCountry.values()) {
      const record = records.get(trackId)
      if (record !== undefined) return record
    }
    return undefined
  }

  byBundleId(country: string, bundleId: string): JsonObject | undefined {
    const wanted = bundleId.toLowerCase()
    return this.all(country).find((record) => textAt(record, "bundleId")?.toLowerCase() === wanted)
  }

  byArtistId(country: string, artistId: number): ReadonlyArray<JsonObject> {
    return this.all(country).filter((record) => numberAt(record, "artistId") === artistId)
  }

  /** The country and id of the app with a name, for pages that do not tell their own id. */
  byName(country: string, name: string): JsonObject | undefined {
    return this.all(country).find((record) => textAt(record, "trackName") === name)
  }

  /**
   * The recorded answer for a term: the newest that is long enough, else the longest, since a short one was cut by its
   * limit. Without one, every record of the country whose title or seller has all the words.
   */
  search(country: string, term: string, limit: number): ReadonlyArray<JsonObject> {
    const slug = slugOf(term)
    const recorded = this.searches
      .filter((search) => search.country === country && search.slug === slug)
      .sort((a, b) => Math.min(b.results.length, limit) - Math.min(a.results.length, limit) || b.day - a.day)
    const [best] = recorded
    if (best !== undefined) return best.results
    const words = slug.split("-").filter((word) => word !== "")
    if (words.length === 0) return []
    const haystack = (record: JsonObject): { readonly title: string; readonly seller: string } => ({
      title: slugOf(textAt(record, "trackName") ?? ""),
      seller: slugOf(`${textAt(record, "sellerName") ?? ""} ${textAt(record, "artistName") ?? ""}`)
    })
    return this.all(country)
      .map((record) => ({ record, ...haystack(record) }))
      .filter(({ seller, title }) => words.every((word) => title.includes(word) || seller.includes(word)))
      .map(({ record, title }) => ({
        record,
        inTitle: words.filter((word) => title.includes(word)).length,
        ratings: numberAt(record, "userRatingCount") ?? 0
      }))
      .sort((a, b) => b.inTitle - a.inTitle || b.ratings - a.ratings)
      .map(({ record }) => record)
  }
}
