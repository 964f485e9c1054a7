import { adjustableClock, useTestGateway } from "@storeglass/testkit"
import { assert, beforeEach, describe, it } from "vitest"
import { type Actor, at, connected, controlOf, idle, without } from "./support.ts"

const clock = adjustableClock()
const gateway = useTestGateway({
  config: idle,
  plugins: { "connect-paywall": { timeoutMs: 800 } },
  clock
})
const control = () => controlOf(gateway())
type Kind = "slow" | "429" | "500" | "truncated" | "malformed"
const fail = (kind: Kind, path: string, times?: number) =>
  control().fail({
    kind,
    upstream: "paywall",
    path,
    ...(kind === "slow" ? { delayMs: 3_000 } : {}),
    ...(kind === "429" ? { retryAfterSeconds: 7 } : {}),
    ...(times === undefined ? {} : { times })
  })
const answers = {
  slow: [504, "UPSTREAM_TIMEOUT"],
  "429": [503, "UPSTREAM_RATE_LIMITED"],
  "500": [502, "UPSTREAM_ERROR"],
  truncated: [502, "UPSTREAM_ERROR"],
  malformed: [502, "UPSTREAM_ERROR"]
} as const

const parts = {
  "/apps": "/v2/projects\\?",
  "/overview": "/statistics",
  "/charts/proceeds": "/charts/data",
  "/transactions": "/recent-transactions",
  "/campaigns": "/campaigns"
} as const

/** The circuit that all customers share is closed again; limits count for one key, so each test has its own. */
beforeEach(() => {
  control().clearFaults()
  clock.advanceMs(60_000)
})
const unused = async (account: Actor) => assert.strictEqual(await gateway().used(account.accountId), 0)

/** What's tried three times takes long: a GET and the one POST stand for all. */
const tried = ["/overview", "/charts/proceeds"] as const
const cases = [
  ...(["429", "malformed"] as const).flatMap((kind) => Object.keys(parts).map((path) => [kind, path] as const)),
  ...(["500", "truncated"] as const).flatMap((kind) => tried.map((path) => [kind, path] as const)),
  ["slow", "/overview"] as const
]
const partOf = (path: string) => Object.entries(parts).find(([name]) => name === path)?.[1] ?? ""

describe("a provider that answers by", () => {
  it.each(cases)("%s makes %s its documented error, which costs nothing", async (kind, path) => {
    const account = await connected(gateway())
    fail(kind, partOf(path))
    const [status, code] = answers[kind]
    const answer = await account.ask(path)
    assert.deepEqual([answer.status, answer.code, answer.cost], [status, code, "0"])
    if (kind === "429") assert.isAtLeast(Number(answer.headers.get("retry-after")), 1)
    await unused(account)
  })
})

describe("a request that fails twice", () => {
  it.each(tried)("behind %s is asked a third time, also the chart's, which is a read", async (path) => {
    const asked = parts[path]
    const account = await connected(gateway())
    fail("500", asked, 2)
    const before = control().requests().length
    await account.read(path)
    const pattern = new RegExp(asked)
    const tries = control()
      .requests()
      .slice(before)
      .filter(
        ({ faults, path, query }) => !faults.includes("slow") && pattern.test(`${path}?${new URLSearchParams(query)}`)
      )
    assert.deepEqual(
      tries.slice(0, 3).map(({ status }) => status),
      [500, 500, 200]
    )
  })
})

describe("the dashboard", () => {
  const names = ["overview", "charts", "campaigns", "transactions"] as const
  const statusOf = (board: unknown) => names.map((name) => at(board, name, "status"))

  it.each([
    ["overview", "/statistics"],
    ["charts", "/charts/data"],
    ["campaigns", "/campaigns"],
    ["transactions", "/recent-transactions"]
  ] as const)("stands without its %s, and says why", async (name, path) => {
    const account = await connected(gateway())
    fail("malformed", path)
    const answer = await account.ask("/dashboard")
    assert.deepEqual([answer.status, answer.cost], [200, "1"])
    assert.deepEqual(
      statusOf(answer.data),
      names.map((part) => (part === name ? "unavailable" : "available"))
    )
    assert.strictEqual(at(answer.data, name, "reason", "code"), "UPSTREAM_ERROR")
    assert.isNull(at(answer.data, name, name === "overview" ? "metrics" : "items"))
  })

  it.each([
    ["charts:read", ["charts"]],
    ["campaigns:read", ["campaigns"]],
    ["applications:read", ["overview", "transactions"]]
  ] as const)("stands without what takes %s, and names the scope", async (scope, missing) => {
    const account = await connected(gateway(), { scopes: without(scope) })
    const board = await account.read("/dashboard")
    assert.deepEqual(
      statusOf(board),
      names.map((part) => (missing.some((one) => one === part) ? "unavailable" : "available"))
    )
    for (const name of missing) {
      assert.strictEqual(at(board, name, "reason", "code"), "CONNECTION_PERMISSION_MISSING")
      assert.include(String(at(board, name, "reason", "message")), scope)
    }
  })

  it("has no comparison where the period before can't be read", async () => {
    const account = await connected(gateway())
    fail("malformed", "from=2026-05-02")
    const board = await account.read("/dashboard", { from: "2026-06-01", to: "2026-06-30" })
    assert.strictEqual(at(board, "overview", "status"), "available")
    assert.isNull(at(board, "overview", "comparison"))
  })

  it("all of which fails is the first one's error, and costs nothing", async () => {
    const account = await connected(gateway())
    for (const path of ["/statistics", "/charts/", "/campaigns", "/recent-transactions"]) fail("malformed", path)
    const answer = await account.ask("/dashboard")
    assert.deepEqual([answer.status, answer.code, answer.cost], [502, "UPSTREAM_ERROR", "0"])
    await unused(account)
    control().clearFaults()
    await control().act("paywall", "revoke", account.secret)
    const rejected = await account.ask("/dashboard", { from: "2026-06-01", to: "2026-06-30" })
    assert.deepEqual([rejected.status, rejected.code, rejected.cost], [409, "CONNECTION_REJECTED", "0"])
  })
})

describe("while connecting", () => {
  it("a provider that fails is its documented error; nothing is saved", async () => {
    const account = await connected(gateway())
    await account.disconnect()
    for (const [kind, status] of [
      ["429", 503],
      ["500", 502],
      ["malformed", 502]
    ] as const) {
      control().clearFaults()
      clock.advanceMs(60_000)
      fail(kind, "/v2/projects\\?")
      assert.strictEqual((await account.connect({ secretKey: account.secret })).status, status, kind)
      assert.deepInclude(await account.read("/credentials/status"), { connected: false })
    }
  })

  it("what can't be tried is unknown, and is known after its first use", async () => {
    const account = await connected(gateway())
    fail("malformed", "/campaigns")
    assert.strictEqual((await account.connect({ secretKey: account.secret })).status, 201)
    const capability = async () => at(await account.read("/credentials/status"), "capabilities", "campaigns")
    assert.strictEqual(await capability(), "unknown")
    control().clearFaults()
    await account.read("/campaigns")
    assert.strictEqual(await capability(), "available")
  })
})

describe("one customer at the provider's limit", () => {
  it("keeps nobody else waiting", async () => {
    const [limited, other] = [await connected(gateway()), await connected(gateway())]
    const last = control().requests().at(-1)?.credential ?? ""
    control().fail({ kind: "429", upstream: "paywall", credential: last, retryAfterSeconds: 60 })
    assert.strictEqual((await other.ask("/overview")).code, "UPSTREAM_RATE_LIMITED")
    await limited.read("/overview")
  })
})
