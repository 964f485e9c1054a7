/** What a saved console key reads by night: each figure once, whatever fails, for its own account alone. */
import { StoreaConversions } from "@storeglass/apps/contract"
import { jobRef, Schedules } from "@storeglass/plugin-api"
import { startSandbox } from "@storeglass/sandbox"
import { adjustableClock, at, listAt, root, type TestAccount, usePluginGateway } from "@storeglass/testkit"
import { Effect, Exit, Schema, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, assert, describe, it } from "vitest"
import { fromPage, isQuiet, markets, soldOn, viewsOf } from "../sandbox/reports.ts"
import plugin from "../src/plugin.ts"
import { SyncConsole } from "../src/sync/Nightly.ts"
import { reportsDouble } from "./reportsDouble.ts"

const clock = adjustableClock(Date.parse("2026-11-22T15:30:00Z"))
const yesterday = "2026-11-21"
const scope = Effect.runSync(Scope.make())
const sandbox = await Effect.runPromise(
  Scope.provide(
    startSandbox({
      doubles: [reportsDouble],
      size: 1,
      nowMs: () => clock.clock.currentTimeMillisUnsafe(),
      descriptions: `${root}/../shared/vendor-specs`
    }),
    scope
  )
)
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
const { control } = sandbox
const api = sandbox.baseUrls["reports-api"]
const files = sandbox.baseUrls["reports-files"].replace("127.0.0.1", "localhost")

const gateway = usePluginGateway(plugin, {
  plugins: {
    stores: true,
    apps: true,
    "connect-storea": {
      apiUrl: api,
      reportHosts: [files],
      requestsPerMinute: 60_000,
      syncDays: 45,
      syncProducts: false
    }
  },
  // Syncs run when a test says so.
  config: { jobs: { concurrency: 0, lanes: { "connect-storea.sync": 0 } } },
  clock
})
const Calibrate = jobRef("apps.calibrate", Schema.Struct({}))

const Key = Schema.Struct({ issuerId: Schema.String, keyId: Schema.String, privateKey: Schema.String })
type Key = typeof Key.Type
const Owned = Schema.Struct({
  apps: Schema.Array(Schema.Struct({ id: Schema.String, sku: Schema.String })),
  vendorNumber: Schema.String,
  orders: Schema.Array(Schema.Unknown)
})
const issue = async (): Promise<Key> => Schema.decodeUnknownSync(Key)(await control.act("reports", "issue"))
const owned = async ({ keyId }: Key) => Schema.decodeUnknownSync(Owned)(await control.act("reports", "owned", keyId))
const set = ({ keyId }: Key, changed: object) => control.act("reports", "set", { keyId, ...changed })
const vendorNumber = "85694217"

const credentials = "/v1/connect/storea/credentials"
const connect = (account: TestAccount, key: Key, more: object = {}) =>
  gateway().ask(credentials, { method: "POST", key: account.key, body: { ...key, vendorNumber, ...more } })
const connected = async (more: object = {}, key?: Key) => {
  const account = await gateway().account()
  const used = key ?? (await issue())
  const answer = await connect(account, used, more)
  assert.strictEqual(answer.status, 201, answer.text)
  return { account, key: used, apps: (await owned(used)).apps.map(({ id }) => id) }
}
const sync = ({ accountId }: TestAccount) => gateway().runJob(SyncConsole, { accountId })
const read = async (account: TestAccount, path: string) => {
  const answer = await gateway().ask(`/v1/connect/storea${path}`, { key: account.key })
  assert.strictEqual(answer.status, 200, answer.text)
  return at(answer.json, "data")
}
const statusOf = (account: TestAccount) => read(account, "/credentials/status")
const importsOf = async (account: TestAccount, source: string) =>
  listAt(await statusOf(account), "imports").find((one) => at(one, "source") === source)
const dayOf = async (account: TestAccount, app: string | undefined, day: string, query = "") =>
  listAt(await read(account, `/apps/${app}/days?from=${day}&to=${day}${query}`), "items")[0]
const rowsIn = async (account: TestAccount) =>
  gateway().run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`SELECT source, app_id, day::text, country, measure, currency, value::text, processed::text
        FROM connect_storea_figures WHERE account_id = ${account.accountId}::uuid
        ORDER BY source, app_id, day, country, measure, currency`
    )
  )
