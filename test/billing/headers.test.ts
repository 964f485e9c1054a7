import { Accounts, auditLedger, CreditLedger, periodEndMs, periodOf, type plans } from "@storeglass/core"
import { type Answer, entriesOf, type TestAccount, useTestGateway } from "@storeglass/testkit"
import { Clock, Effect, Predicate } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { assert, describe, it } from "vitest"
import { makeFixture } from "./fixture.ts"

const fixture = makeFixture()
const gateway = useTestGateway({ further: [fixture.plugin] })

const codeOf = ({ json }: Answer): unknown =>
  Predicate.hasProperty(json, "error") && Predicate.hasProperty(json.error, "code") ? json.error.code : undefined
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The credit headers of an answer as the documents name them. */
const credits = (answer: Answer) => ({
  limit: answer.headers.get("x-ratelimit-limit"),
  remaining: answer.headers.get("x-ratelimit-remaining"),
  cost: answer.headers.get("x-credit-cost"),
  category: answer.headers.get("x-credit-category"),
  plan: answer.headers.get("x-plan")
})
const usageOf = async ({ key }: TestAccount) => {
  const { json } = await gateway().ask("/v1/auth/usage", { key })
  return Predicate.hasProperty(json, "data") ? json.data : undefined
}
const setPlan = (accountId: string, plan: keyof typeof plans) =>
  gateway().run(Effect.flatMap(Accounts.Accounts, (accounts) => accounts.setPlan(accountId, plan)))
const resetSeconds = () => String(periodEndMs(periodOf(Effect.runSync(Clock.currentTimeMillis))) / 1000)

describe("the headers of a success", () => {
  it("tell limit, what remains, the reset, price, bucket and plan, and count down by the price", async () => {
    const account = await gateway().account({ plan: "indie" })
    const { key } = account
    for (const [call, remaining] of [
      [1, "4998"],
      [2, "4996"],
      [3, "4994"]
    ] as const) {
      const answer = await gateway().ask(`/v1/fixture/items/${call}`, { key })
      assert.strictEqual(answer.status, 200)
      assert.deepEqual(credits(answer), { limit: "5000", remaining, cost: "2", category: "general", plan: "indie" })
      assert.strictEqual(answer.headers.get("x-ratelimit-reset"), resetSeconds())
      assert.match(answer.headers.get("x-request-id") ?? "", uuid)
      assert.strictEqual(answer.headers.get("x-aivisibility-limit"), null)
      assert.deepEqual(answer.json, { data: { n: call, account: account.accountId } })
    }
  })

  it("tell of aiVisibility and creative beside the general bucket, and leave the general one alone", async () => {
    const { accountId, key } = await gateway().account({ plan: "indie" })
    const ai = await gateway().ask("/v1/fixture/ai", { key })
    assert.deepEqual(credits(ai), {
      limit: "5000",
      remaining: "5000",
      cost: "4",
      category: "aiVisibility",
      plan: "indie"
    })
    assert.deepEqual(
      ["limit", "remaining"].map((name) => ai.headers.get(`x-aivisibility-${name}`)),
      ["3000", "2996"]
    )
    const creative = await gateway().ask("/v1/fixture/creative", { key, method: "POST" })
    assert.strictEqual(creative.status, 200)
    assert.deepEqual(credits(creative), {
      limit: "5000",
      remaining: "5000",
      cost: "1",
      category: "creative",
      plan: "indie"
    })
    assert.deepEqual(
      ["limit", "remaining"].map((name) => creative.headers.get(`x-creative-${name}`)),
      ["10", "9"]
    )
    assert.deepEqual(
      [
        await gateway().used(accountId),
        await gateway().used(accountId, "aiVisibility"),
        await gateway().used(accountId, "creative")
      ],
      [0, 4, 1]
    )
  })

  it("tell 0 for a route that costs nothing, and none of it for one that anyone may call", async () => {
    const { key } = await gateway().account()
    assert.deepEqual(credits(await gateway().ask("/v1/fixture/free", { key })), {
      limit: "100000",
      remaining: "100000",
      cost: "0",
      category: "general",
      plan: "medium"
    })
    const open = await gateway().ask("/v1/fixture/open")
    assert.strictEqual(open.status, 200)
    assert.match(open.headers.get("x-request-id") ?? "", uuid)
    for (const name of ["x-ratelimit-limit", "x-credit-cost", "x-plan"]) assert.isNull(open.headers.get(name))
  })

  it("tell the price that was quoted, which is charged even when the answer may be shared", async () => {
    const { accountId, key } = await gateway().account()
    for (const price of [7, 7, 0]) {
      const answer = await gateway().ask(`/v1/fixture/quoted?price=${price}`, { key })
      assert.deepEqual([answer.status, answer.headers.get("x-credit-cost")], [200, String(price)])
    }
    assert.strictEqual(await gateway().used(accountId), 14)
    const tooMuch = await gateway().ask("/v1/fixture/quoted?price=1000000", { key })
    assert.deepEqual([tooMuch.status, codeOf(tooMuch)], [429, "RATE_LIMIT_EXCEEDED"])
    assert.strictEqual(await gateway().used(accountId), 14)
  })
})

