/** The wall around an account where the database's user is an ordinary one, whom forced row-level security holds. */
import { contextOf, PluginContexts } from "@storeglass/gateway"
import { startTestGateway, useTestGateway } from "@storeglass/testkit"
import { Context, Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { assert, describe, inject, it } from "vitest"
import plugin from "../src/plugin.ts"
import { Wall } from "../src/Wall.ts"
import { actor, base, plugins, unreleased } from "./support.ts"

describe("an ordinary user of the database", () => {
  const host = useTestGateway({ plugins: { stores: true } })

  it("keeps rows apart without another role, and the host's own statements see no rows at all", async () => {
    const name = `ws_${Date.now()}`
    const run = (statement: string) =>
      host().run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(statement).unprepared))
    await run(`CREATE ROLE ${name} LOGIN PASSWORD '${name}'`)
    await run(`CREATE DATABASE ${name} OWNER ${name}`)
    const url = new URL(inject("databaseUrl"))
    url.searchParams.set("user", name)
    url.pathname = `/${name}`
    await Effect.runPromise(
      Effect.scoped(
        Effect.gen(function* () {
          const gateway = yield* startTestGateway({ plugins, databaseUrl: Redacted.make(url.href) })
          yield* Effect.promise(async () => {
            const own = actor(gateway, await gateway.account())
            await own.done("POST", base, unreleased(900_001))
            await own.done("POST", `${base}/900001/keywords`, { keyword: "collage" })
            const other = actor(gateway, await gateway.account())
            await other.done("POST", base, unreleased(900_002))
            const seen = (inAccount: string | undefined) =>
              gateway.run(
                Effect.gen(function* () {
                  const sql = yield* SqlClient.SqlClient
                  const wall = yield* Wall
                  const all = sql<{ app_id: string }>`SELECT app_id FROM workspace_apps`
                  return (yield* inAccount === undefined ? all : wall.inAccount(inAccount, all)).map(
                    (row) => row.app_id
                  )
                }).pipe(Effect.provideContext(contextOf(Context.get(gateway.running.services, PluginContexts), plugin)))
              )
            assert.deepEqual(await seen(own.accountId), ["900001"])
            assert.deepEqual(await seen(other.accountId), ["900002"])
            assert.deepEqual(await seen(undefined), [])
          })
        })
      )
    )
  })
})
