import { randomUUID } from "node:crypto"
import { RequestRecorder } from "@storeglass/core"
import { erased } from "@storeglass/gateway"
import { AccountAdmin, definePlugin, type PanelBlock, type ShownView } from "@storeglass/plugin-api"
import {
  type Answer,
  type AskOptions,
  adjustableClock,
  codeOf,
  freePort,
  manifestOf,
  usePluginGateway
} from "@storeglass/testkit"
import { Effect, Layer, Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { SqlClient } from "effect/sql"
import { assert, describe, expectTypeOf, it } from "vitest"
import { Operators } from "../src/admin/Operators.ts"
import { totpOf } from "../src/crypto.ts"
import { sessionRoute } from "../src/dashboard.ts"
import { jsonRoute } from "../src/jsonRoute.ts"
import type { Block, ShownView as ShownViewShape } from "../src/page/drawn.ts"
import plugin from "../src/plugin.ts"
import { dataOf } from "../src/request.ts"
import { Authenticator } from "./authenticator.ts"
import { oauthOf } from "./oauth/support.ts"
import { providerOf, through, useGatewayWithoutMail } from "./providerSupport.ts"
import { asShaped, shapedName, shapedNames } from "./shapes.ts"
import { at, Browser, goodPassword, mailOfKind, mailsOf, newEmail, signedUp, textAt } from "./support.ts"
import { freshLimits, invitationOf, memberOf } from "./team.support.ts"

const counts = {
  ...sessionRoute,
  method: "GET",
  errors: [],
  summary: "Counts",
  description: "How many there are.",
  answer: Schema.Struct({ count: Schema.Int, name: Schema.NullOr(Schema.String) })
} as const
const withMore = { count: 1, name: "one", passwordHash: "secret" }
/** Two routes whose answers aren't what their shape says, in ways that types don't see. */
const counting = definePlugin({
  id: "counting",
  manifest: manifestOf("counting"),
  description: "Counts.",
  config: Schema.Struct({}),
  api: HttpApi.make("counting"),
  live: () => Layer.empty,
  routes: () => [
    jsonRoute({
      ...counts,
      id: "whole",
      path: "/dashboard/api/counting/whole",
      handler: () => Effect.succeed(dataOf(withMore))
    }),
    jsonRoute({
      ...counts,
      id: "half",
      path: "/dashboard/api/counting/half",
      handler: () => Effect.succeed(dataOf({ count: 1.5, name: null }))
    })
  ]
})

/** With all that may be left out: what a shape forgets of it would be lost without a word. */
type Whole<T> =
  T extends ReadonlyArray<infer Item>
    ? ReadonlyArray<Whole<Item>>
    : T extends object
      ? { readonly [Name in keyof T]-?: Whole<Exclude<T[Name], undefined>> }
      : T
type AskedBlock = Whole<Extract<typeof Block.Type, { readonly operation: string }>>
type Declared<Kind extends string> = Omit<Whole<Extract<PanelBlock, { readonly kind: Kind }>>, "kind">

const clock = adjustableClock()
const port = await freePort()
// A name of this machine: passkeys need a name, and the demo account this machine.
const publicUrl = `http://localhost:${port}`
const gateway = usePluginGateway(plugin, {
  plugins: {
    account: { billing: { mode: "free" }, providers: [providerOf("sandbox", { trustEmail: true })] },
    stores: true,
    apps: true,
    workspace: true,
    mcp: true
  },
  further: [{ plugin: erased(counting), settings: {}, from: "the test" }],
  config: { server: { host: "127.0.0.1", port, publicUrl } },
  clock
})
const { gateway: withoutMail } = await useGatewayWithoutMail(publicUrl)

const reached = new Set<string>()
/** Remembers which routes gave it what it asked for. That they did as declared is seen by every `Browser`. */
class Walker extends Browser {
  override get origin() {
    return publicUrl
  }
  override async ask(path: string, options: AskOptions = {}) {
    const answer = await super.ask(path, options)
    const name = shapedName(options.method ?? "GET", path)
    if (name !== undefined && answer.status >= 200 && answer.status < 300) reached.add(name)
    return answer
  }
}
const walker = () => new Walker(gateway)
const good = async (asked: Promise<Answer>): Promise<unknown> => {
  const answer = await asked
  assert.isTrue(answer.status >= 200 && answer.status < 300, answer.text)
  return at(answer.json, "data")
}
const someone = async (email = newEmail()) => {
  await freshLimits(gateway)
  const { browser } = await signedUp(gateway, email, goodPassword, walker())
  return memberOf(gateway, browser, email)
}
const entering = async (email: string, password = goodPassword) => {
  const browser = walker()
  await good(browser.post("/auth/sign-in", { email, password }))
  return browser
}
const sql = (text: string, ...values: ReadonlyArray<unknown>) =>
  gateway().run(Effect.flatMap(SqlClient.SqlClient, (client) => client.unsafe(text, values)))
const codeNow = (secret: string) => totpOf(secret, Math.floor(Effect.runSync(clock.clock.currentTimeMillis) / 30_000))

describe("every route of the pages answers as it declares", () => {
  it("on the way in and out", async () => {
    await good(walker().ask("/auth/ways"))
    const { browser, ...one } = await someone()
    for (const purpose of ["sign-in", "reset"]) await good(walker().post(`/auth/mail/${purpose}`, { email: one.email }))
    await good(browser.ask("/auth/confirm"))
    await good(browser.post("/auth/confirm", { password: goodPassword }))
    await good(browser.post("/auth/sign-out", {}))
    await sql(`INSERT INTO core_accounts (id, email, plan, created_at)
      VALUES (gen_random_uuid(), 'demo@storeglass.invalid', 'large', now())`)
    await good(walker().post("/auth/demo", {}))
  })

  it("of a person", async () => {
    const one = await someone()
    await good(one.patch("/me", { name: "Grace", language: "de" }))
    await good(one.post("/account", { accountId: one.accountId }))
    await good(one.post("/password", { current: goodPassword, password: `${goodPassword}-2` }))
    await entering(one.email, `${goodPassword}-2`)
    const pin = { panel: "apps app", block: "a b", appId: "1", platform: "storea", country: "us", name: "Lens" }
    await good(one.post("/pins", pin))
    await good(one.delete(`/pins/${textAt(await good(one.get("/pins")), "pins", 0, "id")}`))
    const devices = await good(one.get("/devices"))
    const other = [0, 1].find((index) => at(devices, "devices", index, "isThis") === false) ?? 0
    await good(one.delete(`/devices/${textAt(devices, "devices", other, "id")}`))
    await good(one.post("/devices/sign-out-others"))
    const next = newEmail("next")
    await good(one.post("/email", { email: next }))
    const [mail] = await mailsOf(gateway(), next)
    await good(one.post("/email/confirm", { token: mail?.link?.token }))
  })

  it("of the second factor", async () => {
    const one = await someone()
    const secret = textAt(await good(one.post("/factors/totp")), "secret")
    await good(one.post("/factors/totp/confirm", { code: codeNow(secret) }))
    await good(one.post("/factors/backup-codes"))
    const half = await entering(one.email)
    clock.advanceMs(30_000)
    await good(half.post("/auth/factor", { code: codeNow(secret) }))
    await good(one.delete("/factors/totp"))
  })

  it("of confirming by mail, and by a provider where none goes out", async () => {
    await freshLimits(gateway)
    const email = newEmail()
    await good(walker().post("/auth/sign-up", { email, password: goodPassword }))
    const [mail] = await mailsOf(gateway(), email)
    // Opened elsewhere: the password isn't taken, and there's nothing else to confirm by.
    const bare = walker()
    await good(bare.post("/auth/mail", { token: mail?.link?.token }))
    await good(bare.post("/auth/confirm/mail", {}))
    const { code } = await mailOfKind(gateway(), email, "account.confirm")
    await good(bare.post("/auth/confirm", { code }))

    const unmailed = new Walker(withoutMail)
    const own = newEmail().replace("example.com", "sandbox.example")
    await good(through(unmailed, own, { provider: "trusted" }))
    await good(through(unmailed, own, { provider: "trusted", begin: "/auth/confirm/providers/trusted" }))
  })

  it("of passkeys", async () => {
    const one = await someone()
    const authenticator = new Authenticator(publicUrl)
    const made = at(await good(one.post("/passkeys/options")), "options")
    const credential = authenticator.make({
      challenge: textAt(made, "challenge"),
      user: { id: textAt(made, "user", "id") }
    })
    const passkey = await good(one.post("/passkeys", { name: "Laptop", credential }))
    // One more begins: its options name the passkey that's there.
    await good(one.post("/passkeys/options"))
    await good(one.get("/passkeys"))
    const signed = async (browser: Browser, path: string) => {
      const begun = await good(browser.post(`${path}/options`, {}))
      const challenge = textAt(begun, "options", "challenge")
      await good(browser.post(path, { credential: authenticator.sign({ challenge }) }))
    }
    await signed(walker(), "/auth/passkeys")
    await signed(one.browser, "/auth/confirm/passkey")
    const now = await memberOf(gateway, one.browser, one.email)
    const path = `/passkeys/${textAt(passkey, "passkey", "id")}`
    await good(now.patch(path, { name: "Desk" }))
    await good(now.delete(path))
  })

  it("of providers", async () => {
    await good(through(walker(), newEmail().replace("example.com", "sandbox.example")))
    const one = await someone()
    const linked = newEmail().replace("example.com", "sandbox.example")
    await good(through(one.browser, linked, { begin: "/dashboard/api/providers/sandbox/link", headers: one.csrf }))
    const identity = textAt(await good(one.get("/me")), "providers", 0, "id")
    await good(one.delete(`/identities/${identity}`))
  })

  it("of keys, usage, requests, the audit log and connected apps", async () => {
    const one = await someone()
    const key = await good(one.post("/keys", { name: "first" }))
    const search = (country: string) =>
      gateway().ask(`/v1/search?q=photo&country=${country}&platform=storea`, { key: textAt(key, "value") })
    const requestId = (await search("us")).headers.get("x-request-id") ?? ""
    assert.strictEqual((await search("nowhere")).status, 400)
    await gateway().run(Effect.flatMap(RequestRecorder.RequestRecorder, ({ flush }) => flush))
    await good(one.get("/usage?by=key,member,operation,bucket"))
    assert.isString(textAt(await good(one.get("/requests")), "requests", 1, "rowId"))
    await good(one.get(`/requests/${requestId}`))
    assert.isNumber(at(await good(one.get("/requests/errors")), "errors", 0, "requests"))
    await good(one.get("/request-log"))
    await good(
      one.browser.ask("/dashboard/api/request-log", { method: "PUT", headers: one.csrf, body: { isOn: false } })
    )
    const rotated = await good(one.post(`/keys/${textAt(key, "key", "id")}/rotate`))
    await good(one.get("/keys"))
    await good(one.delete(`/keys/${textAt(rotated, "key", "id")}`))
    await good(one.post("/token"))
    assert.isString(textAt(await good(one.get("/audit")), "entries", 0, "id"))
    await good(one.get("/audit/actions"))
    const { connect, newClient } = oauthOf(gateway)
    await connect(one.browser, await newClient(), { parameters: { resource: `${publicUrl}/mcp` } })
    const apps = await good(one.get("/connected-apps"))
    await good(one.delete(`/connected-apps/${textAt(apps, "apps", 0, "id")}`))
  })

  it("of the catalogue and the plan", async () => {
    const one = await someone()
    const catalogue = await good(one.get("/catalogue"))
    await good(one.get(`/catalogue/${textAt(catalogue, "operations", 0, "id")}`))
    await good(one.get("/plan"))
    await good(one.get("/plan/preview?plan=small"))
    await good(one.post("/plan", { plan: "small" }))
  })

  it("of the team", async () => {
    const owner = await someone()
    const email = newEmail("member")
    await good(owner.post("/invitations", { email, role: "member" }))
    const { token } = await invitationOf(gateway, email)
    await good(walker().post("/auth/invitation/show", { token }))
    const browser = walker()
    await good(browser.post("/auth/invitation", { token, name: "Member" }))
    const member = await memberOf(gateway, browser, email)
    await good(owner.get("/members"))
    await good(owner.patch(`/members/${member.personId}`, { role: "admin" }))
    await good(owner.delete(`/members/${member.personId}`))

    const other = await someone()
    const invite = async (who = other) => {
      await good(owner.post("/invitations", { email: who.email, role: "member" }))
      return textAt(await good(who.get("/me/invitations")), "invitations", 0, "id")
    }
    await good(other.delete(`/me/invitations/${await invite()}`))
    await invite()
    const open = textAt(await good(owner.get("/invitations")), "invitations", 0, "id")
    await good(owner.delete(`/invitations/${open}`))
    await good(other.post(`/me/invitations/${await invite()}/accept`))
    await good(other.post("/members/leave"))
    const back = await memberOf(gateway, await entering(other.email), other.email)
    await good(back.post(`/me/invitations/${await invite(back)}/accept`))
    await good(owner.post("/account/transfer", { personId: back.personId }))
  })

  it("of exports and the end of an account", async () => {
    const one = await someone()
    await good(one.post("/exports"))
    await mailOfKind(gateway(), one.email, "account.export-ready")
    assert.isString(textAt(await good(one.get("/exports")), "exports", 0, "files", 0, "url"))
    await good(one.post("/account/delete", { name: one.email }))
    const mail = await mailOfKind(gateway(), one.email, "account.deletion-asked")
    await good(walker().post("/auth/keep-account", { token: mail.link?.token }))
    const again = await memberOf(gateway, await entering(one.email), one.email)
    await good(again.post("/account/delete", { name: one.email }))
    const last = await memberOf(gateway, await entering(one.email), one.email)
    assert.isString(textAt(await good(last.get("/account")), "deletion", "dueAt"))
    await good(last.post("/account/keep"))
  })

  it("of operators", async () => {
    const [one, customer] = [await someone(), await someone()]
    await gateway().run(Operators.use(({ add }) => add(one.email)))
    await gateway().run(AccountAdmin.use(({ setPlan }) => setPlan(customer.accountId, "small")))
    const key = textAt(await good(customer.post("/keys", { name: "found" })), "value")
    await good(customer.post("/keys/find", { key }))
    await good(one.get("/admin"))
    await good(one.get(`/admin/accounts?q=${customer.accountId}`))
    await good(one.post("/admin/find-key", { key }))
    const path = `/admin/accounts/${customer.accountId}`
    await good(one.post(`${path}/plan`, { plan: "large" }))
    await good(one.post(`${path}/credits`, { id: randomUUID(), bucket: "general", credits: 5, reason: "an outage" }))
    await good(one.post(`${path}/suspend`, { reason: "unpaid bill" }))
    await good(one.get(path))
    await good(customer.get("/account"))
    await good(one.post(`${path}/resume`))
    await good(one.post(`${path}/end-sessions`))
    const email = newEmail("waiting")
    await good(walker().post("/auth/sign-up", { email, password: goodPassword }))
    await mailsOf(gateway(), email)
    await good(one.post("/admin/resend-mail", { email }))
    for (const what of ["health", "collection"]) await good(one.get(`/admin/${what}`))
    await sql(
      `SELECT (graphile_worker.add_job('account.send-proof', json_build_object('payload',
        json_build_object('proofId', $1::text)), max_attempts => 1, run_at => now() + interval '1 day')).id::text`,
      randomUUID()
    )
    await sql(`UPDATE graphile_worker._private_jobs SET attempts = max_attempts, last_error = 'MailNotSent'
      WHERE run_at > now() + interval '12 hours'`)
    await good(one.get("/admin/mail"))
    const job = textAt(await good(one.get("/admin/jobs")), "givenUp", 0, "id")
    await good(one.post(`/admin/jobs/${job}/retry`))
  })

  it("and none is left that hasn't been asked", () => {
    assert.isAbove(shapedNames().length, 80)
    assert.deepEqual(
      shapedNames().filter((name) => !reached.has(name)),
      []
    )
  })
})

describe("a route's shape", () => {
  it("is declared by each route of the pages but those of files and streams", () => {
    const undeclared = (plugin.routes?.({}) ?? []).filter(
      ({ access, answers, shapes }) => access === "session" && shapes === undefined && answers === undefined
    )
    assert.deepEqual(
      undeclared.map(({ method, path }) => `${method} ${path}`),
      []
    )
  })

  it("holds its handler: an answer that lacks a field, or has it otherwise, doesn't compile", () => {
    const route = { ...counts, id: "counts", path: "/dashboard/api/counting" } as const
    // @ts-expect-error name
    jsonRoute({ ...route, handler: () => Effect.succeed(dataOf({ count: 1 })) })
    // @ts-expect-error count
    jsonRoute({ ...route, handler: () => Effect.succeed(dataOf({ count: "1", name: null })) })
    // @ts-expect-error name
    jsonRoute({ ...route, handler: () => Effect.succeed(dataOf({ count: 1, name: undefined })) })
  })

  it("is all that leaves: what it doesn't name is left out, and what types don't see is a 500", async () => {
    const one = await someone()
    const whole = await one.get("/counting/whole")
    assert.deepEqual([whole.status, whole.json], [200, { data: { count: 1, name: "one" } }])
    const half = await one.get("/counting/half")
    assert.deepEqual([half.status, codeOf(half.json)], [500, "INTERNAL_ERROR"], half.text)
  })

  it("has all that plugins may declare of views and panels", () => {
    expectTypeOf<Whole<typeof ShownViewShape.Type>>().toExtend<Whole<ShownView>>()
    type Forgetful = Omit<Whole<ShownView>, "kind">
    // @ts-expect-error which has all but one
    expectTypeOf<Forgetful>().toExtend<Whole<ShownView>>()
    expectTypeOf<Pick<AskedBlock, keyof Declared<"view">>>().toExtend<Declared<"view">>()
    expectTypeOf<Pick<AskedBlock, keyof Declared<"form">>>().toExtend<Declared<"form">>()
    expectTypeOf<Pick<AskedBlock, keyof Declared<"action">>>().toExtend<Declared<"action">>()
    expectTypeOf<Pick<AskedBlock, keyof Declared<"marks">>>().toExtend<Declared<"marks">>()
  })

  it("is compared with answers wholly by these suites", () => {
    const path = "/auth/mail/reset"
    const data = { ticket: "t", expiresAt: "2026-11-27T10:00:00Z" }
    asShaped("POST", path, { data })
    for (const wrong of [{ ticket: "t" }, { ...data, ticket: 1 }, { ...data, more: 1 }]) {
      assert.throws(() => asShaped("POST", path, { data: wrong }), /isn't answered as declared/)
    }
  })
})
