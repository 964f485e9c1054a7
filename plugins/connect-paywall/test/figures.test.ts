import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { adjustableClock, root, type TestGateway, useTestGateway } from "@storeglass/testkit"
import { Schema } from "effect"
import { assert, beforeEach, describe, it } from "vitest"
import { type Actor, at, connected, controlOf, idle, one, plugins, several, without } from "./support.ts"

const now = Date.parse("2026-11-22T15:30:00Z")
const [minute, hour] = [60_000, 3_600_000]
const clock = adjustableClock(now)
const gateway = useTestGateway({ config: idle, plugins, clock })
const act = (action: string, input?: unknown) => controlOf(gateway()).act("paywall", action, input)
const asked = () => controlOf(gateway()).requests().length

beforeEach(() => act("change", {}))

const Transaction = Schema.Struct({
  id: Schema.String,
  type: Schema.String,
  price: Schema.NullOr(Schema.Finite),
  currency: Schema.NullOr(Schema.String),
  assumed: Schema.Boolean,
  purchasedAt: Schema.String,
  placement: Schema.NullOr(Schema.String),
  environment: Schema.String,
  product: Schema.NullOr(Schema.String),
  userId: Schema.NullOr(Schema.String)
})
const TransactionPage = Schema.Struct({ items: Schema.Array(Transaction), nextCursor: Schema.NullOr(Schema.String) })
const pageOf = Schema.decodeUnknownSync(TransactionPage)
const Metrics = Schema.Array(
  Schema.Struct({
    key: Schema.String,
    providerKey: Schema.String,
    value: Schema.NullOr(Schema.Finite),
    unit: Schema.NullOr(Schema.String),
    currency: Schema.NullOr(Schema.String),
    assumed: Schema.Boolean,
    status: Schema.String,
    reason: Schema.NullOr(Schema.String),
    chart: Schema.NullOr(Schema.String)
  })
)
const metricsOf = (data: unknown) =>
  new Map(Schema.decodeUnknownSync(Metrics)(at(data, "metrics")).map((metric) => [metric.key, metric]))
const Points = Schema.Array(
  Schema.Struct({ x: Schema.String, y: Schema.NullOr(Schema.Finite), incomplete: Schema.Boolean })
)
const SeriesList = Schema.Array(Schema.Struct({ key: Schema.String, name: Schema.String, points: Points }))
const seriesOf = (data: unknown) => Schema.decodeUnknownSync(SeriesList)(at(data, "series"))
const totalOf = (data: unknown) => cents(seriesOf(data).flatMap(({ points }) => points.map(({ y }) => y)))

const cents = (amounts: ReadonlyArray<number | null>) =>
  amounts.reduce((sum: number, amount) => sum + Math.round((amount ?? 0) * 100), 0) / 100

/** All pages of a list of transactions. */
const allOf = async (account: Actor, query: Readonly<Record<string, string>>, limit = 100) => {
  const items: Array<typeof Transaction.Type> = []
  let cursor: string | null = null
  do {
    const page: typeof TransactionPage.Type = pageOf(
      await account.read("/transactions", { ...query, limit: String(limit), ...(cursor === null ? {} : { cursor }) })
    )
    assert.isAtMost(page.items.length, limit)
    items.push(...page.items)
    cursor = page.nextCursor
  } while (cursor !== null)
  return items
}

/** The organization's day of a moment, told independently of the code under test. */
const dayAt = (timeZone: string, iso: string) =>
  new Intl.DateTimeFormat("sv-SE", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }).format(
    new Date(iso)
  )

