/** Statements about rows of accounts: those in the source, and what PostgreSQL would do for one. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { Effect, Predicate } from "effect"
import { SqlClient } from "effect/sql"
import { relations, tables } from "../src/Wall.ts"

const squeezed = (text: string) => text.replace(/\s+/g, " ").trim()
/** Whether it is about rows of accounts. */
export const isOfRows = (text: string) =>
  !/^\s*(CREATE|GRANT|ALTER|ANALYZE|DO|EXPLAIN|PREPARE)\b/.test(text) &&
  relations.some((table) => new RegExp(`\\b${table}\\b`).test(text))

const nodesOf = (plan: unknown): ReadonlyArray<Readonly<Record<string, unknown>>> => {
  if (!Predicate.isReadonlyObject(plan)) return []
  const below = Array.isArray(plan.Plans) ? plan.Plans : []
  return [{ ...plan }, ...below.flatMap(nodesOf)]
}

/** Scans of an account's tables, in the plan of a statement, that no account bounds. */
export const unboundScans = (statement: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const values = Math.max(0, ...[...statement.matchAll(/\$(\d+)/g)].map(([, n]) => Number(n)))
    // The plan that holds for all values.
    const [row] = yield* sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`SET LOCAL plan_cache_mode = force_generic_plan`.unprepared
        yield* sql.unsafe(`PREPARE planned AS ${statement}`).unprepared
        const found = yield* sql.unsafe<{ "QUERY PLAN": ReadonlyArray<{ readonly Plan: unknown }> }>(
          `EXPLAIN (VERBOSE, FORMAT JSON) EXECUTE planned${values === 0 ? "" : `(${Array(values).fill("NULL").join(", ")})`}`
        ).unprepared
        yield* sql`DEALLOCATE planned`.unprepared
        return found
      })
    )
    return nodesOf(row?.["QUERY PLAN"][0]?.Plan).filter((node) => {
      const isOfTable = tables.some((table) => table === node["Relation Name"])
      if (!isOfTable) return false
      if (node.Operation === "Insert")
        return !/INSERT INTO "?workspace_\w+"?( AS \w+)? \(account_id\b/.test(squeezed(statement))
      if (node["Node Type"] === "ModifyTable") return false
      const conditions = [node["Index Cond"], node["Recheck Cond"], node.Filter].map(String).join(" ")
      return !/\baccount_id = /.test(conditions)
    })
  })

const sources = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.includes("migrations"))
    .map((name) => readFileSync(join(folder, name), "utf8"))

/** Each statement about the account's tables in the plugin's source, and its longest fixed part. */
export const written = (): ReadonlyArray<{ readonly text: string; readonly part: string }> =>
  sources(join(import.meta.dirname, "../src")).flatMap((source) =>
    [...source.matchAll(/sql`((?:[^`$\\]|\\.|\$(?!\{)|\$\{(?:[^{}`]|\{[^{}]*\}|`[^`]*`)*\})*)`/g)].flatMap(
      ([, text = ""]) => {
        const parts = text.split(/\$\{(?:[^{}`]|\{[^{}]*\}|`[^`]*`)*\}/).map(squeezed)
        const longest = parts.toSorted((a, b) => b.length - a.length)[0] ?? ""
        return isOfRows(text) ? [{ text, part: longest }] : []
      }
    )
  )

export const holds = (statements: Iterable<string>, part: string) =>
  [...statements].some((statement) => squeezed(statement).includes(part))