/** When the job of an account's next sync is due. */
const dueAt = async ({ accountId }: TestAccount) => {
  const rows = await gateway().run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`SELECT (extract(epoch FROM run_at) * 1000)::float8 AS at FROM graphile_worker.jobs
        WHERE task_identifier = 'connect-storea.sync' AND key LIKE ${`%${accountId}%`}`
    )
  )
  return Number(rows[0]?.at)
}
/** A day on which things were sold, so long before yesterday. */
const soldDay = (back: number) => {
  for (let days = back; ; days++) {
    const day = new Date(Date.parse(yesterday) - days * 86_400_000).toISOString().slice(0, 10)
    if (!isQuiet(day) && markets.some((_, market) => soldOn(day, 0, market) !== undefined)) return day
  }
}
const sum = (day: string, what: "first" | "again" | "bought", app = 0) =>
  markets.reduce((all, _, market) => all + (soldOn(day, app, market)?.[what] ?? 0), 0)

describe("a saved console key", () => {
  it("is verified before it's saved, and shown without its secret", async () => {
    const account = await gateway().account()
    const key = await issue()
    const stranger = await issue()
    const refused = await connect(account, { ...key, privateKey: stranger.privateKey })
    assert.deepEqual([refused.status, at(refused.json, "error", "code")], [422, "CREDENTIALS_REJECTED"])
    const unreadable = await connect(account, { ...key, privateKey: "no key at all" })
    assert.deepEqual([unreadable.status, at(unreadable.json, "error", "code")], [400, "INVALID_INPUT"])
    assert.match(String(at(unreadable.json, "error", "message")), /^privateKey \(body\)/)
    const number = await connect(account, key, { vendorNumber: "1" })
    assert.deepEqual([number.status, at(number.json, "error", "code")], [422, "VENDOR_REJECTED"])
    assert.include(number.text, "Invalid vendor number specified")
    assert.deepInclude(await statusOf(account), { connected: false, state: "not_connected", imports: [] })
    const answer = await connect(account, key)
    assert.strictEqual(answer.status, 201, answer.text)
    assert.deepInclude(at(answer.json, "data"), { state: "connected", keyId: key.keyId, vendorNumber, analytics: true })
    assert.notInclude(answer.text, "PRIVATE KEY")
  })

  it("that lacks a role is degraded, names it, and reads what it may", async () => {
    const key = await issue()
    await set(key, { lacks: ["order"] })
    const { account, apps } = await connected({}, key)
    await sync(account)
    assert.deepInclude(await statusOf(account), { connected: true, state: "degraded", missingRights: ["Admin"] })
    assert.strictEqual(at(await dayOf(account, apps[0], soldDay(5)), "downloadsFrom"), "sales")
    await set(key, { lacks: [] })
    await sync(account)
    assert.deepInclude(await statusOf(account), { state: "connected", missingRights: [], lastError: null })
  })

  it("that the vendor no longer accepts is rejected by the next sync, which is quiet", async () => {
    const { account, key } = await connected()
    await control.act("reports", "revoke", key.keyId)
    await sync(account)
    assert.deepInclude(await statusOf(account), { connected: false, state: "rejected" })
  })

  it("is synced by a schedule, which stops with it; what was read stays unless it is purged", async () => {
    const { account, apps } = await connected({ analytics: false })
    const paused = async () => {
      const all = await gateway().run(
        Effect.flatMap(Schedules, (schedules) => schedules.list({ accountId: account.accountId }))
      )
      return all.find(({ name }) => name === "sync")?.paused
    }
    await sync(account)
    assert.deepEqual(await paused(), [])
    const gone = await gateway().ask(credentials, { method: "DELETE", key: account.key })
    assert.deepEqual([gone.status, at(gone.json, "data", "disconnected")], [200, true])
    assert.deepEqual(await paused(), ["connection"])
    assert.isNotNull(at(await dayOf(account, apps[0], soldDay(5)), "firstDownloads"))
    await sync(account)
    await connect(account, await issue(), { analytics: false })
    assert.deepEqual(await rowsIn(account), [], "another owner's figures aren't mixed with these")
    await sync(account)
    assert.isAbove((await rowsIn(account)).length, 0)
    await gateway().ask(`${credentials}?purge=true`, { method: "DELETE", key: account.key })
    assert.deepEqual(await rowsIn(account), [])
  })
})