describe("an overview", () => {
  it.each([
    ["UTC", "2026-10-24", "2026-11-22"],
    // The clocks go back on the first of November, on the eighth of March forward.
    ["America/New_York", "2026-11-01", "2026-11-01"],
    ["America/New_York", "2026-10-31", "2026-11-02"],
    ["America/New_York", "2026-03-08", "2026-03-08"],
    ["Asia/Kolkata", "2026-09-30", "2026-10-01"],
    ["Pacific/Kiritimati", "2026-02-28", "2026-03-01"]
  ] as const)("in %s from %s to %s is the sum of its transactions, in each environment", async (timeZone, from, to) => {
    const account = await connected(gateway(), { timeZone, currency: "EUR" })
    for (const environment of ["production", "sandbox"]) {
      const query = { from, to, environment }
      const sales = await allOf(account, query)
      const overview = await account.read("/overview", query)
      const metrics = metricsOf(overview)
      const count = (type: string) => sales.filter((sale) => sale.type === type).length
      assert.strictEqual(metrics.get("proceeds")?.value, cents(sales.map(({ price }) => price)))
      assert.strictEqual(metrics.get("newTrials")?.value, count("trial_start"))
      assert.strictEqual(metrics.get("users")?.value, new Set(sales.flatMap(({ userId }) => userId ?? [])).size)
      assert.strictEqual(metrics.get("newSubscriptions")?.value, count("initial_purchase") + count("trial_conversion"))
      for (const sale of sales) {
        assert.strictEqual(sale.environment, environment)
        const day = dayAt(timeZone, sale.purchasedAt)
        assert.isTrue(day >= from && day <= to, `${sale.purchasedAt} is not in ${from} to ${to} of ${timeZone}`)
      }
      assert.deepInclude(metrics.get("proceeds"), { unit: "currency", currency: "EUR", assumed: false })
      assert.deepInclude(overview, { environment, ...one })
    }
  })

  it("counts a sale on the day that it was for the organization, at both ends of the day and of the month", async () => {
    const timeZone = "America/New_York"
    const account = await connected(gateway(), { organization: 101, timeZone })
    const applicationId = several.first
    const moments = [
      ["last of October", "2026-11-01T03:59:59.999Z", "2026-10-31"],
      ["first of November", "2026-11-01T04:00:00.000Z", "2026-11-01"],
      // That day has 25 hours.
      ["its last moment", "2026-11-02T04:59:59.999Z", "2026-11-01"],
      ["the next", "2026-11-02T05:00:00.000Z", "2026-11-02"]
    ] as const
    for (const [user, moment] of moments) await act("sell", { applicationId, user, atMs: Date.parse(moment) })
    for (const [user, moment, day] of moments) {
      assert.strictEqual(dayAt(timeZone, moment), day)
      const sales = await allOf(account, { applicationId, from: day, to: day })
      const users = sales.map(({ userId }) => userId)
      assert.include(users, user)
      for (const [other, , otherDay] of moments) if (otherDay !== day) assert.notInclude(users, other)
    }
  })

  it("names what it knows, keeps every other metric under its own key, and tells what's unavailable", async () => {
    const account = await connected(gateway())
    const metrics = metricsOf(await account.read("/overview"))
    for (const key of [
      "proceeds",
      "mrr",
      "activeSubscriptions",
      "newTrials",
      "trialConversion",
      "paywallConversion",
      "users"
    ]) {
      assert.strictEqual(metrics.get(key)?.status, "measured", key)
      assert.isNumber(metrics.get(key)?.value)
    }
    assert.strictEqual(metrics.get("newSubscriptions")?.providerKey, "newSubscriptions")
    assert.deepInclude(metrics.get("arpu"), {
      status: "unavailable",
      value: null,
      unit: null,
      reason: "Not enough data for this range."
    })
    // Nobody told the currency.
    assert.deepInclude(metrics.get("mrr"), { currency: "USD", assumed: true })
    assert.deepInclude(metrics.get("users"), { currency: null, assumed: false, unit: "number" })
  })

  it("is of the 30 days that end today unless told otherwise, and is kept for a minute", async () => {
    const account = await connected(gateway(), { timeZone: "Pacific/Kiritimati" })
    const first = await account.read("/overview")
    // There it's the 23rd already.
    assert.deepEqual(at(first, "period"), {
      from: "2026-10-25",
      to: "2026-11-23",
      timeZone: "Pacific/Kiritimati",
      toIsPartial: true
    })
    const before = asked()
    assert.deepEqual(await account.read("/overview"), first)
    assert.strictEqual(asked(), before)
    clock.advanceMs(61_000)
    assert.notStrictEqual(at(await account.read("/overview"), "asOf"), at(first, "asOf"))
    const past = await account.read("/overview", { from: "2026-10-01", to: "2026-10-31" })
    assert.strictEqual(at(past, "period", "toIsPartial"), false)
  })

  it.each([
    ["a day that isn't one", { from: "2026-02-30" }, /from/],
    ["from after to", { from: "2026-11-02", to: "2026-11-01" }, /from \(query\): 2026-11-02 is after to/],
    ["a day to come", { to: "2026-11-24" }, /2026-11-24 is in the future; today is 2026-11-22 in UTC/],
    ["the last of all days", { to: "9999-12-31" }, /in the future/],
    ["the first of all days", { to: "0000-01-01" }, /must be 2000-01-01 or later/],
    ["from after today", { from: "2027-01-01" }, /after today/],
    ["more than 24 months", { from: "2024-11-20", to: "2026-11-22" }, /longer than 24 months; begin at 2024-11-22/],
    ["another environment", { environment: "test" }, /production, sandbox/],
    ["an id with a space", { applicationId: "a b" }, /applicationId/],
    ["a step of a path", { applicationId: "..", projectId: "7003" }, /applicationId/],
    ["a long id", { applicationId: "x".repeat(129) }, /applicationId/]
  ] as const)("refuses %s with 400, and charges nothing", async (_, query, said) => {
    const account = await connected(gateway())
    const before = asked()
    for (const path of ["/overview", "/dashboard", "/transactions"]) {
      const answer = await account.ask(path, query)
      assert.deepEqual([answer.status, answer.code, answer.cost], [400, "INVALID_INPUT", "0"], path)
      assert.match(answer.message, said)
    }
    assert.strictEqual(asked(), before)
  })

  it("takes 24 months to the day", async () => {
    const account = await connected(gateway())
    await account.read("/overview", { from: "2024-11-22", to: "2026-11-22" })
  })

  it("takes a day to come where the caller's day has begun before the organization's", async () => {
    const account = await connected(gateway())
    assert.deepInclude(at(await account.read("/overview", { to: "2026-11-23" }), "period"), { toIsPartial: true })
  })
})

