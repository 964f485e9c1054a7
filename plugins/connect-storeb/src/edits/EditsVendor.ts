import {
  type Credential,
  readNothing,
  UpstreamError,
  VendorConflict,
  VendorRefused,
  vendorText
} from "@storeglass/plugin-api"
import { Context, Effect, Layer, Schedule, type Schema } from "effect"
import type { PlayConfig } from "../config.ts"
import { type Right, rights } from "../vendor/refusals.ts"
import { applicationPath, type PlayRequest, PlayTransport } from "../vendor/transport.ts"
import * as V from "./shapes.ts"

/** An app, in whose name it's asked for. */
export interface App {
  readonly credential: Credential
  readonly packageName: string
}
/** How a commit is to be made. */
export interface Commit {
  readonly changesInReview: "error" | "cancel"
  readonly sendForReview: boolean
}

const endedForm = /\bedit\b.*\b(?:deleted|expired|committed)\b|editExpired|editAlreadyCommitted/i
const said = ({ said: { code, sentence } }: VendorRefused) => `${sentence ?? ""} ${code ?? ""}`
/** Whether the vendor says that the edit is no more. */
const isEnded = (refused: VendorRefused) =>
  refused.status !== undefined &&
  refused.status < 500 &&
  refused.refusal !== "credentials" &&
  endedForm.test(said(refused))

/** Refusals whose mend we know, by what the vendor says. */
const mends: ReadonlyArray<readonly [RegExp, string]> = [
  [
    endedForm,
    "the edit was ended meanwhile, by a change in the console or by somebody else's edit; nothing was changed, repeat the request"
  ],
  [
    /CHANGES_ALREADY_IN_REVIEW|already in review/i,
    'changes of the app are in review (CHANGES_ALREADY_IN_REVIEW); nothing was changed. changesInReview (body): send "cancel" to end that review and send everything anew, or wait for it'
  ],
  [
    /changesNotSentForReview to true/i,
    "the vendor sends nothing of this app for review by itself; nothing was changed. sendForReview (body): send false, then send the changes for review in the console"
  ],
  [
    /changesNotSentForReview must not be set/i,
    "the vendor sends all changes of this app for review by itself; nothing was changed. sendForReview (body): send true, or leave it out"
  ]
]
const mended = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.mapError(effect, (error) => {
    if (!(error instanceof VendorRefused)) return error
    const mend = mends.find(([form]) => form.test(said(error)))?.[1]
    if (mend === undefined || error.refusal === "credentials") return error
    return new VendorConflict(
      `${mend}${error.said.sentence === undefined ? "" : `: ${vendorText(error.said.sentence)}`}`,
      {
        cause: error
      }
    )
  })

const isMissing = (error: unknown): error is VendorRefused =>
  error instanceof VendorRefused && error.refusal === "missing"
const againMs = 250
const openMsMax = 15_000
const deleteMsMax = 10_000

type Bounds = Pick<PlayConfig, "readsLagMs" | "timeoutMs">