describe("sales reports", () => {
  it("give each day's downloads, purchases less refunds, and proceeds by currency", async () => {
    const { account, apps } = await connected({ analytics: false })
    await sync(account)
    const day = soldDay(5)
    const told = await dayOf(account, apps[1], day)
    const bought = markets.flatMap(({ currency, each }, market) => {
      const sold = soldOn(day, 1, market)
      return sold === undefined || sold.bought === 1 ? [] : [[currency, Number(each) * (sold.bought - 1)] as const]
    })
    assert.deepInclude(told, {
      day,
      firstDownloads: sum(day, "first", 1),
      redownloads: sum(day, "again", 1),
      installs: null,
      deletions: null,
      downloadsFrom: "sales"
    })
    const proceeds = listAt(told, "proceeds").flatMap((one) =>
      Number(at(one, "amount")) === 0 ? [] : [[at(one, "currency"), Number(at(one, "amount"))]]
    )
    assert.deepEqual(
      proceeds,
      bought.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([c, n]) => [c, Number(n.toFixed(6))])
    )
    const german = await dayOf(account, apps[1], day, "&country=de")
    assert.strictEqual(at(german, "firstDownloads"), soldOn(day, 1, 1)?.first ?? 0)
    const imports = await importsOf(account, "sales")
    assert.deepInclude(imports, { imported: 45, waiting: 0, failed: 0, lastDay: yesterday, problem: null })
    assert.isAbove(Number(at(imports, "skippedRows")), 0, "kinds that nobody knows are counted, and not guessed at")
  })

  it("tell 0 of a day without sales, and null of one that isn't there yet", async () => {
    const { account, apps, key } = await connected({ analytics: false })
    await set(key, { late: true })
    await sync(account)
    const quiet = [1, 2, 3, 4, 5, 6, 7, 8].map((back) => new Date(Date.parse(yesterday) - back * 86_400_000))
    const day = quiet.map((date) => date.toISOString().slice(0, 10)).find(isQuiet) ?? ""
    assert.deepInclude(await dayOf(account, apps[0], day), { firstDownloads: 0, inAppPurchases: 0, proceeds: [] })
    const late = await dayOf(account, apps[0], yesterday)
    assert.deepInclude(late, { firstDownloads: null, proceeds: null, downloadsFrom: null })
    assert.deepInclude(await importsOf(account, "sales"), { waiting: 1, imported: 44 })
    await set(key, { late: false })
    await sync(account)
    assert.strictEqual(at(await dayOf(account, apps[0], yesterday), "downloadsFrom"), "sales")
  })

  it("are replaced by a rerun, never added up; the last days are read again for corrections", async () => {
    const { account, apps, key } = await connected({ analytics: false })
    await sync(account)
    const before = await rowsIn(account)
    await sync(account)
    assert.deepEqual(await rowsIn(account), before)
    const [fresh, old] = [soldDay(0), soldDay(10)]
    await set(key, { corrected: 100 })
    control.clearRequests()
    await sync(account)
    const corrected = markets.filter((_, market) => soldOn(fresh, 0, market) !== undefined).length * 100
    assert.strictEqual(at(await dayOf(account, apps[0], fresh), "firstDownloads"), sum(fresh, "first") + corrected)
    assert.strictEqual(at(await dayOf(account, apps[0], old), "firstDownloads"), sum(old, "first"))
    const asked = control.requests({ upstream: "reports-api", credential: key.keyId })
    assert.deepEqual(
      asked.map(({ path, query }) => [path, query["filter[reportType]"] ?? "-"]),
      [["/v1/apps", "-"], ...[0, 1, 2].map(() => ["/v1/salesReports", "SALES"])],
      "three days, and never the report of installs"
    )
  })
})

