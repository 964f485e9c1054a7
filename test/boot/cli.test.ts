import { spawn } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir, userInfo } from "node:os"
import { join } from "node:path"
import { PgClient } from "@effect/sql-pg"
import { ApiKey, coreMigrations, JobsLive } from "@storeglass/core"
import { apiVersion, defineJob, Jobs, jobRef } from "@storeglass/plugin-api"
import { freshDatabase, processOutput, root } from "@storeglass/testkit"
import { Console, Effect, Exit, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { stringify } from "yaml"
import { execute } from "../../packages/gateway/src/cli/run.ts"

interface Ran {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

let folder = ""
let databaseUrl = Redacted.make("")
const script = join(root, "packages/gateway/src/cli.ts")
/** Keys that were shown; nothing else may show them again. */
const keys = new Set<string>()

const environment = () => ({
  PATH: process.env.PATH,
  HOME: folder,
  NO_COLOR: "1",
  STOREGLASS_CONFIG: join(folder, "config.yaml"),
  DATABASE_URL: Redacted.value(databaseUrl)
})

/** Runs the command line as a process of its own. */
const inProcess = (args: ReadonlyArray<string>, more: Readonly<Record<string, string>> = {}): Promise<Ran> =>
  processOutput(
    spawn(process.execPath, [script, ...args], {
      cwd: folder,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...environment(), ...more }
    })
  )

/** Runs the same command in this process, which starts in no time. */
const storeglass = async (...args: ReadonlyArray<string>): Promise<Ran> => {
  const out: Array<string> = []
  const err: Array<string> = []
  const withConfig = args.includes("--config") ? args : [...args, "--config", join(folder, "config.yaml")]
  const exit = await Effect.runPromiseExit(
    Effect.gen(function* () {
      const live = yield* Console.Console
      const kept = {
        ...live,
        log: (...parts: ReadonlyArray<unknown>) => void out.push(`${parts.join(" ")}\n`),
        error: (...parts: ReadonlyArray<unknown>) => void err.push(`${parts.join(" ")}\n`)
      }
      yield* Effect.provideService(execute(withConfig), Console.Console, kept)
    })
  )
  return { code: Exit.isSuccess(exit) ? 0 : 1, out: out.join(""), err: err.join("") }
}

const parsed = async (ran: Promise<Ran>): Promise<unknown> => {
  const { code, err, out } = await ran
  assert.deepEqual([code, err], [0, ""])
  return JSON.parse(out)
}
const decoded = async <A, I>(schema: Schema.Codec<A, I>, ran: Promise<Ran>): Promise<A> =>
  Schema.decodeUnknownPromise(schema, { onExcessProperty: "error" })(await parsed(ran))
/** A command that fails says one thing, on standard error, and exits with 1. */
const fails = async (ran: Promise<Ran>, message: string | RegExp) => {
  const { code, err, out } = await ran
  assert.deepEqual([code, out], [1, ""], err)
  if (typeof message === "string") assert.strictEqual(err, `storeglass: ${message}\n`)
  else assert.match(err, message)
}
const sql = <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient>) =>
  Effect.runPromise(Effect.provide(effect, PgClient.layer({ url: databaseUrl, maxConnections: 1 })))

const Created = Schema.Struct({ accountId: Schema.String, apiKey: Schema.String })
const createAccount = async (email: string, plan = "medium") => {
  const created = await decoded(Created, storeglass("account", "create", "--email", email, "--plan", plan, "--json"))
  keys.add(created.apiKey)
  return created
}
const assertSecret = ({ err, out }: Ran) => {
  for (const key of keys) assert.notInclude(`${out}${err}`, key.slice("sg_live_".length, -6))
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "storeglass-cli-"))
  databaseUrl = await Effect.runPromise(freshDatabase())
  Object.assign(process.env, { DATABASE_URL: Redacted.value(databaseUrl) })
  writeFileSync(join(folder, "config.yaml"), stringify({ dataDir: ".", plugins: {} }))
  writeFileSync(join(folder, "bad.yaml"), stringify({ plugins: {}, server: { prot: 3000 } }))
  // Migrated once, so that the tests below measure themselves and not this.
  const migrated = await storeglass("migrate", "--json")
  assert.deepEqual(JSON.parse(migrated.out), [{ owner: "core", migrations: Object.keys(coreMigrations).sort() }])
})
afterAll(() => {
  delete process.env.DATABASE_URL
  rmSync(folder, { recursive: true, force: true })
})

