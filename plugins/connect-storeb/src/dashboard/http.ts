import { asDocumented, changeMade, isoOf, plusDays, VendorWriteLog } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { PlayApi } from "../api.ts"
import { account, asData } from "../asked.ts"
import { PlayConnection } from "../PlayConnection.ts"
import { makeStoredReports, windowOf } from "../reports/StoredReports.ts"
import { Inbox } from "../reviews/Inbox.ts"
import { ReviewCopies } from "../reviews/ReviewCopies.ts"
import type { Connection } from "../schema.ts"
import { VitalRows } from "../vitals/VitalRows.ts"
import { type KeptReviews, type KeptVitals, todos } from "./api.ts"

const kinds: Readonly<Record<string, { readonly what: string; readonly undo: string }>> = {
  "connect-storeb.track.update": { what: "Release of a track", undo: "Halt it, or release an earlier version again." },
  "connect-storeb.listing.update": { what: "Texts of a listing", undo: "Set the earlier texts again." },
  "connect-storeb.listings.update": { what: "Texts of listings", undo: "Set the earlier texts again." },
  "connect-storeb.review.reply": { what: "Reply to a review", undo: "It can be overwritten, and not taken back." }
}

/** A share in percent; null: not measured. */
const percent = (share: number | null | undefined) =>
  share === null || share === undefined ? null : Number((share * 100).toFixed(6))

const todoOf = ({ lastError, state, syncStatus }: Connection): string => {
  if (state === "not_connected") return todos.connect
  if (lastError !== null) return `${lastError.slice(0, 1).toUpperCase()}${lastError.slice(1)}.`.replace(/\.\.$/, ".")
  if (syncStatus === "never") return todos.wait
  return todos.nothing
}

export const dashboardHandlers = HttpApiBuilder.group(
  PlayApi,
  "connectStorebDashboard",
  Effect.fn(function* (group) {
    const connection = yield* PlayConnection
    const copies = yield* ReviewCopies
    const inbox = yield* Inbox
    const log = yield* VendorWriteLog
    const reports = yield* makeStoredReports
    const vitals = yield* VitalRows
    /** Of the account that somebody is signed in to. */
    const own = <A, E, R>(read: (accountId: string) => Effect.Effect<A, E, R>) => asData(Effect.flatMap(account, read))
    return group.handleAll({
      state: () =>
        own((accountId) => Effect.map(connection.status(accountId), (told) => ({ ...told, todo: todoOf(told) }))),
      changes: ({ query: { limit } }) =>
        own((accountId) =>
          Effect.map(asDocumented(log.list({ accountId, plugin: "connect-storeb", limit })), (rows) => ({
            items: rows.map((row) => changeMade(row, kinds, "Change it at the console."))
          }))
        ),
      analytics: ({ query }) => own((accountId) => reports.analytics(accountId, query)),
      app: ({ query: { packageName, ...query } }) => own((accountId) => reports.app(accountId, packageName, query)),
      searchTerms: ({ query: { packageName, ...query } }) =>
        own((accountId) => reports.searchTerms(accountId, packageName, query)),
      sources: ({ query: { packageName, ...query } }) =>
        own((accountId) => reports.sources(accountId, packageName, query)),
      reviews: ({ query: { limit, packageName } }) =>
        own((accountId) =>
          Effect.gen(function* () {
            const counts = yield* copies.counts(accountId, packageName, {})
            const rows = yield* inbox.list(accountId, packageName, { limit })
            const items = rows
              .slice(0, limit)
              .map(({ copy: { authorName, body, modifiedAtMs, replyText, reviewId, starRating, title }, item }) => ({
                reviewId,
                title: [starRating === null ? "No stars" : `${starRating} of 5`, authorName ?? "", title ?? ""]
                  .filter((part) => part !== "")
                  .join(" · "),
                state: replyText === null ? ("waiting" as const) : ("replied" as const),
                text: replyText === null ? body : `${body}\nReply: ${replyText}`,
                starRating,
                lastModified: isoOf(modifiedAtMs),
                draft: item.draft?.text ?? null
              }))
            const told: KeptReviews = { packageName, ...counts, items }
            return told
          })
        ),
      vitals: ({ query: { metric, packageName, ...query } }) =>
        own((accountId) =>
          Effect.gen(function* () {
            const window = yield* windowOf(query)
            const rows = yield* asDocumented(vitals.days({ accountId, packageName, ...window }, [metric]))
            const byDay = new Map(rows.map((row) => [row.day, row]))
            const days: Array<KeptVitals["days"][number]> = []
            for (let date = window.from; date <= window.to; date = plusDays(date, 1)) {
              const row = byDay.get(date)
              days.push({
                date,
                value: percent(row?.amount),
                low: percent(row?.lower),
                high: percent(row?.upper),
                status: row === undefined ? "not_measured" : "measured"
              })
            }
            const told: KeptVitals = { packageName, metric, ...window, days }
            return told
          })
        )
    })
  })
)
