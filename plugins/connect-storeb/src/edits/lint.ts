import type { Change, Warning } from "@storeglass/plugin-api"
import { Context, Effect, Layer } from "effect"
import { type ListingIssue, ListingLints, type LiveListing } from "../contract.ts"
import type { Listing } from "./schema.ts"

type Lint = (listing: Listing, live: LiveListing) => ReadonlyArray<ListingIssue>

const issuesMax = 20
const severities = ["error", "warning", "info"] as const

const warningOf = ({ field, message, ruleId, severity, suggestion }: ListingIssue): Warning => ({
  code: "LISTING_LINT",
  message: `${field}: ${message}${suggestion === null ? "" : ` Try: ${suggestion}`} (${ruleId}, ${severity})`
})

/** The rules for listings' texts, where a plugin brings any. */
export class ListingLint extends Context.Service<
  ListingLint,
  {
    readonly register: (lint: Lint) => Effect.Effect<void>
    /** What they say of the fields that change, the worst first. */
    readonly warnings: (listing: Listing, changes: ReadonlyArray<Change>) => ReadonlyArray<Warning>
  }
>()("@storeglass/connect-storeb/ListingLint") {
  static readonly layer = Layer.sync(ListingLint, () => {
    const lints: Array<Lint> = []
    return ListingLint.of({
      register: (lint) => Effect.sync(() => void lints.push(lint)),
      warnings: (listing, changes) => {
        const changed = new Set(changes.map(({ field }) => field))
        const title = changes.find(({ field }) => field === "title")
        const liveTitle = title === undefined ? listing.title : typeof title.from === "string" ? title.from : null
        const issues = lints.flatMap((lint) => lint(listing, { liveTitle })).filter(({ field }) => changed.has(field))
        return severities
          .flatMap((one) => issues.filter(({ severity }) => severity === one))
          .slice(0, issuesMax)
          .map(warningOf)
      }
    })
  })
}

/** The same, as other plugins see it. */
export const listingLints = Layer.effect(
  ListingLints,
  Effect.map(ListingLint, ({ register }) => ListingLints.of({ register }))
)
