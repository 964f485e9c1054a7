/** Which of an account's versions are shipped. */
import { byCodePoint } from "@storeglass/stores/contract"
import type { KeptVersion } from "@storeglass/workspace/contract"
import type { Platform } from "../rules/metadata.ts"
import type { ListingFiles } from "./schema.ts"
import { localeOfVersion } from "./texts.ts"

type Skipped = ListingFiles["skipped"][number]

/** One version for each locale, the latest made first; what has no locale, or stands behind another, is skipped. */
export const chosen = (platform: Platform, versions: ReadonlyArray<KeptVersion>, isNamed: boolean) => {
  const byLocale = new Map<string, KeptVersion>()
  const skipped: Array<Skipped> = []
  for (const version of versions) {
    const { id, language } = version
    const locale = localeOfVersion(platform, version)
    if (locale === undefined) skipped.push({ versionId: id, language, reason: "no_locale" })
    else if (!byLocale.has(locale)) byLocale.set(locale, version)
    // An earlier version of the same language is what the latest one replaces.
    else if (isNamed || byLocale.get(locale)?.language !== language)
      skipped.push({ versionId: id, language, reason: "same_locale" })
  }
  return { byLocale: [...byLocale].sort(([a], [b]) => byCodePoint(a, b)), skipped }
}

/** Keeps the first skip of each language: older versions of it say nothing more. */
export const onceByLanguage = (skipped: ReadonlyArray<Skipped>) =>
  [...new Map(skipped.toReversed().map((one) => [one.language, one])).values()].sort((a, b) =>
    byCodePoint(a.language, b.language)
  )