describe("which application", () => {
  it("is asked for where there are several, with ids and names; a project with one needs no more", async () => {
    const account = await connected(gateway(), { organization: 101 })
    const projects = at(await account.read("/apps"), "projects")
    for (const path of ["/overview", "/dashboard", "/transactions", "/campaigns", "/charts/proceeds"]) {
      const answer = await account.ask(path)
      assert.deepEqual([answer.status, answer.code], [400, "INVALID_INPUT"], path)
      for (const id of ["9001", "9002", "9003"]) assert.include(answer.message, id)
      assert.include(answer.message, String(at(projects, 0, "applications", 0, "name")))
    }
    assert.deepInclude(await account.read("/overview", { projectId: "7002" }), { applicationId: "9003" })
    assert.deepInclude(await account.read("/overview", { applicationId: "9002" }), { projectId: "7001" })
  })

  it("is 404 when the key doesn't reach it, whoever says so", async () => {
    const account = await connected(gateway())
    for (const query of [
      { applicationId: "9001" },
      { projectId: "7001" },
      { projectId: "7003", applicationId: "9001" },
      { projectId: "7001", applicationId: "9001" }
    ]) {
      const answer = await account.ask("/overview", query)
      assert.deepEqual([answer.status, answer.code, answer.cost], [404, "NOT_FOUND", "0"])
    }
    for (const path of ["/campaigns", "/charts/proceeds"]) {
      assert.strictEqual((await account.ask(path, { applicationId: "9001" })).code, "NOT_FOUND")
    }
  })

  it("is 404 too where the provider refuses what the key doesn't reach, and the connection is none the worse", async () => {
    const account = await connected(gateway())
    await act("change", { forbids: true })
    for (const path of ["/overview", "/transactions", "/campaigns", "/charts/proceeds"]) {
      const project: Record<string, string> = /overview|transactions/.test(path) ? { projectId: "7001" } : {}
      const answer = await account.ask(path, { ...project, applicationId: "9001" })
      assert.deepEqual([answer.status, answer.code], [404, "NOT_FOUND"], path)
    }
    assert.deepInclude(await account.read("/credentials/status"), { state: "connected", missingScopes: [] })
  })

  it("is one of the projects that a limited key reaches", async () => {
    const account = await connected(gateway(), { organization: 101, projects: ["7002"] })
    const apps = await account.read("/apps")
    assert.deepEqual([at(apps, "projects", 0, "id"), at(apps, "projects", 1)], ["7002", undefined])
    assert.include(String(at(apps, "note")), "limited to some projects")
    assert.notInclude(JSON.stringify(apps), "pk_of_")
    assert.deepInclude(await account.read("/overview"), { applicationId: "9003" })
  })
})