describe("what isn't a page", () => {
  it("says to browsers that it's data, whatever it is and whoever gives it", async () => {
    const { key } = await gateway().account()
    const shared = "/v1/fixture/shared/11"
    await gateway().ask(shared, { key })
    const answers = [
      await gateway().ask("/v1/fixture/items/1", { key }),
      await gateway().ask(shared, { key }),
      await gateway().ask("/v1/fixture/items/0", { key }),
      await gateway().ask("/v1/fixture/items/1"),
      await gateway().ask("/v1/health"),
      await gateway().ask("/openapi.json"),
      await gateway().ask("/nowhere"),
      await gateway().ask("/v1//health"),
      await gateway().askInternal("/health")
    ]
    for (const { headers, status } of answers) {
      assert.deepEqual(
        [status, headers.get("content-security-policy"), headers.get("x-content-type-options")],
        [status, "default-src 'none'; base-uri 'none'; frame-ancestors 'none'", "nosniff"]
      )
    }
    const page = await gateway().ask("/docs")
    assert.include(page.headers.get("content-security-policy"), "default-src 'self'")
  })
})

describe("the request id", () => {
  it("is the one under which the ledger knows the charge", async () => {
    const { accountId, key } = await gateway().account()
    const answer = await gateway().ask("/v1/fixture/items/1", { key })
    const entries = await gateway().run(entriesOf(accountId))
    assert.deepEqual(
      entries.map(({ id, kind, operation, used_delta }) => ({ id, kind, operation, used_delta })),
      [{ id: answer.headers.get("x-request-id"), kind: "charge", operation: "GET /v1/fixture/items/:n", used_delta: 2 }]
    )
  })

  it("is the gateway's own, whatever the caller sends", async () => {
    const { key } = await gateway().account()
    const sent = "11111111-1111-7111-8111-111111111111"
    const answer = await gateway().ask("/v1/fixture/items/1", { key, headers: { "x-request-id": sent } })
    assert.match(answer.headers.get("x-request-id") ?? "", uuid)
    assert.notStrictEqual(answer.headers.get("x-request-id"), sent)
  })
})