const make = Effect.fnUntraced(function* ({ readsLagMs, timeoutMs }: Bounds) {
  const { ask, publisher, send } = yield* PlayTransport

  const asked = <A>(
    { credential }: App,
    request: PlayRequest,
    schema: Schema.Codec<A, unknown>,
    right: Right,
    what: string
  ) => mended(ask(publisher, credential, request, schema, right, what))
  const editPath = ({ packageName }: App, editId: string) =>
    `${applicationPath(packageName)}/edits/${encodeURIComponent(editId)}`
  const trackPath = (app: App, editId: string, track: string) =>
    `${editPath(app, editId)}/tracks/${encodeURIComponent(track)}`
  const listingPath = (app: App, editId: string, language: string) =>
    `${editPath(app, editId)}/listings/${encodeURIComponent(language)}`

  /** Lists of an edit are there as soon as it is: one that isn't found is a read that lags behind its opening. */
  const ofOpened = <A, E, R>(list: Effect.Effect<A, E, R>) =>
    list.pipe(
      Effect.retry({
        while: isMissing,
        schedule: Schedule.spaced(againMs),
        times: Math.max(1, Math.ceil(readsLagMs / againMs))
      }),
      Effect.mapError((error) =>
        isMissing(error)
          ? new UpstreamError({
              upstream: publisher.name,
              reason: "failed",
              detail: "it doesn't show the edit that it opened",
              cause: error
            })
          : error
      )
    )
  /** A member of a list of an edit. Only the list says that it isn't there: a read by name that lags says so too. */
  const memberOf = <A, E, R, E2, R2>(member: Effect.Effect<A, E, R>, list: Effect.Effect<A | undefined, E2, R2>) =>
    Effect.catchIf(member, isMissing, (error) =>
      Effect.flatMap(
        list,
        (found): Effect.Effect<A, typeof error> => (found === undefined ? Effect.fail(error) : Effect.succeed(found))
      )
    )
  const tracks = (app: App, editId: string) =>
    ofOpened(asked(app, { path: `${editPath(app, editId)}/tracks` }, V.Tracks, rights.releases, "the list of tracks"))
  const listings = (app: App, editId: string) =>
    ofOpened(
      asked(app, { path: `${editPath(app, editId)}/listings` }, V.Listings, rights.listings, "the list of listings")
    )

  return {
    /** Opens an edit, which ends the one before. */
    insert: (app: App) =>
      asked(
        app,
        {
          method: "POST",
          path: `${applicationPath(app.packageName)}/edits`,
          json: {},
          write: false,
          timeoutMs: Math.min(timeoutMs, openMsMax)
        },
        V.Edit,
        rights.releases,
        "an edit"
      ),
    /** Deletes an edit, if it's still there. */
    remove: (app: App, editId: string) =>
      send(
        publisher,
        app.credential,
        // Once: who wants more of it comes again.
        {
          method: "DELETE",
          path: editPath(app, editId),
          repeatable: false,
          timeoutMs: Math.min(timeoutMs, deleteMsMax)
        },
        rights.releases
      ).pipe(
        Effect.flatMap((answer) => readNothing(publisher, answer, "a deleted edit")),
        Effect.catchIf(
          (error) => error instanceof VendorRefused && (error.status === 404 || error.status === 410 || isEnded(error)),
          () => Effect.void
        )
      ),
    validate: (app: App, editId: string, right: Right) =>
      asked(app, { method: "POST", path: `${editPath(app, editId)}:validate` }, V.Edit, right, "a validated edit"),
    commit: (app: App, editId: string, { changesInReview, sendForReview }: Commit, right: Right) =>
      asked(
        app,
        {
          method: "POST",
          path: `${editPath(app, editId)}:commit`,
          query: {
            changesNotSentForReview: String(!sendForReview),
            // The vendor's own default cancels a review that is under way.
            changesInReviewBehavior: changesInReview === "cancel" ? "CANCEL_IN_REVIEW_AND_SUBMIT" : "ERROR_IF_IN_REVIEW"
          }
        },
        V.Edit,
        right,
        "a committed edit"
      ),
    tracks,
    track: (app: App, editId: string, track: string) =>
      memberOf(
        asked(app, { path: trackPath(app, editId, track) }, V.Track, rights.releases, "a track"),
        Effect.map(tracks(app, editId), ({ tracks }) => tracks?.find((one) => one.track === track))
      ),
    patchTrack: (app: App, editId: string, track: string, releases: ReadonlyArray<V.Release>) =>
      asked(
        app,
        {
          method: "PATCH",
          path: trackPath(app, editId, track),
          json: { track, releases: releases.map((one) => ({ ...one })) }
        },
        V.Track,
        rights.release,
        "a changed track"
      ),
    /** What the store has, without an edit. */
    releases: (app: App, track: string) =>
      asked(
        app,
        { path: `${applicationPath(app.packageName)}/tracks/${encodeURIComponent(track)}/releases` },
        V.ReleaseSummaries,
        rights.releases,
        "the releases of a track"
      ),
    listings,
    listing: (app: App, editId: string, language: string) =>
      memberOf(
        asked(app, { path: listingPath(app, editId, language) }, V.Listing, rights.listings, "a listing"),
        Effect.map(listings(app, editId), ({ listings }) => listings?.find((one) => one.language === language))
      ),
    /** Changes the fields that are given; a language that isn't there is only made with `create`. */
    writeListing: (
      app: App,
      editId: string,
      { create, language, ...fields }: Omit<V.Listing, "video"> & { readonly create: boolean; readonly video?: string }
    ) =>
      asked(
        app,
        { method: create ? "PUT" : "PATCH", path: listingPath(app, editId, language), json: { language, ...fields } },
        V.Listing,
        rights.listings,
        "a changed listing"
      )
  }
})

/** The vendor's edits, and what is read and written in them. */
export class EditsVendor extends Context.Service<EditsVendor, Effect.Success<ReturnType<typeof make>>>()(
  "@storeglass/connect-storeb/EditsVendor"
) {
  static readonly layer = (bounds: Bounds) => Layer.effect(this, make(bounds))
}
