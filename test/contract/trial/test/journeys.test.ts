/** What the trial's features do together, over HTTP. */
import { once } from "node:events"
import { createServer } from "node:http"
import { Alerts, Schedules, signWebhook, VendorWriteLog, verifyWebhook } from "@storeglass/plugin-api"
import { codeOf, rpcOf, useTestGateway } from "@storeglass/testkit"
import { Effect, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, assert, describe, it, vi } from "vitest"
import { Sync, scanDone, Tell } from "../src/jobs.ts"
import { ScanPages } from "../src/Scans.ts"
import {
  at,
  connect,
  done,
  greeting,
  makeNote,
  plugins,
  startScan,
  upload,
  vendorOf,
  webhookSecret
} from "./support.ts"

interface Got {
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
}
const got: Array<Got> = []
const customer = createServer((request, response) => {
  const chunks: Array<Buffer> = []
  request.on("data", (chunk: Buffer) => chunks.push(chunk))
  request.on("end", () => {
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    got.push({ headers, body: Buffer.concat(chunks).toString() })
    response.writeHead(204).end()
  })
}).listen(0, "127.0.0.1")
await once(customer, "listening")
afterAll(() => {
  customer.close()
})
const address = customer.address()
const port = typeof address === "object" && address !== null ? address.port : 0

const gateway = useTestGateway({
  plugins: { ...plugins, mcp: true },
  config: { egress: { http: true, loopbackPort: port } }
})
const account = () => gateway().account()

describe("notes", () => {
  it("are made with 201 and their Location, once by each name, and end with 204", async () => {
    const { key } = await account()
    const body = { name: "one", text: "words" }
    const made = await gateway().ask("/v1/trial/notes", { method: "POST", key, body })
    const location = made.headers.get("location") ?? ""
    assert.strictEqual(made.status, 201)
    assert.deepEqual(await done(gateway(), "GET", location, { key }), at(made.json, "data"))
    const again = await gateway().ask("/v1/trial/notes", { method: "POST", key, body })
    assert.deepEqual([again.status, codeOf(again.json), again.headers.get("x-credit-cost")], [409, "NOTE_EXISTS", "0"])
    const removed = await gateway().ask(location, { method: "DELETE", key })
    assert.deepEqual([removed.status, removed.text], [204, ""])
    assert.strictEqual((await gateway().ask(location, { key })).status, 404)
  })

  it("come in pages by a cursor, and as CSV", async () => {
    const { key } = await account()
    for (const name of ["a", "b", "c"]) await makeNote(gateway(), { key }, name)
    const first = await done(gateway(), "GET", "/v1/trial/notes", { key })
    const cursor = String(at(first, "nextCursor"))
    const second = await done(gateway(), "GET", `/v1/trial/notes?cursor=${cursor}`, { key })
    const names = [at(first, "items"), at(second, "items")].flat().map((item) => at(item, "name"))
    assert.deepEqual([names, at(second, "nextCursor")], [["c", "b", "a"], null])
    const csv = await gateway().ask("/v1/trial/notes.csv", { key })
    assert.match(csv.headers.get("content-type") ?? "", /^text\/csv/)
    assert.strictEqual(csv.text, 'name,text\n"c","of c"\n"b","of b"\n"a","of a"\n')
  })
})

