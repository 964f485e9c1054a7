/** What a list has, beside a plain reading of every row; and what PostgreSQL does for it. */
import { Accounts } from "@storeglass/core"
import { adjustableClock, at, listAt, usePluginGateway } from "@storeglass/testkit"
import { Effect, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { assert, describe, it } from "vitest"
import { type Generated, generate } from "../bench/generate.ts"
import {
  type Filter,
  firstWay,
  type Look,
  lookedMax,
  lookStatement,
  makeFind,
  nilProject,
  type Sort,
  sorts,
  textsMax
} from "../src/opportunities/find.ts"
import growth from "../src/plugin.ts"
import { Upkeep } from "../src/upkeep/Upkeep.ts"
import { base } from "./support.ts"

const clock = adjustableClock()
const gateway = usePluginGateway(growth, {
  plugins: { stores: true, growth: true },
  clock,
  config: { jobs: { concurrency: 0 } }
})
const nowMs = () => clock.clock.currentTimeMillisUnsafe()
const dayMs = 86_400_000
const run = <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient | Accounts.Accounts>) =>
  gateway().run(Effect.orDie(effect))

let generated: Promise<ReadonlyArray<Generated>> | undefined
/** One account has more than is looked at for a page; the others have little. */
const accounts = () =>
  (generated ??= run(
    generate(
      { threads: lookedMax + 9_000, largest: lookedMax + 4_000, large: { threads: 1_500, accounts: 2 }, ordinary: 400 },
      () => Effect.void
    )
  ))
const nth = async (n: number) => (await accounts())[n] ?? assert.fail("no such account")

const filters: ReadonlyArray<Omit<Filter, "minRelevance" | "projectId"> & { minRelevance?: number; ofProject?: true }> =
  [
    {},
    { ofProject: true },
    { channel: "lemmy" },
    { channel: "lemmy", ofProject: true },
    { channel: "rss" },
    { status: "pending" },
    { status: "approved" },
    { status: "snoozed" },
    { status: "dismissed", ofProject: true },
    { status: "replied", intent: "recommendation" },
    { urgency: "must_reply" },
    { urgency: "should_reply", status: "pending" },
    { urgency: "nice_to_have", ofProject: true },
    { urgency: "ignore" },
    { intent: "praise" },
    { intent: "praise", ofProject: true },
    { minRelevance: 90 },
    { minRelevance: 50, channel: "hackernews", status: "pending", intent: "problem" },
    { fromMs: nowMs() - 40 * dayMs, toMs: nowMs() - 20 * dayMs },
    { fromMs: nowMs() - 399 * dayMs, minRelevance: 60 },
    { q: "word17 " },
    { q: "thing4_%" },
    { q: "recommend", status: "approved" }
  ]

const Rows = Schema.Array(
  Schema.Struct({
    id: Schema.String,
    projects: Schema.Array(Schema.String),
    channel: Schema.String,
    status: Schema.String,
    intent: Schema.NullOr(Schema.String),
    score: Schema.Int,
    published: Schema.Finite,
    rank: Schema.Int,
    text: Schema.String
  })
)
const readAll = (accountId: string, atMs: number) =>
  run(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return yield* Schema.decodeUnknownEffect(Rows)(
        yield* sql`
          SELECT o.id, ARRAY(SELECT f.project_id::text FROM growth_finds f
              WHERE f.account_id = o.account_id AND f.opportunity_id = o.id) AS projects, o.channel,
            CASE WHEN o.status = 'snoozed' AND o.snooze_ms <= ${atMs}::bigint THEN 'pending' ELSE o.status END AS status, o.intent,
            o.score, o.published_ms::float8 AS published, o.title || E'\n' || o.excerpt AS text,
            CASE WHEN o.must_ms >= ${atMs}::bigint THEN 3 WHEN o.should_ms >= ${atMs}::bigint THEN 2
              WHEN o.nice_ms >= ${atMs}::bigint THEN 1 ELSE 0 END AS rank
          FROM growth_opportunities o WHERE o.account_id = ${accountId}::uuid`
      )
    })
  )