describe("the usage record", () => {
  it("is what the ledger holds, by bucket and by endpoint", async () => {
    const account = await gateway().account({ plan: "indie" })
    const { accountId, key } = account
    await Promise.all([1, 2, 3].map((n) => gateway().ask(`/v1/fixture/items/${n}`, { key })))
    await gateway().ask("/v1/fixture/ai", { key })
    await gateway().ask("/v1/fixture/creative", { key, method: "POST" })
    await gateway().ask("/v1/fixture/fails?how=notFound", { key })
    const resetDate = new Date(Number(resetSeconds()) * 1000).toISOString()
    assert.deepEqual(await usageOf(account), {
      plan: "indie",
      monthlyCredits: 5_000,
      used: 11,
      remaining: 4_994,
      credits: {
        general: { limit: 5_000, used: 6, remaining: 4_994 },
        aiVisibility: { limit: 3_000, used: 4, remaining: 2_996 },
        creative: { limit: 10, used: 1, remaining: 9 },
        resetDate
      },
      resetDate,
      usageByEndpoint: [
        { endpoint: "GET /v1/fixture/items/:n", totalCredits: 6, requestCount: 3 },
        { endpoint: "GET /v1/fixture/ai", totalCredits: 4, requestCount: 1 },
        { endpoint: "POST /v1/fixture/creative", totalCredits: 1, requestCount: 1 }
      ]
    })
    const entries = await gateway().run(entriesOf(accountId))
    assert.strictEqual(
      entries.reduce((sum, entry) => sum + entry.used_delta, 0),
      11
    )
    assert.deepEqual((await gateway().run(auditLedger(accountId))).differences, [])
  })

  it("follows a change of plan at once, as do the headers and what is refused", async () => {
    const account = await gateway().account({ plan: "free" })
    const { accountId, key } = account
    await gateway().drain(accountId, "general", 1)
    assert.strictEqual((await gateway().ask("/v1/fixture/items/1", { key })).status, 429)
    await setPlan(accountId, "indie")
    const larger = await gateway().ask("/v1/fixture/items/1", { key })
    assert.deepEqual(
      [larger.status, credits(larger)],
      [200, { limit: "5000", remaining: "4899", cost: "2", category: "general", plan: "indie" }]
    )
    assert.deepInclude(await usageOf(account), { plan: "indie", monthlyCredits: 5_000, used: 101, remaining: 4_899 })
    await setPlan(accountId, "free")
    const smaller = await gateway().ask("/v1/fixture/items/1", { key })
    assert.deepEqual(
      [smaller.status, credits(smaller)],
      [429, { limit: "100", remaining: "0", cost: "0", category: "general", plan: "free" }]
    )
    assert.deepInclude(await usageOf(account), { plan: "free", used: 101, remaining: 0 })
  })

  it("stays the plan's, with what is granted beside it, which counts from the next request", async () => {
    const { accountId, key } = await gateway().account({ plan: "free" })
    await gateway().drain(accountId)
    assert.strictEqual((await gateway().ask("/v1/fixture/items/1", { key })).status, 429)
    const id = uuidV7Unsafe()
    const grant = Effect.flatMap(CreditLedger.CreditLedger, (ledger) =>
      ledger.grant({ id, accountId, bucket: "general", credits: 10 })
    )
    // The same grant twice is one grant.
    assert.deepEqual([await gateway().run(grant), await gateway().run(grant)], [10, 10])
    const answer = await gateway().ask("/v1/fixture/items/1", { key })
    assert.deepEqual(
      ["x-ratelimit-limit", "x-credit-granted", "x-ratelimit-remaining"].map((name) => answer.headers.get(name)),
      ["100", "10", "8"]
    )
  })
})

