import { storefrontLanguage } from "@storeglass/stores/contract"

interface InLanguage {
  readonly language: string
}

/** The likely whole of a tag; undefined where it is none. Norwegian has two codes, of which stores use either. */
const localeOf = (tag: string) => {
  try {
    const { language, region, script } = new Intl.Locale(tag).maximize()
    return { language: language === "no" ? "nb" : language, region, script }
  } catch {
    return undefined
  }
}
const regionOf = (tag: string) => new Intl.Locale(tag).region

/** Which region's texts people of a country read where there are none of their own, best first. */
const regionsFor = (country: string, language: string): ReadonlyArray<string | undefined> => {
  const own = country.toUpperCase()
  const likely = localeOf(language)?.region
  const family =
    language === "en"
      ? country === "us" || country === "ca"
        ? ["US", "GB"]
        : ["GB", "US"]
      : language === "es" && country !== "es"
        ? ["419", "MX", "ES"]
        : [likely]
  return [own, undefined, ...family]
}

/** Of versions in different languages the one that a storefront shows; undefined: none, or nobody can tell which. */
export const shownIn = <V extends InLanguage>(country: string, versions: ReadonlyArray<V>): V | undefined => {
  const language = storefrontLanguage(country)
  const locale = localeOf(language)
  const alike = versions.filter((version) => {
    const other = localeOf(version.language)
    return other !== undefined && other.language === locale?.language && other.script === locale?.script
  })
  if (alike.length === 1) return alike[0]
  for (const region of regionsFor(country, language)) {
    const found = alike.find((version) => regionOf(version.language) === region)
    if (found !== undefined) return found
  }
  return undefined
}

/** The app's own storefront, and of each further language that has a version one in which it's shown; at most so many. */
export const storefrontsFor = (country: string, versions: ReadonlyArray<InLanguage>, max: number) => {
  const watched = new Set([country])
  const seen = new Set([shownIn(country, versions)])
  for (const version of versions) {
    const likely = localeOf(version.language)?.region?.toLowerCase()
    if (watched.size >= max || seen.has(version) || likely === undefined || shownIn(likely, versions) !== version)
      continue
    watched.add(likely)
    seen.add(version)
  }
  return [...watched]
}
