import {
  Caches,
  type Connection,
  type ConnectionUnusable,
  type NoConnection,
  type SavedError,
  type ServiceUnavailable
} from "@storeglass/plugin-api"
import { Context, Effect, Layer, Schema } from "effect"
import { saved } from "../asked.ts"
import { pagesMax } from "../vendor/transport.ts"
import { PlayVendor } from "../vendor/Vendor.ts"
import { shownOf } from "./neutral.ts"
import { ReviewCopies } from "./ReviewCopies.ts"
import { ReviewsVendor } from "./ReviewsVendor.ts"
import type { Live } from "./schema.ts"
import { iso } from "./told.ts"

/** How long an app's list isn't asked for again. */
const freshMs = 120_000
/** How far a request goes on reading the list while that brings something new. */
const livePagesMax = 20

type Failure = ConnectionUnusable | NoConnection | SavedError | ServiceUnavailable
/** Failures behind which the copies are told all the same. */
const statuses: Readonly<Record<string, Live["status"]>> = {
  UPSTREAM_RATE_LIMITED: "limited",
  UPSTREAM_ERROR: "failed",
  UPSTREAM_TIMEOUT: "failed",
  CONNECTION_PERMISSION_MISSING: "denied",
  NOT_FOUND: "missing"
}

const make = Effect.gen(function* () {
  const caches = yield* Caches
  const copies = yield* ReviewCopies
  const vendor = yield* ReviewsVendor
  const console = yield* PlayVendor
  const asked = yield* caches.make({
    name: "connect-storeb.reviews",
    version: 1,
    schema: Schema.Literal("asked"),
    freshMs,
    staleMs: 0
  })

  /** Reads the vendor's list into the copies: all of it, or on while it brings something new. */
  const read = Effect.fn("Reviews.read")(function* (
    connection: Connection,
    packageName: string,
    { all, language }: { readonly all: boolean; readonly language?: string | undefined }
  ) {
    let [reviews, changed] = [0, 0]
    let token: string | undefined
    const most = all ? pagesMax : livePagesMax
    for (let page = 0; page < most; page++) {
      const told = yield* saved(vendor.page(connection, packageName, { language, token }))
      const shown = (told.reviews ?? []).flatMap((review) => shownOf(review) ?? [])
      const fresh = yield* copies.keep(connection.saved, packageName, shown, language)
      reviews += shown.length
      changed += fresh
      if (page === 0) yield* copies.read(connection.saved, packageName)
      const next = told.tokenPagination?.nextPageToken ?? ""
      if (next === "" || next === token || (!all && fresh === 0)) return { reviews, changed, whole: true }
      token = next
    }
    return { reviews, changed, whole: false }
  })

  return {
    /**
     * Has the vendor's newest among the copies, and says how old they are. Where it can't be asked that's said, and is a
     * failure where nothing is kept.
     */
    live: Effect.fn("Reviews.live")(function* (
      connection: Connection,
      packageName: string,
      language: string | undefined
    ): Effect.fn.Return<Live, Failure> {
      const { accountId, revision } = connection.saved
      const key = `${accountId}/${revision}/${packageName}/${language ?? ""}`
      const lookup = Effect.as(read(connection, packageName, { all: false, language }), "asked" as const)
      return yield* asked.get(key, lookup).pipe(
        Effect.map(({ asOfMs }): Live => ({ status: "current", asOf: iso(asOfMs), message: null })),
        Effect.catch((error) =>
          Effect.gen(function* () {
            const status = statuses[error._tag]
            const readMs = status === undefined ? undefined : yield* copies.lastRead(accountId, packageName)
            if (status === undefined || readMs === undefined) return yield* Effect.fail(error)
            return { status, asOf: iso(readMs), message: error.message }
          })
        )
      )
    }),

    /** How old the copies are, without asking anybody. */
    kept: Effect.fn("Reviews.kept")(function* (
      { saved: { accountId } }: Connection,
      packageName: string
    ): Effect.fn.Return<Live, ServiceUnavailable> {
      const readMs = yield* copies.lastRead(accountId, packageName)
      return { status: "kept", asOf: readMs === undefined ? null : iso(readMs), message: null }
    }),

    /**
     * Copies all that the vendor shows of all apps of a connection. Gives what couldn't be read, a sentence each: an app that
     * fails doesn't keep the others from it.
     */
    sync: Effect.fn("Reviews.sync")(function* (
      connection: Connection
    ): Effect.fn.Return<ReadonlyArray<string>, Failure> {
      const { items } = yield* saved(console.apps(connection))
      const problems: Array<string> = []
      for (const { packageName } of items) {
        const { reviews, whole } = yield* read(connection, packageName, { all: true }).pipe(
          Effect.catchIf(
            (error) => error._tag in statuses,
            ({ message }) => {
              problems.push(`${packageName}: ${message}`)
              return Effect.succeed({ reviews: 0, changed: 0, whole: true })
            }
          )
        )
        if (!whole) problems.push(`${packageName}: only the newest ${reviews} reviews were read`)
      }
      return problems
    })
  }
})

/** The vendor's reviews, copied before it forgets them. */
export class Reviews extends Context.Service<Reviews, Effect.Success<typeof make>>()(
  "@storeglass/connect-storeb/Reviews"
) {
  static readonly layer = Layer.effect(this, make)
}
