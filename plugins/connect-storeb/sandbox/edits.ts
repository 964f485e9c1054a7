/** Edits by the vendor's rules: one open for each user and app, and a change by anybody else ends it. */
import { json, nothing, type Reply, type SandboxRequest } from "@storeglass/sandbox"
import { failure, notAllowed, notFound } from "./replies.ts"

interface Release {
  name?: string
  versionCodes?: ReadonlyArray<string>
  status?: string
  userFraction?: number
  releaseNotes?: ReadonlyArray<{ readonly language: string; readonly text: string }>
  [field: string]: unknown
}
interface Track {
  readonly track: string
  releases: ReadonlyArray<Release>
}
interface Listing {
  language: string
  title?: string
  shortDescription?: string
  fullDescription?: string
  video?: string
}
/** What customers get, or would get if an edit were committed. */
interface Store {
  readonly tracks: Array<Track>
  readonly listings: Array<Listing>
}
interface Edit {
  readonly id: string
  readonly insertedMs: number
  readonly expiresMs: number
  readonly store: Store
  ended: "deleted" | "expired" | "committed" | null
}
export interface Commit {
  readonly editId: string
  readonly atMs: number
  /** What it changed, by `track:production` or `listing:en-US`. */
  readonly changed: ReadonlyArray<{ readonly what: string; readonly to: unknown }>
  readonly sentForReview: boolean
  /** What others had prepared in the console, and went along. */
  readonly prepared: string | null
}
type Step = "insert" | "read" | "patch" | "validate" | "commit" | "delete"
export interface AppEdits {
  live: Store
  readonly artifacts: Array<string>
  readonly edits: Array<Edit>
  readonly commits: Array<Commit>
  review: "none" | "in_review"
  /** How the vendor wants a commit's `changesNotSentForReview`. */
  sends: "either" | "automatic" | "manual"
  /** Someone changes something in the console just before the next such step. */
  consoleBefore: Step | null
  prepared: string | null
  reviewsCancelled: number
}

const expiryMs = 3_600_000
/** Two inserts within that give the same edit. */
const sameMs = 2_000

export const editsOf = (name: string): AppEdits => ({
  live: {
    tracks: [
      {
        track: "production",
        releases: [
          {
            name: "1.4.0",
            versionCodes: ["140"],
            status: "inProgress",
            userFraction: 0.1,
            releaseNotes: [
              { language: "en-US", text: "Faster sync, and fixes." },
              { language: "de-DE", text: "Schnelleres Abgleichen, und Behebungen." }
            ],
            inAppUpdatePriority: 2
          },
          {
            name: "1.3.2",
            versionCodes: ["132"],
            status: "completed",
            releaseNotes: [{ language: "en-US", text: "Fixes." }]
          }
        ]
      },
      {
        track: "beta",
        releases: [
          {
            name: "1.5.0-beta",
            versionCodes: ["150"],
            status: "completed",
            countryTargeting: { countries: ["DE", "US"], includeRestOfWorld: false }
          },
          { name: "1.6.0", versionCodes: [], status: "draft" }
        ]
      },
      { track: "wear:production", releases: [] }
    ],
    listings: [
      {
        language: "en-US",
        title: name.slice(0, 30),
        shortDescription: "Everything in one place.",
        fullDescription: "Everything in one place.\n\nWithout limits.",
        video: "https://www.youtube.com/watch?v=abcdefghijk"
      },
      {
        language: "de-DE",
        title: name.slice(0, 30),
        shortDescription: "Alles an einem Ort.",
        fullDescription: "Alles an einem Ort."
      }
    ]
  },
  artifacts: ["132", "140", "150", "151", "160"],
  edits: [],
  commits: [],
  review: "none",
  sends: "either",
  consoleBefore: null,
  prepared: null,
  reviewsCancelled: 0
})

const isOpen = ({ ended, expiresMs }: Edit, nowMs: number) => ended === null && expiresMs > nowMs
const appEdit = ({ expiresMs, id }: Edit) => ({ id, expiryTimeSeconds: String(Math.floor(expiresMs / 1_000)) })

/** Somebody publishes something in the console: all open edits are no more. */
const useConsole = (app: AppEdits) => {
  for (const edit of app.edits) edit.ended ??= "expired"
  const [listing] = app.live.listings
  if (listing !== undefined)
    listing.shortDescription = `Changed in the console, ${app.commits.length + app.edits.length}.`
}

