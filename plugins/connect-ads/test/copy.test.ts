/** The daily copy of spend: what the vendor told, each day once, whatever fails, for its own account alone. */
import { Schedules } from "@storeglass/plugin-api"
import {
  adjustableClock,
  freshDatabase,
  listAt,
  startTestGateway,
  type TestGateway,
  useTestGateway
} from "@storeglass/testkit"
import { Effect, Exit, Schema, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { assert, beforeAll, describe, it } from "vitest"
import { type SignedIn, signedIn } from "../../account/test/signedIn.ts"
import { CopySpend, windowsOf } from "../src/copy/Copying.ts"
import { AdsState, KeptKeywords, KeptSpend } from "../src/dashboard/api.ts"
import { adsOf, at, bodyOf, type Client, copiesWhenAsked, ok, settings } from "./support.ts"

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const tables = ["copies", "days", "campaigns", "spend", "keywords"] as const

describe("the days of a reading", () => {
  it("are those that the vendor corrects and those that lack, the latest first and in bounded windows", () => {
    const all = windowsOf("2026-11-20", 14, new Set())
    assert.deepEqual(all, [
      { from: "2026-10-22", to: "2026-11-20" },
      { from: "2026-09-22", to: "2026-10-21" },
      { from: "2026-08-24", to: "2026-09-21" }
    ])
    const measured = new Set<string>()
    for (let ms = Date.parse("2026-08-01"); ms <= Date.parse("2026-11-20"); ms += dayMs) {
      measured.add(new Date(ms).toISOString().slice(0, 10))
    }
    assert.deepEqual(windowsOf("2026-11-20", 14, measured), [{ from: "2026-11-07", to: "2026-11-20" }])
    measured.delete("2026-10-01")
    assert.deepEqual(windowsOf("2026-11-20", 3, measured), [
      { from: "2026-11-18", to: "2026-11-20" },
      { from: "2026-10-01", to: "2026-10-01" }
    ])
  })
})

describe("the daily copy", () => {
  const clock = adjustableClock(Date.parse("2026-11-20T15:00:00Z"))
  const yesterday = "2026-11-19"
  const window = { from: "2026-10-21", to: yesterday }
  const gateway = useTestGateway({
    plugins: { "connect-ads": { ...settings, historyDays: 90 }, account: true },
    config: copiesWhenAsked,
    clock
  })
  const ads = adsOf(gateway)

  let own: SignedIn
  let other: SignedIn
  beforeAll(async () => {
    own = await signedIn(gateway)
    other = await signedIn(gateway)
  })

  /** With a new client of the vendor's, and nothing of an older one. */
  const connected = async () => {
    ok(await ads.ask("/credentials", own.key, { method: "DELETE" }))
    const client = await ads.issue()
    ok(await ads.ask("/credentials", own.key, { method: "POST", body: bodyOf(client) }), 201)
    return { ...own, client }
  }
  type Somebody = Awaited<ReturnType<typeof connected>>
  const copy = ({ accountId }: Pick<Somebody, "accountId">, by: TestGateway = gateway()) =>
    by.runJob(CopySpend, { accountId })
  const copied = async () => {
    const who = await connected()
    await copy(who)
    return who
  }
  const read = async <A>(schema: Schema.Codec<A, unknown>, { browser }: Pick<Somebody, "browser">, path: string) => {
    const answer = await browser.ask(`/dashboard/api/connect-ads${path}`)
    return Schema.decodeUnknownSync(schema)(ok(answer), { onExcessProperty: "error" })
  }
  const spendOf = (who: Pick<Somebody, "browser">, more = "", { from, to } = window) =>
    read(KeptSpend, who, `/spend?from=${from}&to=${to}${more}`)
  const keywordsOf = (who: Pick<Somebody, "browser">, more = "") =>
    read(KeptKeywords, who, `/keywords?limit=500${more}`)
  const stateOf = (who: Pick<Somebody, "browser">) => read(AdsState, who, "/state")
  const figure = ({ figures }: KeptSpend, title: string) => figures.find((one) => one.title === title)?.value
  const rowsIn = ({ accountId }: Pick<Somebody, "accountId">, table: (typeof tables)[number]) =>
    gateway().run(
      Effect.flatMap(SqlClient.SqlClient, (sql) =>
        sql.unsafe<Record<string, unknown>>(
          `SELECT * FROM connect_ads_${table} WHERE account_id = '${accountId}' ORDER BY 1, 2, 3`
        )
      )
    )
  const plain = async (who: Pick<Somebody, "accountId">) => {
    const all = await Promise.all(tables.map((table) => rowsIn(who, table)))
    return all.map((rows) => rows.map(({ at: _, read_at: __, ...row }) => row))
  }
  const fail = (who: { readonly client: Client }, fault: Parameters<typeof ads.fail>[0]) =>
    ads.control().fail({ upstream: "ads", credential: who.client.clientId, ...fault })
  const mend = () => {
    ads.control().clearFaults()
    // The breaker closes.
    clock.advanceMs(120_000)
  }
  const campaignsOf = async ({ client }: { readonly client: Client }) =>
    (await ads.owned(client)).campaigns.filter(({ promotedObjectType }) => promotedObjectType === "APPSTORE_APP")
  /** The vendor's own totals of a window, over all campaigns. */
  const toldBy = async (who: Somebody, { from, to }: typeof window) => {
    let [spend, installs, taps, impressions] = [0, 0, 0, 0]
    const rows: Array<unknown> = []
    for (const { id } of await campaignsOf(who)) {
      const report = ok(
        await ads.ask(`/campaigns/${id}/reports/keywords?from=${from}&to=${to}&limit=200`, who.key, { method: "POST" })
      )
      spend += Number(at(report, "totals", "spend", "amount") ?? 0)
      installs += Number(at(report, "totals", "installs") ?? 0)
      taps += Number(at(report, "totals", "taps") ?? 0)
      impressions += Number(at(report, "totals", "impressions") ?? 0)
      rows.push(...listAt(report, "rows").map((row) => ({ ...Object(row), campaignId: id })))
    }
    return { spend: Number(spend.toFixed(2)), installs, taps, impressions, rows }
  }
  const dueInMs = async ({ accountId }: Somebody) => {
    const rows = await gateway().run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`SELECT (extract(epoch FROM run_at) * 1000)::float8 AS at FROM graphile_worker.jobs
          WHERE task_identifier = 'connect-ads.copy' AND key LIKE ${`%${accountId}%`}`
      )
    )
    return Number(rows[0]?.at) - clock.clock.currentTimeMillisUnsafe()
  }

  it("adds up to the vendor's totals, in all and on a day", async () => {
    const who = await copied()
    for (const days of [window, { from: "2026-11-12", to: "2026-11-12" }]) {
      const [kept, told] = [await spendOf(who, "", days), await toldBy(who, days)]
      assert.isAbove(told.installs, 0)
      assert.deepEqual(
        ["Spend", "Installs", "Taps", "Impressions"].map((title) => figure(kept, title)),
        [told.spend, told.installs, told.taps, told.impressions]
      )
      assert.strictEqual(figure(kept, "Cost per install"), Number((told.spend / told.installs).toFixed(4)))
      const [line, ...others] = kept.currencies
      assert.deepEqual([line?.currency, others.length], ["USD", 0])
      const sum = line?.days.reduce((all, { amount }) => all + (amount ?? Number.NaN), 0)
      assert.strictEqual(Number(sum?.toFixed(2)), told.spend)
      assert.strictEqual(
        kept.days.reduce((all, { installs }) => all + (installs ?? Number.NaN), 0),
        told.installs
      )
      assert.deepEqual([...new Set(kept.days.map(({ status }) => status))], ["measured"])
    }
  })

  it("has each keyword's totals of 30 days as the vendor's report has them, highest spend first", async () => {
    const who = await copied()
    const { rows } = await toldBy(who, window)
    const kept = await keywordsOf(who)
    assert.deepInclude(kept, { ...window, total: rows.length, left: 0, failedCampaigns: 0 })
    const idOf = (row: unknown) => String(at(row, "keywordId"))
    const byId = new Map(rows.map((row) => [idOf(row), row]))
    for (const item of kept.items) {
      const told = byId.get(item.keywordId)
      for (const name of ["keyword", "matchType", "status", "campaignId", "installs", "taps", "impressions"] as const) {
        assert.strictEqual(item[name], at(told, name), name)
      }
      assert.deepEqual([item.bid, item.spend], [at(told, "bid"), at(told, "spend")])
      const each = at(told, "avgCpi", "amount")
      if (each === undefined) assert.isNull(item.costPerInstall)
      else assert.closeTo(Number(item.costPerInstall?.amount), Number(each), 0.0001)
    }
    const spends = kept.items.map(({ spend }) => Number(spend?.amount))
    assert.deepEqual(
      spends,
      spends.toSorted((a, b) => b - a)
    )
    const first = await read(KeptKeywords, who, "/keywords?limit=3")
    assert.deepEqual([first.items, first.total], [kept.items.slice(0, 3), kept.total])
  })

  it("tells an app's ads apart, and nothing of an app without", async () => {
    const who = await copied()
    const apps = new Map(
      listAt(ok(await ads.ask("/campaigns?limit=50", who.key)), "items").map((one) => [at(one, "id"), at(one, "appId")])
    )
    const all = await spendOf(who)
    const keywords = await keywordsOf(who)
    let spend = 0
    for (const appId of new Set(apps.values())) {
      const kept = await spendOf(who, `&appId=${appId}`)
      spend += figure(kept, "Spend") ?? 0
      const { items } = await keywordsOf(who, `&appId=${appId}`)
      assert.deepEqual(
        items,
        keywords.items.filter(({ campaignId }) => apps.get(campaignId) === appId)
      )
    }
    assert.strictEqual(Number(spend.toFixed(2)), figure(all, "Spend"))
    assert.deepInclude(await spendOf(who, "&appId=77"), { figures: [], currencies: [], days: [] })
    assert.deepInclude(await keywordsOf(who, "&appId=77"), { total: 0, items: [] })
  })

  it("leaves today and days before the copy null, and never 0; a day on which nothing ran is 0", async () => {
    const who = await connected()
    for (const { id } of await campaignsOf(who)) {
      await ads.control().act("ads", "edit", { clientId: who.client.clientId, campaignId: id, status: "PAUSED" })
    }
    await copy(who)
    const { currencies, days } = await spendOf(who, "", { from: "2026-08-20", to: "2026-11-20" })
    const dayOf = (day: string) => [
      currencies[0]?.days.find((one) => one.day === day)?.amount,
      days.find((one) => one.day === day)?.installs,
      days.find((one) => one.day === day)?.status
    ]
    assert.deepEqual(dayOf("2026-11-20"), [null, null, "not_measured"], "today isn't over")
    assert.deepEqual(dayOf("2026-08-22"), [null, null, "not_measured"], "the vendor tells no older day")
    assert.deepEqual(dayOf("2026-08-23"), [0, 0, "measured"])
    assert.deepEqual(dayOf(yesterday), [0, 0, "measured"])
  })

  it("replaces days that the vendor corrected, and reads no older ones again", async () => {
    const who = await copied()
    const [fresh, old] = ["2026-11-10", "2026-11-01"]
    const on = (day: string) => ({ from: day, to: day })
    const before = await toldBy(who, on(fresh))
    const oldBefore = await spendOf(who, "", on(old))
    for (const day of [fresh, old]) {
      await ads.control().act("ads", "correct", { clientId: who.client.clientId, day, percent: 40 })
    }
    // Reports are kept for a minute.
    clock.advanceMs(120_000)
    const corrected = await toldBy(who, on(fresh))
    assert.isBelow(corrected.spend, before.spend)
    ads.control().clearRequests()
    await copy(who)
    assert.strictEqual(figure(await spendOf(who, "", on(fresh)), "Spend"), corrected.spend)
    assert.deepEqual(await spendOf(who, "", on(old)), oldBefore)
    const daily = ads.requests(who.client).filter(({ path }) => path === "/reports/apps/campaigns/query")
    assert.lengthOf(daily, 1, "one report for the days that may still change")
  })

  it("is the same after a second run, and after two at once", async () => {
    const who = await copied()
    const before = await plain(who)
    await copy(who)
    assert.deepEqual(await plain(who), before)
    await Promise.all([copy(who), copy(who)])
    assert.deepEqual(await plain(who), before)
  })

  it.each([
    ["429", { kind: "429", retryAfterSeconds: 60 }],
    ["500", { kind: "500" }],
    ["a cut connection", { kind: "reset" }]
  ] as const)("loses nothing by %s, says what is wrong, and asks again in an hour", async (_, fault) => {
    const who = await copied()
    const before = await spendOf(who)
    const readAt = (await stateOf(who)).lastReadAt
    assert.isNotNull(readAt)
    clock.advanceMs(600_000)
    fail(who, { ...fault, path: "^/reports/apps/campaigns" })
    await copy(who)
    assert.deepEqual(await spendOf(who), before)
    const state = await stateOf(who)
    assert.deepEqual([state.lastReadAt, state.failedDays], [readAt, 0])
    assert.isNotNull(state.readProblem)
    assert.isAtMost(await dueInMs(who), hourMs)
    assert.isAbove(await dueInMs(who), hourMs - 60_000)
    mend()
    await copy(who)
    assert.isNull((await stateOf(who)).readProblem)
    assert.deepEqual(await spendOf(who), before)
  })

  it("marks days that were never read and fail as failed, and reads them later", async () => {
    const who = await connected()
    fail(who, { kind: "500", path: "^/reports/apps/campaigns" })
    await copy(who)
    const { days, figures } = await spendOf(who)
    assert.deepEqual(
      [...new Set(days.map(({ installs, status, taps }) => JSON.stringify([installs, taps, status])))],
      ['[null,null,"failed"]']
    )
    assert.deepEqual([figures.find(({ title }) => title === "Installs")?.value, figures[0]?.status], [null, "failed"])
    assert.strictEqual((await stateOf(who)).failedDays, 30)
    mend()
    await copy(who)
    assert.strictEqual((await stateOf(who)).failedDays, 0)
    assert.strictEqual(figure(await spendOf(who), "Measured days"), 30)
  })

  it("keeps keywords that can't be read again, and says so", async () => {
    const who = await copied()
    const before = await keywordsOf(who)
    fail(who, { kind: "500", path: "^/reports/apps/keywords" })
    await copy(who)
    const after = await keywordsOf(who)
    assert.deepEqual(after.items, before.items)
    assert.strictEqual(after.failedCampaigns, 1, "a vendor that is away isn't asked for the next campaign")
    mend()
    await copy(who)
    assert.strictEqual((await keywordsOf(who)).failedCampaigns, 0)
  })

  it("shows another account nothing", async () => {
    const who = await copied()
    assert.isAbove((await keywordsOf(who)).total, 0)
    const { currencies, days } = await spendOf(other)
    assert.deepEqual(currencies, [])
    assert.deepEqual([...new Set(days.map(({ installs, status }) => `${installs} ${status}`))], ["null not_measured"])
    assert.deepInclude(await keywordsOf(other), { total: 0, items: [], from: null })
    assert.deepInclude(await stateOf(other), { lastReadAt: null, measuredDays: 0 })
  })

  it("begins with the connection at once and daily, and goes with it", async () => {
    const who = await connected()
    assert.isAtMost(await dueInMs(who), 0)
    const schedules = () =>
      gateway().run(
        Effect.map(
          Effect.flatMap(Schedules, (all) => all.list({ accountId: who.accountId, plugin: "connect-ads" })),
          (found) => found.find(({ name }) => name === "copy")?.paused
        )
      )
    assert.deepEqual(await schedules(), [])
    await copy(who)
    for (const table of tables) assert.isNotEmpty(await rowsIn(who, table), table)
    ok(await ads.ask("/credentials", who.key, { method: "DELETE" }))
    for (const table of tables) assert.isEmpty(await rowsIn(who, table), table)
    assert.deepEqual(await schedules(), ["connection"])
    // One that was in the queue already.
    await copy(who)
    for (const table of tables) assert.isEmpty(await rowsIn(who, table), table)
  })

  it("adds nothing once its owner has disconnected while it was being read", async () => {
    const who = await connected()
    ads.control().clearRequests()
    fail(who, { kind: "slow", delayMs: 500, path: "^/reports/apps/campaigns", times: 1 })
    const running = copy(who)
    // As long as the first report is on its way.
    while (!ads.requests(who.client).some(({ path }) => path === "/campaigns/query")) {
      await new Promise((resolve) => setImmediate(resolve))
    }
    ok(await ads.ask("/credentials", who.key, { method: "DELETE" }))
    await running
    for (const table of tables) assert.isEmpty(await rowsIn(who, table), table)
    ads.control().clearFaults()
  })

  it("of another ad account takes the place of the one before", async () => {
    const who = await copied()
    const before = await keywordsOf(who)
    const client = await ads.issue()
    ok(await ads.ask("/credentials", who.key, { method: "POST", body: bodyOf(client) }), 201)
    await copy(who)
    const ids = new Set(before.items.map(({ campaignId }) => campaignId))
    const after = await keywordsOf(who)
    assert.isNotEmpty(after.items)
    assert.isEmpty(after.items.filter(({ campaignId }) => ids.has(campaignId)))
    assert.isEmpty((await rowsIn(who, "spend")).filter(({ campaign_id }) => ids.has(String(campaign_id))))
  })

  it("keeps days for as long as the setting says", async () => {
    const who = await copied()
    clock.advanceMs(60 * dayMs)
    await copy(who)
    const days = (await rowsIn(who, "days")).map(({ day }) => String(day))
    assert.lengthOf(days, 90)
    const kept = (await rowsIn(who, "spend")).map(({ day }) => String(day))
    assert.isEmpty(kept.filter((day) => !days.includes(day)))
  })
})

