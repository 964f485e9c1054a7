import {
  Change,
  type Connection,
  NotFound,
  type OpenWrite,
  PlanStale,
  readsBack,
  type SavedError,
  type SendingWrite,
  type ServiceUnavailable,
  VendorConflict,
  VendorRejected,
  VendorWrites,
  Verdict,
  vendorWrite,
  Warning,
  type WriteOperation,
  type WriteOutcomeUnknown,
  writeOperation
} from "@storeglass/plugin-api"
import { Context, Effect, Layer, Predicate, Schema } from "effect"
import { saved } from "../asked.ts"
import type { ListingsChange } from "../contract.ts"
import { PlayConnection } from "../PlayConnection.ts"
import { type Right, rights } from "../vendor/refusals.ts"
import { commitWarnings, listingDiff, lostBy, lostWarnings, trackDiff } from "./diffs.ts"
import { type Editing, Edits, serviceAccountOf } from "./Edits.ts"
import { type Commit, EditsVendor } from "./EditsVendor.ts"
import type { EditInProgress } from "./errors.ts"
import { ListingLint } from "./lint.ts"
import { askedAgain, listingOf, sentAs, trackOf } from "./neutral.ts"
import { RolloutGuard } from "./RolloutGuard.ts"
import { noListing, noTrack, orMissing } from "./StoreReads.ts"
import * as S from "./schema.ts"

type Failure = SavedError | ServiceUnavailable | WriteOutcomeUnknown | EditInProgress

/** How a route is asked to change something. */
export interface Manner {
  readonly validateOnly: boolean
  readonly planId: string | undefined
}

/** How a route is asked to halt a rollout. */
export interface Halt extends Commit {
  readonly validateOnly: boolean
  readonly planId?: string | undefined
  readonly versionCode?: string | undefined
}

const commits = {
  packageName: Schema.String,
  changesInReview: Schema.Literals(["error", "cancel"]),
  sendForReview: Schema.Boolean
}
interface Committing extends Commit {
  readonly packageName: string
}
const committingOf = (
  packageName: string,
  { changesInReview = "error", sendForReview = true }: { readonly [K in keyof Commit]?: Commit[K] | undefined }
): Committing => ({ packageName, changesInReview, sendForReview })

const TrackIntent = Schema.Struct({ ...commits, track: Schema.String, releases: S.TrackPatch.fields.releases })
type TrackIntent = typeof TrackIntent.Type
const AskedTexts = Schema.Struct({
  title: Schema.optionalKey(Schema.String),
  shortDescription: Schema.optionalKey(Schema.String),
  fullDescription: Schema.optionalKey(Schema.String),
  video: Schema.optionalKey(Schema.NullOr(Schema.String))
})
const ListingIntent = Schema.Struct({ ...commits, language: Schema.String, create: Schema.Boolean, asked: AskedTexts })
type ListingIntent = typeof ListingIntent.Type
/** In one edit, each language once. */
const ListingsIntent = Schema.Struct({
  ...commits,
  create: Schema.Boolean,
  listings: Schema.Array(Schema.Struct({ language: Schema.String, asked: AskedTexts }))
})
type ListingsIntent = typeof ListingsIntent.Type

const told = { changes: Schema.Array(Change), warnings: Schema.Array(Warning) }
const DoneTrack = Schema.Struct({ ...told, ...S.lost, track: S.Track })
const DoneListing = Schema.Struct({ ...told, listing: S.Listing })
const DoneListings = Schema.Struct({ ...told, listings: S.ListingList })
interface Told {
  readonly changes: ReadonlyArray<Change>
  readonly warnings: ReadonlyArray<Warning>
}

