import { randomBytes, randomUUID } from "node:crypto"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type Server } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { AccountDeletions, ForgetAccount } from "@storeglass/core"
import { AccountAdmin, GatewayState } from "@storeglass/plugin-api"
import { adjustableClock, codeOf, usePluginGateway } from "@storeglass/testkit"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { billingLayer } from "../src/plans/Billing.ts"
import type { BillingConfig } from "../src/plans/config.ts"
import { Plans } from "../src/plans/Plans.ts"
import plugin from "../src/plugin.ts"
import { at, mailsOf, signedUp, textAt } from "./support.ts"

const secret = `whsec_${randomBytes(32).toString("base64")}`
const clock = adjustableClock(Date.parse("2026-11-23T10:00:00Z"))
const nowMs = () => Effect.runSync(clock.clock.currentTimeMillis)

/** The example of the guide, as it's written there. */
interface Example {
  readonly isGenuine: (
    secret: string,
    headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>,
    body: string,
    nowSeconds: number
  ) => boolean
  readonly tell: (gateway: string, secret: string, id: string, event: object, nowMs: number) => Promise<Response>
}
const guide = readFileSync(new URL("../guide/hosting.md", import.meta.url), "utf8")
const example = async (): Promise<Example> => {
  const [, code = ""] = /```ts billing\.ts\n([\s\S]*?)```/.exec(guide) ?? []
  const folder = mkdtempSync(join(tmpdir(), "storeglass-billing-"))
  const file = join(folder, "billing.ts")
  writeFileSync(file, code)
  const loaded: Example = await import(pathToFileURL(file).href)
  rmSync(folder, { recursive: true })
  return loaded
}

/** A payment backend: it takes only what is signed, decides once for each id, and can lose its answers. */
class Backend {
  readonly asked: Array<{ readonly id: string; readonly body: unknown }> = []
  readonly decisions = new Map<string, unknown>()
  next: unknown = { decision: "approved" }
  lost = 0
  forged = 0
  url = ""
  #server: Server | undefined

  async start({ isGenuine }: Example) {
    const server = createServer((request, response) => {
      let body = ""
      request.on("data", (chunk) => {
        body += String(chunk)
      })
      request.on("end", () => {
        if (!isGenuine(secret, request.headers, body, nowMs() / 1000)) {
          this.forged += 1
          response.writeHead(401).end()
          return
        }
        const id = String(request.headers["webhook-id"])
        const decision = this.decisions.get(id) ?? this.next
        this.decisions.set(id, decision)
        this.asked.push({ id, body: JSON.parse(body) })
        if (this.lost > 0) {
          this.lost -= 1
          request.socket.destroy()
          return
        }
        response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(decision))
      })
    })
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
    const address = server.address()
    this.url = typeof address === "object" && address !== null ? `http://127.0.0.1:${address.port}` : ""
    this.#server = server
  }
  async stop() {
    this.#server?.closeAllConnections()
    await new Promise((done) => this.#server?.close(done))
  }
}

const backend = new Backend()
const loaded = await example()
await backend.start(loaded)
afterAll(() => backend.stop())

const gateway = usePluginGateway(plugin, {
  plugins: {
    stores: true,
    workspace: true,
    account: { billing: { mode: "hook", url: `${backend.url}/storeglass?from=gateway`, secret } }
  },
  clock
})
beforeAll(() => {
  backend.next = { decision: "approved" }
})

