import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { databaseProxy, freePort, freshDatabase, root } from "@storeglass/testkit"
import { Effect, Exit, Redacted, Scope } from "effect"
import { afterEach, assert, describe, it } from "vitest"
import { stringify } from "yaml"

const cli = join(root, "packages/gateway/src/cli.ts")
const undo: Array<() => void> = []
afterEach(() => {
  for (const one of undo.splice(0).reverse()) one()
})

/** A config, a database with an account, and what starts a gateway on them. */
const prepare = async (
  server: Readonly<Record<string, unknown>>,
  { databaseUrl, slowMs = 0 }: { readonly databaseUrl?: Redacted.Redacted<string>; readonly slowMs?: number } = {}
) => {
  const folder = mkdtempSync(join(tmpdir(), "storeglass-stop-"))
  undo.push(() => rmSync(folder, { recursive: true, force: true }))
  const port = await freePort()
  const file = join(folder, "config.yaml")
  writeFileSync(
    file,
    stringify({
      server: { host: "127.0.0.1", port, ...server },
      dataDir: "data",
      logs: { level: "None" },
      ledger: { patienceMs: 500 },
      plugins: { lasting: { package: join(root, "test/boot/lasting"), slowMs } }
    })
  )
  const url = databaseUrl ?? (await Effect.runPromise(freshDatabase()))
  const env = { ...process.env, DATABASE_URL: Redacted.value(url) }
  const run = (args: ReadonlyArray<string>) => {
    const child = spawn(process.execPath, [...args, "--config", file], { env, stdio: ["ignore", "pipe", "pipe"] })
    let text = ""
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk
      })
    }
    undo.push(() => child.kill("SIGKILL"))
    return { child, text: () => text }
  }
  const made = run([cli, "account", "create", "--email", "o@example.com", "--plan", "small", "--json"])
  await once(made.child, "close")
  const key: string = JSON.parse(made.text()).apiKey
  const command = async (...args: ReadonlyArray<string>) => {
    const ran = run([cli, ...args, "--json"])
    await once(ran.child, "close")
    return { exitCode: ran.child.exitCode, text: ran.text() }
  }
  return { command, url: `http://127.0.0.1:${port}`, port, key, run }
}
const isReady = async ({ child, text }: { readonly child: ChildProcess; readonly text: () => string }) => {
  while (!/ready at http/.test(text())) {
    if (child.exitCode !== null) assert.fail(text())
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

describe("a gateway process", () => {
  it("answers each connection from the first it accepts on, and stops at once though some never end", async () => {
    const { key, port, run, url } = await prepare({ drainMsMax: 30_000 })
    const gateway = run([cli, "serve"])
    const statuses: Array<number> = []
    let ready = false
    // One after the other, each on a connection of its own: the first that is accepted must be answered too.
    const knocking = (async () => {
      while (!ready) {
        const status = await fetch(`${url}/v1/health`, {
          headers: { connection: "close" },
          signal: AbortSignal.timeout(5_000)
        }).then(
          (answer) => answer.arrayBuffer().then(() => answer.status),
          (error: unknown) => (error instanceof Error && error.name === "TimeoutError" ? 0 : undefined)
        )
        if (status !== undefined) statuses.push(status)
        else await new Promise((resolve) => setImmediate(resolve))
      }
    })()
    await isReady(gateway)
    ready = true
    await knocking
    assert.isNotEmpty(statuses)
    assert.deepEqual(
      statuses.filter((status) => status !== 200 && status !== 503),
      []
    )

    const events = await fetch(`${url}/v1/lasting/events`, { headers: { "x-api-key": key } })
    assert.strictEqual(events.status, 200)
    const half = connect({ port, host: "127.0.0.1", allowHalfOpen: true })
    undo.push(() => half.destroy())
    half.on("error", () => undefined)
    half.write(
      `POST /v1/lasting/slow HTTP/1.1\r\nHost: h\r\nX-API-Key: ${key}\r\nContent-Length: 1000\r\n\r\nx` +
        "GET / HTTP/1.1\r\nX-Unfinished: "
    )
    await new Promise<void>((resolve) => half.once("connect", resolve))
    const startedMs = performance.now()
    gateway.child.kill("SIGTERM")
    const ended = once(gateway.child, "exit")
    assert.strictEqual(await events.text(), "data: first\n\n")
    await ended
    assert.strictEqual(gateway.child.exitCode, 0, gateway.text())
    assert.isBelow(performance.now() - startedMs, 8_000)
  }, 60_000)

  it("under npm start finishes a request that takes longer than 15 s, when drainMsMax allows it", async () => {
    const { key, run, url } = await prepare({ drainMsMax: 25_000 }, { slowMs: 17_000 })
    const gateway = run([join(root, "scripts/run.mjs"), "start"])
    await isReady(gateway)
    const answer = fetch(`${url}/v1/lasting/slow`, { headers: { "x-api-key": key } })
    await fetch(`${url}/v1/health`)
    gateway.child.kill("SIGTERM")
    const ended = once(gateway.child, "exit")
    assert.strictEqual((await answer).status, 200)
    await ended
    assert.strictEqual(gateway.child.exitCode, 0, gateway.text())
  }, 90_000)

  it("leaves nothing charged that it answered with 503, when it is killed or stopped before it could give it back", async () => {
    const scope = await Effect.runPromise(Scope.make())
    undo.push(() => void Effect.runPromise(Scope.close(scope, Exit.void)))
    const proxy = await Effect.runPromise(Scope.provide(Effect.flatMap(freshDatabase(), databaseProxy), scope))
    const { command, key, run, url } = await prepare({ drainMsMax: 500 }, { databaseUrl: proxy.url })
    const ask = (path: string) => fetch(`${url}${path}`, { headers: { "x-api-key": key } })
    const answered = { SIGKILL: 0, SIGTERM: 0 }
    /** Whether a charge was in doubt when it ended: a statement that isn't prepared on its connection yet charges nothing. */
    const endsInDoubt = async (signal: keyof typeof answered) => {
      const gateway = run([cli, "serve"])
      await isReady(gateway)
      assert.strictEqual((await ask("/v1/lasting/slow")).status, 200)
      answered[signal] += 1
      proxy.blackHole()
      const answers = await Promise.all(Array.from({ length: 5 }, () => ask("/v1/lasting/slow")))
      for (const answer of answers) {
        assert.strictEqual(answer.status, 503)
        assert.match(await answer.text(), /nothing (is|was) charged/)
      }
      const ended = once(gateway.child, "exit")
      gateway.child.kill(signal)
      await ended
      proxy.restore()
      const audited = await command("ledger", "audit")
      if (audited.exitCode === 0) return false
      assert.include(audited.text, "not given back yet")
      return true
    }
    for (const signal of ["SIGKILL", "SIGTERM"] as const) {
      while (!(await endsInDoubt(signal))) assert.isBelow(answered[signal], 8, "never was a charge in doubt")
    }
    const gateway = run([cli, "serve"])
    await isReady(gateway)
    while ((await command("ledger", "audit")).exitCode !== 0) assert.isNull(gateway.child.exitCode)
    const shown = await command("credits", "show", "o@example.com")
    assert.strictEqual(JSON.parse(shown.text).buckets.general.used, answered.SIGKILL + answered.SIGTERM)
  }, 120_000)

  it("loses at most the last second of the request log, and no credit, when it is killed", async () => {
    const { command, key, run, url } = await prepare({})
    const gateway = run([cli, "serve"])
    await isReady(gateway)
    const answered: Array<{ readonly id: string; readonly atMs: number }> = []
    let asked = 0
    let isOver = false
    // Fewer than 100 a second, which are logged each by itself.
    const client = async () => {
      while (!isOver) {
        asked += 1
        await fetch(`${url}/v1/lasting/slow`, { headers: { "x-api-key": key } }).then(
          async (answer) => {
            await answer.arrayBuffer()
            assert.strictEqual(answer.status, 200)
            answered.push({ id: answer.headers.get("x-request-id") ?? "", atMs: performance.now() })
          },
          // The one that the kill cut off.
          () => undefined
        )
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
    const clients = Promise.all([client(), client(), client()])
    // Three seconds, or as long as a busy machine takes for as many.
    const startedMs = performance.now()
    const isEnough = () =>
      performance.now() - startedMs > 3_000 &&
      (answered[30]?.atMs ?? Number.POSITIVE_INFINITY) < performance.now() - 1_000
    while (!isEnough() && performance.now() - startedMs < 60_000)
      await new Promise((resolve) => setTimeout(resolve, 100))
    const ended = once(gateway.child, "exit")
    const killedMs = performance.now()
    gateway.child.kill("SIGKILL")
    await ended
    isOver = true
    await clients

    const log = await command("requests", "list", "o@example.com", "--limit", "1000")
    assert.strictEqual(log.exitCode, 0, log.text)
    const logged = new Set<string>(
      JSON.parse(log.text).items.map(({ requestId }: { readonly requestId: string }) => requestId)
    )
    const due = answered.filter(({ atMs }) => atMs <= killedMs - 1_000)
    assert.isAbove(due.length, 20)
    assert.deepEqual(
      due.filter(({ id }) => !logged.has(id)),
      []
    )
    // Whatever was answered is charged; so may be the three whose answers the kill cut off.
    const shown = await command("credits", "show", "o@example.com")
    const { used } = JSON.parse(shown.text).buckets.general
    assert.isAtLeast(used, answered.length)
    assert.isAtMost(used, asked)
    assert.isAtMost(used, answered.length + 3)
    const audited = await command("ledger", "audit")
    assert.strictEqual(audited.exitCode, 0, audited.text)
  }, 120_000)
})