describe("two nodes on one database", () => {
  it("copy each day once, and the same", async () => {
    const databaseUrl = await Effect.runPromise(freshDatabase())
    const vault = { currentKeyId: "k1", keys: { k1: Buffer.alloc(32, 1).toString("base64") } }
    const scope = Effect.runSync(Scope.make())
    const start = (apiUrl: string, tokenUrl: string) =>
      Effect.runPromise(
        Scope.provide(
          startTestGateway({
            databaseUrl,
            plugins: { "connect-ads": { ...settings, apiUrl, tokenUrl } },
            config: { ...copiesWhenAsked, vault }
          }),
          scope
        )
      )
    try {
      const one = await start(settings.apiUrl, settings.tokenUrl)
      const urls = one.running.sandbox?.baseUrls ?? {}
      const two = await start(String(urls.ads), String(urls["ads-token"]))
      const { account } = await adsOf(() => one).connect()
      const { accountId } = account
      await Promise.all([one, two].map((node) => node.runJob(CopySpend, { accountId })))
      const rows = () =>
        two.run(
          Effect.flatMap(
            SqlClient.SqlClient,
            (sql) => sql`SELECT day::text, campaign_id, spend::text, installs::int FROM connect_ads_spend
              WHERE account_id = ${accountId}::uuid ORDER BY day, campaign_id`
          )
        )
      const both = await rows()
      assert.isAbove(both.length, 89)
      assert.strictEqual(new Set(both.map(({ campaign_id, day }) => `${day} ${campaign_id}`)).size, both.length)
      await two.runJob(CopySpend, { accountId })
      assert.deepEqual(await rows(), both)
    } finally {
      await Effect.runPromise(Scope.close(scope, Exit.void))
    }
  })
})