describe.concurrent("storeglass", () => {
  it("config check tells what is good, and what is not, with its path", async () => {
    assert.deepEqual(await parsed(storeglass("config", "check", "--json")), {
      ok: true,
      file: join(folder, "config.yaml"),
      plugins: ["system 0.1.0"],
      routes: 4
    })
    const file = join(folder, "bad.yaml")
    await fails(
      storeglass("config", "check", "--config", file),
      `${file}: 1 mistake\n  line 3  server.prot: isn't a setting; did you mean 'port'?`
    )
    const { code, out } = await storeglass("config", "check", "--config", file, "--json")
    assert.deepEqual(
      [code, JSON.parse(out)],
      [
        1,
        {
          ok: false,
          file,
          findings: [{ at: ["server", "prot"], message: "server.prot: isn't a setting; did you mean 'port'?", line: 3 }]
        }
      ]
    )
  })

  it("migrate runs nothing a second time", async () => {
    const { code, out } = await storeglass("migrate")
    assert.deepEqual([code, out], [0, "nothing to do: every migration has run\n"])
  })

  it("plugins and routes list what is enabled, with prices", async () => {
    const plugins = await parsed(storeglass("plugins", "--json"))
    assert.deepEqual(plugins, [
      {
        id: "system",
        version: "0.1.0",
        description: "Health, versions and credit usage.",
        core: `^${apiVersion}`,
        uses: {},
        routes: 4,
        jobs: ["system.tidy", "system.forget", "system.forget-late", "system.export", "system.collection"],
        from: "the gateway"
      }
    ])
    const Row = Schema.Struct({
      plugin: Schema.String,
      method: Schema.String,
      path: Schema.String,
      credits: Schema.Union([Schema.Int, Schema.Literal("quoted")]),
      bucket: Schema.String,
      access: Schema.String,
      operationId: Schema.String,
      description: Schema.String
    })
    const routes = await decoded(Schema.Array(Row), storeglass("routes", "--json"))
    assert.deepEqual(
      routes.map(({ access, credits, method, operationId, path }) => [method, path, credits, access, operationId]),
      [
        ["GET", "/v1/health", 0, "public", "system_health"],
        ["GET", "/v1/version", 0, "key", "service_version"],
        ["GET", "/v1/auth/usage", 0, "key", "account_usage"],
        ["GET", "/files/:id", 0, "public", "system_file"]
      ]
    )
    const { out } = await storeglass("routes")
    assert.match(out, /^plugin +method +path +credits +bucket +access\nsystem +GET +\/v1\/health +0 +general +public\n/)
  })

  it("account create prints exactly accountId and apiKey, and a key that works", async () => {
    const created = await createAccount("made@example.com")
    assert.match(created.accountId, /^[0-9a-f-]{36}$/)
    assert.isTrue(ApiKey.isWellFormed(created.apiKey))
    const [row] = await sql(
      SqlClient.SqlClient.use(
        (client) => client<{ account_id: string }>`SELECT account_id FROM core_api_keys
          WHERE hash = ${ApiKey.hashOf(created.apiKey)}`
      )
    )
    assert.strictEqual(row?.account_id, created.accountId)
    await fails(
      storeglass("account", "create", "--email", "MADE@example.com"),
      "MADE@example.com already has an account"
    )
    const text = await storeglass("account", "create", "--email", "text@example.com")
    assert.match(
      text.out,
      /^account [0-9a-f-]{36} \(text@example\.com, free\)\nkey {5}sg_live_\w{33}\n {8}shown only once; only its SHA-256 is stored\n$/
    )
  })

  it("account create refuses a plan that is none, and an email that is none", async () => {
    await fails(
      storeglass("account", "create", "--email", "plan@example.com", "--plan", "huge"),
      /^storeglass: plan: there's no plan 'huge'; use one of free, indie, .*web_agentic_scale\n$/
    )
    const { code, out, err } = await storeglass("account", "create", "--email", "nobody")
    assert.strictEqual(code, 1)
    assert.match(`${out}${err}`, /email/)
  })

  it("stores no email and no key name whose characters hide what it says", async () => {
    const direction = "must not contain control or text direction characters"
    await fails(storeglass("account", "create", "--email", "a\u202eb@example.com"), `email: ${direction}`)
    await storeglass("account", "create", "--email", "plain@example.com")
    for (const name of ["live\u202etset", "\u2067live", "li\u200eve", "li\u061cve", "a\u0007b"]) {
      await fails(storeglass("key", "create", "plain@example.com", "--name", name), `name: ${direction}`)
    }
    await fails(storeglass("key", "create", "plain@example.com", "--name", "x".repeat(101)), /^storeglass: name: .*100/)
    const { out } = await storeglass("key", "list", "plain@example.com", "--json")
    assert.deepEqual(Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ name: Schema.String })))(JSON.parse(out)), [
      { name: "default" }
    ])
  })

  it("account show and plan, credits show and grant tell and change what an account has", async () => {
    const { accountId } = await createAccount("credits@example.com", "indie")
    const planned = await parsed(storeglass("account", "plan", "credits@example.com", "growth", "--json"))
    assert.deepInclude(planned, { id: accountId, email: "credits@example.com", plan: "growth" })
    const granted = storeglass(
      "credits",
      "grant",
      accountId,
      "250",
      "--bucket",
      "creative",
      "--reason",
      "an outage",
      "--json"
    )
    assert.deepEqual(await parsed(granted), { accountId, bucket: "creative", granted: 250, grantedThisMonth: 250 })
    const once = ["--bucket", "creative", "--reason", "an outage", "--id", "019c2b7e-8f10-7000-8000-5f6a1f3c9d21"]
    await storeglass("credits", "grant", accountId, "50", ...once)
    const again = await storeglass("credits", "grant", accountId, "50", ...once)
    assert.strictEqual(again.out, "credits@example.com has 50 more creative credits this month; 300 granted in total\n")

    const shown = await storeglass("account", "show", "credits@example.com", "--json")
    assertSecret(shown)
    const creative = { limit: 420, used: 0, held: 0, remaining: 420 }
    const account: unknown = JSON.parse(shown.out)
    assert.deepInclude(account, { id: accountId, plan: "growth" })
    assert.deepNestedInclude(account, { "buckets.creative": creative })
    const credits = await parsed(storeglass("credits", "show", accountId, "--json"))
    assert.deepInclude(credits, { accountId, plan: "growth", byOperation: [] })
    assert.deepNestedInclude(credits, { "buckets.creative": creative })

    const unsaid = await storeglass("credits", "grant", accountId, "5")
    assert.strictEqual(unsaid.code, 1)
    await fails(storeglass("credits", "grant", accountId, "5", "--reason", " "), "--reason: must say why")
    await fails(
      storeglass("credits", "grant", accountId, "0", "--reason", "a test"),
      "credits: must be from 1 to 1 000 000 000"
    )
    await fails(
      storeglass("account", "show", "nobody@example.com"),
      "no account 'nobody@example.com'; create one with 'storeglass account create'"
    )
  })

  it("key create, list and revoke show a value once, and never again", async () => {
    const { accountId } = await createAccount("keys@example.com")
    const Made = Schema.Struct({
      keyId: Schema.String,
      accountId: Schema.String,
      apiKey: Schema.String,
      scopes: Schema.Array(Schema.String),
      plugins: Schema.NullOr(Schema.Array(Schema.String)),
      addresses: Schema.NullOr(Schema.Array(Schema.String)),
      expiresAt: Schema.NullOr(Schema.String)
    })
    const made = await decoded(
      Made,
      storeglass("key", "create", accountId, "--name", "ci", "--scopes", "read, internal", "--json")
    )
    keys.add(made.apiKey)
    assert.deepEqual([made.accountId, made.scopes], [accountId, ["read", "internal"]])
    assert.deepEqual([made.plugins, made.addresses, made.expiresAt], [null, null, null])
    assert.isTrue(ApiKey.isWellFormed(made.apiKey))
    await fails(
      storeglass("key", "create", accountId, "--scopes", "read,root"),
      "scopes: there's no scope 'root'; use read, write, internal"
    )

    const list = await storeglass("key", "list", accountId)
    assertSecret(list)
    assert.match(list.out, /sg_live_….{4} +default +read,write/)
    assert.match(list.out, new RegExp(`${made.keyId} +sg_live_….{4} +ci +read,internal`))

    const revoked = await storeglass("key", "revoke", made.keyId)
    assertSecret(revoked)
    assert.match(revoked.out, /^sg_live_….{4} is revoked; every node refuses it within 5 s\n$/)
    const after = await storeglass("key", "list", accountId, "--json")
    assertSecret(after)
    const Listed = Schema.Array(Schema.Struct({ id: Schema.String, revokedAt: Schema.NullOr(Schema.String) }))
    const listed = await Schema.decodeUnknownPromise(Listed)(JSON.parse(after.out))
    assert.match(listed.find(({ id }) => id === made.keyId)?.revokedAt ?? "", /^\d{4}-/)
    assert.isNull(listed.find(({ id }) => id !== made.keyId)?.revokedAt)
    await fails(storeglass("key", "revoke", "no-id"), "'no-id' isn't a key id")
    const unknown = "019a0000-0000-7000-8000-000000000000"
    await fails(storeglass("key", "revoke", unknown), `no key '${unknown}'; 'storeglass key list' shows them`)
  })

  it("vault rotate names the table of a plugin that isn't enabled whose secrets are still under another key", async () => {
    await sql(
      SqlClient.SqlClient.use(
        (sql) =>
          sql`CREATE TABLE gone_secrets AS SELECT 'sgv1.older.' || n || '.x' AS sealed FROM generate_series(1, 3) n`
      )
    )
    const { code, err, out } = await storeglass("vault", "rotate")
    await sql(SqlClient.SqlClient.use((sql) => sql`DROP TABLE gone_secrets`))
    assert.strictEqual(code, 1)
    assert.include(out, "3 left unchanged in gone_secrets, a table of a plugin that isn't enabled")
    assert.include(err, "keep the old keys")
    assert.strictEqual((await storeglass("vault", "rotate")).code, 0)
  })

  it("key rotate replaces a limited key, account suspend stops all of them, and audit tells who did", async () => {
    const { accountId } = await createAccount("limited@example.com", "free")
    await fails(storeglass("account", "create", "--email", "limited@example.com"), /already has an account/)
    await fails(storeglass("key", "create", accountId, "--plugins", "nope"), /'nope' isn't enabled/)
    await fails(storeglass("key", "create", accountId, "--addresses", "nowhere"), /'nowhere' isn't an address/)
    await fails(storeglass("key", "create", accountId, "--expires", "2020-01-01"), /isn't in the future/)
    const limits = ["--plugins", "system", "--addresses", "127.0.0.1", "--expires", "30"]
    const Made = Schema.Struct({ keyId: Schema.String, apiKey: Schema.String })
    const read = async (run: ReturnType<typeof storeglass>) => {
      const made = Schema.decodeUnknownSync(Made)(JSON.parse((await run).out))
      keys.add(made.apiKey)
      return made
    }
    const { keyId } = await read(storeglass("key", "create", accountId, ...limits, "--json"))
    await read(storeglass("key", "rotate", keyId, "--overlap", "1", "--json"))
    const list = await storeglass("key", "list", accountId)
    assertSecret(list)
    assert.match(list.out, new RegExp(`${keyId} .* system +127.0.0.1 .* replaced, good until`))
    assert.match(list.out, /system +127.0.0.1 .* expires, good until/)
    await storeglass("account", "suspend", accountId, "--reason", "unpaid")
    assert.match((await storeglass("account", "show", accountId)).out, /suspended since .*: unpaid/)
    await storeglass("account", "unsuspend", accountId)
    const audit = await storeglass("audit", "--account", accountId, "--json")
    assertSecret(audit)
    const Told = Schema.Struct({
      entries: Schema.Array(Schema.Struct({ action: Schema.String, actor: Schema.Struct({ kind: Schema.String }) }))
    })
    const { entries } = Schema.decodeUnknownSync(Told)(JSON.parse(audit.out))
    assert.deepEqual(
      entries.map(({ action }) => action),
      ["account.unsuspended", "account.suspended", "key.rotated", "key.created", "key.created", "account.created"]
    )
    assert.isTrue(entries.every(({ actor }) => actor.kind === "cli"))
  })

  it("changes tells who made an account, changed its plan and granted it credits", async () => {
    const { accountId } = await createAccount("changed@example.com", "free")
    await storeglass("account", "plan", "changed@example.com", "indie")
    await storeglass("credits", "grant", accountId, "7", "--reason", "a test")
    const told = await decoded(
      Schema.Array(
        Schema.Struct({
          id: Schema.String,
          at: Schema.String,
          event: Schema.String,
          accountId: Schema.String,
          actor: Schema.String,
          detail: Schema.Record(Schema.String, Schema.Unknown)
        })
      ),
      storeglass("changes", "--account", "changed@example.com", "--json")
    )
    assert.deepEqual(
      told.map(({ event }) => event),
      ["security.credits_granted", "security.plan_changed", "security.key_created", "security.account_created"]
    )
    assert.deepEqual(new Set(told.map(({ actor }) => actor)), new Set([`cli:${userInfo().username}`]))
    const { out } = await storeglass("changes", "--account", accountId)
    assert.match(out, /credits_granted .* bucket general, .*credits 7/)
    assertSecret({ code: 0, out: out + JSON.stringify(told), err: "" })
  })

  it("usage and requests list tell what an account spent and asked, and refuse a split or status that there isn't", async () => {
    const { accountId } = await createAccount("spends@example.com")
    const id = "019a0000-0000-7000-8000-000000000001"
    await sql(
      Effect.gen(function* () {
        const client = yield* SqlClient.SqlClient
        yield* client`INSERT INTO core_operations (name) VALUES ('GET /told') ON CONFLICT DO NOTHING`
        yield* client`INSERT INTO core_credit_usage_days
          SELECT ${accountId}::uuid, '2026-11-03', '00000000-0000-0000-0000-000000000000', id, 0, 12, 4
          FROM core_operations WHERE name = 'GET /told'`
        yield* client`SELECT core_request_partition(core_request_at(${id}::uuid)::date)`
        yield* client`INSERT INTO core_requests (account_id, id, credential_id, at, operation_id, credits, weight, ms, status,
            bucket, via, replayed, keyed, code, path, query)
          SELECT ${accountId}::uuid, ${id}::uuid, ${accountId}::uuid, core_request_at(${id}::uuid) AT TIME ZONE 'UTC', id, 0, 1,
            3, 404, 0, 1, false, false, 'NOT_FOUND', '/told', 'a=b'
          FROM core_operations WHERE name = 'GET /told'`
      })
    )
    const usage = await storeglass(
      ...["usage", accountId, "--by", "day,key,operation", "--from", "2026-11-01", "--to", "2026-11-30", "--json"]
    )
    assert.deepEqual(JSON.parse(usage.out).rows, [
      { day: "2026-11-03", credentialId: null, operation: "GET /told", credits: 12, requests: 4 }
    ])
    const listed = await storeglass("requests", "list", accountId, "--status", "4xx", "--json")
    assert.deepInclude(JSON.parse(listed.out).items[0], { requestId: id, code: "NOT_FOUND", by: "mcp", credits: 0 })
    assert.match((await storeglass("requests", "list", accountId)).out, /404 +GET \/told +\/told\?a=b .*NOT_FOUND/)
    assert.match((await storeglass("requests", "log", accountId)).out, /^on, rows are kept for 30 days/)
    const off = await storeglass("requests", "log", accountId, "--switch", "off", "--json")
    assert.deepEqual(JSON.parse(off.out), { accountId, isOn: false, keptDays: 30 })
    const audit = await storeglass("audit", "--account", accountId, "--json")
    assert.include(audit.out, "account.request-log-switched")
    for (const [args, problem] of [
      [["usage", accountId, "--by", "moon"], /'moon' isn't one of day, key, operation, bucket/],
      [["usage", accountId, "--from", "2026-02-30"], /isn't a day/],
      [["requests", "list", accountId, "--status", "many"], /neither a status nor 4xx/],
      [["requests", "list", accountId, "--since", "soon"], /neither a date nor an age/]
    ] as const) {
      const refused = await storeglass(...args)
      assert.strictEqual(refused.code, 1, refused.out)
      assert.match(refused.err, problem)
    }
  })

  it("ledger audit exits 0 on good books, and 1 with the difference on others", async () => {
    const { accountId } = await createAccount("audited@example.com")
    await storeglass("credits", "grant", accountId, "7", "--reason", "a test")
    const good = await storeglass("ledger", "audit", "--account", "audited@example.com")
    assert.deepEqual(
      [good.code, good.out],
      [0, "1 entries, 1 balances, 0 open holds: every balance matches its entries\n"]
    )
    await sql(
      SqlClient.SqlClient.use(
        (client) => client`UPDATE core_credit_balances SET used = used + 3 WHERE account_id = ${accountId}::uuid`
      )
    )
    const bad = await storeglass("ledger", "audit", "--account", accountId, "--json")
    assert.strictEqual(bad.code, 1)
    assert.deepEqual(JSON.parse(bad.err), {
      error: { code: "FAILED", message: "ledger: 1 balances don't match their entries" }
    })
    assert.deepNestedInclude(JSON.parse(bad.out), {
      "differences[0].accountId": accountId,
      "differences[0].what": "used",
      "differences[0].entries": 0,
      "differences[0].derived": 3
    })
    const all = await storeglass("ledger", "audit")
    assert.strictEqual(all.code, 1)
    assert.match(all.out, new RegExp(`${accountId} +general +\\d{4}-\\d\\d-01 +used +0 +3\n`))
  })

  it("jobs status, dead and retry tell of the queue and of what failed for good", async () => {
    const ref = jobRef("system.never", Schema.String)
    const job = defineJob(ref, { run: () => Effect.void })
    const layer = JobsLive({ database: { url: databaseUrl }, jobs: [job] })
    await sql(
      Effect.gen(function* () {
        const jobs = yield* Jobs
        const client = yield* SqlClient.SqlClient
        yield* jobs.enqueue(ref, "canary-payload", { attempts: 1, runAtMs: Date.now() + 3_600_000 })
        yield* jobs.enqueue(ref, "other", { attempts: 1 })
        yield* client`UPDATE graphile_worker._private_jobs SET attempts = max_attempts, last_error = 'it broke'
          WHERE run_at > now()`
      }).pipe(Effect.provide(layer))
    )
    const status = await parsed(storeglass("jobs", "status", "--json"))
    assert.deepInclude(status, { waiting: 1, running: 0, failed: 1 })
    const text = await storeglass("jobs", "status")
    assert.match(text.out, /^1 waiting \(oldest due for \d+ ms\), 0 running, 1 dead letters\n/)
    assert.match(text.out, /\njobs are waiting that no enabled plugin declares: system\.never; enable the plugin/)
    assert.deepInclude(status, { undeclared: ["system.never"] })
    const dead = await storeglass("jobs", "dead", "--json")
    const Letters = Schema.Array(
      Schema.Struct({ id: Schema.String, job: Schema.String, lastError: Schema.NullOr(Schema.String) })
    )
    const [letter] = await Schema.decodeUnknownPromise(Letters)(JSON.parse(dead.out))
    assert.deepInclude(letter, { job: "system.never", lastError: "it broke" })
    assert.notInclude(dead.out, "canary-payload")
    assert.match((await storeglass("jobs", "dead")).out, /system\.never +1 .*it broke/)
    const retried = await parsed(storeglass("jobs", "retry", letter?.id ?? "", "--json"))
    assert.deepEqual(retried, { id: letter?.id, retried: true })
    const audited = await sql(
      Effect.flatMap(
        SqlClient.SqlClient,
        (client) => client`SELECT actor, target_id AS "jobId" FROM core_audit WHERE action = 'job.retried'`
      )
    )
    assert.deepEqual(audited, [{ actor: "cli", jobId: letter?.id }])
    assert.strictEqual((await storeglass("jobs", "dead")).out, "no dead letters\n")
    await fails(storeglass("jobs", "retry", "1"), "jobs: there's no dead letter '1'; `storeglass jobs dead` lists them")
  })
})

describe("storeglass writes", () => {
  const insert = (account: string, target: string, state: string, daysAgo: number) =>
    sql(
      SqlClient.SqlClient.use((client) =>
        Effect.gen(function* () {
          const at = client`now() - ${daysAgo}::int * interval '1 day'`
          yield* client`SELECT core_vendor_write_partition(date_trunc('month', ${at})::date)`
          yield* client`INSERT INTO core_vendor_writes (month, id, account_id, operation, target, state, outcome,
              before_state, intent, owner, lease_until, check_at, started_at)
            VALUES (date_trunc('month', ${at})::date, gen_random_uuid(), ${account}::uuid, 'test.thing.set', ${target},
              ${state}, ${state === "unknown" ? null : "applied"}, '{"price":"1 USD"}', '{"price":"2 USD"}', 0, ${at},
              ${at}, ${at})`
        })
      )
    )
  const Rows = Schema.fromJsonString(Schema.Array(Schema.Struct({ target: Schema.String, intent: Schema.Json })))
  const targets = async (...args: ReadonlyArray<string>) =>
    (await Schema.decodeUnknownPromise(Rows)((await storeglass("writes", "--json", ...args)).out)).map(
      ({ target }) => target
    )

  it("lists what was changed at vendors, by account, age and outcome", async () => {
    assert.strictEqual((await storeglass("writes")).out, "no writes\n")
    const one = await createAccount("writer@example.com")
    const two = await createAccount("other@example.com")
    await insert(one.accountId, "old", "confirmed", 40)
    await insert(one.accountId, "lost", "unknown", 1)
    await insert(two.accountId, "theirs", "confirmed", 0)
    assert.sameMembers(await targets(), ["old", "lost", "theirs"])
    assert.sameMembers(await targets("--account", "writer@example.com"), ["old", "lost"])
    assert.sameMembers(await targets("--since", "7d"), ["lost", "theirs"])
    assert.deepEqual(await targets("--unknown"), ["lost"])
    assert.match((await storeglass("writes", "--unknown")).out, /unknown +test\.thing\.set +lost/)
    assert.include((await storeglass("writes", "--json", "--unknown")).out, "2 USD")
    await fails(
      storeglass("writes", "--since", "soon"),
      "writes: --since: 'soon' is neither a date nor an age such as 24h"
    )
  })
})

describe.concurrent("the process storeglass", { timeout: 60_000 }, () => {
  it("prints a result on standard output and exits with 0", async () => {
    const { apiKey } = await decoded(
      Created,
      inProcess(["account", "create", "--email", "process@example.com", "--plan", "medium", "--json"])
    )
    assert.isTrue(ApiKey.isWellFormed(apiKey))
    const { code, err, out } = await inProcess(["config", "check"])
    assert.deepEqual([code, err], [0, ""])
    assert.strictEqual(out, `${join(folder, "config.yaml")} is good: system 0.1.0; 4 routes\n`)
  })

  it("prints one message on standard error and exits with 1 when it fails", async () => {
    const file = join(folder, "bad.yaml")
    await fails(
      inProcess(["config", "check"], { STOREGLASS_CONFIG: file }),
      `${file}: 1 mistake\n  line 3  server.prot: isn't a setting; did you mean 'port'?`
    )
    await fails(inProcess(["serve", "--config", file]), `${file}: server.prot: isn't a setting; did you mean 'port'?`)
  })

  it("exits with 1 when the audit finds a difference", async () => {
    const { accountId } = await createAccount("planted@example.com")
    await storeglass("credits", "grant", accountId, "7", "--reason", "a test")
    await sql(
      SqlClient.SqlClient.use(
        (client) => client`UPDATE core_credit_balances SET granted = 8 WHERE account_id = ${accountId}::uuid`
      )
    )
    const { code, err, out } = await inProcess(["ledger", "audit", "--account", accountId])
    assert.deepEqual([code, err], [1, "storeglass: ledger: 1 balances don't match their entries\n"])
    assert.match(out, /granted +7 +8\n$/)
  })

  it("refuses a command or flag that it does not have, and says which there are", async () => {
    const unknown = await inProcess(["frobnicate"])
    assert.strictEqual(unknown.code, 2)
    assert.match(`${unknown.out}${unknown.err}`, /frobnicate/)
    const flag = await inProcess(["plugins", "--jsno"])
    assert.strictEqual(flag.code, 2)
    assert.match(`${flag.out}${flag.err}`, /--json/)
  })

  it("does not serve when the database is away, and says so without its password", async () => {
    const away = { DATABASE_URL: "postgresql://u:canary@127.0.0.1:1/x", PORT: "0" }
    const { code, err, out } = await inProcess(["serve"], away)
    assert.strictEqual(code, 1)
    assert.match(
      err.trim().split("\n").at(-1) ?? "",
      /^storeglass: database: can't connect to PostgreSQL: .*; check DATABASE_URL/
    )
    assert.notInclude(`${out}${err}`, "canary")
  })
})
