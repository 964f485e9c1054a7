import { AccountDeletions, corePersonalTables, exportCore, ForgetAccount, tableNameOf } from "@storeglass/core"
import { makeDemoCalls, personalOf } from "@storeglass/gateway"
import { databaseText, everyPlugin, rotatable, rotateAll, useTestGateway } from "@storeglass/testkit"
import { Effect, Redacted, Schema, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { assert, describe, it } from "vitest"

// Nothing is worked off behind the test's back, so that rows stay as they are.
const gateway = useTestGateway({ plugins: everyPlugin, config: { ...rotatable, jobs: { concurrency: 0 } } })

const Names = Schema.Array(Schema.Struct({ name: Schema.String }))
const tableNames = corePersonalTables.map(tableNameOf)
/** What says after a deletion that there was an account: the ledger, the operator's own record, and the tombstone. */
const staying = [
  /^core_credit_(balances|usage_days|entries(_\d+)?|holds)$/,
  /^core_security_changes$/,
  /^core_account_deletions$/,
  // Payloads of events and jobs hold the bare id until they're pruned.
  /^core_events$/,
  /^_private_jobs$/
]

const linesOf = async (accountId: string) =>
  (await gateway().run(databaseText)).split("\n").filter((line) => line.includes(accountId))
const tableOf = (line: string) => line.slice(0, line.indexOf(" ")).replace(/^\w+\./, "")

describe("what is kept of an account", { timeout: 120_000 }, () => {
  it("is in tables that the core or a plugin knows to export and to empty", async () => {
    // Accounts and persons have UUIDs: the owner of a packed list is a number, as a keyword is.
    const found = await gateway().run(
      Effect.flatMap(SqlClient.SqlClient, (sql) =>
        Effect.flatMap(
          sql`SELECT c.relname AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
            WHERE NOT a.attisdropped AND a.attname ~ '(account|person|owner)_id$' AND c.relkind IN ('r', 'p')
              AND a.atttypid <> 'int'::regtype
              AND NOT c.relispartition ORDER BY 1`,
          Schema.decodeUnknownEffect(Names)
        )
      )
    )
    const known = gateway().running.composition.plugins.flatMap(({ config, plugin }) =>
      (plugin.personal?.(config).tables ?? []).map(tableNameOf)
    )
    const missing = found.map(({ name }) => name).filter((name) => ![...tableNames, ...known].includes(name))
    assert.deepEqual(missing, [], "name them under `personal` of their plugin")
  })

  it("has one saved audit in the demo account, also after a second start", async () => {
    const { key } = await gateway().account()
    for (const _ of [1, 2]) {
      const failed = await Effect.runPromise(makeDemoCalls(gateway().running, Redacted.make(key), { fill: true }))
      assert.deepEqual(failed, [])
    }
    const { text } = await gateway().ask("/v1/user/reports", { key })
    assert.deepEqual(text.match(/"kind":"[^"]+"/g), ['"kind":"aso.audit"'])
  })

  it("is exported whole and without secrets, gone when the account is deleted, and nobody else's is, which opens under a new key", async () => {
    const [own, other] = [await gateway().account(), await gateway().account()]
    for (const { key } of [own, other]) {
      const failed = await Effect.runPromise(makeDemoCalls(gateway().running, Redacted.make(key), { fill: true }))
      assert.deepEqual(failed, [])
    }
    const { plugins } = gateway().running.composition
    const rows = await gateway().run(
      Effect.gen(function* () {
        const parts = yield* personalOf(plugins)
        const ofPlugins = yield* Effect.forEach(parts, (part) => Stream.runCollect(part.export(own.accountId)))
        return [...(yield* Stream.runCollect(exportCore(own.accountId))), ...ofPlugins.flat()]
      })
    )
    const before = await linesOf(other.accountId)
    const held = new Set((await linesOf(own.accountId)).map(tableOf))
    const exported = new Set(rows.map(({ part }) => part))
    for (const part of ["core_accounts", "core_api_keys", "core_connections", "keywords_tracked", "workspace_apps"]) {
      assert.include([...exported], part)
      if (part !== "keywords_tracked") assert.include([...held, "core_accounts"], part)
    }
    const text = JSON.stringify(rows)
    assert.notInclude(text, own.key)
    assert.notInclude(text, other.accountId)
    assert.notMatch(text, /"(hash|sealed|secret|previous_secret)":/)

    await gateway().run(Effect.flatMap(AccountDeletions, ({ ask }) => ask(own.accountId, 0)))
    await gateway().runJob(ForgetAccount, { accountId: own.accountId })
    const left = (await linesOf(own.accountId)).map(tableOf)
    assert.deepEqual(
      [...new Set(left)].filter((table) => !staying.some((pattern) => pattern.test(table))),
      []
    )
    assert.include(left, "core_account_deletions")
    const isSteady = (line: string) => !staying.some((pattern) => pattern.test(tableOf(line)))
    const after = new Set(await linesOf(other.accountId))
    assert.deepEqual(
      before.filter(isSteady).filter((line) => !after.has(line)),
      []
    )
    // Whoever counted on it twice finds nothing to do.
    await gateway().runJob(ForgetAccount, { accountId: own.accountId })
    const rotation = await rotateAll(gateway())
    assert.isAbove(rotation.rewrapped, 0)
    assert.deepEqual(rotation.failed, {})
  })
})