describe("an empty bucket", () => {
  it("is refused with Retry-After until the reset, before the handler runs, and says what is left", async () => {
    const { accountId, key } = await gateway().account({ plan: "free" })
    await gateway().drain(accountId, "general", 1)
    const before = fixture.runs()
    const answer = await gateway().ask("/v1/fixture/items/1", { key })
    assert.deepEqual([answer.status, codeOf(answer)], [429, "RATE_LIMIT_EXCEEDED"])
    assert.strictEqual(fixture.runs(), before)
    assert.deepEqual(credits(answer), { limit: "100", remaining: "1", cost: "0", category: "general", plan: "free" })
    assert.match(
      answer.text,
      /this call costs 2 general credits and 1 of 100 are left until \d{4}-\d\d-01T00:00:00\.000Z/
    )
    const seconds = Number(answer.headers.get("retry-after"))
    const left = Number(answer.headers.get("x-ratelimit-reset")) - Date.now() / 1000
    assert.isTrue(Number.isInteger(seconds) && Math.abs(seconds - left) < 5, `Retry-After ${seconds}, reset in ${left}`)
    assert.strictEqual((await gateway().ask("/v1/fixture/free", { key })).status, 200)
  })

  it("of one kind does not refuse what costs another", async () => {
    const { accountId, key } = await gateway().account({ plan: "indie" })
    await gateway().drain(accountId, "general")
    assert.strictEqual((await gateway().ask("/v1/fixture/items/1", { key })).status, 429)
    assert.strictEqual((await gateway().ask("/v1/fixture/ai", { key })).status, 200)
    await gateway().drain(accountId, "aiVisibility")
    const refused = await gateway().ask("/v1/fixture/ai", { key })
    assert.deepEqual(
      [refused.status, refused.headers.get("x-aivisibility-remaining"), refused.headers.get("x-credit-category")],
      [429, "0", "aiVisibility"]
    )
  })

  it("is never overdrawn by requests that come at once: of 40 for 2 credits each, 5 answer on 10 credits", async () => {
    const { accountId, key } = await gateway().account({ plan: "free" })
    await gateway().drain(accountId, "general", 10)
    const answers = await Promise.all(Array.from({ length: 40 }, () => gateway().ask("/v1/fixture/items/1", { key })))
    const served = answers.filter(({ status }) => status === 200)
    assert.strictEqual(served.length, 5)
    assert.isTrue(answers.every(({ status }) => status === 200 || status === 429))
    assert.deepEqual(
      served.map((answer) => Number(answer.headers.get("x-ratelimit-remaining"))).sort((a, b) => a - b),
      [0, 2, 4, 6, 8]
    )
    assert.strictEqual(await gateway().used(accountId), 100)
  })
})

describe("an answer to a key", () => {
  it("may be kept by no cache, whichever way it was answered, and says what it depends on", async () => {
    const { key } = await gateway().account()
    const unscoped = await gateway().account({ scopes: ["write"] })
    const answers = {
      first: await gateway().ask("/v1/fixture/shared/21", { key }),
      fromMemory: await gateway().ask("/v1/fixture/shared/21", { key }),
      free: await gateway().ask("/v1/fixture/free", { key }),
      repeated: await gateway().ask("/v1/fixture/items/1", { key, headers: { "idempotency-key": "kept" } }),
      replayed: await gateway().ask("/v1/fixture/items/1", { key, headers: { "idempotency-key": "kept" } }),
      refused: await gateway().ask("/v1/fixture/items/1", { key: unscoped.key }),
      wrong: await gateway().ask("/v1/fixture/items/none", { key }),
      unknown: await gateway().ask("/v1/fixture/items/1", { key: "none" }),
      missing: await gateway().ask("/v1/fixture/shared/21")
    }
    for (const [name, { headers }] of Object.entries(answers)) {
      assert.deepEqual(
        [headers.get("cache-control"), headers.get("vary")],
        [headers.has("etag") ? "private, no-cache" : "private, no-store", "X-API-Key, Authorization, Accept-Encoding"],
        name
      )
    }
    const open = await gateway().ask("/v1/fixture/open")
    assert.deepEqual([open.status, open.headers.get("cache-control")], [200, null])
  })
})

