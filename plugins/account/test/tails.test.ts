import { randomBytes } from "node:crypto"
import { RequestRecorder } from "@storeglass/core"
import { freshDatabase, startTestGateway, type TestGateway } from "@storeglass/testkit"
import { Console, Effect, Exit, Fiber, Redacted, Scope } from "effect"
import { afterAll, assert, beforeAll, describe, it, vi } from "vitest"
import { execute } from "../../../packages/gateway/src/cli/run.ts"
import { textAt } from "./support.ts"
import { type Somebody, somebody } from "./team.support.ts"

const promisedMs = 2_000
let nodes: ReadonlyArray<TestGateway> = []
const scope = await Effect.runPromise(Scope.make())
const node = (index: number) => nodes[index] ?? assert.fail("no such node")
let owner: Somebody
let key = ""

beforeAll(async () => {
  const vault = { currentKeyId: "shared", keys: { shared: randomBytes(32).toString("base64") } }
  const started = Effect.gen(function* () {
    const databaseUrl = yield* freshDatabase()
    const start = startTestGateway({
      plugins: { account: true },
      databaseUrl,
      // None of them is left to another to stand for it.
      config: {
        vault,
        limits: { accounts: null },
        requestLog: { rowsPerSecondMax: 10_000, processRowsPerSecondMax: 10_000 }
      }
    })
    return [yield* start, yield* start]
  })
  nodes = await Effect.runPromise(Scope.provide(started, scope))
  owner = await somebody(() => node(0))
  key = textAt((await owner.post("/keys", { name: "one" })).json, "data", "value")
}, 120_000)
afterAll(async () => {
  // Suites that run after this one in its process read it too.
  vi.unstubAllEnvs()
  await Effect.runPromise(Scope.close(scope, Exit.void))
})

/** What was told so far, and who waits for more of it. */
class Told {
  text = ""
  private heard: () => void = () => undefined
  add(more: string) {
    this.text += more
    this.heard()
  }
  /** Once it holds this, by the time that was then. */
  async holds(wanted: string) {
    while (!this.text.includes(wanted)) {
      await new Promise<void>((resolve) => {
        this.heard = resolve
      })
    }
    return performance.now()
  }
}
interface Tail {
  readonly told: Told
  readonly end: () => Promise<unknown>
}

const byPage = async (): Promise<Tail> => {
  const cookie = [...owner.browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ")
  const ending = new AbortController()
  const { signal } = ending
  // A page that a balancer led to the other node.
  const response = await fetch(`${node(1).url}/dashboard/api/requests/tail`, { headers: { cookie }, signal })
  assert.strictEqual(response.status, 200)
  const told = new Told()
  const reading = (async () => {
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) told.add(part.value)
  })().catch(() => undefined)
  return {
    told,
    end: () => {
      ending.abort()
      return reading
    }
  }
}

const byCommand = async (): Promise<Tail> => {
  const { databaseUrl, loaded } = node(1).running
  vi.stubEnv("DATABASE_URL", Redacted.value(databaseUrl))
  const told = new Told()
  const keep = (...parts: ReadonlyArray<unknown>) => told.add(`${parts.join(" ")}\n`)
  const tailing = Effect.gen(function* () {
    const live = yield* Console.Console
    const args = ["requests", "tail", owner.accountId, "--json", "--config", loaded.file]
    yield* Effect.provideService(execute(args), Console.Console, { ...live, log: keep, error: keep })
  })
  const fiber = Effect.runFork(tailing)
  return { told, end: () => Effect.runPromise(Fiber.interrupt(fiber)) }
}

const ask = async () => {
  const answer = await node(0).ask("/v1/auth/usage", { key })
  assert.strictEqual(answer.status, 200, answer.text)
  return { id: answer.headers.get("x-request-id") ?? assert.fail("no id"), atMs: performance.now() }
}

describe.each([
  ["a page", byPage],
  ["storeglass requests tail", byCommand]
])("%s", (_, start) => {
  it(`shows what another node answered within ${promisedMs / 1_000} s, each request once`, {
    timeout: 120_000
  }, async () => {
    const { end, told } = await start()
    const asked: Array<string> = []
    // It begins with what comes after it has looked once.
    while (told.text === "") {
      asked.push((await ask()).id)
      await node(0).run(Effect.flatMap(RequestRecorder.RequestRecorder, ({ flush }) => flush))
    }
    const lates: Array<number> = []
    for (let round = 0; round < 6; round++) {
      // So that some are answered just before it looks, and some just after.
      for (let other = 0; other < round * 8; other++) asked.push((await ask()).id)
      const { atMs, id } = await ask()
      asked.push(id)
      lates.push((await told.holds(id)) - atMs)
    }
    const burst = await Promise.all(Array.from({ length: 30 }, ask))
    for (const { atMs, id } of burst) {
      asked.push(id)
      lates.push((await told.holds(id)) - atMs)
    }
    await end()
    process.stderr.write(`at most ${Math.max(...lates).toFixed(0)} ms late\n`)
    assert.isAtMost(Math.max(...lates), promisedMs)
    for (const id of asked) assert.isAtMost(told.text.split(`"requestId":"${id}"`).length, 2, id)
  })
})
