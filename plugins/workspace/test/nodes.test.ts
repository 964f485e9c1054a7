/**
 * Random writes of 20 clients on three nodes, while plans change and connections to the database are cut: what is left is
 * what one writer would have left.
 */
import { Accounts } from "@storeglass/core"
import { erased, type LoadedPlugin } from "@storeglass/gateway"
import { definePlugin, onEvent } from "@storeglass/plugin-api"
import { manifestOf, startTestGateway, type TestGateway } from "@storeglass/testkit"
import { Effect, Exit, Layer, Schema, Scope } from "effect"
import { HttpApi } from "effect/http-api"
import { SqlClient } from "effect/sql"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Contract from "../src/contract.ts"
import { type Actor, actor, at, base, newActor, plugins, saveReport, trackedBy, unreleased } from "./support.ts"

const heard = { added: new Set<string>(), removed: new Set<string>() }
const told: Array<() => void> = []
const ear = <A extends { readonly id: string }>(
  event: Parameters<typeof onEvent<A, never, never>>[0],
  what: keyof typeof heard
) =>
  onEvent(event, ({ id }: A) =>
    Effect.sync(() => {
      heard[what].add(id)
      for (const tell of told.splice(0)) tell()
    })
  )
const listener = definePlugin({
  id: "listener",
  manifest: manifestOf("listener", { uses: { workspace: "^0.1.0" } }),
  description: "Listens.",
  uses: ["workspace"],
  config: Schema.Struct({}),
  api: HttpApi.make("listener"),
  live: () => Layer.empty,
  on: () => [
    ear(Contract.AppAdded, "added"),
    ear(Contract.AppRemoved, "removed"),
    ear(Contract.KeywordAdded, "added"),
    ear(Contract.KeywordRemoved, "removed"),
    ear(Contract.CompetitorAdded, "added"),
    ear(Contract.CompetitorRemoved, "removed"),
    ear(Contract.ReportSaved, "added")
  ]
})
const further: ReadonlyArray<LoadedPlugin> = [{ plugin: erased(listener), settings: {}, from: "the test" }]

let nodes: ReadonlyArray<TestGateway> = []
let scope: Scope.Closeable | undefined
beforeAll(async () => {
  scope = await Effect.runPromise(Scope.make())
  const start = (options: Parameters<typeof startTestGateway>[0]) =>
    Effect.runPromise(Scope.provide(startTestGateway({ plugins, further, ...options }), scope ?? Scope.makeUnsafe()))
  const first = await start({})
  const { databaseUrl } = first.running
  nodes = [first, await start({ databaseUrl }), await start({ databaseUrl })]
}, 120_000)
afterAll(async () => {
  if (scope !== undefined) await Effect.runPromise(Scope.close(scope, Exit.void))
})

/** A number generator whose choices can be repeated. */
const dice = (seed: number) => {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
const limits = {
  free: { apps: 2, keywords: 25, reports: 50 },
  indie: { apps: 5, keywords: 250, reports: 500 }
} as const
type PlanName = keyof typeof limits
const rounds = 10
const clients = 20
const opsOfEach = 6

const rowsOf = (own: Actor) =>
  nodes[0]?.run(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const ids = (table: string) =>
        Effect.map(
          sql.unsafe<{ id: string }>(`SELECT id FROM workspace_${table} WHERE account_id = $1::uuid`, [own.accountId]),
          (rows) => rows.map(({ id }) => id)
        )
      const on = yield* sql<{ key: string }>`
        SELECT DISTINCT keyword || ' ' || country AS key FROM workspace_keywords
        WHERE account_id = ${own.accountId}::uuid AND state = 'on'`
      const [kept] = yield* sql<Record<string, number>>`
        SELECT apps, keywords, versions, reports, (SELECT coalesce(sum(keywords), 0)::int FROM workspace_apps p WHERE p.account_id = a.account_id) AS "ofApps",
          (SELECT coalesce(sum(competitors), 0)::int FROM workspace_apps p WHERE p.account_id = a.account_id) AS competitors,
          (SELECT count(*)::int FROM workspace_versions v WHERE v.account_id = a.account_id) AS "versionRows",
          (SELECT count(*)::int FROM workspace_keywords k WHERE k.account_id = a.account_id AND state = 'on') AS "on"
        FROM workspace_accounts a WHERE account_id = ${own.accountId}::uuid`
      return {
        apps: yield* ids("apps"),
        keywords: yield* ids("keywords"),
        competitors: yield* ids("competitors"),
        reports: yield* ids("reports"),
        on: on.map(({ key }) => key).toSorted(),
        kept
      }
    })
  ) ?? Promise.reject(new Error("no node"))