describe("an answer that is shared", () => {
  it("is made once, charged to everyone, and carries nobody else's headers", async () => {
    const one = await gateway().account({ plan: "indie" })
    const two = await gateway().account({ plan: "growth" })
    const before = fixture.runs()
    const first = await gateway().ask("/v1/fixture/shared/7", { key: one.key })
    const second = await gateway().ask("/v1/fixture/shared/7", { key: two.key })
    const third = await gateway().ask("/v1/fixture/shared/7", { key: one.key })
    assert.strictEqual(fixture.runs(), before + 1)
    assert.strictEqual(second.text, first.text)
    assert.deepEqual(credits(first), {
      limit: "5000",
      remaining: "4997",
      cost: "3",
      category: "general",
      plan: "indie"
    })
    assert.deepEqual(credits(second), {
      limit: "50000",
      remaining: "49997",
      cost: "3",
      category: "general",
      plan: "growth"
    })
    assert.deepEqual(credits(third), {
      limit: "5000",
      remaining: "4994",
      cost: "3",
      category: "general",
      plan: "indie"
    })
    const ids = [first, second, third].map((answer) => answer.headers.get("x-request-id"))
    assert.strictEqual(new Set(ids).size, 3)
    // What the handler said of the answer itself goes with it.
    for (const answer of [first, second, third]) {
      assert.strictEqual(answer.headers.get("x-data-source"), "store_live")
      assert.strictEqual(answer.headers.get("x-made-for"), "all")
    }
    assert.deepEqual([await gateway().used(one.accountId), await gateway().used(two.accountId)], [6, 3])
  })

  it("can't be made of what its handler knows of who asked first", async () => {
    const { key } = await gateway().account()
    const { json } = await gateway().ask("/v1/fixture/shared/11", { key })
    assert.deepEqual(json, { data: { n: 11, account: "nobody" } })
  })

  it("is kept from who has no key, no scope or no credits", async () => {
    const { key } = await gateway().account()
    assert.strictEqual((await gateway().ask("/v1/fixture/shared/8", { key })).status, 200)
    assert.strictEqual((await gateway().ask("/v1/fixture/shared/8")).status, 401)
    const scoped = await gateway().account({ scopes: ["internal"] })
    assert.strictEqual((await gateway().ask("/v1/fixture/shared/8", { key: scoped.key })).status, 403)
    const poor = await gateway().account({ plan: "free" })
    await gateway().drain(poor.accountId, "general", 2)
    const refused = await gateway().ask("/v1/fixture/shared/8", { key: poor.key })
    assert.deepEqual([refused.status, refused.headers.get("x-data-source")], [429, null])
  })

  it("has the same headers from memory as from its handler", async () => {
    const { key } = await gateway().account()
    const path = "/v1/fixture/shared/9"
    const made = await gateway().ask(path, { key })
    const kept = await gateway().ask(path, { key })
    const own = ["date", "x-request-id", "x-ratelimit-remaining", "keep-alive", "connection"]
    const common = ({ headers }: Answer) =>
      [...headers].filter(([name]) => !own.includes(name)).sort(([a], [b]) => a.localeCompare(b))
    assert.deepEqual(common(kept), common(made))
    assert.strictEqual(made.headers.get("x-storeglass-sandbox"), kept.headers.get("x-storeglass-sandbox"))
  })

  it("goes to as many as can pay for it when all ask at once, and the others get the whole refusal", async () => {
    const { accountId, key } = await gateway().account({ plan: "free" })
    await gateway().drain(accountId, "general", 10)
    const path = "/v1/fixture/shared/10"
    assert.strictEqual((await gateway().ask(path, { key })).status, 200)
    // By what this process has seen last, each of these can pay.
    const answers = await Promise.all(Array.from({ length: 12 }, () => gateway().ask(path, { key })))
    const refused = answers.filter(({ status }) => status === 429)
    assert.deepEqual([answers.filter(({ status }) => status === 200).length, refused.length], [2, 10])
    for (const answer of refused) {
      assert.strictEqual(codeOf(answer), "RATE_LIMIT_EXCEEDED")
      assert.deepInclude(credits(answer), { remaining: "1", cost: "0", plan: "free" })
      assert.match(answer.headers.get("x-request-id") ?? "", uuid)
      assert.isAbove(Number(answer.headers.get("retry-after")), 0)
      assert.strictEqual(answer.headers.get("x-content-type-options"), "nosniff")
    }
    assert.strictEqual(new Set(answers.map(({ headers }) => headers.get("x-request-id"))).size, 12)
  })
})