describe("a chart", () => {
  it("of proceeds sums up to the overview's, however it's cut", async () => {
    const account = await connected(gateway())
    const days = { from: "2026-10-01", to: "2026-11-22" }
    const proceeds = metricsOf(await account.read("/overview", days)).get("proceeds")?.value
    for (const interval of ["auto", "day", "week", "month", "totals"]) {
      assert.strictEqual(totalOf(await account.read("/charts/proceeds", { ...days, interval })), proceeds, interval)
    }
    const split = await account.read("/charts/proceeds", { ...days, breakdown: "productId" })
    assert.strictEqual(totalOf(split), proceeds)
    assert.isAbove(seriesOf(split).length, 1)
    assert.include(
      seriesOf(split).map(({ name }) => name),
      "Pro, weekly"
    )
    // A series without anything at a point has null there.
    const narrow = await account.read("/charts/newTrials", {
      from: "2026-11-20",
      to: "2026-11-22",
      breakdown: "placement"
    })
    for (const { points } of seriesOf(narrow)) assert.lengthOf(points, 3)
  })

  it("marks its last point incomplete while it lasts, and not before", async () => {
    const account = await connected(gateway())
    const [running] = seriesOf(await account.read("/charts/proceeds"))
    assert.strictEqual(running?.points.at(-1)?.incomplete, true)
    assert.isTrue(running?.points.slice(0, -1).every(({ incomplete }) => !incomplete))
    const [over] = seriesOf(await account.read("/charts/proceeds", { from: "2026-10-01", to: "2026-10-31" }))
    assert.isTrue(over?.points.every(({ incomplete }) => !incomplete))
  })

  it("takes the provider's keys, axes, presets and breakdowns, and lists them for one that it doesn't have", async () => {
    const account = await connected(gateway())
    const unknown = await account.ask("/charts/nothing")
    assert.deepEqual([unknown.status, unknown.code], [404, "NOT_FOUND"])
    for (const key of ["proceeds", "initialConversion"]) assert.include(unknown.message, key)
    const preset = await account.ask("/charts/proceeds", { preset: "custom" })
    assert.deepEqual([preset.status, preset.code], [400, "INVALID_INPUT"])
    assert.include(preset.message, "last_7_days")
    const breakdown = await account.ask("/charts/proceeds", { breakdown: "shoeSize" })
    assert.include(breakdown.message, "placement")
    const both = await account.ask("/charts/proceeds", { preset: "last_7_days", from: "2026-11-01" })
    assert.deepEqual([both.status, both.code], [400, "INVALID_INPUT"])
    assert.strictEqual((await account.ask("/charts/proceeds", { interval: "decade" })).code, "INVALID_INPUT")
    assert.lengthOf(seriesOf(await account.read("/charts/proceeds", { preset: "last_7_days" }))[0]?.points ?? [], 7)
    assert.deepInclude(await account.read("/charts/initialConversion"), { unit: "percentage", currency: null })
  })

  it("is kept for 15 minutes under the moment it was told, and is new after that", async () => {
    const account = await connected(gateway())
    const first = await account.read("/charts/proceeds", { applicationId: one.applicationId })
    const before = asked()
    clock.advanceMs(14 * minute)
    assert.deepEqual(await account.read("/charts/proceeds", { applicationId: one.applicationId }), first)
    assert.strictEqual(asked(), before)
    clock.advanceMs(2 * minute)
    const next = await account.read("/charts/proceeds", { applicationId: one.applicationId })
    assert.strictEqual(
      Date.parse(String(at(next, "asOf"))) - Date.parse(String(at(first, "asOf"))) >= 15 * minute,
      true
    )
  })

  it("older stands in, marked, while the provider fails, and never for a key that is refused", async () => {
    const account = await connected(gateway())
    const first = await account.read("/charts/proceeds")
    clock.advanceMs(20 * minute)
    // All of it, also what tells which application is meant.
    const id = controlOf(gateway()).fail({ kind: "malformed", upstream: "paywall" })
    const stale = await account.read("/charts/proceeds")
    controlOf(gateway()).clearFaults({ id })
    assert.deepInclude(stale, { stale: true, asOf: at(first, "asOf") })
    clock.advanceMs(minute)
    await act("setScopes", { secret: account.secret, scopes: without("charts:read") })
    const refused = await account.ask("/charts/proceeds")
    assert.deepEqual([refused.status, refused.code], [403, "CONNECTION_PERMISSION_MISSING"])
    await act("setScopes", { secret: account.secret, scopes: without() })
    assert.deepInclude(await account.read("/charts/proceeds"), { stale: false })
  })

  it("whose definition goes away fails alone, and is unknown from then on", async () => {
    const account = await connected(gateway())
    await account.read("/charts/mrr", { from: "2026-11-01" })
    await act("change", { gone: ["mrr"] })
    const dropped = await account.ask("/charts/mrr", { from: "2026-11-02" })
    assert.deepEqual([dropped.status, dropped.code, dropped.cost], [502, "UPSTREAM_ERROR", "0"])
    await account.read("/charts/proceeds")
    assert.strictEqual((await account.ask("/charts/mrr", { from: "2026-11-02" })).code, "NOT_FOUND")
    await act("change", { torn: ["mrr"] })
    const other = await connected(gateway())
    assert.strictEqual((await other.ask("/charts/mrr")).code, "UPSTREAM_ERROR")
    await other.read("/charts/proceeds")
  })

  it("of the sandbox has nothing of production", async () => {
    const account = await connected(gateway())
    const days = { from: "2026-10-01", to: "2026-10-31" }
    for (const environment of ["production", "sandbox"]) {
      const sales = await allOf(account, { ...days, environment })
      const chart = await account.read("/charts/proceeds", { ...days, environment })
      assert.strictEqual(totalOf(chart), cents(sales.map(({ price }) => price)), environment)
    }
  })
})

