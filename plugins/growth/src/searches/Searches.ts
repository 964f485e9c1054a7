import { InvalidInput, isoOf, NotFound, rowsOf, TierLimitExceeded } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { GrowthChannels } from "../contract.ts"
import { type About, AppInbox, byUrgency, threadOf } from "../dashboard/AppInbox.ts"
import { hasStatus, textsMax } from "../opportunities/find.ts"
import { Opportunities } from "../opportunities/Opportunities.ts"
import type { Opportunity } from "../schema.ts"
import { type NewSearch, type Search, type Searched, searchesMax } from "./api.ts"
import { matcherOf, parsed } from "./expression.ts"

const Row = Schema.Struct({
  name: Schema.String,
  query: Schema.String,
  createdMs: Schema.Finite,
  updatedMs: Schema.Finite
})
const rows = rowsOf(Row)
const numbers = rowsOf(Schema.Struct({ n: Schema.Int }))
const NullOr = Schema.NullOr
const texts = rowsOf(
  Schema.Struct({
    id: Schema.String,
    title: Schema.String,
    excerpt: Schema.String,
    url: NullOr(Schema.String),
    source: Schema.String,
    author: NullOr(Schema.String),
    language: NullOr(Schema.String)
  })
)
/** So many threads are matched before others have a turn. */
const chunk = 100

const shown = ({ createdMs, updatedMs, ...row }: typeof Row.Type): Search => ({
  ...row,
  createdAt: isoOf(createdMs),
  updatedAt: isoOf(updatedMs)
})
const noSearch = new NotFound("name: there is no saved view of this name")
const tidy = (name: string) => name.normalize("NFC").trim().replaceAll(/\s+/gu, " ")

const expressionOf = (query: string) => {
  const told = parsed(query)
  return "problem" in told ? Effect.fail(new InvalidInput(`query: ${told.problem}`)) : Effect.succeed(told.expression)
}

/** Searches that an account saved, and what they find in what it has. */
export class Searches extends Context.Service<Searches>()("@storeglass/growth/Searches", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const channels = yield* GrowthChannels
    const inbox = yield* AppInbox
    const opportunities = yield* Opportunities
    const columns = sql`name, query, created_ms::float8 AS "createdMs", updated_ms::float8 AS "updatedMs"`

    const named = (accountId: string, name: string) =>
      rows(sql`SELECT ${columns} FROM growth_searches WHERE account_id = ${accountId}::uuid AND name = ${name}`)
    const find = Effect.fnUntraced(function* (accountId: string, name: string) {
      const [row] = yield* named(accountId, tidy(name))
      return row ?? (yield* noSearch)
    })

    /** The newest threads of these projects, each once; one more than are looked at, to know whether there are more. */
    const newest = (
      accountId: string,
      projectIds: ReadonlyArray<string>,
      status: Opportunity["status"],
      nowMs: number
    ) => {
      return texts(sql`
        WITH found AS MATERIALIZED (
          SELECT each.id, max(each.ms) AS ms FROM unnest(${projectIds}::uuid[]) p (id) CROSS JOIN LATERAL (
            SELECT f.opportunity_id AS id, f.published_ms AS ms FROM growth_finds f
            WHERE f.account_id = ${accountId}::uuid AND f.project_id = p.id AND ${hasStatus(sql, "f", status, nowMs)}
            ORDER BY f.published_ms DESC, f.opportunity_id DESC LIMIT ${textsMax + 1}::int) each
          GROUP BY each.id ORDER BY ms DESC, each.id DESC LIMIT ${textsMax + 1}::int)
        SELECT o.id, o.title, o.excerpt, o.url, o.source, o.author, o.language FROM found
        JOIN growth_opportunities o ON o.account_id = ${accountId}::uuid AND o.id = found.id
        ORDER BY found.ms DESC, found.id DESC`)
    }

    return {
      list: Effect.fn("Searches.list")(function* (accountId: string) {
        const found = yield* rows(sql`SELECT ${columns} FROM growth_searches
          WHERE account_id = ${accountId}::uuid ORDER BY name`)
        return { searches: found.map(shown) }
      }),

      save: Effect.fn("Searches.save")(function* (accountId: string, given: NewSearch) {
        const name = tidy(given.name)
        if (name === "") return yield* new InvalidInput("name: must have a sign that isn't a space")
        const query = given.query.normalize("NFC").trim()
        yield* expressionOf(query)
        const nowMs = yield* Clock.currentTimeMillis
        return yield* sql.withTransaction(
          Effect.gen(function* () {
            // One after the other, so that the number holds.
            yield* sql`SELECT pg_advisory_xact_lock(hashtextextended(${`growth searches ${accountId}`}, 0))`
            const [others] = yield* numbers(sql`SELECT count(*)::int AS n FROM growth_searches
              WHERE account_id = ${accountId}::uuid AND name <> ${name}`)
            if ((others?.n ?? 0) >= searchesMax) {
              return yield* new TierLimitExceeded(`an account has ${searchesMax} saved views at most; remove one`)
            }
            yield* sql`
              INSERT INTO growth_searches (account_id, name, query, created_ms, updated_ms)
              VALUES (${accountId}::uuid, ${name}, ${query}, ${nowMs}::bigint, ${nowMs}::bigint)
              ON CONFLICT (account_id, name) DO UPDATE SET query = excluded.query, updated_ms = excluded.updated_ms
              WHERE growth_searches.query <> excluded.query`
            const [kept] = yield* named(accountId, name)
            return kept === undefined ? yield* Effect.die("a search that was just saved isn't there") : shown(kept)
          })
        )
      }),

      remove: Effect.fn("Searches.remove")(function* (accountId: string, given: string) {
        const { name } = yield* find(accountId, given)
        yield* sql`DELETE FROM growth_searches WHERE account_id = ${accountId}::uuid AND name = ${name}`
        return { name }
      }),

      found: Effect.fn("Searches.found")(function* (
        accountId: string,
        {
          limit,
          name: asked,
          status,
          ...about
        }: About & { readonly name: string; readonly status: Opportunity["status"]; readonly limit: number }
      ) {
        const { name, query } = yield* find(accountId, asked)
        const isMatch = matcherOf(yield* expressionOf(query))
        const own = yield* inbox.projectsOf(accountId, about)
        const nowMs = yield* Clock.currentTimeMillis
        const projectIds = own.map(({ id }) => id)
        const all = projectIds.length === 0 ? [] : yield* newest(accountId, projectIds, status, nowMs)
        const looked = all.slice(0, textsMax)
        const ids: Array<string> = []
        for (let from = 0; from < looked.length; from += chunk) {
          ids.push(...looked.slice(from, from + chunk).flatMap((thread) => (isMatch(thread) ? [thread.id] : [])))
          yield* Effect.yieldNow
        }
        const names = new Map((yield* channels.all).map(({ id, name }) => [id, name]))
        const threads = yield* opportunities.named(accountId, ids.slice(0, limit))
        const answer: Searched = {
          name,
          query,
          looked: looked.length,
          isComplete: all.length <= textsMax,
          total: ids.length,
          threads: threads.toSorted(byUrgency).map((one) => threadOf(one, names, nowMs))
        }
        return answer
      })
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