const owner = async () => {
  await gateway().run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql`DELETE FROM account_limits`))
  const { browser, email } = await signedUp(gateway)
  const me = await browser.ask("/dashboard/api/me")
  const csrf = { "x-csrf-token": textAt(me.json, "data", "csrfToken") }
  const post = (path: string, body: unknown) => browser.ask(path, { method: "POST", headers: csrf, body })
  return {
    browser,
    email,
    post,
    personId: textAt(me.json, "data", "person", "id"),
    accountId: textAt(me.json, "data", "accountId"),
    change: (plan: string, period?: string) =>
      post("/dashboard/api/plan", period === undefined ? { plan } : { plan, period }),
    plan: async () => textAt((await browser.ask("/dashboard/api/plan")).json, "data", "plan"),
    key: async () => textAt((await post("/dashboard/api/keys", { name: "k" })).json, "data", "value")
  }
}
const tell = async (id: string, event: object, by = secret, atMs = nowMs()) => {
  const answer = await loaded.tell(gateway().url, by, id, event, atMs)
  const json: unknown = await answer.json()
  return { status: answer.status, json, outcome: at(json, "data", "outcome") }
}
const atTime = (seconds: number) => new Date(Date.parse("2026-11-24T00:00:00Z") + seconds * 1000).toISOString()

describe("the plan of an account", () => {
  it("tells what it has, what is offered at which price, and what another would change, before it is changed", async () => {
    const { accountId, browser, key } = await owner()
    const value = await key()
    for (const appId of [1, 2]) {
      await gateway().ask("/v1/user/apps", {
        method: "POST",
        key: value,
        body: { appId, isLive: false, appName: `App ${appId}` }
      })
    }
    const shown = await browser.ask("/dashboard/api/plan")
    assert.deepEqual([at(shown.json, "data", "plan"), at(shown.json, "data", "mode")], ["free", "hook"])
    assert.deepEqual(at(shown.json, "data", "offers", 3), {
      plan: "growth",
      name: "Growth",
      prices: { month: 39, year: 390 },
      credits: { general: 50_000, aiVisibility: 20_000, creative: 120 }
    })
    // On a larger plan much is used and kept; back on the small one nothing is left, and nothing is deleted.
    await tell(randomUUID(), { type: "plan.set", accountId, plan: "small", at: atTime(0) })
    await gateway().drain(accountId, "general", 9_000)
    const apps = [3, 4, 5].map((appId) =>
      gateway().ask("/v1/user/apps", {
        method: "POST",
        key: value,
        body: { appId, isLive: false, appName: `App ${appId}` }
      })
    )
    for (const app of apps) assert.include([200, 201], (await app).status)
    const preview = await browser.ask("/dashboard/api/plan/preview?plan=free")
    const general = at(preview.json, "data", "credits", 0)
    assert.deepEqual(
      [at(general, "limit"), at(general, "limitAfter"), at(general, "used"), at(general, "remainingAfter")],
      [10_000, 100, 1_000, 0]
    )
    assert.strictEqual(at(general, "resetAt"), "2026-12-01T00:00:00.000Z")
    const features = at(preview.json, "data", "features")
    const ofApps = Array.isArray(features)
      ? features.find((each) => at(each, "feature") === "workspaceApps")
      : undefined
    assert.deepEqual(
      [at(ofApps, "limit"), at(ofApps, "limitAfter"), at(ofApps, "used"), at(ofApps, "pausing")],
      [10, 2, 5, 3]
    )
    assert.strictEqual(await gateway().remaining(accountId), 9_000)
    await tell(randomUUID(), { type: "plan.ended", accountId, at: atTime(10) })
    assert.strictEqual(await gateway().remaining(accountId), 0)
    const used = await gateway().run(Effect.flatMap(GatewayState, (state) => state.featuresUsed(accountId)))
    assert.strictEqual(used.workspaceApps, 5)
    for (const query of ["plan=none", "plan=", ""]) {
      const refused = await browser.ask(`/dashboard/api/plan/preview?${query}`)
      assert.deepEqual([refused.status, at(refused.json, "error", "field")], [400, "plan"], refused.text)
    }
  })
})