describe("transactions", () => {
  it("come newest first, each once, over pages of any size, though the provider tells only the newest", async () => {
    const account = await connected(gateway())
    const query = { from: "2026-10-20", to: "2026-11-20" }
    const all = await allOf(account, query)
    assert.isAbove(all.length, 150)
    assert.strictEqual(new Set(all.map(({ id }) => id)).size, all.length)
    const times = all.map(({ purchasedAt }) => Date.parse(purchasedAt))
    assert.deepEqual(
      times,
      times.toSorted((a, b) => b - a)
    )
    assert.deepEqual(await allOf(account, query, 37), all)
    // Every window that the provider tells at once is in there.
    const some = await allOf(account, { from: "2026-11-01", to: "2026-11-03" })
    assert.deepEqual(
      some,
      all.filter(({ purchasedAt }) => purchasedAt >= "2026-11-01" && purchasedAt < "2026-11-04")
    )
  })

  it("made at one moment are told apart", async () => {
    const account = await connected(gateway(), { organization: 101 })
    const atMs = Date.parse("2026-08-15T12:00:00Z")
    for (let index = 0; index < 7; index++) await act("sell", { applicationId: "9003", atMs, user: `twin-${index}` })
    const query = { applicationId: "9003", from: "2026-08-15", to: "2026-08-15" }
    const twins = (await allOf(account, query, 3)).filter(({ userId }) => userId?.startsWith("twin-"))
    assert.strictEqual(new Set(twins.map(({ userId }) => userId)).size, 7)
  })

  it("have the product, the currency and no amount where there is none", async () => {
    const account = await connected(gateway(), { currency: "GBP" })
    const all = await allOf(account, { from: "2026-11-10", to: "2026-11-20" })
    const trial = all.find(({ type }) => type === "trial_start")
    assert.deepInclude(trial, { price: null, currency: null })
    const paid = all.find(({ price }) => price !== null)
    assert.deepInclude(paid, { currency: "GBP", assumed: false })
    assert.match(paid?.product ?? "", /^pro\./)
  })

  it("aren't kept: each call asks the provider", async () => {
    const account = await connected(gateway())
    await account.read("/transactions")
    const before = asked()
    await account.read("/transactions")
    assert.isAbove(asked(), before)
  })
})

