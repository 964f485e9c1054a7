import { Accounts } from "@storeglass/core"
import { adjustableClock, freshDatabase, startTestGateway, type TestGateway, useTestGateway } from "@storeglass/testkit"
import { Effect, Redacted } from "effect"
import { assert, describe, it } from "vitest"
import { noRedis, redisServer, redisSuite } from "../../packages/core/test/redis.server.ts"
import { makeFixture } from "./fixture.ts"
import { makeShapes } from "./shapes.ts"
import { at, codeOf, send } from "./support.ts"

const json = { "content-type": "application/json" }
const item = "/v1/fixture/items/1"
const shared = "/v1/fixture/shared/1"
const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth)

describe("a body of who sends no valid key", () => {
  const shapes = makeShapes()
  const gateway = useTestGateway({ plugins: { mcp: true }, further: [shapes.plugin] })
  const to = (path: string) => `${gateway().url}${path}`

  it("is refused over 64 KiB on public routes, whatever they declare, and read with a key", async () => {
    const { key } = await gateway().account()
    const word = (bytes: number) => JSON.stringify({ word: "w".repeat(bytes) })
    const over = word(64 * 1024)
    for (const [path, sent] of [
      ["/v1/shapes/open", {}],
      ["/v1/shapes/open", { key: `${key.slice(0, -4)}0000` }],
      ["/mcp", {}]
    ] as const) {
      const answer = await send(to(path), { ...sent, headers: json, body: over })
      assert.deepEqual([path, answer.status, codeOf(answer)], [path, 413, "PAYLOAD_TOO_LARGE"])
      assert.include(String(at(answer.json, "error", "message")), "64 KiB without a valid API key, and 1 MiB with one")
    }
    assert.strictEqual((await send(to("/v1/shapes/open"), { key, headers: json, body: over })).status, 200)
    assert.strictEqual((await send(to("/v1/shapes/open"), { headers: json, body: word(60_000) })).status, 200)
  })

  it("isn't read at all where a key is needed", async () => {
    const runs = shapes.runs()
    const answer = await send(to("/v1/shapes/words"), { headers: json, body: nested(100_000) })
    assert.deepEqual([answer.status, codeOf(answer)], [401, "MISSING_API_KEY"])
    assert.strictEqual(shapes.runs(), runs)
  })
})

describe("JSON that nests too deep", () => {
  const shapes = makeShapes()
  const gateway = useTestGateway({ plugins: { mcp: true }, further: [shapes.plugin] })

  it("is refused before it is parsed, with the depth that is allowed", async () => {
    const { accountId, key } = await gateway().account()
    const parse = JSON.parse
    const parsed: Array<string> = []
    const deep = `{"word":${nested(500_000)}}`
    JSON.parse = (text, reviver) => {
      parsed.push(text)
      return parse(text, reviver)
    }
    try {
      const answer = await gateway().ask("/v1/shapes/words", { key, method: "POST", headers: json, body: deep })
      assert.deepEqual([answer.status, codeOf(answer)], [400, "INVALID_INPUT"])
      assert.include(answer.text, "at most 64 deep")
      const message = await gateway().ask("/mcp", { key, method: "POST", headers: json, body: deep })
      assert.deepEqual([message.status, at(message.json, "error", "code")], [400, -32600])
      assert.include(message.text, "at most 64 deep")
      assert.isFalse(parsed.includes(deep))
    } finally {
      JSON.parse = parse
    }
    assert.strictEqual(await gateway().used(accountId), 0)
  })

  it("is told from brackets in text, and 64 levels are taken", async () => {
    const { key } = await gateway().account()
    const ask = (body: string) => gateway().ask("/v1/shapes/words", { key, method: "POST", headers: json, body })
    const quoted = `${"[{".repeat(500)}\\"${"[".repeat(500)}\\\\`
    assert.strictEqual((await ask(`{"word":"${quoted}"}`)).status, 201)
    assert.notInclude((await ask(`{"word":${nested(63)}}`)).text, "at most 64 deep")
    assert.include((await ask(`{"word":${nested(64)}}`)).text, "at most 64 deep")
  })
})

