/** What PostgreSQL does to find a page of the request log. */
import { assert, layer } from "@effect/vitest"
import type { RequestFilter } from "@storeglass/plugin-api"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { findRows, inOrder, windowRows } from "../src/requests/find.ts"
import { migratedDatabase, poolOn } from "./credits.support.ts"
import { accountOf, credentialOf, seedRequests } from "./requests.seed.ts"

const Node: Schema.Codec<PlanNode> = Schema.Struct({
  "Node Type": Schema.String,
  "Relation Name": Schema.optionalKey(Schema.String),
  "Index Name": Schema.optionalKey(Schema.String),
  "Actual Rows": Schema.Finite,
  "Actual Loops": Schema.Finite,
  "Rows Removed by Filter": Schema.optionalKey(Schema.Finite),
  Plans: Schema.optionalKey(Schema.Array(Schema.suspend((): Schema.Codec<PlanNode> => Node)))
})
interface PlanNode {
  readonly "Node Type": string
  readonly "Relation Name"?: string
  readonly "Index Name"?: string
  readonly "Actual Rows": number
  readonly "Actual Loops": number
  readonly "Rows Removed by Filter"?: number
  readonly Plans?: ReadonlyArray<PlanNode>
}
const Explained = Schema.Tuple([Schema.Struct({ plan: Schema.Tuple([Schema.Struct({ Plan: Node })]) })])

const nodesOf = (node: PlanNode): ReadonlyArray<PlanNode> => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

const database = Layer.unwrap(Effect.map(migratedDatabase, (url) => poolOn(url, 2)))

layer(Layer.provideMerge(Layer.effectDiscard(seedRequests({ rows: 40_000, accounts: 4, days: 6 })), database), {
  excludeTestServices: true,
  timeout: 120_000
})("a page of the request log", (it) => {
  const accountId = accountOf(1)
  const filters: ReadonlyArray<Omit<RequestFilter, "accountId">> = [
    {},
    { code: "NOT_FOUND" },
    { code: "NO_SUCH_CODE" },
    { status: 4 },
    { status: 5 },
    { status: 503 },
    { status: 2 },
    { operation: "GET /seeded/3" },
    { operation: "GET /seeded/39" },
    { credentialId: credentialOf(1, 2) },
    { by: "mcp" },
    { by: "http" },
    { path: "/seeded/7/77" },
    { path: "/seeded/7*" },
    { pathContains: "ed/7/" },
    { pathContains: "nowhere" },
    { bucket: "general" },
    { bucket: "creative" },
    { idPrefix: "01" },
    { credentialId: credentialOf(1, 1), operation: "GET /seeded/4" },
    { credentialId: credentialOf(1, 1), operation: "GET /seeded/4", status: 4 },
    { credentialId: credentialOf(1, 2), pathContains: "nowhere" },
    { operation: "GET /seeded/4", status: 2, by: "http", path: "/nowhere*" }
  ]
  it.effect.each(filters.map((filter) => ({ filter, name: JSON.stringify(filter) })))(
    "is found by an index and in a bounded number of rows: $name",
    ({ filter }) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const query = yield* findRows({ accountId, ...filter }, { accountId, limit: 101 })
        const [text, values] = query.compile()
        const [{ plan }] = yield* Effect.flatMap(
          sql.unsafe(`EXPLAIN (ANALYZE, FORMAT JSON, TIMING off) ${text}`, values).pipe(
            inOrder,
            Effect.map((rows) => rows.map((row) => ({ plan: Object.values(row)[0] })))
          ),
          Schema.decodeUnknownEffect(Explained)
        )
        let looked = 0
        for (const node of nodesOf(plan[0].Plan)) {
          const relation = node["Relation Name"] ?? ""
          if (!/^core_requests/.test(relation)) continue
          assert.notMatch(node["Node Type"], /Seq Scan/, JSON.stringify(node))
          looked += (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"]
        }
        // It reads in the order of ids, and stops with the window.
        assert.isAtMost(looked, windowRows, JSON.stringify(plan))
      })
  )
})