const invalid = (message: string, reason = "badRequest") =>
  failure(400, "INVALID_ARGUMENT", message, { reason, domain: "androidpublisher" })
const precondition = (message: string, reason: string) =>
  failure(400, "FAILED_PRECONDITION", message, { reason, domain: "androidpublisher" })
const over = ({ ended }: Pick<Edit, "ended">): Reply =>
  ended === "expired"
    ? failure(410, "FAILED_PRECONDITION", "This edit has expired. Please create a new Edit.", { reason: "editExpired" })
    : precondition("This Edit has been deleted.", "editDeleted")

const bodyOf = (request: SandboxRequest): Readonly<Record<string, unknown>> => {
  try {
    const body: unknown = JSON.parse(request.body)
    return typeof body === "object" && body !== null ? { ...body } : {}
  } catch {
    return {}
  }
}
const textAt = (body: Readonly<Record<string, unknown>>, name: string) => {
  const text = body[name]
  return typeof text === "string" ? text : undefined
}

/** What is wrong with the releases of a track. */
const releasesProblem = (releases: ReadonlyArray<Release>, { artifacts }: AppEdits): string | undefined => {
  for (const { name, releaseNotes = [], status, userFraction, versionCodes = [] } of releases) {
    const unknown = versionCodes.find((code) => !artifacts.includes(code))
    if (unknown !== undefined) return `Version code ${unknown} was not found.`
    const staged = status === "inProgress" || status === "halted"
    if (!["draft", "inProgress", "halted", "completed"].includes(status ?? "")) return "Invalid release status."
    if (status === "inProgress" && userFraction === undefined) return "A rollout in progress needs a user fraction."
    if (userFraction !== undefined && (!staged || userFraction <= 0 || userFraction >= 1))
      return "Invalid user fraction."
    if (status !== "draft" && versionCodes.length === 0) return "A release without APKs can only be a draft."
    if ((name ?? "").length > 50) return "The release name is too long."
    if (releaseNotes.some(({ text }) => [...text].length > 500)) return "Release notes are too long."
  }
  return releases.filter(({ status }) => status === "completed").length > 1
    ? "There can be at most one completed release."
    : undefined
}
const listingProblem = ({ fullDescription, language, shortDescription, title }: Listing): string | undefined => {
  const long =
    [...(title ?? "")].length > 30 ||
    [...(shortDescription ?? "")].length > 80 ||
    [...(fullDescription ?? "")].length > 4_000
  if (long) return `The listing for ${language} is too long.`
  return [title, shortDescription, fullDescription].includes(undefined) ||
    [title, shortDescription, fullDescription].includes("")
    ? `This app has no title or description set for language ${language}.`
    : undefined
}
const storeProblem = ({ listings }: Store) => listings.map(listingProblem).find((problem) => problem !== undefined)

const isRelease = (release: unknown): release is Release => typeof release === "object" && release !== null

const changedIn = (before: Store, after: Store): Commit["changed"] => {
  const rows = ({ listings, tracks }: Store) =>
    new Map<string, unknown>([
      ...tracks.map((track) => [`track:${track.track}`, track.releases] as const),
      ...listings.map((listing) => [`listing:${listing.language}`, listing] as const)
    ])
  const old = rows(before)
  return [...rows(after)].flatMap(([what, to]) =>
    JSON.stringify(old.get(what)) === JSON.stringify(to) ? [] : [{ what, to }]
  )
}

const commit = (app: AppEdits, edit: Edit, query: URLSearchParams, nowMs: number): Reply => {
  const problem = storeProblem(edit.store)
  if (problem !== undefined) return invalid(problem)
  const withheld = query.get("changesNotSentForReview") === "true"
  if (withheld && app.sends === "automatic") {
    return invalid(
      "Changes are sent for review automatically. The query parameter changesNotSentForReview must not be set."
    )
  }
  if (!withheld && app.sends === "manual") {
    return invalid(
      "Changes cannot be sent for review automatically. Please set the query parameter changesNotSentForReview to true. Once committed, the changes in this edit can be sent for review from the console."
    )
  }
  if (app.review === "in_review") {
    if (query.get("changesInReviewBehavior") === "ERROR_IF_IN_REVIEW") {
      return failure(409, "ABORTED", "Changes of this app are already in review.", {
        reason: "CHANGES_ALREADY_IN_REVIEW"
      })
    }
    app.review = "none"
    app.reviewsCancelled++
  }
  app.commits.push({
    editId: edit.id,
    atMs: nowMs,
    changed: changedIn(app.live, edit.store),
    sentForReview: !withheld,
    prepared: withheld ? null : app.prepared
  })
  if (!withheld) app.prepared = null
  app.live = structuredClone(edit.store)
  for (const each of app.edits) each.ended ??= each === edit ? "committed" : "deleted"
  return json(200, appEdit(edit))
}