describe("a cursor", () => {
  const cursorOf = (data: unknown) => String(at(data, "nextCursor"))
  const lists = [
    ["/transactions", { from: "2026-11-01" }, { from: "2026-11-02" }],
    ["/campaigns", { archived: "false" }, { archived: "true" }]
  ] as const

  it.each(lists)(
    "of %s is 400 with other parameters, for another account, and after a day",
    async (path, query, other) => {
      const [mine, theirs] = [await connected(gateway()), await connected(gateway())]
      const cursor = cursorOf(await mine.read(path, { ...query, limit: "1" }))
      await mine.read(path, { ...query, limit: "2", cursor })
      for (const [account, asked] of [
        [mine, { ...query, ...other }],
        [theirs, query]
      ] as const) {
        const answer = await account.ask(path, { ...asked, limit: "1", cursor })
        assert.deepEqual([answer.status, answer.code, answer.cost], [400, "INVALID_INPUT", "0"])
        assert.match(answer.message, /^cursor: /)
      }
      clock.advanceMs(24 * hour + minute)
      const old = await mine.ask(path, { ...query, limit: "1", cursor })
      assert.deepEqual([old.status, old.code], [400, "INVALID_INPUT"])
      assert.include(old.message, "too old")
      clock.setMs(now)
    }
  )

  it("keeps the days for which it was made, and shows nothing twice that came meanwhile", async () => {
    const account = await connected(gateway())
    const data = await account.read("/transactions", { limit: "100" })
    const first = pageOf(data)
    await act("sell", { applicationId: one.applicationId, atMs: now + minute, user: "later" })
    clock.advanceMs(12 * hour)
    const next = await account.read("/transactions", { limit: "100", cursor: first.nextCursor ?? "" })
    assert.deepEqual(at(next, "period", "from"), at(data, "period", "from"))
    assert.deepInclude(at(next, "period"), { to: "2026-11-22", toIsPartial: false })
    const ids = [...first.items, ...pageOf(next).items].map(({ id }) => id)
    assert.strictEqual(new Set(ids).size, ids.length)
    clock.setMs(now)
  })
})

describe("campaigns", () => {
  it("come in pages with placements, audiences and variants; archived ones only when asked for", async () => {
    const account = await connected(gateway())
    const names: Array<unknown> = []
    let cursor: string | undefined
    for (let page = 0; page < 5; page++) {
      const data = await account.read("/campaigns", { limit: "1", ...(cursor === undefined ? {} : { cursor }) })
      names.push(at(data, "items", 0, "description"))
      const next = at(data, "nextCursor")
      if (typeof next !== "string") break
      cursor = next
    }
    assert.deepEqual(names, ["Onboarding", "Win back", "Feature gates"])
    const all = await account.read("/campaigns")
    assert.strictEqual(at(all, "nextCursor"), null)
    const audience = at(all, "items", 0, "audiences", 0)
    assert.deepInclude(audience, { optimization: "ucb1_bandit", enabled: true, expression: null })
    assert.deepEqual(at(audience, "variants", 2), { id: "v3", type: "holdout", paywallId: null, percentage: 10 })
    assert.deepInclude(at(all, "items", 0, "placements", 0), { name: "onboarding_end", enabled: true })
    const archived = await account.read("/campaigns", { archived: "true" })
    assert.deepEqual(at(archived, "items", 0, "archived"), true)
  })
})

describe("the dashboard", () => {
  it("has the overview beside the period before, two charts, campaigns and the newest transactions", async () => {
    const account = await connected(gateway())
    const days = { from: "2026-11-01", to: "2026-11-10" }
    const board = await account.read("/dashboard", days)
    const [here, before] = [
      metricsOf(await account.read("/overview", days)),
      metricsOf(await account.read("/overview", { from: "2026-10-22", to: "2026-10-31" }))
    ]
    assert.deepInclude(at(board, "previousPeriod"), { from: "2026-10-22", to: "2026-10-31", toIsPartial: false })
    const shown = metricsOf(at(board, "overview"))
    assert.deepEqual(shown, here)
    const compared = at(board, "overview", "comparison")
    for (const [index, [key, metric]] of [...here].entries()) {
      const previous = before.get(key)?.value ?? null
      const row = at(compared, index)
      assert.deepInclude(row, { key, current: metric.value, previous })
      const both = metric.value !== null && previous !== null && previous !== 0
      const absolute = both ? Number((metric.value - previous).toFixed(6)) : null
      assert.strictEqual(at(row, "absolute"), absolute, key)
    }
    assert.deepEqual(
      [at(board, "charts", "items", 0, "chart"), at(board, "charts", "items", 1, "chart")],
      ["proceeds", "initialConversion"]
    )
    assert.strictEqual(at(board, "campaigns", "items", "length"), 3)
    const newest = (await allOf(account, days)).slice(0, 10).map(({ id }) => id)
    const listed = at(board, "transactions", "items")
    assert.deepEqual(Array.isArray(listed) ? listed.map((item) => at(item, "id")) : [], newest)
  })
})

