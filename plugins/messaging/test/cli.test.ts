import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Mailer } from "@storeglass/plugin-api"
import { adjustableClock, at, freshDatabase, usePluginGateway } from "@storeglass/testkit"
import { Console, Effect, Exit, Redacted, Schema } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { stringify } from "yaml"
import { execute } from "../../../packages/gateway/src/cli/run.ts"
import { Broadcasts } from "../src/broadcasts/Broadcasts.ts"
import { Broadcast, Chunk } from "../src/jobRefs.ts"
import { Lists } from "../src/mail/Lists.ts"
import plugin from "../src/plugin.ts"
import { clear, controlOf, hello, mailsOf, operator, post, rows } from "./support.ts"

const databaseUrl = await Effect.runPromise(freshDatabase())
const clock = adjustableClock()
const vault = { keys: { own: Buffer.alloc(32, 7).toString("base64") }, currentKeyId: "own" }
/** A node on the same database, with the mail service that the command line has too; nothing of it works by itself. */
const gateway = usePluginGateway(plugin, {
  plugins: { messaging: true },
  databaseUrl,
  config: { vault, jobs: { concurrency: 0 } },
  clock
})

let folder = ""
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "storeglass-mail-"))
  const baseUrl = gateway().running.sandbox?.baseUrls.mail ?? assert.fail("there is no mail service")
  const config = {
    dataDir: folder,
    vault,
    database: { url: Redacted.value(databaseUrl) },
    plugins: { messaging: { resend: { apiKey: "re_cli", baseUrl, requestsPerSecond: 1_000 } } }
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

describe("storeglass mail and broadcast, of what there is", () => {
  const news = { kind: "product_update", subject: "News", headline: "News", intro: "All of it.", send: true }
  let key = ""
  const readers = (many: number) =>
    rows(
      gateway(),
      `INSERT INTO core_accounts (id, email, plan, created_at)
        SELECT gen_random_uuid(), 'reader' || n || '@example.com', 'free', now() FROM generate_series(1, ${many}) n`
    )
  const fresh = async () => {
    await rows(gateway(), "UPDATE core_accounts SET suspended_at = now()")
    key = (await operator(gateway())).key
    // What failed on purpose before is forgotten after a while, and when something goes well.
    controlOf(gateway()).clearFaults()
    clock.advanceMs(11 * 60_000)
    await post(gateway(), key, "send-email", hello)
    await clear(gateway())
    await rows(gateway(), "UPDATE core_accounts SET email = 'owner@example.com' WHERE suspended_at IS NULL")
  }
  const begun = async (idempotencyKey: string, more: object = {}) => {
    const made = await post(gateway(), key, "send-broadcast", { ...news, ...more }, idempotencyKey)
    const id = String(at(made.data, "broadcastId"))
    if (at(made.data, "status") === "sending") await gateway().runJob(Broadcast, { id })
    return id
  }
  const Listed = Schema.Array(
    Schema.Struct({ id: Schema.String, kind: Schema.String, to: Schema.Array(Schema.String) })
  )
  const listed = async () => Schema.decodeUnknownSync(Listed)(await jsonOf("mail", "unknown"))
  const idOf = async (to: string) => (await listed()).find((one) => one.to.includes(to))?.id ?? assert.fail(to)
  /** Mails of which no answer came, for longer than the service knows their keys. */
  const doubtful = async (...to: ReadonlyArray<string>) => {
    for (const one of to) {
      clock.advanceMs(3 * 60_000)
      controlOf(gateway()).fail({ kind: "lostAnswer", upstream: "mail", times: 2 })
      await post(gateway(), key, "send-email", { ...hello, to: one })
    }
    const id = await begun(`doubtful-${to.join()}`)
    controlOf(gateway()).fail({ kind: "lostAnswer", upstream: "mail", times: 2 })
    await gateway()
      .runJob(Chunk, { id, chunk: 0 })
      .catch(() => "lost")
    for (const table of ["mails", "recipients"]) {
      await rows(gateway(), `UPDATE messaging_${table} SET state = 'unknown' WHERE state = 'sending'`)
    }
    controlOf(gateway()).reset("mail", "all")
    controlOf(gateway()).clearFaults()
    return id
  }
  const sentTo = async () => (await mailsOf(gateway())).flatMap(({ to }) => to).toSorted()

  it("list what is in doubt, single or of a broadcast, send it again by the id that they list, and settle it", async () => {
    await fresh()
    await readers(3)
    const id = await doubtful("ada@example.com", "grace@example.com")
    const all = await listed()
    assert.lengthOf(all, 6)
    const seen = await gateway().run(Mailer.use((mailer) => mailer.inDoubt?.(100) ?? Effect.succeed(undefined)))
    assert.deepEqual(
      seen?.map(({ id, kind, to }) => ({ id, kind, to })),
      all
    )
    assert.include((await run("mail", "unknown")).out, `${id}/reader1@example.com`)

    assert.isTrue((await run("mail", "send", await idOf("ada@example.com"))).ok)
    const again = await run("mail", "send", `${id}/reader1@example.com`)
    assert.isTrue(again.ok, again.why)
    assert.deepEqual(await sentTo(), ["ada@example.com", "reader1@example.com"])
    // What is known is in doubt no more.
    assert.isFalse((await run("mail", "send", `${id}/reader1@example.com`)).ok)
    assert.deepEqual(await sentTo(), ["ada@example.com", "reader1@example.com"])

    assert.isTrue((await run("mail", "settle", await idOf("grace@example.com"), "--as", "sent")).ok)
    assert.isTrue((await run("mail", "settle", `${id}/reader2@example.com`, "--as", "not-sent")).ok)
    await gateway().run(Lists.use((lists) => lists.set("product_update", "reader3@example.com", false)))
    const left = await run("mail", "send", `${id}/reader3@example.com`)
    assert.isFalse(left.ok)
    assert.include(left.out, "unsubscribed")
    for (const each of await listed()) assert.isTrue((await run("mail", "settle", each.id, "--as", "sent")).ok, each.id)
    assert.include((await run("mail", "unknown")).out, "Nothing is in doubt.")
    assert.deepEqual((await gateway().run(Broadcasts.use((all) => all.reportOf(id)))).recipients, {
      sent: 3,
      rejected: 1
    })
    assert.deepEqual(await rows(gateway(), "SELECT cause FROM core_operator_alerts"), [])
  })

  it("leave in doubt what the mail service doesn't take now, and say why it never will", async () => {
    await fresh()
    await readers(1)
    const id = await doubtful("ada@example.com")
    const given = [await idOf("ada@example.com"), `${id}/reader1@example.com`]
    for (const one of given) {
      controlOf(gateway()).fail({ kind: "key-revoked", upstream: "mail", times: 1 })
      const away = await run("mail", "send", one)
      assert.isFalse(away.ok, one)
      assert.include(away.out, "still in doubt: the mail service refuses this gateway's key")
    }
    assert.sameMembers(
      (await listed()).flatMap(({ to }) => to),
      ["ada@example.com", "owner@example.com", "reader1@example.com"]
    )
    await controlOf(gateway()).act("mail", "refuse", ["ada@example.com", "reader1@example.com"])
    for (const one of given) {
      const refused = await run("mail", "send", one)
      assert.isFalse(refused.ok, one)
      assert.include(refused.out, "refused for good: You can only send testing emails")
    }
    assert.deepEqual(
      (await listed()).flatMap(({ to }) => to),
      ["owner@example.com"]
    )
  })

  it("cancel a broadcast that waits, and one that has left in part; not one that has left", async () => {
    await fresh()
    const scheduledAt = new Date(Effect.runSync(clock.clock.currentTimeMillis) + 86_400_000).toISOString()
    const waiting = await begun("cancel-1", { scheduledAt })
    const stopped = await run("broadcast", "cancel", waiting)
    assert.include(stopped.out, `${waiting} is cancelled; 0 mails had left.`)
    assert.isFalse((await run("broadcast", "cancel", waiting)).ok)

    await readers(120)
    const under = await begun("cancel-2")
    await gateway().runJob(Chunk, { id: under, chunk: 0 })
    assert.deepEqual(await jsonOf("broadcast", "cancel", under), { id: under, went: 100 })
    await gateway().runJob(Chunk, { id: under, chunk: 1 })
    assert.lengthOf(await sentTo(), 100)
    assert.match((await run("broadcast", "show", under)).out, /cancelled/)

    await fresh()
    const whole = await begun("cancel-3")
    await gateway().runJob(Chunk, { id: whole, chunk: 0 })
    const late = await run("broadcast", "cancel", whole)
    assert.isFalse(late.ok)
    assert.include(late.out, "has left already")
  })
})
