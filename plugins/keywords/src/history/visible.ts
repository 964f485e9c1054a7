import type { Day } from "@storeglass/history"
import type { SqlClient } from "effect/sql"

/**
 * The keywords `k` that count for a listing today: those that were collected, and those searched for the listing itself.
 * What a request about another app had measured counts from tomorrow on, so that no answer about an app depends on who
 * asked what before.
 */
export const visible = (
  sql: SqlClient.SqlClient,
  { listingId, termsMax, today }: { readonly listingId: number; readonly termsMax: number; readonly today: Day }
) => sql`(k.requested_day IS DISTINCT FROM ${today}::date
  OR EXISTS (SELECT FROM keywords_discovered d
    WHERE d.listing_id = ${listingId} AND d.keyword_id = k.id AND d.place < ${termsMax}))`
