import { randomBytes } from "node:crypto"
import { formsOf, leaksOf, type Sinks, useWatchedGateway } from "@storeglass/testkit"
import { assert, describe, it } from "vitest"
import double from "../sandbox/index.ts"
import { totpOf } from "../src/crypto.ts"
import { at, Browser, textAt } from "./support.ts"

const clientSecret = "sandbox-secret"
const watched = useWatchedGateway({
  doubles: [double],
  plugins: (address) => ({
    account: {
      providers: [
        {
          id: "sandbox",
          name: "Sandbox",
          issuer: address("identity"),
          clientId: "storeglass",
          clientSecret,
          privateNetwork: true,
          trustEmail: true
        }
      ]
    }
  })
})
const gateway = () => ({
  url: watched().url,
  ask: (path: string, options: Parameters<ReturnType<typeof watched>["ask"]>[1] = {}) =>
    watched().ask(path, { ...options, key: options.key })
})
const canary = (label: string) => `${label}-${randomBytes(18).toString("hex")}`

const without = (sinks: Sinks, ...names: ReadonlyArray<string>): Sinks =>
  Object.fromEntries(Object.entries(sinks).filter(([name]) => !names.includes(name)))

describe("what people sign in with", () => {
  it("is in no log, trace, metric, table nor cache, and in one answer at most", { timeout: 60_000 }, async () => {
    const secrets = new Map<string, string>([["the provider's client secret", clientSecret]])
    const given = new Map<string, string>()
    const browser = new Browser(gateway)
    const begun = await browser.post("/auth/providers/sandbox/begin", {})
    const address = new URL(textAt(begun.json, "data", "address"))
    given.set("the state", address.searchParams.get("state") ?? "")
    given.set("the nonce", address.searchParams.get("nonce") ?? "")
    address.searchParams.set("login_hint", "canary@sandbox.example")
    const sent = await fetch(address, { redirect: "manual" })
    const back = Object.fromEntries(new URLSearchParams(new URL(sent.headers.get("location") ?? "").hash.slice(1)))
    secrets.set("the provider's code", back.code ?? "")
    // Where a provider has no fragment, what it sends comes by the address of the page.
    await browser.ask(`/auth/providers/sandbox/callback?${new URLSearchParams(back)}`)
    const entered = await browser.post("/auth/providers/sandbox", back)
    assert.strictEqual(entered.status, 200, entered.text)
    const cookieOf = () => decodeURIComponent(browser.cookies.get(browser.sessionName) ?? "").split(".")[0] ?? ""
    given.set("a session's cookie", cookieOf())
    const me = await browser.ask("/dashboard/api/me")
    const csrf = { "x-csrf-token": textAt(me.json, "data", "csrfToken") }

    const password = canary("password")
    secrets.set("a password", password)
    const set = await browser.post("/dashboard/api/password", { password }, csrf)
    assert.strictEqual(set.status, 200, set.text)
    const factor = await browser.post("/dashboard/api/factors/totp", {}, csrf)
    const totpSecret = textAt(factor.json, "data", "secret")
    given.set("a factor's secret", totpSecret)
    const code = totpOf(totpSecret, Math.floor(Date.now() / 30_000))
    const confirmed = await browser.post("/dashboard/api/factors/totp/confirm", { code }, csrf)
    assert.strictEqual(confirmed.status, 200, confirmed.text)
    const backupCode = textAt(confirmed.json, "data", "backupCodes", 0)
    given.set("a backup code", backupCode)
    const key = await browser.post("/dashboard/api/keys", { name: "canary" }, csrf)
    const value = textAt(key.json, "data", "value")
    given.set("a key", value)
    assert.strictEqual((await gateway().ask("/v1/auth/usage", { key: value })).status, 200)
    const token = await browser.post("/dashboard/api/token", {}, csrf)
    const [, , signature] = textAt(token.json, "data", "token").split(".")
    given.set("a page's token", signature ?? "")

    const next = new Browser(gateway)
    const wrong = canary("wrong")
    secrets.set("a wrong password", wrong)
    await next.post("/auth/sign-in", { email: "canary@sandbox.example", password: wrong })
    await next.post("/auth/sign-in", { email: "canary@sandbox.example", password })
    given.set(
      "another session's cookie",
      decodeURIComponent(next.cookies.get(next.sessionName) ?? "").split(".")[0] ?? ""
    )
    const badCode = canary("code").slice(0, 20)
    secrets.set("a wrong code", badCode)
    await next.post("/auth/factor", { code: badCode })
    assert.strictEqual((await next.post("/auth/factor", { code: backupCode })).status, 200)
    const foreign = canary("token")
    secrets.set("a proof's token", `${foreign}${"A".repeat(43)}`.slice(0, 43))
    await next.post("/auth/mail", { token: `${foreign}${"A".repeat(43)}`.slice(0, 43) })
    await next.post("/auth/mail", { ticket: "B".repeat(43), code: foreign })
    await next.ask("/dashboard/api/requests")
    await next.ask("/dashboard/api/audit")
    assert.isTrue([...secrets, ...given].every(([, text]) => text.length >= 10))

    const sinks = await watched().stop()
    for (const sink of ["logs", "telemetry", "metrics", "database", "answers"]) assert.isNotEmpty(sinks[sink], sink)
    assert.deepEqual(leaksOf(sinks, secrets), [])
    assert.deepEqual(leaksOf(without(sinks, "answers"), given), [])
    for (const [label, text] of given) {
      if (/state|nonce|cookie/.test(label)) continue
      const times = sinks.answers
        ?.split("\n")
        .filter((line) => formsOf(text).some((form) => line.includes(form))).length
      assert.strictEqual(times, 1, `${label} is in ${times} answers`)
    }
    assert.isString(at(me.json, "data", "person", "id"))
  })
})