describe("with a payment backend", () => {
  it("an approved change is in effect at once, and signed both ways with what the guide shows", async () => {
    const { accountId, change, email, key, plan } = await owner()
    const value = await key()
    backend.next = { decision: "approved" }
    const changed = await change("growth", "year")
    assert.deepEqual(
      [changed.status, at(changed.json, "data")],
      [200, { state: "changed", plan: "growth", redirectUrl: null }]
    )
    assert.strictEqual((await gateway().ask("/v1/auth/usage", { key: value })).headers.get("x-plan"), "growth")
    const { body, id } = backend.asked.at(-1) ?? assert.fail("it wasn't asked")
    assert.deepEqual(body, {
      type: "plan.change",
      intentId: id,
      accountId,
      email,
      from: "free",
      to: "growth",
      period: "year",
      price: 390,
      currency: "USD"
    })
    assert.strictEqual(backend.forged, 0)
    const asked = backend.asked.length
    assert.strictEqual(at((await change("growth", "year")).json, "data", "state"), "unchanged")
    assert.strictEqual(backend.asked.length, asked)
    const mails = await mailsOf(gateway(), email, 2)
    assert.match(mails.find(({ kind }) => kind === "account.plan-changed")?.text ?? "", /from Free to Growth/)
    // And down.
    assert.strictEqual(at((await change("free")).json, "data", "plan"), "free")
    assert.strictEqual(await plan(), "free")
  })

  it("a redirect changes nothing until it is confirmed, and a refusal tells its reason", async () => {
    const { accountId, change, plan } = await owner()
    backend.next = { redirectUrl: "https://pay.example.com/session/1" }
    const asked = await change("small")
    assert.deepEqual([asked.status, at(asked.json, "data", "redirectUrl")], [202, "https://pay.example.com/session/1"])
    assert.strictEqual(await plan(), "free")
    const intentId = backend.asked.at(-1)?.id ?? ""
    const event = { type: "plan.set", accountId, plan: "small", period: "month", at: atTime(20), intentId }
    assert.strictEqual((await tell(randomUUID(), event)).outcome, "applied")
    assert.strictEqual(await plan(), "small")
    backend.next = { decision: "refused", message: "the card was declined" }
    const refused = await change("large")
    assert.deepEqual([refused.status, codeOf(refused.json)], [409, "PLAN_REFUSED"])
    assert.match(textAt(refused.json, "error", "message"), /the card was declined/)
    for (const next of [
      { redirectUrl: "javascript:alert(1)" },
      { redirectUrl: "https://user:pw@evil.example" },
      { ok: 1 }
    ]) {
      backend.next = next
      assert.strictEqual((await change("large")).status, 503, JSON.stringify(next))
    }
    assert.strictEqual(await plan(), "small")
    const { intents } = await gateway().run(Plans.use(({ history }) => history(accountId)))
    assert.includeMembers(
      intents.map(({ state }) => state),
      ["confirmed", "refused", "sent"]
    )
  })

  it("a change whose answer was lost is asked for again under the same id", async () => {
    const { change, plan } = await owner()
    backend.next = { decision: "approved" }
    const before = backend.asked.length
    // Both attempts of the request.
    backend.lost = 2
    assert.strictEqual((await change("indie")).status, 503)
    assert.strictEqual(await plan(), "free")
    assert.strictEqual(at((await change("indie")).json, "data", "plan"), "indie")
    const ids = backend.asked.slice(before).map(({ id }) => id)
    assert.isAtLeast(ids.length, 2)
    assert.strictEqual(new Set(ids).size, 1)
  })

  it("needs an owner who has just shown that it's them, and a plan that is offered", async () => {
    const { change, post } = await owner()
    for (const [body, field] of [
      [{ plan: "web_indie" }, "plan"],
      [{ plan: "" }, "plan"],
      [{}, "plan"],
      [{ plan: "small", period: "day" }, "period"]
    ] as const) {
      const wrong = await post("/dashboard/api/plan", body)
      assert.deepEqual([wrong.status, codeOf(wrong.json)], [400, "INVALID_INPUT"], wrong.text)
      assert.strictEqual(at(wrong.json, "error", "field"), field)
    }
    clock.advanceMs(15 * 60_000)
    const stale = await change("small")
    assert.deepEqual([stale.status, codeOf(stale.json)], [403, "CONFIRMATION_NEEDED"])
  })
})