describe("what is sent to the provider", () => {
  const file = join(root, "../shared/vendor-specs/contract-vectors.json")
  const Vectors = Schema.Struct({
    vectors: Schema.Array(
      Schema.Struct({
        id: Schema.String,
        method: Schema.String,
        path: Schema.String,
        query: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
        body: Schema.optionalKey(Schema.Unknown),
        valid: Schema.Boolean
      })
    )
  })

  it.skipIf(!existsSync(file))("is what the vectors say", async () => {
    const text: unknown = JSON.parse(readFileSync(file, "utf8"))
    const vectors = Schema.decodeUnknownSync(Vectors)(text).vectors.filter(({ id }) => id.startsWith("pw."))
    const account = await connected(gateway())
    await account.read("/apps")
    await account.read("/dashboard", { from: "2026-10-22", to: "2026-11-20" })
    await account.read("/charts/proceeds", { from: "2026-10-22", to: "2026-11-21", interval: "day" })
    await account.read("/campaigns", { limit: "100" })
    const sent = controlOf(gateway()).requests()
    const charted = at({ charted: await act("charted") }, "charted")
    for (const { body, id, method, path, query = {}, valid } of vectors) {
      const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`)
      const names = Object.keys(query)
      const like = sent.filter(
        (request) =>
          request.method === method && pattern.test(request.path) && names.every((name) => name in request.query)
      )
      if (valid) assert.isAbove(like.length, 0, id)
      if (id === "pw.stats" || id === "pw.tx") {
        assert.isTrue(
          like.some((request) =>
            names.every(
              (name) =>
                Date.parse(request.query[name] ?? "") === Date.parse(query[name] ?? "") ||
                request.query[name] === query[name]
            )
          ),
          id
        )
      }
      if (body === undefined || !Array.isArray(charted)) continue
      for (const chart of charted) {
        for (const axis of ["application_id", "x_axis", "y_axis"]) assert.isString(at(chart, axis), id)
      }
      const dated = charted.filter((chart) => at(chart, "date_interval") === at(body, "date_interval"))
      if (valid) assert.deepEqual(at(dated.at(-1), "date_filter", "range"), at(body, "date_filter", "range"))
    }
    const methods = new Set(sent.map((request) => `${request.method} ${request.path.replace(/\d+/g, "*")}`))
    assert.deepEqual([...methods].sort(), [
      "GET /v*/campaigns",
      "GET /v*/charts/definitions",
      "GET /v*/me/organizations",
      "GET /v*/projects",
      "GET /v*/projects/*/applications/*/recent-transactions",
      "GET /v*/projects/*/applications/*/statistics",
      "POST /v*/charts/data"
    ])
  })
})

describe("two accounts with one key", () => {
  it("share nothing: each one's first read asks the provider, and has its own settings", async () => {
    const secretOf = (account: Actor & { readonly secret: string }) => account.secret
    const mine = await connected(gateway(), { currency: "EUR" })
    await Promise.all(["/overview", "/charts/proceeds", "/campaigns", "/apps"].map((path) => mine.read(path)))
    const theirs = await joined(gateway(), secretOf(mine))
    const before = asked()
    const overview = await theirs.read("/overview")
    const own = asked() - before
    assert.isAtLeast(own, 2)
    assert.deepInclude(metricsOf(overview).get("mrr"), { currency: "USD", assumed: true })
    for (const path of ["/charts/proceeds", "/campaigns"]) {
      const known = asked()
      await theirs.read(path)
      assert.isAbove(asked(), known, path)
    }
  })
})

const joined = async (gateway: TestGateway, secretKey: string): Promise<Actor> => {
  const account = await connected(gateway)
  const answer = await account.connect({ secretKey })
  assert.strictEqual(answer.status, 201)
  return account
}