describe("requests over their rate", () => {
  const time = adjustableClock()
  const fixture = makeFixture()
  const gateway = useTestGateway({
    clock: time,
    plugins: { mcp: true },
    further: [fixture.plugin],
    config: {
      server: { host: "127.0.0.1", port: 0, trustedProxies: ["127.0.0.1"] },
      limits: {
        address: { perSecond: 1, burst: 4 },
        accounts: { free: { perSecond: 1, burst: 5 }, medium: null },
        keys: null
      }
    }
  })
  const from = (address: string) => ({ headers: { "x-forwarded-for": address } })
  const times = (count: number, ask: () => Promise<{ readonly status: number }>) =>
    Array.from({ length: count }).reduce<Promise<ReadonlyArray<number>>>(
      async (before) => [...(await before), (await ask()).status],
      Promise.resolve([])
    )

  it("are answered 429 with their own code and Retry-After, per account, charged nothing, and let go on after it", async () => {
    const { accountId, key } = await gateway().account({ plan: "free" })
    const other = await gateway().account({ plan: "free" })
    assert.deepEqual(await times(5, () => gateway().ask(item, { key })), [200, 200, 200, 200, 200])
    const runs = fixture.runs()
    const refused = await gateway().ask(item, { key })
    assert.deepEqual([refused.status, codeOf(refused)], [429, "TOO_MANY_REQUESTS"])
    assert.strictEqual(refused.headers.get("retry-after"), "1")
    assert.strictEqual(refused.headers.get("x-credit-cost"), "0")
    assert.deepEqual([fixture.runs(), await gateway().used(accountId)], [runs, 10])
    assert.strictEqual((await gateway().ask(item, { key: other.key })).status, 200)
    time.advanceMs(1_000)
    assert.deepEqual(await times(2, () => gateway().ask(item, { key })), [200, 429])
  })

  it("are counted for kept answers, too, and for what is refused or free", async () => {
    const kept = await gateway().account({ plan: "free" })
    const statuses = await times(6, () => gateway().ask(shared, { key: kept.key }))
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429])
    const { key } = await gateway().account({ plan: "free", scopes: ["read"] })
    const asks = [
      item,
      "/v1/fixture/free",
      "/v1/fixture/items/0",
      "/v1/fixture/internal",
      "/v1/fixture/fails?how=notFound"
    ]
    const told: Array<number> = []
    for (const path of [...asks, item]) told.push((await gateway().ask(path, { key })).status)
    assert.deepEqual(told, [200, 200, 400, 403, 404, 429])
  })

  it("aren't refused on a plan without a limit", async () => {
    const { key } = await gateway().account({ plan: "medium" })
    assert.strictEqual((await gateway().ask(item, { key })).status, 200)
    const statuses = await Promise.all(Array.from({ length: 50 }, () => gateway().ask(item, { key })))
    assert.isTrue(statuses.every(({ status }) => status === 200))
  })

  it("are counted by address while nobody stands for them: public, unknown, without a key and with a wrong one", async () => {
    const { key } = await gateway().account({ plan: "medium" })
    const wrong = `${key.slice(0, -4)}0000`
    const asks = [
      (address: string) => gateway().ask("/v1/health", from(address)),
      (address: string) => gateway().ask("/nowhere", from(address)),
      (address: string) => gateway().ask(item, from(address)),
      (address: string) => gateway().ask(item, { ...from(address), key: wrong })
    ]
    for (const [index, ask] of asks.entries()) {
      const address = `203.0.113.${index}`
      const statuses = await times(5, () => ask(address))
      assert.strictEqual(statuses.filter((status) => status === 429).length, 1, `${index}: ${statuses.join()}`)
      const refused = await ask(address)
      assert.deepEqual([codeOf(refused), refused.headers.get("retry-after")], ["TOO_MANY_REQUESTS", "1"])
      assert.strictEqual((await ask(`198.51.100.${index}`)).status, statuses[0])
    }
  })

  it("of strangers don't shut out a customer behind the same address", async () => {
    const { key } = await gateway().account({ plan: "medium" })
    const address = from("203.0.113.99")
    assert.strictEqual((await gateway().ask(item, { ...address, key })).status, 200)
    await times(6, () => gateway().ask(item, address))
    assert.strictEqual((await gateway().ask("/v1/health", address)).status, 429)
    assert.strictEqual((await gateway().ask(item, { ...address, key })).status, 200)
    // Not remembered any more, and known again.
    time.advanceMs(60_000)
    await times(6, () => gateway().ask(item, address))
    assert.strictEqual((await gateway().ask(item, { ...address, key })).status, 200)
  })

  it("let a load balancer ask whether the gateway is ready as often as it likes", async () => {
    const statuses = await times(10, () => gateway().ask("/ready", from("203.0.113.200")))
    assert.isTrue(statuses.every((status) => status === 200))
  })

  it("are counted once for a tool call, by the account behind its key", async () => {
    const { key } = await gateway().account({ plan: "free" })
    assert.strictEqual((await gateway().ask(item, { key })).status, 200)
    const call = {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "fixture_item", arguments: { n: 1 } }
    }
    const address = from("203.0.113.201")
    const ask = () =>
      gateway().ask("/mcp", { key, method: "POST", headers: { ...json, ...address.headers }, body: call })
    const first = await ask()
    assert.deepEqual([first.status, at(first.json, "result", "_meta", "credits", "cost")], [200, 2])
    assert.deepEqual(await times(4, ask), [200, 200, 200, 429])
  })
})