/** Breaks off what the nodes are at in the database, as its failure or theirs would. */
const cutConnections = (node: TestGateway) =>
  node
    .run(
      SqlClient.SqlClient.use(
        (sql) => sql`
          SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND application_name = 'storeglass' AND pid <> pg_backend_pid()
            AND state <> 'idle' AND xact_start IS NOT NULL`
      )
    )
    // It may be cut itself.
    .catch(() => {})

describe("random writes of 20 clients on three nodes", () => {
  it("leave what one writer would have left, round by round", { timeout: 300_000 }, async () => {
    const [node] = nodes
    if (node === undefined) throw new Error("no node")
    const account = await newActor(node, { plan: "indie" })
    const own = nodes.map((each) => actor(each, account))
    const setPlan = (plan: PlanName) =>
      node.run(Accounts.Accounts.use((accounts) => accounts.setPlan(account.accountId, plan)))
    const model = { apps: 0, keywords: 0, competitors: 0, versions: 0, reports: 0 }
    /** By how much each may be off after writes that ended without saying how. */
    const doubt = { ...model }
    const revisions = new Set<string>()
    const count = (answer: { readonly json: unknown }, ...path: ReadonlyArray<string>) =>
      Number(at(answer.json, "data", ...path) ?? 0)
    let before = { apps: 0, keywords: 0, reports: 0 }
    let plan: PlanName = "indie"
    for (let round = 0; round < rounds; round += 1) {
      const isCut = round % 4 === 3
      const former = plan
      plan = round % 3 === 1 ? "free" : "indie"
      // On the key that each node remembers. In some rounds only once writes are under way.
      const isLate = round % 2 === 1
      if (!isLate) await setPlan(plan)
      let done = 0
      const client = async (index: number) => {
        const roll = dice(1_000 * round + index)
        const one = own[index % own.length] ?? account
        const ask = async (
          [method, path, body]: readonly [string, string, object?],
          refusals: ReadonlyArray<number>,
          unsure: Partial<typeof model>
        ) => {
          const answer = await one.ask(method, path, body)
          // A machine that's busy enough has others wait too long for the database.
          assert.include([200, 503, ...refusals], answer.status, answer.text)
          if (answer.status === 503) {
            doubt.apps += unsure.apps ?? 0
            doubt.keywords += unsure.keywords ?? 0
            doubt.competitors += unsure.competitors ?? 0
            doubt.versions += unsure.versions ?? 0
          }
          return answer
        }
        for (let step = 0; step < opsOfEach; step += 1) {
          done += 1
          if (isLate && done === 40) await setPlan(plan)
          if (isCut && done % 30 === 0) await cutConnections(node)
          const app = 990_000 + roll(7)
          const path = `${base}/${app}`
          const keyword = `word ${roll(12)}`
          const country = ["us", "gb", "de"][roll(3)] ?? "us"
          switch (roll(11)) {
            case 0:
            case 1: {
              const { status } = await ask(["POST", base, unreleased(app)], [403, 409], { apps: 1 })
              if (status === 200) model.apps += 1
              break
            }
            case 2: {
              if (roll(3) > 0) break
              const all = { apps: 1, keywords: 36, competitors: 5, versions: 9 }
              const answer = await ask(["DELETE", `${base}?appId=${app}`], [404], all)
              if (answer.status !== 200) break
              model.apps -= 1
              model.keywords -= count(answer, "removed", "keywords")
              model.competitors -= count(answer, "removed", "competitors")
              model.versions -= count(answer, "removed", "versions")
              break
            }
            case 3: {
              const { status } = await ask(["DELETE", `${path}/keywords`, { keyword, country }], [404], { keywords: 1 })
              if (status === 200) model.keywords -= 1
              break
            }
            case 4: {
              const keywords = [keyword, `word ${roll(12)}`, `word ${roll(12)}`]
              const body = { keywords, countries: ["us", country] }
              const answer = await ask(["POST", `${path}/keywords`, body], [403, 404, 409], { keywords: 6 })
              const added = at(answer.json, "data", "added")
              if (Array.isArray(added)) model.keywords += added.length
              break
            }
            case 5: {
              const body = { competitorAppId: 995_000 + roll(5), name: "Rival" }
              const { status } = await ask(["POST", `${path}/competitors`, body], [403, 404, 409], { competitors: 1 })
              if (status === 200) model.competitors += 1
              break
            }
            case 6: {
              const body = { versionName: `${roll(9)}.0`, isReleased: roll(2) === 0 }
              const { status } = await ask(["POST", `${path}/versions`, body], [403, 404, 409], { versions: 1 })
              if (status === 200) model.versions += 1
              break
            }
            case 7: {
              const notes = `${round} ${index} ${step}`
              const answer = await ask(["PATCH", base, { appId: app, notes, revision: 1 + roll(4) }], [404, 409], {})
              if (answer.status !== 200) break
              // Each revision of a row is one writer's.
              const made = `${String(at(answer.json, "data", "id"))} ${count(answer, "revision")}`
              assert.isFalse(revisions.has(made), made)
              revisions.add(made)
              break
            }
            case 8: {
              const saving = nodes[index % nodes.length] ?? node
              for (let n = 0; n < 6; n += 1) {
                await saveReport(saving, account, { plan: former }).then(
                  () => {
                    model.reports += 1
                  },
                  (error: unknown) => {
                    if (!/TIER_LIMIT_EXCEEDED|keeps \d+ reports/.test(String(error))) doubt.reports += 1
                  }
                )
              }
              break
            }
            default: {
              const body = { keyword, country }
              const { status } = await ask(["POST", `${path}/keywords`, body], [403, 404, 409], { keywords: 1 })
              if (status === 200) model.keywords += 1
            }
          }
        }
      }
      await Promise.all(Array.from({ length: clients }, (_, index) => client(index)))
      let rows = await rowsOf(account)
      // Nobody asks for the keywords: the change of plan has them wait and come back.
      const on = () => Math.min(rows.keywords.length, limits[plan].keywords)
      while (rows.kept !== undefined && rows.kept.on !== on()) rows = await rowsOf(account)
      for (const what of ["apps", "keywords", "competitors", "reports"] as const) {
        assert.isAtMost(Math.abs(rows[what].length - model[what]), doubt[what], `${what} of round ${round}`)
        model[what] = rows[what].length
        doubt[what] = 0
      }
      const versions = Number(rows.kept?.versionRows ?? 0)
      assert.isAtMost(Math.abs(versions - model.versions), doubt.versions)
      model.versions = versions
      doubt.versions = 0
      for (const what of ["apps", "keywords", "reports"] as const) {
        const most = Math.max(limits[plan][what], isLate ? limits[former][what] : 0)
        assert.isAtMost(rows[what].length, Math.max(before[what], most), `${what} of round ${round}`)
      }
      assert.deepEqual(rows.kept, {
        apps: rows.apps.length,
        keywords: rows.keywords.length,
        versions,
        reports: rows.reports.length,
        ofApps: rows.keywords.length,
        competitors: rows.competitors.length,
        versionRows: versions,
        on: on()
      })
      assert.deepEqual(await trackedBy(node, account), rows.on)
      // Each row has been told of, and each that is gone as well.
      const now = [...rows.apps, ...rows.keywords, ...rows.competitors, ...rows.reports].toSorted()
      const standing = () => [...heard.added].filter((id) => !heard.removed.has(id)).toSorted()
      while (JSON.stringify(standing()) !== JSON.stringify(now))
        await new Promise<void>((resolve) => told.push(resolve))
      before = { apps: rows.apps.length, keywords: rows.keywords.length, reports: rows.reports.length }
    }
    assert.isAbove(heard.removed.size, 0)
    assert.isAbove(revisions.size, 0)
  })
})
