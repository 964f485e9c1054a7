import { randomUUID } from "node:crypto"
import { AccountExports, ExportAccount } from "@storeglass/core"
import { AccountAdmin, Content, Files, GatewayState, Jobs } from "@storeglass/plugin-api"
import { adjustableClock, until, useTestGateway } from "@storeglass/testkit"
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { assert, describe, it } from "vitest"

const clock = adjustableClock(Date.parse("2026-11-23T10:00:00Z"))
const gateway = useTestGateway({
  plugins: { stores: true, workspace: true },
  config: { files: { accountBytesMax: 65_536 } },
  clock
})

const asked = (accountId: string) =>
  gateway().run(
    Effect.gen(function* () {
      const admin = yield* AccountAdmin
      yield* admin.askExport(accountId)
      yield* admin.askExport(accountId)
      return yield* until(["core_account_exports"], admin.exports(accountId), ([newest]) => newest?.state !== "waiting")
    })
  )
/** The gateway's own address has the port of its config, which is any. */
const fetched = (url: string) => fetch(`${gateway().url}${new URL(url).pathname}`)
const unzipped = async (url: string) => {
  const answer = await fetched(url)
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const entries = await gateway().run(Effect.flatMap(Content, (content) => content.unzip(bytes)))
  return {
    type: answer.headers.get("content-type"),
    texts: new Map(entries.map(({ bytes, name }) => [name, new TextDecoder().decode(bytes)]))
  }
}

describe("the export of an account", () => {
  it("is one zip with JSON, CSV and a manifest of the core's and every plugin's rows, for 7 days", async () => {
    const { accountId, key } = await gateway().account()
    const other = await gateway().account()
    const body = { appId: 1, isLive: false, appName: '=HYPERLINK("x"), "quoted"' }
    for (const each of [key, other.key]) {
      const made = await gateway().ask("/v1/user/apps", { method: "POST", key: each, body })
      assert.include([200, 201], made.status, made.text)
    }
    const [newest, ...older] = await asked(accountId)
    assert.deepEqual(older, [])
    assert.strictEqual(newest?.state, "ready", newest?.problem ?? "")
    assert.lengthOf(newest?.files ?? [], 1)
    const { texts, type } = await unzipped(newest?.files[0]?.url ?? "")
    assert.strictEqual(type, "application/zip")
    const manifest = JSON.parse(texts.get("manifest.json") ?? "")
    assert.strictEqual(manifest.accountId, accountId)
    assert.strictEqual(manifest.rows["core/core_accounts"], 1)
    assert.strictEqual(manifest.rows["workspace/workspace_apps"], 1)
    assert.deepEqual(
      manifest.files.map(({ name }: { name: string }) => name).sort(),
      [...texts.keys()].filter((name) => name !== "manifest.json").sort()
    )
    const [account] = JSON.parse(texts.get("core/core_accounts.json") ?? "")
    assert.strictEqual(account.id, accountId)
    const csv = texts.get("workspace/workspace_apps.csv") ?? ""
    assert.strictEqual(csv.split("\r\n").length, 3, csv)
    // A spreadsheet must not take it for a formula.
    assert.include(csv, `"'=HYPERLINK(""x""), ""quoted"""`)
    const all = [...texts.values()].join("\n")
    assert.notInclude(all, other.accountId)
    assert.notInclude(all, key)
    // A later one takes its place.
    clock.advanceMs(60_000)
    const [second, first] = await asked(accountId)
    assert.strictEqual(second?.state, "ready")
    assert.deepEqual(first?.files, [])
    // Its file goes once the second is there.
    const files = Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`SELECT id FROM core_files WHERE account_id = ${accountId}::uuid`
    )
    await gateway().run(until(["core_files"], files, (left) => left.length === 1))
    assert.strictEqual((await fetched(newest?.files[0]?.url ?? "")).status, 404)
    const url = second?.files[0]?.url ?? ""
    assert.strictEqual((await fetched(url)).status, 200)
    clock.advanceMs(7 * 86_400_000)
    assert.strictEqual((await fetched(url)).status, 404)
  })

  it("that doesn't fit into the account's files says so, and leaves no part of it", async () => {
    const { accountId } = await gateway().account()
    await gateway().run(
      Effect.gen(function* () {
        const files = yield* Files
        const expiresAtMs = (yield* Clock.currentTimeMillis) + 86_400_000
        const bytes = new Uint8Array(65_536)
        yield* files.put({ accountId, name: "large.bin", type: "application/octet-stream", bytes, expiresAtMs })
      })
    )
    const [newest] = await asked(accountId)
    assert.strictEqual(newest?.state, "failed")
    assert.match(newest?.problem ?? "", /would exceed .* bytes/)
    assert.deepEqual(newest?.files, [])
    // Run again, it does nothing.
    await gateway().runJob(ExportAccount, { accountId, id: newest?.id ?? "" })
    assert.strictEqual((await asked(accountId))[0]?.state, "failed")
  })
})