describe("requests with one key", () => {
  const time = adjustableClock()
  const gateway = useTestGateway({
    clock: time,
    further: [makeFixture().plugin],
    config: { limits: { accounts: { free: { perSecond: 2, burst: 10 } } } }
  })

  it("take four fifths of what their account may send, and leave the rest to its other keys", async () => {
    const { accountId, key } = await gateway().account({ plan: "free" })
    const { value } = await gateway().run(
      Effect.flatMap(Accounts.Accounts, (accounts) => accounts.createKey({ accountId, name: "other" }))
    )
    const other = Redacted.value(value)
    time.stand()
    const ask = async (with_: string, count: number) => {
      const answers = []
      for (let sent = 0; sent < count; sent++) answers.push(await gateway().ask("/v1/fixture/free", { key: with_ }))
      return answers
    }
    const statuses = (answers: ReadonlyArray<{ readonly status: number }>) => answers.map(({ status }) => status)
    const first = await ask(key, 10)
    assert.deepEqual(statuses(first), [...Array(8).fill(200), 429, 429])
    assert.include(first[8]?.text, "one key of an account on the plan 'free' may send 1.6 requests a second, 8 at once")
    assert.strictEqual(first[8]?.headers.get("retry-after"), "1")
    // The account has two left, which the refused ones didn't take.
    assert.deepEqual(statuses(await ask(other, 3)), [200, 200, 429])
    time.advanceMs(700)
    assert.deepEqual(statuses(await ask(key, 2)), [200, 429])
  })
})

describe.skipIf(noRedis)(redisSuite("requests over their rate on two nodes"), () => {
  it(
    "are counted over both with Redis, and by each alone when it goes away",
    () =>
      Effect.gen(function* () {
        const redis = yield* redisServer
        const databaseUrl = yield* freshDatabase()
        const nodes: Array<TestGateway> = []
        for (let count = 0; count < 2; count++) {
          nodes.push(
            yield* startTestGateway({
              databaseUrl,
              redisUrl: Redacted.value(redis.url),
              further: [makeFixture().plugin],
              config: { limits: { accounts: { free: { perSecond: 1, burst: 20 } }, keys: null } }
            })
          )
        }
        const admitted = (key: string) =>
          Effect.promise(async () => {
            let count = 0
            for (let round = 0; round < 30; round++) {
              for (const node of nodes) {
                const { status } = await node.ask("/v1/fixture/free", { key })
                if (status === 200) count += 1
              }
            }
            return count
          })
        const account = () => Effect.promise(() => Promise.resolve(nodes[0]?.account({ plan: "free" })))
        const [one, two] = [yield* account(), yield* account()]
        // One each second comes back meanwhile, and each node hears a little late.
        assert.isBelow(yield* admitted(one?.key ?? ""), 30)
        yield* redis.kill
        assert.isAtLeast(yield* admitted(two?.key ?? ""), 40)
      }).pipe(Effect.scoped, Effect.runPromise),
    30_000
  )
})