const ranks = { must_reply: 3, should_reply: 2, nice_to_have: 1, ignore: 0 } as const
const naively = (rows: typeof Rows.Type, filter: Filter, sort: Sort) =>
  rows
    .filter(
      (row) =>
        (filter.projectId === undefined || row.projects.includes(filter.projectId)) &&
        (filter.channel === undefined || row.channel === filter.channel) &&
        (filter.status === undefined || row.status === filter.status) &&
        (filter.intent === undefined || row.intent === filter.intent) &&
        (filter.urgency === undefined || row.rank === ranks[filter.urgency]) &&
        row.score >= filter.minRelevance &&
        row.published >= (filter.fromMs ?? 0) &&
        row.published < (filter.toMs ?? Number.POSITIVE_INFINITY) &&
        row.text.toLowerCase().includes((filter.q ?? "").toLowerCase())
    )
    .toSorted(
      (a, b) =>
        (sort === "urgency" ? b.rank - a.rank : 0) ||
        (sort === "relevance" ? b.score - a.score : b.published - a.published) ||
        (a.id < b.id ? 1 : -1)
    )
    .map(({ id }) => id)

/** All pages of a list. */
const pagesOf = (accountId: string, filter: Filter, sort: Sort, limit: number, atMs: number) =>
  run(
    Effect.gen(function* () {
      const find = yield* makeFind
      const ids: Array<string> = []
      let total = { total: 0, isExact: false }
      let after: Parameters<typeof find>[1]["after"]
      for (let page = 0; ; page++) {
        const found = yield* find(filter, { accountId, sort, limit, after, nowMs: atMs, atMs })
        ids.push(...found.places.map(({ id }) => id))
        if (page === 0) total = { total: found.total, isExact: found.isExact }
        if (found.next === null) return { ids, ...total }
        after = found.next
      }
    })
  )

const cases = sorts.flatMap((sort) =>
  filters.map((filter) => ({ sort, filter, name: `${sort} ${JSON.stringify(filter)}` }))
)

describe.each([
  ["an account with more than a page looks at", 0],
  ["an account of any size", 1]
] as const)("the pages of %s", (_, n) => {
  it.each(cases)("have what a plain reading has, in its order: $name", async ({ filter, sort }) => {
    const { accountId, projectId } = await nth(n)
    const atMs = nowMs()
    const { ofProject, ...own } = filter
    const asked: Filter = { minRelevance: 0, ...own, ...(ofProject ? { projectId } : {}) }
    const wanted = naively(await readAll(accountId, atMs), asked, sort)
    const { ids, isExact, total } = await pagesOf(accountId, asked, sort, 500, atMs)
    assert.deepEqual(ids, wanted)
    if (isExact) assert.strictEqual(total, wanted.length)
    else {
      // Fewer rows are looked at where their texts are read.
      assert.isTrue(n === 0 || asked.q !== undefined)
      assert.isAtMost(total, wanted.length)
    }
  })
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
const Node: Schema.Codec<PlanNode> = Schema.Struct({
  "Node Type": Schema.String,
  "Relation Name": Schema.optionalKey(Schema.String),
  "Index Name": Schema.optionalKey(Schema.String),
  "Actual Rows": Schema.Finite,
  "Actual Loops": Schema.Finite,
  "Rows Removed by Filter": Schema.optionalKey(Schema.Finite),
  Plans: Schema.optionalKey(Schema.Array(Schema.suspend((): Schema.Codec<PlanNode> => Node)))
})
const Explained = Schema.Tuple([Schema.Struct({ plan: Schema.Tuple([Schema.Struct({ Plan: Node })]) })])
const nodesOf = (node: PlanNode): ReadonlyArray<PlanNode> => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

const looks = cases.flatMap(({ filter, name, sort }) => {
  const own = { minRelevance: 0, ...filter }
  const max = filter.q === undefined ? lookedMax : textsMax
  const first = firstWay(filter.ofProject ? { ...own, projectId: "" } : own)
  const all: ReadonlyArray<Look> = [
    { way: first, isWalk: false, max },
    { way: sort === "relevance" ? "relevance" : first, isWalk: true, max },
    { way: "open", isWalk: false, rankMin: 1, max },
    { way: "relevance", isWalk: false, max }
  ]
  return all.map((look) => ({ filter, sort, look, name: `${name} ${look.isWalk ? "on" : "all"} by ${look.way}` }))
})

describe("a look at an account's threads", () => {
  it.each(looks)("reads one index, in its order and no further: $name", async ({ filter, look, sort }) => {
    const { accountId, projectId } = await nth(0)
    const { ofProject, ...own } = filter
    const atMs = nowMs()
    const asked = { accountId, sort, limit: 25, nowMs: atMs, atMs, after: { rank: 3, by: atMs, id: projectId } }
    const [{ plan }] = await run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const statement = lookStatement(sql)(
          { minRelevance: 0, ...own, ...(ofProject ? { projectId } : {}) },
          asked,
          look
        )
        const [text, values] = statement.compile()
        const told = yield* sql.unsafe(`EXPLAIN (ANALYZE, FORMAT JSON, TIMING off) ${text}`, values)
        return yield* Schema.decodeUnknownEffect(Explained)(told.map((row) => ({ plan: Object.values(row)[0] })))
      })
    )
    const nodes = nodesOf(plan[0].Plan).filter((node) =>
      /^growth_(finds|opportunities)$/.test(node["Relation Name"] ?? "")
    )
    const scans = nodes.filter((node) => node["Index Name"] !== "growth_opportunities_pkey")
    // A walk reads it again to tell where it got to.
    assert.lengthOf(scans, look.isWalk ? 2 : 1, JSON.stringify(plan))
    for (const scan of scans) assert.strictEqual(scan["Node Type"], "Index Only Scan", JSON.stringify(plan))
    for (const node of nodes) {
      assert.isAtMost(
        (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"],
        look.max + 1,
        JSON.stringify(plan)
      )
    }
  })
})

