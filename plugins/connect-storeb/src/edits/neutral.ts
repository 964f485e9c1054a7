/** The vendor's tracks and listings in our words, and back. */
import { wordOf } from "../vendor/neutral.ts"
import { localeOf } from "./limits.ts"
import { type AskedRelease, type Listing, type Release, type ReleaseState, statuses, type Track } from "./schema.ts"
import type * as V from "./shapes.ts"

/** The vendor has nothing both as an absent field and as an empty one. */
const textOf = (text: string | null | undefined) => (text === undefined || text === "" ? null : text)

export const releaseOf = (release: V.Release): Release => {
  const { countryTargeting: targeting } = release
  return {
    name: textOf(release.name),
    versionCodes: release.versionCodes ?? [],
    status: release.status === "statusUnspecified" ? null : textOf(release.status),
    userFraction: release.userFraction ?? null,
    releaseNotes: (release.releaseNotes ?? []).flatMap(({ language, text }) =>
      language === null || language === undefined ? [] : [{ language, text: text ?? "" }]
    ),
    countryTargeting:
      targeting === null || targeting === undefined
        ? null
        : { countries: targeting.countries ?? [], includeRestOfWorld: targeting.includeRestOfWorld ?? false },
    inAppUpdatePriority: release.inAppUpdatePriority ?? null
  }
}
export const trackOf = ({ releases, track }: V.Track): Track => ({ track, releases: (releases ?? []).map(releaseOf) })

export const releaseStateOf = ({
  activeArtifacts,
  releaseLifecycleState,
  releaseName
}: V.ReleaseSummary): ReleaseState => ({
  name: textOf(releaseName),
  versionCodes: (activeArtifacts ?? []).flatMap(({ versionCode }) =>
    versionCode === null || versionCode === undefined ? [] : [String(versionCode)]
  ),
  lifecycleState: wordOf(releaseLifecycleState?.replace(/^RELEASE_LIFECYCLE_STATE(?:_(?!UNSPECIFIED)|)/, ""))
})

export const listingOf = ({ fullDescription, language, shortDescription, title, video }: V.Listing): Listing => ({
  language,
  title: textOf(title),
  shortDescription: textOf(shortDescription),
  fullDescription: textOf(fullDescription),
  video: textOf(video)
})

/** A release with what is asked of it; what isn't said of its name and priority is left to the vendor. */
export const askedAs = (asked: AskedRelease): Release => ({
  name: asked.name ?? null,
  versionCodes: asked.versionCodes ?? [],
  status: asked.status,
  userFraction: asked.userFraction ?? null,
  releaseNotes: (asked.releaseNotes ?? []).map(({ language, text }) => ({
    language: localeOf(language) ?? language,
    text
  })),
  countryTargeting:
    asked.countryTargeting === undefined
      ? null
      : {
          countries: asked.countryTargeting.countries.map((country) => country.toUpperCase()),
          includeRestOfWorld: asked.countryTargeting.includeRestOfWorld ?? false
        },
  inAppUpdatePriority: asked.inAppUpdatePriority ?? null
})

/** A release as it is, asked for again; undefined where it's in a state that this version doesn't know. */
export const askedAgain = ({
  countryTargeting,
  inAppUpdatePriority,
  name,
  releaseNotes,
  userFraction,
  versionCodes,
  ...release
}: Release): AskedRelease | undefined => {
  const status = statuses.find((one) => one === release.status)
  if (status === undefined) return undefined
  const notes = releaseNotes.filter(({ text }) => text.trim() !== "")
  return {
    ...(name === null ? {} : { name }),
    versionCodes,
    status,
    ...(userFraction === null ? {} : { userFraction }),
    ...(notes.length === 0 ? {} : { releaseNotes: notes }),
    ...(countryTargeting === null ? {} : { countryTargeting }),
    ...(inAppUpdatePriority === null ? {} : { inAppUpdatePriority })
  }
}

/** As the vendor takes it: what is null isn't sent. */
export const sentAs = (asked: AskedRelease): V.Release => {
  const { countryTargeting, inAppUpdatePriority, name, releaseNotes, userFraction, versionCodes } = askedAs(asked)
  return {
    ...(name === null ? {} : { name }),
    versionCodes,
    status: asked.status,
    ...(userFraction === null ? {} : { userFraction }),
    ...(releaseNotes.length === 0 ? {} : { releaseNotes }),
    ...(countryTargeting === null ? {} : { countryTargeting }),
    ...(inAppUpdatePriority === null ? {} : { inAppUpdatePriority })
  }
}