describe("a scan", () => {
  const creative = ({ accountId }: { readonly accountId: string }) => gateway().used(accountId, "creative")

  it("is accepted with the price that it holds, and captures it when it is done", async () => {
    const it = await account()
    const body = { pages: 3, delaySeconds: 3600 }
    const accepted = await gateway().ask("/v1/trial/scans", { method: "POST", key: it.key, body })
    const told = ["x-credit-cost", "x-credit-category"].map((name) => accepted.headers.get(name))
    assert.deepEqual([accepted.status, ...told, await creative(it)], [202, "3", "creative", 0])
    const scanId = String(at(accepted.json, "data", "id"))
    const path = `/v1/trial/scans/${scanId}`
    for (const outcome of ["captured", "already_captured"]) {
      await gateway().runJob(ScanPages, { scanId })
      const scan = await done(gateway(), "GET", path, it)
      assert.deepEqual([at(scan, "state"), at(scan, "outcome"), await creative(it)], ["done", outcome, 3])
    }
    const late = await gateway().ask(path, { method: "DELETE", key: it.key })
    assert.deepEqual([late.status, codeOf(late.json)], [409, "SCAN_OVER"])
  })

  it("that is cancelled gives back what it held, and isn't done any more", async () => {
    const it = await account()
    const before = await gateway().remaining(it.accountId, "creative")
    const scanId = await startScan(gateway(), it, 3, 3600)
    assert.strictEqual(await gateway().remaining(it.accountId, "creative"), before - 3)
    assert.strictEqual(at(await done(gateway(), "DELETE", `/v1/trial/scans/${scanId}`, it), "state"), "cancelled")
    await gateway().runJob(ScanPages, { scanId })
    const scan = await done(gateway(), "GET", `/v1/trial/scans/${scanId}`, it)
    assert.strictEqual(at(scan, "state"), "cancelled")
    assert.strictEqual(await gateway().remaining(it.accountId, "creative"), before)
  })

  it("needs a plan that has scans", async () => {
    const { key } = await gateway().account({ plan: "free" })
    const refused = await gateway().ask("/v1/trial/scans", { method: "POST", key, body: { pages: 1 } })
    assert.deepEqual([refused.status, codeOf(refused.json)], [403, "TIER_LIMIT_EXCEEDED"])
  })

  it("tells by a kind of alert that the plugin declares", async () => {
    const { accountId } = await account()
    await gateway().run(Alerts.use(({ notify }) => notify(accountId, { kind: scanDone, title: "Done", text: "Done." })))
  })
})

describe("the vendor", () => {
  const path = "/v1/trial/campaigns/one"
  it("is written to after a preview, once, also when its answer is lost", async () => {
    const it = await account()
    const { clientId } = await connect(gateway(), it)
    const body = { budget: 200 }
    const preview = await done(gateway(), "PUT", `${path}?dryRun=true`, it, body)
    assert.deepEqual(at(preview, "changes"), [{ field: "budget", from: 100, to: 200 }])
    const unconfirmed = await gateway().ask(path, { method: "PUT", key: it.key, body })
    assert.strictEqual(codeOf(unconfirmed.json), "CONFIRMATION_REQUIRED")
    vendorOf(gateway()).control.fail({ kind: "lostAnswer", upstream: "trial-api", method: "PUT", times: 1 })
    const confirmed = { ...body, confirm: true, planId: at(preview, "planId") }
    assert.deepEqual(await done(gateway(), "PUT", path, it, confirmed), { id: "one", budget: 200 })
    const stale = await gateway().ask(path, { method: "PUT", key: it.key, body: { ...confirmed, budget: 300 } })
    assert.deepEqual([stale.status, codeOf(stale.json)], [409, "PLAN_STALE"])
    assert.deepEqual(await vendorOf(gateway()).writes(clientId), [200])
    const rows = await gateway().run(VendorWriteLog.use((log) => log.list({ accountId: it.accountId })))
    assert.deepEqual(
      rows.map(({ outcome, state }) => [state, outcome]),
      [["settled", "applied"]]
    )
  })

  it("that throttles one customer for a minute doesn't keep another waiting", async () => {
    const [one, other] = [await account(), await account()]
    const { clientId } = await connect(gateway(), one)
    await connect(gateway(), other)
    const { control } = vendorOf(gateway())
    const throttle = { kind: "429", upstream: "trial-api", credential: clientId, retryAfterSeconds: 60 } as const
    const id = control.fail(throttle)
    for (let attempt = 0; attempt < 8; attempt++) {
      const refused = await gateway().ask(path, { key: one.key })
      assert.deepEqual([refused.status, codeOf(refused.json)], [503, "UPSTREAM_RATE_LIMITED"])
      assert.isAbove(Number(refused.headers.get("retry-after")), 30)
      assert.strictEqual((await gateway().ask(path, { key: other.key })).status, 200)
    }
    assert.lengthOf(
      control.requests({ upstream: "trial-api" }).filter(({ status }) => status === 429),
      1
    )
    control.clearFaults({ id })
  })

  it("gives a gzip report, which a schedule reads too, until the connection ends", async () => {
    const it = await account()
    await connect(gateway(), it)
    assert.deepEqual(await done(gateway(), "GET", "/v1/trial/report", it), { rows: 2, total: 107 })
    await done(gateway(), "PUT", "/v1/trial/schedule", it, { everyMinutes: 60 })
    await gateway().runJob(Sync, { accountId: it.accountId })
    const listed = () =>
      gateway().run(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const schedules = yield* Schedules
          const total = yield* sql`SELECT total FROM trial_synced WHERE account_id = ${it.accountId}::uuid`
          const all = yield* schedules.list({ accountId: it.accountId })
          return { total, paused: all.map(({ paused }) => paused) }
        })
      )
    assert.deepEqual(await listed(), { total: [{ total: 107 }], paused: [[]] })
    await done(gateway(), "DELETE", "/v1/trial/connection", it)
    assert.deepEqual((await listed()).paused, [["connection"]])
  })

  it("sends signed webhooks, each of which is taken once, and others not", async () => {
    const body = JSON.stringify({ changed: "one" })
    const input = { id: "msg_1", body, secret: webhookSecret }
    const headers = Schema.decodeUnknownSync(Schema.Record(Schema.String, Schema.String))(
      await vendorOf(gateway()).control.act("trial", "webhook", input)
    )
    const send = (sent: string) => gateway().ask("/hooks/trial", { method: "POST", headers, body: sent })
    assert.deepEqual((await send(body)).json, { data: { taken: true } })
    assert.deepEqual((await send(body)).json, { data: { taken: false } })
    const forged = await send(`${body} `)
    assert.deepEqual([forged.status, codeOf(forged.json)], [401, "HOOK_REJECTED"])
    const timestampSeconds = Number(headers["webhook-timestamp"])
    const ours = await Effect.runPromise(
      signWebhook(Redacted.make(webhookSecret), { id: "msg_1", timestampSeconds, body })
    )
    assert.strictEqual(headers["webhook-signature"], ours)
  })
})

