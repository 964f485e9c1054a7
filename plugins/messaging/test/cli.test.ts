import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { freshDatabase } from "@storeglass/testkit"
import { Console, Effect, Exit, Redacted, Schema } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { stringify } from "yaml"
import { execute } from "../../../packages/gateway/src/cli/run.ts"

let folder = ""
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "storeglass-mail-"))
  const url = await Effect.runPromise(freshDatabase())
  const config = {
    dataDir: folder,
    database: { url: Redacted.value(url) },
    plugins: { messaging: { resend: { apiKey: "re_cli", baseUrl: "http://127.0.0.1:9" } } }
  }
  writeFileSync(join(folder, "config.yaml"), stringify(config))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = async (...args: ReadonlyArray<string>) => {
  const out: Array<string> = []
  const keep = (...parts: ReadonlyArray<unknown>) => void out.push(parts.join(" "))
  const exit = await Effect.runPromiseExit(
    Effect.gen(function* () {
      const live = yield* Console.Console
      yield* Effect.provideService(execute([...args, "--config", join(folder, "config.yaml")]), Console.Console, {
        ...live,
        log: keep,
        error: keep
      })
    })
  )
  return { ok: Exit.isSuccess(exit), out: out.join("\n"), why: Exit.isSuccess(exit) ? "" : String(exit.cause) }
}
const jsonOf = async (...args: ReadonlyArray<string>) =>
  Schema.decodeUnknownSync(Schema.Unknown)(JSON.parse((await run(...args, "--json")).out))
const account = "00000000-0000-4000-8000-000000000001"
const none = "019c8e2a-7b41-7c3d-9e5f-2a6b8c0d1e3f"

describe("storeglass mail, broadcast and invoice", () => {
  it("suppress an address and release it", async () => {
    assert.isTrue((await run("mail", "suppress", "Eve@Example.com")).ok)
    assert.include((await run("mail", "suppressions")).out, "eve@example.com")
    assert.isTrue((await run("mail", "release", "eve@example.com")).ok)
    assert.include((await run("mail", "suppressions")).out, "No address is suppressed.")
    assert.isFalse((await run("mail", "release", "eve@example.com")).ok)
    assert.isFalse((await run("mail", "suppress", "nobody")).ok)
  })

  it("subscribe an address", async () => {
    assert.deepEqual(await jsonOf("mail", "subscribe", "ada@example.com", "--kind", "newsletter"), {
      address: "ada@example.com",
      kind: "newsletter",
      subscribed: true
    })
  })

  it("keep an invoice, and refuse what is none", async () => {
    const put = (...more: ReadonlyArray<string>) =>
      run("invoice", "put", "in_1", "--account", account, "--amount", "1999", ...more)
    assert.isTrue(
      (await put("--currency", "usd", "--next-attempt", "2026-12-01T00:00:00Z", "--pay-at", "https://pay.example.com"))
        .ok
    )
    for (const bad of [
      ["--currency", "XQX"],
      ["--currency", "usd", "--pay-at", "http://x"],
      ["--currency", "usd", "--next-attempt", "soon"]
    ]) {
      assert.isFalse((await put(...bad)).ok, bad.join(" "))
    }
  })

  it("say that nothing is in doubt, and know no mail or broadcast that isn't there", async () => {
    assert.include((await run("mail", "unknown")).out, "Nothing is in doubt.")
    assert.include((await run("broadcast", "list")).out, "There are no broadcasts.")
    for (const args of [
      ["mail", "settle", none, "--as", "sent"],
      ["mail", "settle", `${none}/ada@example.com`, "--as", "not-sent"],
      ["mail", "send", none],
      ["broadcast", "show", none],
      ["broadcast", "cancel", none],
      ["broadcast", "cancel", "x"]
    ]) {
      assert.isFalse((await run(...args)).ok, args.join(" "))
    }
  })
})
