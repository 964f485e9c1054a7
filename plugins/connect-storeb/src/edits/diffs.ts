/** What a change of a track or a listing would change, worked out from what is there and what is asked. */
import type { Change, Warning } from "@storeglass/plugin-api"
import { askedAs } from "./neutral.ts"
import type { AskedRelease, EndedRollout, Listing, Release, Track } from "./schema.ts"

const sorted = (texts: ReadonlyArray<string>) => texts.toSorted((a, b) => a.localeCompare(b, "en", { numeric: true }))
const byLanguage = (notes: Release["releaseNotes"]) =>
  notes.toSorted((a, b) => (a.language < b.language ? -1 : a.language > b.language ? 1 : 0))
const alike = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** A release by its version codes, or by its name where it has none. */
const keyed = <R extends Pick<Release, "name" | "versionCodes">>(
  releases: ReadonlyArray<R>
): ReadonlyMap<string, R> => {
  const found = new Map<string, R>()
  for (const release of releases) {
    const codes = sorted(release.versionCodes).join("+")
    const key = codes === "" ? (release.name ?? "draft") : codes
    let free = key
    for (let serial = 2; found.has(free); serial++) free = `${key}#${serial}`
    found.set(free, release)
  }
  return found
}

/** The same whatever order the vendor gives its parts in. */
const plain = ({ countryTargeting, releaseNotes, versionCodes, ...release }: Release) => ({
  ...release,
  versionCodes: sorted(versionCodes),
  releaseNotes: byLanguage(releaseNotes).map(({ language, text }) => ({ language, text })),
  countryTargeting:
    countryTargeting === null
      ? null
      : {
          countries: sorted(countryTargeting.countries),
          includeRestOfWorld: countryTargeting.includeRestOfWorld
        }
})

const fields = ["name", "status", "userFraction", "releaseNotes", "countryTargeting", "inAppUpdatePriority"] as const
/** What the vendor chooses, or keeps, where nobody says it. */
const isLeft = (field: string, value: unknown) =>
  value === null && (field === "name" || field === "inAppUpdatePriority")

export const trackDiff = (
  { releases }: Pick<Track, "releases">,
  asked: ReadonlyArray<AskedRelease>
): ReadonlyArray<Change> => {
  const before = keyed(releases)
  const after = keyed(asked.map(askedAs))
  return sorted([...new Set([...before.keys(), ...after.keys()])]).flatMap((key): ReadonlyArray<Change> => {
    const [was, becomes] = [before.get(key), after.get(key)]
    const field = `releases.${key}`
    if (was === undefined || becomes === undefined) {
      return [{ field, from: was === undefined ? null : plain(was), to: becomes === undefined ? null : plain(becomes) }]
    }
    const [from, to] = [plain(was), plain(becomes)]
    return fields.flatMap((name) =>
      alike(from[name], to[name]) || isLeft(name, to[name])
        ? []
        : [{ field: `${field}.${name}`, from: from[name], to: to[name] }]
    )
  })
}

const isServed = ({ status }: Release) => status !== "draft"
const isStaged = ({ status }: Release) => status === "inProgress" || status === "halted"

/** A staged rollout that is to reach more users, beside what those have now. */
export interface RaisedRollout {
  readonly candidate: ReadonlyArray<string>
  readonly baseline: ReadonlyArray<string>
}
const shareOf = ({
  status,
  userFraction
}: {
  readonly status: string | null
  readonly userFraction?: number | null
}) =>
  // One that is halted reaches nobody new.
  status === "completed" ? 1 : status === "inProgress" ? (userFraction ?? 0) : 0

/** The rollouts that go on to more users: halted ones that are resumed too, new ones not, of which nothing is known yet. */
export const raisedRollouts = (
  { releases }: Pick<Track, "releases">,
  asked: ReadonlyArray<AskedRelease>
): ReadonlyArray<RaisedRollout> =>
  asked.flatMap((release) => {
    const candidate = sorted(release.versionCodes ?? [])
    const before = releases.find((one) => isStaged(one) && one.versionCodes.some((code) => candidate.includes(code)))
    if (before === undefined || shareOf(release) <= shareOf(before)) return []
    const baseline = releases
      .filter((one) => isServed(one) && !one.versionCodes.some((code) => candidate.includes(code)))
      .flatMap(({ versionCodes }) => versionCodes)
    return [{ candidate, baseline: sorted(baseline) }]
  })

export interface Lost {
  readonly deactivated: ReadonlyArray<string>
  readonly endedRollouts: ReadonlyArray<EndedRollout>
}
/** What goes because it isn't named. */
export const lostBy = ({ releases }: Pick<Track, "releases">, asked: ReadonlyArray<AskedRelease>): Lost => {
  const named = new Set(asked.flatMap(({ versionCodes = [] }) => versionCodes))
  const served = new Set(releases.filter(isServed).flatMap(({ versionCodes }) => versionCodes))
  return {
    deactivated: sorted([...served].filter((code) => !named.has(code))),
    endedRollouts: releases
      .filter((release) => isStaged(release) && !release.versionCodes.some((code) => named.has(code)))
      .map(({ name, userFraction, versionCodes }) => ({ name, versionCodes, userFraction }))
  }
}
export const lostWarnings = ({ deactivated, endedRollouts }: Lost): ReadonlyArray<Warning> => [
  ...(deactivated.length === 0
    ? []
    : [
        {
          code: "VERSIONS_ARE_DEACTIVATED",
          message: `nobody gets ${deactivated.join(", ")} any more: releases (body) doesn't name ${deactivated.length === 1 ? "it" : "them"}`
        }
      ]),
  ...endedRollouts.map(({ name, userFraction, versionCodes }) => ({
    code: "ROLLOUT_ENDS",
    message: `the staged rollout of ${name ?? versionCodes.join(", ")}${userFraction === null ? "" : `, at ${userFraction},`} ends: releases (body) doesn't name it`
  }))
]

/** The fields of a listing that are asked for. */
export interface AskedListing {
  readonly title?: string
  readonly shortDescription?: string
  readonly fullDescription?: string
  readonly video?: string | null
}
const texts = ["title", "shortDescription", "fullDescription", "video"] as const

export const listingDiff = (before: Listing | null, asked: AskedListing): ReadonlyArray<Change> =>
  texts.flatMap((field) => {
    const [from, to] = [before?.[field] ?? null, asked[field]]
    return to === undefined || (before !== null && from === to) ? [] : [{ field, from, to }]
  })

/** What to know of any commit. */
export const commitWarnings = ({
  changesInReview,
  sendForReview
}: {
  readonly changesInReview: "error" | "cancel"
  readonly sendForReview: boolean
}): ReadonlyArray<Warning> => [
  sendForReview
    ? {
        code: "SENDS_ALL_CHANGES",
        message: "the vendor sends for review whatever else was prepared in the console, by whomever"
      }
    : { code: "NOT_SENT_FOR_REVIEW", message: "someone must send it for review in the console" },
  ...(changesInReview === "cancel"
    ? [{ code: "REVIEW_IS_CANCELLED", message: "a review that is under way is cancelled, and begins anew" }]
    : [])
]