describe("what the payment backend tells", () => {
  it("has the same end in any order and however often, each event applied once", async () => {
    const plans = ["indie", "small", "growth", "medium"]
    const orders = [
      [0, 1, 2, 3],
      [3, 2, 1, 0],
      [2, 0, 3, 1],
      [1, 3, 0, 2]
    ]
    for (const order of orders) {
      const { accountId, plan } = await owner()
      const events = plans.map((plan, index) => ({
        id: `evt-${randomUUID()}`,
        event: { type: "plan.set", accountId, plan, at: atTime(100 + index) }
      }))
      let latest = -1
      for (const index of order) {
        const { event, id } = events[index] ?? assert.fail("no event")
        const outcomes = [await tell(id, event), await tell(id, event)].map(({ outcome }) => outcome)
        assert.deepEqual(outcomes, [index > latest ? "applied" : "superseded", "repeated"])
        latest = Math.max(latest, index)
      }
      assert.strictEqual(await plan(), "medium", order.join())
      // All at once.
      const again = await Promise.all(events.map(({ event, id }) => tell(id, event)))
      assert.deepEqual(
        again.map(({ outcome }) => outcome),
        plans.map(() => "repeated")
      )
      assert.strictEqual(await plan(), "medium")
    }
  })

  it("doesn't undo what the operator set after its time, and counts again from a later one on", async () => {
    const { accountId, browser, plan } = await owner()
    const event = (plan: string, at: string) => ({ type: "plan.set", accountId, plan, period: "year", at })
    await tell(`evt-${randomUUID()}`, event("indie", new Date(nowMs() - 60_000).toISOString()))
    const period = async () => at((await browser.ask("/dashboard/api/plan")).json, "data", "period")
    assert.deepEqual([await plan(), await period()], ["indie", "year"])
    // As the operator's page and `storeglass account plan` do.
    const account = await gateway().run(AccountAdmin.use(({ setPlan }) => setPlan(accountId, "large")))
    const since = (ms: number) => new Date(Date.parse(account.planSince ?? "") + ms).toISOString()
    // Nobody pays for that by the year.
    assert.deepEqual([await plan(), await period()], ["large", null])
    const late = await tell(`evt-${randomUUID()}`, event("small", since(-1_000)))
    const ended = await tell(`evt-${randomUUID()}`, { type: "plan.ended", accountId, at: since(-1) })
    assert.deepEqual([late.outcome, ended.outcome, await plan()], ["superseded", "superseded", "large"])
    const next = await tell(`evt-${randomUUID()}`, event("growth", since(1)))
    assert.deepEqual([next.outcome, await plan(), await period()], ["applied", "growth", "year"])
    const rows = await gateway().run(Plans.use(({ history }) => history(accountId)))
    assert.deepEqual(
      rows.events.map(({ outcome, plan }) => [plan, outcome]),
      [
        ["growth", "applied"],
        ["free", "superseded"],
        ["small", "superseded"],
        ["indie", "applied"]
      ]
    )
  })

  it("and the operator's change at the same time end as their times say, whichever is first", async () => {
    const { accountId, plan } = await owner()
    for (let round = 0; round < 4; round++) {
      clock.advanceMs(60_000)
      const told = { type: "plan.set", accountId, plan: "small", at: new Date(nowMs() - 1_000).toISOString() }
      await Promise.all([
        tell(`evt-${randomUUID()}`, told),
        gateway().run(AccountAdmin.use(({ setPlan }) => setPlan(accountId, "large")))
      ])
      assert.strictEqual(await plan(), "large")
    }
  })

  it("is taken once also when it arrives many times at once", async () => {
    const { accountId, plan } = await owner()
    const event = { type: "plan.set", accountId, plan: "indie", at: atTime(0) }
    const answers = await Promise.all(Array.from({ length: 8 }, () => tell("evt-at-once", event)))
    assert.deepEqual(answers.map(({ outcome }) => outcome).sort(), ["applied", ...Array(7).fill("repeated")])
    assert.strictEqual(await plan(), "indie")
  })

  it("is refused when it's forged, altered, old or of another shape, and changes nothing", async () => {
    const { accountId, plan } = await owner()
    const event = { type: "plan.set", accountId, plan: "large", at: atTime(0) }
    const other = `whsec_${randomBytes(32).toString("base64")}`
    for (const refused of [
      await tell("evt-1", event, other),
      await tell("evt-2", event, secret, nowMs() - 301_000),
      await tell("evt-3", event, secret, nowMs() + 390_000)
    ]) {
      assert.deepEqual([refused.status, codeOf(refused.json)], [401, "SIGNATURE_REFUSED"])
    }
    const unsigned = await gateway().ask("/dashboard/hooks/billing", { method: "POST", body: event })
    assert.deepEqual([unsigned.status, codeOf(unsigned.json)], [401, "SIGNATURE_REFUSED"])
    for (const wrong of [
      { ...event, type: "plan.given" },
      { ...event, plan: "huge" },
      { ...event, at: "yesterday" },
      { ...event, at: atTime(0).replace("Z", "") },
      { ...event, accountId: "1" },
      { type: "plan.set", accountId, at: atTime(0) }
    ]) {
      const refused = await tell(randomUUID(), wrong)
      assert.deepEqual([refused.status, codeOf(refused.json)], [400, "INVALID_INPUT"], JSON.stringify(wrong))
    }
    assert.strictEqual(await plan(), "free")
  })

  it("of an account that is gone leaves nothing behind", async () => {
    const { accountId } = await gateway().account()
    await gateway().run(Effect.flatMap(AccountDeletions, ({ ask }) => ask(accountId, 0)))
    await gateway().runJob(ForgetAccount, { accountId })
    const told = await tell("evt-gone", { type: "plan.set", accountId, plan: "small", at: atTime(0) })
    assert.deepEqual([told.status, told.outcome], [200, "gone"])
    const { events } = await gateway().run(Plans.use(({ history }) => history(accountId)))
    assert.deepEqual(events, [])
  })
})