/** A kind of change in an edit. */
interface Kind<B, I extends Committing, A extends Told> {
  readonly operation: WriteOperation<B, I, A>
  readonly right: Right
  /** As the open edit shows it. */
  readonly read: (editing: Editing, editId: string, intent: I) => Effect.Effect<B, Failure>
  readonly diff: (state: B, intent: I) => ReadonlyArray<Change>
  readonly warnings: (state: B, intent: I) => ReadonlyArray<Warning>
  /** Writes it into the open edit, and gives what that shows then. */
  readonly patch: (
    editing: Editing,
    editId: string,
    intent: I,
    changes: ReadonlyArray<Change>,
    before: B
  ) => Effect.Effect<B, Failure>
  readonly done: (state: B, before: B, intent: I) => A
  /** What to know of the state as it would be. */
  readonly advice?: (after: A) => ReadonlyArray<Warning>
}

/** Only what was noted before it was sent can have been done. */
const isCommitting = ({ progress }: Pick<OpenWrite<unknown, unknown>, "progress">) =>
  Predicate.hasProperty(progress, "committing") && progress.committing === true
/** How long a look by a node that settles what another left waits for its turn: it comes again. */
const settleWaitMs = 1_000

const emptyListing = (language: string): S.Listing => ({
  language,
  title: null,
  shortDescription: null,
  fullDescription: null,
  video: null
})
const isAdded = (language: string) => ({
  code: "LANGUAGE_IS_ADDED",
  message: `the listing gets ${language}, which it lacks`
})
/** Those of the asked texts that change anything, as the vendor takes them. */
const changedTexts = (asked: typeof AskedTexts.Type, changes: ReadonlyArray<Change>) => {
  const changed = new Set(changes.map(({ field }) => field))
  const text = <K extends keyof typeof asked>(name: K): { readonly [N in K]?: string } => {
    const none: { readonly [N in K]?: string } = {}
    return changed.has(name) ? { ...none, [name]: asked[name] ?? "" } : none
  }
  return { ...text("title"), ...text("shortDescription"), ...text("fullDescription"), ...text("video") }
}