const sql = (text: string, ...values: ReadonlyArray<unknown>) =>
  gateway().run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(text, values)))

/** An export of which an attempt stored a first archive, and got no further. */
const begun = async (accountId: string) => {
  const id = randomUUID()
  await sql(
    "INSERT INTO core_account_exports (id, account_id, asked_at, state) VALUES ($1::uuid, $2::uuid, $3::timestamptz, 'waiting')",
    id,
    accountId,
    new Date(clock.clock.currentTimeMillisUnsafe()).toISOString()
  )
  const part = await gateway().run(
    Effect.gen(function* () {
      const exports = yield* AccountExports
      const files = yield* Files
      const expiresAtMs = (yield* Clock.currentTimeMillis) + 86_400_000
      const bytes = new Uint8Array(1_000)
      const put = files.put({ accountId, name: "export-1.zip", type: "application/zip", bytes, expiresAtMs })
      return yield* exports.storing(accountId, id, [], put)
    })
  )
  return { id, part }
}
const filesOf = async (accountId: string) =>
  (await sql("SELECT id FROM core_files WHERE account_id = $1", accountId)).map((row) => Reflect.get(row, "id"))

describe("an export whose process was killed between two archives", () => {
  it("shows nobody the part, and leaves none of it once another attempt has made the whole", async () => {
    const { accountId } = await gateway().account()
    const { id, part } = await begun(accountId)
    assert.deepEqual(await filesOf(accountId), [part.id])
    const shown = await gateway().run(AccountAdmin.use(({ exports }) => exports(accountId)))
    assert.deepEqual([shown[0]?.state, shown[0]?.files], ["waiting", []])
    await gateway().runJob(ExportAccount, { accountId, id })
    const [ready] = await gateway().run(AccountAdmin.use(({ exports }) => exports(accountId)))
    assert.strictEqual(ready?.state, "ready")
    assert.deepEqual(
      (await filesOf(accountId)).map((file) => `/files/${file}`),
      ready?.files.map(({ url }) => new URL(url).pathname)
    )
    assert.strictEqual((await fetched(part.url)).status, 404)
  })
})

describe("an export that fails every time", () => {
  it("is told as failed once it's given up, leaves nothing behind, and can be asked for again", async () => {
    const { accountId } = await gateway().account()
    const { id } = await begun(accountId)
    await sql("ALTER TABLE workspace_apps RENAME TO workspace_apps_away")
    const failed = await gateway()
      .run(
        Effect.gen(function* () {
          const jobs = yield* Jobs
          const admin = yield* AccountAdmin
          // As `askExport` does, but for the attempts.
          yield* jobs.enqueue(ExportAccount, { accountId, id }, { attempts: 1 })
          return yield* until(
            ["core_account_exports"],
            admin.exports(accountId),
            ([newest]) => newest?.state === "failed"
          )
        })
      )
      .finally(() => sql("ALTER TABLE workspace_apps_away RENAME TO workspace_apps"))
    assert.deepInclude(failed[0], {
      id,
      files: [],
      problem: "the export failed several times; try again later, or ask the operator"
    })
    assert.deepEqual(await sql("SELECT id FROM core_files WHERE account_id = $1", accountId), [])
    const [again] = await asked(accountId)
    assert.deepEqual([again?.state, again?.id === id], ["ready", false])
  })
})

describe("what the gateway tells of itself", () => {
  it("is health, the queue, and how much of its features an account uses", async () => {
    const { accountId } = await gateway().account()
    const told = await gateway().run(
      Effect.gen(function* () {
        const state = yield* GatewayState
        return {
          health: yield* state.health,
          queue: yield* state.queue,
          dead: yield* state.deadLetters({ jobs: ["no.such-job"] }),
          retried: yield* state.retry("999999"),
          collection: yield* state.collection,
          used: yield* state.featuresUsed(accountId)
        }
      })
    )
    assert.include(["ok", "degraded"], told.health.status)
    assert.isAtLeast(told.queue.waiting, 0)
    assert.deepEqual(told.dead, [])
    assert.isFalse(told.retried)
    assert.isArray(told.collection)
    assert.deepEqual(told.used, { workspaceApps: 0, workspaceKeywords: 0, workspaceVersions: 0, workspaceReports: 0 })
  })
})