describe("without a payment backend", () => {
  const withBilling = <A, E>(config: BillingConfig, work: Effect.Effect<A, E, Plans>) =>
    gateway().run(
      work.pipe(
        Effect.provide(Layer.fresh(Plans.layer(config, "help@example.com"))),
        Effect.provide(Layer.fresh(billingLayer(config)))
      )
    )

  it("owners choose freely where the config says `free`, up and down", async () => {
    const { accountId, personId, plan } = await owner()
    for (const wanted of ["large", "indie", "free"]) {
      const asked = await withBilling(
        { mode: "free" },
        Plans.use(({ ask }) => ask({ accountId, personId, plan: wanted, period: "month" }))
      )
      assert.deepEqual(asked, { state: "changed", plan: wanted, redirectUrl: null })
      assert.strictEqual(await plan(), wanted)
      clock.advanceMs(1_000)
    }
    const some = { mode: "free", offers: { indie: { month: 5 }, small: { name: "Team", year: null } } } as const
    const state = await withBilling(
      some,
      Plans.use(({ of }) => of(accountId))
    )
    assert.deepEqual(
      state?.offers.map(({ name, plan, prices }) => [plan, name, prices.month, prices.year]),
      [
        ["indie", "Indie", 5, 90],
        ["small", "Team", 19, null]
      ]
    )
    const yearly = await withBilling(
      some,
      Effect.flip(Plans.use(({ ask }) => ask({ accountId, personId, plan: "small", period: "year" })))
    )
    assert.match(yearly.message, /isn't sold by the year/)
  })

  it("the operator changes plans where it says nothing", async () => {
    const { accountId, personId, plan } = await owner()
    const refused = await withBilling(
      {},
      Effect.flip(Plans.use(({ ask }) => ask({ accountId, personId, plan: "large", period: "month" })))
    )
    assert.propertyVal(refused, "_tag", "PLAN_BY_OPERATOR")
    assert.match(refused.message, /help@example\.com/)
    assert.strictEqual(await plan(), "free")
  })
})