interface Asking {
  readonly rights: ReadonlyArray<string>
  readonly nowMs: number
}

const ofTracks = (app: AppEdits, edit: Edit, { method, ...request }: SandboxRequest, name: string): Reply => {
  if (name === "" && method === "GET")
    return json(200, { kind: "androidpublisher#tracksListResponse", tracks: edit.store.tracks })
  const track = edit.store.tracks.find((one) => one.track === name)
  if (track === undefined) return notFound(`Track ${name} was`)
  if (method === "GET") return json(200, track)
  if (method !== "PATCH" && method !== "PUT") return notFound("Requested entity was")
  const { releases } = bodyOf({ method, ...request })
  const asked = Array.isArray(releases) ? releases.filter(isRelease) : []
  const problem = releasesProblem(asked, app)
  if (problem !== undefined) return invalid(problem)
  // The vendor names a release after its app's version where nobody does.
  track.releases = asked.map((release) => ({
    ...release,
    name: release.name ?? `${release.versionCodes?.[0] ?? "draft"} (auto)`
  }))
  return json(200, track)
}

const ofListings = (edit: Edit, request: SandboxRequest, language: string): Reply => {
  const { listings } = edit.store
  if (language === "" && request.method === "GET") {
    return json(200, { kind: "androidpublisher#listingsListResponse", listings })
  }
  const found = listings.find((one) => one.language === language)
  if (request.method === "GET") return found === undefined ? notFound(`Listing ${language} was`) : json(200, found)
  const body = bodyOf(request)
  const listing = request.method === "PUT" ? { language } : found
  if (listing === undefined || !["PATCH", "PUT"].includes(request.method)) return notFound(`Listing ${language} was`)
  const written: Listing = { ...listing }
  for (const field of ["title", "shortDescription", "fullDescription", "video"] as const) {
    const text = textAt(body, field)
    if (text !== undefined) written[field] = text
  }
  if ([...(written.title ?? "")].length > 30) return invalid(`The listing for ${language} is too long.`)
  if (found === undefined) listings.push(written)
  else listings[listings.indexOf(found)] = written
  return json(200, written)
}

const inEdit = /^([^/:]+)(?::(validate|commit)|\/(tracks|listings)(?:\/(.+))?)?$/
const stepOf = (method: string, verb: string, list: string): Step =>
  verb === "validate" || verb === "commit"
    ? verb
    : list !== ""
      ? method === "GET"
        ? "read"
        : "patch"
      : method === "DELETE"
        ? "delete"
        : "read"

const states: Readonly<Record<string, string>> = { draft: "DRAFT", completed: "PUBLISHED", inProgress: "PUBLISHED" }
const summaries = ({ live, review }: AppEdits, name: string): Reply => {
  const track = live.tracks.find((one) => one.track === name)
  if (track === undefined) return notFound(`Track ${name} was`)
  return json(200, {
    releases: track.releases.slice(0, 20).map(({ name: releaseName, status, versionCodes = [] }, index) => ({
      track: name,
      releaseName,
      activeArtifacts: versionCodes.map((code) => ({ versionCode: Number(code) })),
      releaseLifecycleState: `RELEASE_LIFECYCLE_STATE_${review === "in_review" && index === 0 ? "IN_REVIEW" : (states[status ?? ""] ?? "UNSPECIFIED")}`
    }))
  })
}