describe("the rest", () => {
  it("tells a customer by signed webhooks", async () => {
    const it = await account()
    const hook = await done(gateway(), "PUT", "/v1/trial/hook", it, { url: `http://127.0.0.1:${port}/hook` })
    const payload = { accountId: it.accountId, text: "news", id: "msg_2" }
    await gateway().runJob(Tell, payload)
    await gateway().runJob(Tell, payload)
    const messages = got.filter(({ headers }) => headers["webhook-id"] === "msg_2")
    assert.deepEqual(
      messages.map(({ body }) => body),
      ['{"text":"news"}']
    )
    const secrets = [Redacted.make(String(at(hook, "secret")))]
    const { body = "", headers = {} } = messages[0] ?? {}
    assert.strictEqual(await Effect.runPromise(verifyWebhook({ headers, body, secrets })), "msg_2")
  })

  it("hears what another plugin published", async () => {
    const it = await account()
    await done(gateway(), "POST", "/v1/crier/cries", it, { text: "hello" })
    await vi.waitFor(
      async () => {
        const list = await done(gateway(), "GET", "/v1/trial/notes", it)
        assert.include(JSON.stringify(list), "cried: hello")
      },
      { timeout: 10_000, interval: 50 }
    )
  })

  it("takes a form, keeps its file, and refuses one that is too long", async () => {
    const it = await account()
    const stored = await done(gateway(), "POST", "/v1/trial/uploads", it, upload("words of the file"))
    const { pathname } = new URL(String(at(stored, "url")), gateway().url)
    assert.strictEqual((await gateway().ask(pathname)).text, "words of the file")
    const long = { method: "POST", key: it.key, body: upload("x".repeat(200_000)) }
    assert.strictEqual((await gateway().ask("/v1/trial/uploads", long)).status, 413)
  })

  it("streams events", async () => {
    const { key } = await account()
    const stop = new AbortController()
    const response = await fetch(`${gateway().url}/v1/trial/events`, {
      headers: { "x-api-key": key },
      signal: stop.signal
    })
    const first = await response.body?.getReader().read()
    assert.include(new TextDecoder().decode(first?.value), '"tick":"first"')
    stop.abort()
  })

  it("hides the tool that takes a private key, and passes a secret header to the one that reads it", async () => {
    const it = await account()
    const rpc = rpcOf(gateway().ask)
    const { text } = await rpc("tools/list", {}, { key: it.key })
    assert.include(text, '"trial_greet"')
    assert.notInclude(text, "trial_sign")
    const { "x-trial-region": region, "x-trial-token": token } = greeting
    const called = await rpc(
      "tools/call",
      { name: "trial_greet", arguments: { "x-trial-region": region } },
      { key: it.key, headers: { "x-trial-token": token } }
    )
    const asked = await gateway().ask("/v1/trial/greeting", { key: it.key, headers: greeting })
    assert.strictEqual(asked.status, 200)
    assert.deepEqual(at(called.json, "result", "structuredContent"), asked.json)
  })
})