describe("counts", () => {
  const sums = (source: string) =>
    run(
      Effect.flatMap(SqlClient.SqlClient, (sql) =>
        sql.unsafe(`SELECT account_id, project_id, day::text, facet, value, sum(n)::int AS n FROM (${source}) s
          GROUP BY 1, 2, 3, 4, 5 HAVING sum(n) <> 0 ORDER BY 1, 2, 3, 4, 5`)
      )
    )
  const anew = (["growth_opportunities", "growth_finds"] as const)
    .flatMap((table) => {
      const row = `SELECT account_id, ${table === "growth_finds" ? "project_id" : `'${nilProject}'::uuid AS project_id`},
        (to_timestamp(found_ms / 1000.0) AT TIME ZONE 'UTC')::date AS day,
        CASE WHEN status = 'dismissed' AND reason = 'gone' THEN 'gone' ELSE status END AS state, coalesce(intent, 'unknown') AS intent
        FROM ${table}`
      const of = (day: string, facet: string, value: string) =>
        `SELECT account_id, project_id, ${day} AS day, '${facet}' AS facet, ${value} AS value, 1 AS n FROM (${row}) r`
      const total = of("'-infinity'::date", "total", "state")
      return table === "growth_finds" ? [total, of("day", "status", "state"), of("day", "intent", "intent")] : [total]
    })
    .join(" UNION ALL ")
  const areTrue = async () => assert.deepEqual(await sums("SELECT * FROM growth_counts"), await sums(anew))

  it("are those of a recount, whatever is decided, answered, erased, pruned or added up", async () => {
    const { accountId } = await nth(1)
    await areTrue()
    const { value } = await run(Accounts.Accounts.use((accounts) => accounts.createKey({ accountId, name: "test" })))
    const key = Redacted.value(value)
    const ask = (path: string, method: "GET" | "PATCH" | "POST", body?: object) =>
      gateway().ask(`${base}${path}`, { key, method, ...(body === undefined ? {} : { body }) })
    const { json } = await ask("/opportunities?limit=20&status=pending", "GET")
    const ids = listAt(json, "data", "items").map((item) => at(item, "id"))
    for (const [n, id] of ids.entries()) {
      const snoozeUntil = new Date(nowMs() + 3 * dayMs).toISOString().slice(0, 10)
      const decision = [
        { decision: "approve" },
        { decision: "dismiss" },
        { decision: "snooze", snoozeUntil },
        { decision: "reopen" }
      ][n % 5]
      if (decision === undefined) {
        await ask(`/opportunities/${id}/mark-replied`, "POST", { replyUrl: "https://example.org/answer" })
      } else await ask(`/opportunities/${id}/review`, "PATCH", decision)
    }
    await areTrue()
    clock.advanceMs(5 * dayMs)
    await gateway().run(Upkeep.use((upkeep) => upkeep.prune()))
    await areTrue()
    await run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (
          sql
        ) => sql`UPDATE growth_opportunities SET status = 'dismissed', reason = 'gone' WHERE account_id = ${accountId}::uuid
          AND published_ms % 7 = 0`
      )
    )
    await areTrue()
    const rows = await run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`SELECT count(*)::int AS n FROM growth_counts GROUP BY account_id, project_id, facet, day, value
          HAVING count(*) > 1`
      )
    )
    assert.isAbove(rows.length, 0)
    await gateway().run(Upkeep.use((upkeep) => upkeep.prune()))
    await areTrue()
  })
})