/** What is asked about edits of an app, its path below the app's; undefined where it's about something else. */
export const answerEdits = (
  request: SandboxRequest,
  below: string,
  app: AppEdits,
  { nowMs, rights }: Asking
): Reply | undefined => {
  const { method, query } = request
  const [, track] = /^tracks\/([^/]+)\/releases$/.exec(below) ?? []
  if (track !== undefined && method === "GET") {
    return rights.includes("releases") ? summaries(app, decodeURIComponent(track)) : notAllowed
  }
  if (below !== "edits" && !below.startsWith("edits/")) return undefined
  if (below === "edits") {
    if (method !== "POST") return notFound("Requested entity was")
    if (!rights.includes("releases") && !rights.includes("listings")) return notAllowed
    if (app.consoleBefore === "insert") consoleNow(app)
    const last = app.edits.findLast((edit) => isOpen(edit, nowMs))
    if (last !== undefined && nowMs - last.insertedMs < sameMs) return json(200, appEdit(last))
    for (const edit of app.edits) edit.ended ??= "deleted"
    const id = String(16_000_000_000_000_000_000n + BigInt(app.edits.length))
    const edit: Edit = {
      id,
      insertedMs: nowMs,
      expiresMs: nowMs + expiryMs,
      store: structuredClone(app.live),
      ended: null
    }
    app.edits.push(edit)
    return json(200, appEdit(edit))
  }
  const [matched, id = "", verb = "", list = "", name = ""] = inEdit.exec(below.slice("edits/".length)) ?? []
  if (matched === undefined) return notFound("Requested entity was")
  const step = stepOf(method, verb, list)
  if (app.consoleBefore === step) consoleNow(app)
  const edit = app.edits.find((one) => one.id === decodeURIComponent(id))
  if (edit === undefined) return notFound(`Edit ${id} was`)
  if (!isOpen(edit, nowMs)) return over({ ended: edit.ended ?? "expired" })
  if (step === "delete") {
    edit.ended = "deleted"
    return nothing()
  }
  if (list === "tracks") {
    return rights.includes(step === "read" ? "releases" : "release")
      ? ofTracks(app, edit, request, decodeURIComponent(name))
      : notAllowed
  }
  if (list === "listings")
    return rights.includes("listings") ? ofListings(edit, request, decodeURIComponent(name)) : notAllowed
  if (verb === "validate") {
    const problem = storeProblem(edit.store)
    return problem === undefined ? json(200, appEdit(edit)) : invalid(problem)
  }
  if (verb === "commit") {
    return rights.includes("release") || rights.includes("listings") ? commit(app, edit, query, nowMs) : notAllowed
  }
  return json(200, appEdit(edit))
}

const consoleNow = (app: AppEdits) => {
  app.consoleBefore = null
  useConsole(app)
}

interface WithEdits {
  readonly packageName: string
  readonly edits: AppEdits
}
type Owning = (email: string) => { readonly apps: ReadonlyArray<WithEdits> }
const at = (input: unknown, name: string): unknown =>
  typeof input === "object" && input !== null ? Reflect.get(input, name) : undefined

/** What tests do to an app of `{ email, packageName }`, and see of it. */
export const editControls = <Context extends { readonly stateOf: Owning; readonly nowMs: number }>() => {
  const appOf = (input: unknown, { stateOf }: Context) => {
    const found = stateOf(String(at(input, "email"))).apps.find(
      ({ packageName }) => packageName === at(input, "packageName")
    )
    if (found === undefined) throw new Error("There's no such app.")
    return found.edits
  }
  return {
    /** Somebody changes something in the console: now, or before the next `step`. */
    useConsole: (input: unknown, context: Context) => {
      const app = appOf(input, context)
      const steps: ReadonlyArray<Step> = ["insert", "read", "patch", "validate", "commit", "delete"]
      const step = steps.find((one) => one === at(input, "step"))
      if (step === undefined) useConsole(app)
      else app.consoleBefore = step
    },
    /** `{ state: "in_review" | "none", sends: "either" | "automatic" | "manual", prepared: text }`, as far as given. */
    review: (input: unknown, context: Context) => {
      const app = appOf(input, context)
      const [state, sends, prepared] = ["state", "sends", "prepared"].map((name) => at(input, name))
      if (state === "in_review" || state === "none") app.review = state
      if (sends === "either" || sends === "automatic" || sends === "manual") app.sends = sends
      if (typeof prepared === "string") app.prepared = prepared
    },
    /** The edits that are open, with their ages, what was committed, and what customers get. */
    edits: (input: unknown, context: Context) => {
      const { commits, edits, live, reviewsCancelled } = appOf(input, context)
      const open = edits.filter((edit) => isOpen(edit, context.nowMs))
      return {
        open: open.map(({ id, insertedMs }) => ({ id, ageMs: context.nowMs - insertedMs })),
        made: edits.length,
        commits,
        live,
        reviewsCancelled
      }
    }
  }
}