const make = Effect.fnUntraced(function* (readsLagMs: number) {
  const connections = yield* PlayConnection
  const edits = yield* Edits
  const guard = yield* RolloutGuard
  const lint = yield* ListingLint
  const vendor = yield* EditsVendor
  const writes = yield* VendorWrites

  const tracks: Kind<S.Track, TrackIntent, typeof DoneTrack.Type> = {
    operation: writeOperation("connect-storeb.track.update", {
      before: S.Track,
      intent: TrackIntent,
      after: DoneTrack,
      readsLagMs
    }),
    right: rights.release,
    read: ({ app }, editId, { track }) =>
      saved(Effect.map(orMissing(vendor.track(app, editId, track), noTrack(track)), trackOf)),
    diff: (state, { releases }) => trackDiff(state, releases),
    warnings: (state, intent) => [...lostWarnings(lostBy(state, intent.releases)), ...commitWarnings(intent)],
    patch: ({ app }, editId, { releases, track }) =>
      saved(Effect.map(vendor.patchTrack(app, editId, track, releases.map(sentAs)), trackOf)),
    done: (track, before, intent) => ({
      track,
      changes: trackDiff(before, intent.releases),
      warnings: tracks.warnings(before, intent),
      ...lostBy(before, intent.releases)
    })
  }

  const listings: Kind<S.Listing | null, ListingIntent, typeof DoneListing.Type> = {
    operation: writeOperation("connect-storeb.listing.update", {
      before: Schema.NullOr(S.Listing),
      intent: ListingIntent,
      after: DoneListing,
      readsLagMs
    }),
    right: rights.listings,
    read: ({ app }, editId, { create, language }) =>
      saved(
        Effect.map(orMissing(vendor.listing(app, editId, language), noListing(language)), listingOf).pipe(
          Effect.catchIf(
            (error) => create && Predicate.isTagged(error, "NOT_FOUND"),
            () => Effect.succeed(null)
          )
        )
      ),
    diff: (state, { asked }) => listingDiff(state, asked),
    warnings: (state, intent) => [...(state === null ? [isAdded(intent.language)] : []), ...commitWarnings(intent)],
    patch: ({ app }, editId, { asked, language }, changes, before) =>
      saved(
        Effect.map(
          vendor.writeListing(app, editId, { create: before === null, language, ...changedTexts(asked, changes) }),
          listingOf
        )
      ),
    done: (listing, before, intent) => ({
      listing: listing ?? emptyListing(intent.language),
      changes: listingDiff(before, intent.asked),
      warnings: listings.warnings(before, intent)
    }),
    advice: ({ changes, listing }) => lint.warnings(listing, changes)
  }

  const foundIn = (state: ReadonlyArray<S.Listing>, language: string) =>
    state.find((listing) => listing.language === language) ?? null
  const manyListings: Kind<ReadonlyArray<S.Listing>, ListingsIntent, typeof DoneListings.Type> = {
    operation: writeOperation("connect-storeb.listings.update", {
      before: S.ListingList,
      intent: ListingsIntent,
      after: DoneListings,
      readsLagMs
    }),
    right: rights.listings,
    read: Effect.fnUntraced(function* ({ app }, editId, { create, listings: asked }) {
      const { listings: all } = yield* saved(vendor.listings(app, editId))
      const found = (all ?? []).map(listingOf)
      const lacking = asked.find(({ language }) => foundIn(found, language) === null)
      if (lacking !== undefined && !create) {
        return yield* new NotFound(
          `create (body): the app's listing has no ${lacking.language}; send create: true to add it`
        )
      }
      return asked.flatMap(({ language }) => foundIn(found, language) ?? [])
    }),
    diff: (state, { listings: asked }) =>
      asked.flatMap(({ asked: texts, language }) =>
        listingDiff(foundIn(state, language), texts).map((change) => ({
          ...change,
          field: `${language}.${change.field}`
        }))
      ),
    warnings: (state, intent) => [
      ...intent.listings.flatMap(({ language }) => (foundIn(state, language) === null ? [isAdded(language)] : [])),
      ...commitWarnings(intent)
    ],
    patch: ({ app }, editId, { listings: asked }, _, before) =>
      Effect.map(
        Effect.forEach(asked, ({ asked: texts, language }) => {
          const own = foundIn(before, language)
          const changes = listingDiff(own, texts)
          return changes.length === 0
            ? Effect.succeed(own === null ? [] : [own])
            : saved(
                Effect.map(
                  vendor.writeListing(app, editId, { create: own === null, language, ...changedTexts(texts, changes) }),
                  (written) => [listingOf(written)]
                )
              )
        }),
        (written) => written.flat()
      ),
    done: (state, before, intent) => ({
      listings: state,
      changes: manyListings.diff(before, intent),
      warnings: manyListings.warnings(before, intent)
    })
  }

  /** Compares what the store has with what was to be committed. */
  const look = <B, I extends Committing, A extends Told>(kind: Kind<B, I, A>, editing: Editing) =>
    readsBack({
      put: () => Effect.succeed({}),
      read: ({ intent }: OpenWrite<B, I>) =>
        Effect.flatMap(saved(editing.id), (editId) => kind.read(editing, editId, intent)),
      diff: kind.diff,
      after: (state, { before, intent }: OpenWrite<B, I>) => kind.done(state, before, intent)
    }).verify

  const register = <B, I extends Committing, A extends Told>(kind: Kind<B, I, A>) =>
    writes.register(kind.operation, {
      verify: Effect.fnUntraced(function* (write: OpenWrite<B, I>) {
        if (!isCommitting(write)) return Verdict.absent
        const connection = yield* connections.ready(write.accountId)
        // Another service account may see another console.
        if (serviceAccountOf(connection) !== write.connection) return Verdict.unknown
        return yield* edits.with(connection, write.intent.packageName, (editing) => look(kind, editing)(write), {
          waitMs: settleWaitMs
        })
      })
    })
  yield* register(tracks)
  yield* register(listings)
  yield* register(manyListings)

  /** One change, whole: read, written, and validated or committed, in one edit. */
  const change = Effect.fnUntraced(function* <B, I extends Committing, A extends Told, E = never>(
    kind: Kind<B, I, A>,
    connection: Connection,
    { intent, target }: { readonly intent: I; readonly target: string },
    { planId, validateOnly }: Manner,
    /** Looks at the state before anything is written. */
    guarded?: (state: B) => Effect.Effect<ReadonlyArray<Warning>, E>
  ) {
    const changed = (editing: Editing) =>
      Effect.gen(function* () {
        let after: A | undefined
        let valid = true
        const tried = Effect.fnUntraced(function* (before: B, changes: ReadonlyArray<Change>) {
          const editId = yield* saved(editing.id)
          after = kind.done(yield* kind.patch(editing, editId, intent, changes, before), before, intent)
          if (validateOnly) yield* saved(vendor.validate(editing.app, editId, kind.right))
        })
        const checks = Effect.fnUntraced(function* (before: B): Effect.fn.Return<ReadonlyArray<Warning>, Failure | E> {
          const changes = kind.diff(before, intent)
          after = kind.done(before, before, intent)
          if (changes.length === 0) return []
          const seen = guarded === undefined ? [] : yield* guarded(before)
          const warnings = [...seen, ...kind.warnings(before, intent)]
          if (!validateOnly) {
            yield* tried(before, changes)
            return warnings
          }
          const objections = yield* tried(before, changes).pipe(
            Effect.as([]),
            Effect.catchIf(
              (error) => error instanceof VendorRejected,
              ({ _tag, message }) => Effect.succeed([{ code: _tag, message }])
            )
          )
          valid = objections.length === 0
          return [...objections, ...warnings, ...(kind.advice?.(after) ?? [])]
        })
        const read: Effect.Effect<B, Failure | E> = Effect.flatMap(saved(editing.id), (editId) =>
          kind.read(editing, editId, intent)
        )
        const { data } = yield* vendorWrite(writes, {
          operation: kind.operation,
          target,
          intent,
          connection: serviceAccountOf(connection),
          dryRun: validateOnly,
          planId,
          read,
          checks,
          diff: kind.diff,
          unchanged: (before): A => kind.done(before, before, intent),
          send: Effect.fnUntraced(function* (write: SendingWrite<B, I>) {
            const editId = yield* saved(editing.id)
            if (after === undefined) return yield* Effect.die(new Error("a commit without a change"))
            yield* write.note({ editId, committing: true })
            yield* saved(vendor.commit(editing.app, editId, intent, kind.right))
            yield* Effect.ignore(editing.committed)
            return { after }
          }),
          verify: (write) =>
            isCommitting(write)
              ? Effect.andThen(saved(editing.discard), look(kind, editing)(write))
              : Effect.succeed(Verdict.absent)
        })
        if (!("dryRun" in data)) {
          return { ...data, validateOnly: false, valid: true, unchanged: data.unchanged === true, planId: null }
        }
        if (after === undefined) return yield* Effect.die(new Error("a preview without a state"))
        const { changes, planId: made, warnings } = data
        return { ...after, validateOnly: true, valid, unchanged: changes.length === 0, changes, warnings, planId: made }
      })
    return yield* edits.with(connection, intent.packageName, changed).pipe(
      // Nothing here is asked to be confirmed.
      Effect.catchTag("CONFIRMATION_REQUIRED", Effect.die),
      Effect.mapError((error) =>
        error instanceof PlanStale
          ? new PlanStale(
              "planId (body): the state has changed since that preview, or the preview was for another change; nothing was changed. Preview again with validateOnly=true"
            )
          : error
      )
    )
  })

  const ofTrack = (
    packageName: string,
    track: string,
    patch: Pick<S.TrackPatch, "changesInReview" | "releases" | "sendForReview">
  ) => ({
    target: `${packageName}/track:${track}`,
    intent: { ...committingOf(packageName, patch), track, releases: patch.releases }
  })

  /** The releases of a track with its staged rollouts, or the one of a version code, halted; the rest as it is. */
  const halted = Effect.fnUntraced(function* ({ releases, track }: S.Track, versionCode: string | undefined) {
    const isMeant = ({ status, versionCodes }: S.Release) =>
      (status === "inProgress" || status === "halted") &&
      (versionCode === undefined || versionCodes.includes(versionCode))
    if (!releases.some(isMeant)) {
      return yield* new VendorConflict(
        `${versionCode === undefined ? "" : `versionCode (query): ${versionCode} isn't being rolled out; `}track ${track} has no such staged rollout, and nothing was changed`
      )
    }
    const asked: Array<S.AskedRelease> = []
    for (const release of releases) {
      const same = askedAgain(release)
      if (same === undefined) {
        return yield* new VendorConflict(
          `track ${track} has a release in the state "${release.status}", which this gateway doesn't know; nothing was changed. Halt it in the console`
        )
      }
      asked.push(isMeant(release) ? { ...same, status: "halted" } : same)
    }
    return asked
  })

  return {
    track: (connection: Connection, packageName: string, track: string, patch: S.TrackPatch, validateOnly: boolean) => {
      const { force = false, planId, releases } = patch
      return change(tracks, connection, ofTrack(packageName, track, patch), { validateOnly, planId }, (state) =>
        force ? Effect.succeed([]) : guard.check(connection, packageName, state, releases, { tried: validateOnly })
      )
    },
    /** Stops the staged rollouts of a track, or one. It's refused where the track changes meanwhile. */
    halt: Effect.fn("Changes.halt")(function* (
      connection: Connection,
      packageName: string,
      track: string,
      { planId, validateOnly, versionCode, ...manner }: Halt
    ) {
      const before = yield* edits.with(connection, packageName, (editing) =>
        saved(
          Effect.flatMap(editing.id, (editId) =>
            Effect.map(orMissing(vendor.track(editing.app, editId, track), noTrack(track)), trackOf)
          )
        )
      )
      const asked = ofTrack(packageName, track, { ...manner, releases: yield* halted(before, versionCode) })
      const seen = yield* writes.planId({ operation: tracks.operation, ...asked, before })
      return yield* change(tracks, connection, asked, { validateOnly, planId: planId ?? seen })
    }),
    listing: (
      connection: Connection,
      packageName: string,
      language: string,
      { changesInReview, create = false, planId, sendForReview, ...asked }: S.ListingPatch,
      validateOnly: boolean
    ) =>
      change(
        listings,
        connection,
        {
          target: `${packageName}/listing:${language}`,
          intent: { ...committingOf(packageName, { changesInReview, sendForReview }), language, create, asked }
        },
        { validateOnly, planId }
      ),
    /** All or none, in one edit. */
    listings: (
      connection: Connection,
      packageName: string,
      asked: ListingsIntent["listings"],
      {
        create = false,
        planId,
        ...manner
      }: Pick<ListingsChange, "changesInReview" | "create" | "planId" | "sendForReview">,
      validateOnly: boolean
    ) =>
      change(
        manyListings,
        connection,
        {
          target: `${packageName}/listings`,
          intent: {
            ...committingOf(packageName, manner),
            create,
            listings: asked.toSorted((a, b) => (a.language < b.language ? -1 : 1))
          }
        },
        { validateOnly, planId }
      )
  }
})

/** Changes of tracks and listings: previewed, journalled, committed once. */
export class Changes extends Context.Service<Changes, Effect.Success<ReturnType<typeof make>>>()(
  "@storeglass/connect-storeb/Changes"
) {
  static readonly layer = (readsLagMs: number) => Layer.effect(this, make(readsLagMs))
}