describe("analytics reports", () => {
  it("are ordered once, and their days count by the latest file alone", async () => {
    const { account, apps, key } = await connected({ vendorNumber: undefined })
    control.clearRequests()
    await sync(account)
    await sync(account)
    assert.lengthOf((await owned(key)).orders, apps.length, "one order for each app, in two runs")
    // Two days before the newest file: it has the whole of it, and the file before half.
    const day = new Date(Date.parse("2026-11-22") - 2 * 86_400_000).toISOString().slice(0, 10)
    const told = await dayOf(account, apps[0], day)
    if (isQuiet(day)) assert.isNull(at(told, "firstDownloads"))
    else {
      assert.deepInclude(told, {
        firstDownloads: sum(day, "first"),
        redownloads: sum(day, "again"),
        proceeds: null,
        inAppPurchases: null,
        downloadsFrom: "analytics"
      })
      assert.isAbove(Number(at(told, "installs")), 0)
    }
    const fetched = control.requests({ upstream: "reports-files", credential: key.keyId })
    assert.lengthOf(fetched, 3 * 2 * 6 * apps.length, "each part of each file once: three reports, 6 days")
    assert.deepInclude(await importsOf(account, "downloads"), { imported: 6 * apps.length, failed: 0 })
  })

  it("are ordered once though the answer to the order is lost", async () => {
    const { account, apps, key } = await connected({ vendorNumber: undefined })
    control.fail({ kind: "lostAnswer", upstream: "reports-api", method: "POST", credential: key.keyId, times: 1 })
    await sync(account)
    control.clearFaults()
    assert.lengthOf((await owned(key)).orders, apps.length)
    assert.deepInclude(await importsOf(account, "downloads"), { imported: 6 * apps.length, failed: 0 })
  })

  it("whose checksum is wrong are told and left out, and read again the next night", async () => {
    const key = await issue()
    const { account, apps } = await connected({ vendorNumber: undefined }, key)
    await set(key, { corrupt: `${apps[0]}-downloads-2026-11-20-1` })
    await sync(account)
    const imports = await importsOf(account, "downloads")
    assert.deepInclude(imports, { failed: 1, imported: 6 * apps.length - 1 })
    assert.match(String(at(imports, "problem")), /checksum/)
    const health = await gateway().askInternal("/health")
    assert.match(health.text, /reports of 1 accounts can't be read/)
    await set(key, { corrupt: null })
    await sync(account)
    assert.deepInclude(await importsOf(account, "downloads"), { failed: 0, imported: 6 * apps.length, problem: null })
  })

  it("count where no sales are read, and never beside them", async () => {
    const { account, apps } = await connected()
    await sync(account)
    const day = soldDay(3)
    const told = await dayOf(account, apps[0], day)
    assert.deepInclude(told, { firstDownloads: sum(day, "first"), downloadsFrom: "sales" })
    assert.isNumber(at(told, "installs"))
    const totals = await read(account, `/apps/${apps[0]}/countries?from=${day}&to=${day}`)
    assert.strictEqual(at(totals, "measuredDays"), 1)
    assert.strictEqual(
      listAt(totals, "items").reduce<number>((all, one) => all + Number(at(one, "firstDownloads")), 0),
      sum(day, "first")
    )
  })
})

describe("a sync", () => {
  it("that was cut off anywhere is taken up, and ends in what an untroubled one reads", async () => {
    const [cut, whole] = [await connected(), await connected()]
    await sync(whole.account)
    const [first, second] = cut.apps
    const cuts = [
      "/v1/apps?",
      "2026-11-21",
      "2026-11-03",
      "2026-10-12",
      `/apps/${first}/analyticsReportRequests`,
      `/analyticsReports/${first}-downloads/instances`,
      `${first}-downloads-2026-11-19/segments`,
      `${second}-installations-2026-11-18/segments`
    ]
    for (const path of cuts) {
      const id = control.fail({ kind: "500", upstream: "reports-api", credential: cut.key.keyId, path })
      const ended = await Effect.runPromiseExit(Effect.tryPromise(() => sync(cut.account)))
      control.clearFaults({ id })
      assert.isTrue(Exit.isFailure(ended), path)
      clock.advanceMs(60_000)
    }
    await sync(cut.account)
    const plain = async ({ account, apps }: typeof cut) =>
      (await rowsIn(account)).map((row) => ({ ...row, app_id: apps.indexOf(String(row.app_id)) }))
    assert.deepEqual(await plain(cut), await plain(whole))
  })

  it("runs once at a time: of two both end in the same, and order once", async () => {
    const { account, apps, key } = await connected()
    await Promise.all([sync(account), sync(account)])
    assert.lengthOf((await owned(key)).orders, apps.length)
    assert.deepInclude(await importsOf(account, "sales"), { imported: 45, failed: 0 })
  })

  it("that has asked as often as it may goes on in an hour", async () => {
    const { account, key } = await connected({ analytics: false })
    control.fail({ kind: "quota", upstream: "reports-api", credential: key.keyId, limit: 20 })
    await sync(account)
    control.clearFaults({ upstream: "reports-api" })
    const imports = await importsOf(account, "sales")
    assert.isAbove(Number(at(imports, "imported")), 0)
    assert.isBelow(Number(at(imports, "imported")), 45)
    const inMs = (await dueAt(account)) - clock.clock.currentTimeMillisUnsafe()
    assert.isAbove(inMs, 3_000_000)
    assert.isAtMost(inMs, 3_600_000)
    clock.advanceMs(3_600_000)
    await sync(account)
    assert.deepInclude(await importsOf(account, "sales"), { imported: 45 })
  })

  it("reaches nobody else's account", async () => {
    const { account, apps } = await connected()
    await sync(account)
    const other = await gateway().account()
    assert.deepEqual(at(await statusOf(other), "imports"), [])
    assert.deepInclude(await dayOf(other, apps[0], soldDay(3)), { firstDownloads: null, proceeds: null })
    assert.deepEqual(await rowsIn(other), [])
  })

  it("asks as the vendor describes it, and takes no token to the host of the files", () => {
    assert.deepEqual(control.violations(), [])
    const fetched = control.requests({ upstream: "reports-files" })
    assert.isAbove(fetched.length, 0)
    assert.deepEqual([...new Set(fetched.map(({ status }) => status))], [200])
  })
})

const Downloads = Schema.Struct({ value: Schema.NullOr(Schema.Finite), calibration: Schema.String })
const downloadsOf = async (app: string, key: string) => {
  const { json } = await gateway().ask(`/v1/apps/${app}/intelligence`, { key })
  return Schema.decodeUnknownSync(Downloads)(at(json, "data", "marketIntelligence", "estimatedDownloads"))
}

describe("what was counted", () => {
  it("tells this account, and no other, how many of those who saw its app's page got it", async () => {
    const { account, apps, key } = await connected({ vendorNumber: undefined })
    const [appId = ""] = apps
    const conversionOf = ({ accountId }: TestAccount, country = "us") =>
      gateway().run(Effect.flatMap(StoreaConversions, (own) => own.of(accountId, { appId, country })))
    assert.isNull(await conversionOf(account), "before the first sync")
    await sync(account)
    const told = await conversionOf(account)
    // The newest file tells half of yesterday.
    const days = Array.from({ length: 7 }, (_, back) => new Date(Date.parse(yesterday) - back * 86_400_000))
      .map((day) => day.toISOString().slice(0, 10))
      .filter((day) => soldOn(day, 0, 0) !== undefined)
    const first = days.map((day) => (soldOn(day, 0, 0)?.first ?? 0) / (day === yesterday ? 2 : 1)).map(Math.floor)
    const all = (of: (first: number) => number) => first.reduce((total, one) => total + of(one), 0)
    assert.deepEqual(told, {
      from: days.at(-1) ?? "",
      to: days[0] ?? "",
      days: days.length,
      pageViews: all(viewsOf),
      downloads: all(fromPage)
    })
    assert.isNull(await conversionOf(account, "fr"), "where nobody saw it")
    const [to = "", from = ""] = days
    const of = { accountId: account.accountId, appId, country: "us" }
    const within = await gateway().run(StoreaConversions.use((own) => own.within({ ...of, from, to })))
    assert.deepEqual(
      [within?.days, within?.pageViews],
      [
        2,
        first
          .slice(0, 2)
          .map(viewsOf)
          .reduce((a, b) => a + b, 0)
      ]
    )
    assert.isNull(await conversionOf((await connected({ analytics: false }, key)).account))
  })

  it("corrects this account's estimates and no other's, for as long as its owner wants that", async () => {
    const { json } = await gateway().ask("/v1/search?q=photo&limit=1", { key: (await gateway().account()).key })
    const app = String(at(listAt(at(json, "data"), "results")[0], "trackId"))
    const key = await issue()
    await set(key, { apps: [{ id: app, sku: "sku.photo" }] })
    const { account } = await connected({ analytics: false }, key)
    const other = await gateway().account()
    const before = await downloadsOf(app, account.key)
    assert.strictEqual(before.calibration, "global")
    await sync(account)
    await gateway().runJob(Calibrate, {})
    const after = await downloadsOf(app, account.key)
    assert.strictEqual(after.calibration, "account")
    assert.notStrictEqual(after.value, before.value)
    assert.deepEqual(await downloadsOf(app, other.key), before)
    assert.strictEqual((await connect(account, key, { analytics: false, correctEstimates: false })).status, 201)
    assert.deepEqual(await downloadsOf(app, account.key), before, "taken back")
    await sync(account)
    await gateway().runJob(Calibrate, {})
    assert.deepEqual(await downloadsOf(app, account.key), before, "and not given again")
  })
})
