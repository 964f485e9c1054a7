/** Random writes of 20 clients on three nodes, with plan changes between them: what is left is what one writer would have left. */
import { Accounts } from "@storeglass/core"
import { erased, type LoadedPlugin } from "@storeglass/gateway"
import { definePlugin, onEvent } from "@storeglass/plugin-api"
import { manifestOf, startTestGateway, type TestGateway } from "@storeglass/testkit"
import { Effect, Exit, Layer, Redacted, Schema, Scope } from "effect"
import { HttpApi } from "effect/http-api"
import { SqlClient } from "effect/sql"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Contract from "../src/contract.ts"
import { type Actor, actor, at, base, newActor, plugins, trackedBy, unreleased } from "./support.ts"

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
    ear(Contract.CompetitorRemoved, "removed")
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
const limits = { free: { apps: 2, keywords: 25 }, indie: { apps: 5, keywords: 250 } } as const
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
        SELECT apps, keywords, versions, (SELECT coalesce(sum(keywords), 0)::int FROM workspace_apps p WHERE p.account_id = a.account_id) AS "ofApps",
          (SELECT coalesce(sum(competitors), 0)::int FROM workspace_apps p WHERE p.account_id = a.account_id) AS competitors,
          (SELECT count(*)::int FROM workspace_versions v WHERE v.account_id = a.account_id) AS "versionRows",
          (SELECT count(*)::int FROM workspace_keywords k WHERE k.account_id = a.account_id AND state = 'on') AS "on"
        FROM workspace_accounts a WHERE account_id = ${own.accountId}::uuid`
      return {
        apps: yield* ids("apps"),
        keywords: yield* ids("keywords"),
        competitors: yield* ids("competitors"),
        on: on.map(({ key }) => key).toSorted(),
        kept
      }
    })
  ) ?? Promise.reject(new Error("no node"))

describe("random writes of 20 clients on three nodes", () => {
  it("leave what one writer would have left, round by round", { timeout: 300_000 }, async () => {
    const [node] = nodes
    if (node === undefined) throw new Error("no node")
    const account = await newActor(node, { plan: "indie" })
    const apps = new Map<number, number>()
    const balance = { keywords: 0, competitors: 0, versions: 0 }
    const count = (answer: { readonly json: unknown }, ...path: ReadonlyArray<string>) =>
      Number(at(answer.json, "data", ...path) ?? 0)
    let before = { apps: 0, keywords: 0 }
    for (let round = 0; round < rounds; round += 1) {
      const plan: PlanName = round % 3 === 1 ? "free" : "indie"
      // A key that no node has seen: one that they remember may have the former plan for 5 s.
      const key = await node.run(
        Effect.gen(function* () {
          const accounts = yield* Accounts.Accounts
          yield* accounts.setPlan(account.accountId, plan)
          const { value } = yield* accounts.createKey({ accountId: account.accountId, name: `round ${round}` })
          return Redacted.value(value)
        })
      )
      const own = nodes.map((each) => actor(each, { ...account, key }))
      const reader = actor(node, { ...account, key })
      const client = async (index: number) => {
        const roll = dice(1_000 * round + index)
        const one = own[index % own.length] ?? account
        for (let step = 0; step < opsOfEach; step += 1) {
          const app = 990_000 + roll(7)
          const keyword = `word ${roll(12)}`
          const country = ["us", "gb", "de"][roll(3)] ?? "us"
          switch (roll(9)) {
            case 0:
            case 1: {
              const { status } = await one.ask("POST", base, unreleased(app))
              assert.include([200, 403, 409], status)
              if (status === 200) apps.set(app, (apps.get(app) ?? 0) + 1)
              break
            }
            case 2: {
              if (roll(3) > 0) break
              const answer = await one.ask("DELETE", `${base}?appId=${app}`)
              assert.include([200, 404], answer.status)
              if (answer.status !== 200) break
              apps.set(app, (apps.get(app) ?? 0) - 1)
              balance.keywords -= count(answer, "removed", "keywords")
              balance.competitors -= count(answer, "removed", "competitors")
              balance.versions -= count(answer, "removed", "versions")
              break
            }
            case 3: {
              const { status } = await one.ask("DELETE", `${base}/${app}/keywords`, { keyword, country })
              assert.include([200, 404], status)
              if (status === 200) balance.keywords -= 1
              break
            }
            case 4: {
              const keywords = [keyword, `word ${roll(12)}`, `word ${roll(12)}`]
              const answer = await one.ask("POST", `${base}/${app}/keywords`, { keywords, countries: ["us", country] })
              assert.include([200, 403, 404, 409], answer.status)
              const added = at(answer.json, "data", "added")
              if (Array.isArray(added)) balance.keywords += added.length
              break
            }
            case 5: {
              const body = { competitorAppId: 995_000 + roll(5), name: "Rival" }
              const { status } = await one.ask("POST", `${base}/${app}/competitors`, body)
              assert.include([200, 403, 404, 409], status)
              if (status === 200) balance.competitors += 1
              break
            }
            case 6: {
              const body = { versionName: `${roll(9)}.0`, isReleased: roll(2) === 0 }
              const { status } = await one.ask("POST", `${base}/${app}/versions`, body)
              assert.include([200, 403, 404, 409], status)
              if (status === 200) balance.versions += 1
              break
            }
            default: {
              const { status } = await one.ask("POST", `${base}/${app}/keywords`, { keyword, country })
              assert.include([200, 403, 404, 409], status)
              if (status === 200) balance.keywords += 1
            }
          }
        }
      }
      await Promise.all(Array.from({ length: clients }, (_, index) => client(index)))
      // What a reader sees is settled by the plan.
      const listed = at((await reader.done("GET", base)).json, "data", "items")
      for (const row of Array.isArray(listed) ? listed : []) {
        await reader.done("GET", `${base}/${String(at(row, "appId"))}/keywords`)
      }
      const rows = await rowsOf(account)
      assert.isTrue(
        [...apps.values()].every((times) => times === 0 || times === 1),
        "an app is there once"
      )
      assert.strictEqual(rows.apps.length, [...apps.values()].filter((times) => times === 1).length)
      assert.strictEqual(rows.keywords.length, balance.keywords)
      assert.strictEqual(rows.competitors.length, balance.competitors)
      assert.isAtMost(rows.apps.length, Math.max(before.apps, limits[plan].apps))
      assert.isAtMost(rows.keywords.length, Math.max(before.keywords, limits[plan].keywords))
      assert.deepEqual(rows.kept, {
        apps: rows.apps.length,
        keywords: rows.keywords.length,
        versions: balance.versions,
        ofApps: rows.keywords.length,
        competitors: rows.competitors.length,
        versionRows: balance.versions,
        on: rows.apps.length === 0 ? 0 : Math.min(rows.keywords.length, limits[plan].keywords)
      })
      assert.deepEqual(await trackedBy(node, account), rows.on)
      // Each row has been told of, and each that is gone as well.
      const now = [...rows.apps, ...rows.keywords, ...rows.competitors].toSorted()
      const standing = () => [...heard.added].filter((id) => !heard.removed.has(id)).toSorted()
      while (JSON.stringify(standing()) !== JSON.stringify(now))
        await new Promise<void>((resolve) => told.push(resolve))
      before = { apps: rows.apps.length, keywords: rows.keywords.length }
    }
    assert.isAbove(heard.removed.size, 0)
  })
})
