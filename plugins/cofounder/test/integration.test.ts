import { createHmac } from "node:crypto"
import { assert, beforeEach, describe, it } from "@effect/vitest"
import { at, codeOf, usePluginGateway } from "@storeglass/testkit"
import plugin from "../src/plugin.ts"
import { controlOf, ownerOf, preferencesPath, rows, webhookPath } from "./support.ts"

const gateway = usePluginGateway(plugin, { plugins: { cofounder: true }, config: { jobs: { concurrency: 0 } } })
beforeEach(() => controlOf(gateway()).clearFaults())

describe("a webhook", () => {
  it("is saved once its address has answered the test, and shows all but its secret", async () => {
    const owner = await ownerOf(gateway())
    await owner.verifyWith("eight-or-more")
    const { data, status, text } = await owner.put({ secret: "eight-or-more" })
    assert.strictEqual(status, 200, text)
    assert.deepInclude(data, {
      integration: "webhook",
      status: "saved",
      url: owner.url,
      hasSecret: true,
      retry: false,
      enabled: false,
      lastTestStatus: 204,
      lastError: null
    })
    assert.notInclude(text, "eight-or-more")
    const [test, ...rest] = await owner.received()
    assert.deepEqual(rest, [])
    assert.deepInclude(JSON.parse(test?.body ?? ""), { event: "test.connection" })
    assert.deepInclude(test?.headers, {
      "content-type": "application/json",
      "user-agent": "Storeglass-Webhook/1",
      "x-cofounder-secret": "eight-or-more"
    })
    assert.isTrue(test?.isVerified)
    const signed = `${test?.headers["webhook-id"]}.${test?.headers["webhook-timestamp"]}.${test?.body}`
    const signature = createHmac("sha256", "eight-or-more").update(signed).digest("base64")
    assert.strictEqual(test?.headers["webhook-signature"], `v1,${signature}`)
    const kept = JSON.stringify([
      await rows(gateway(), "SELECT w::text AS row FROM cofounder_webhooks w"),
      await rows(gateway(), "SELECT w::text AS row FROM core_webhook_endpoints w"),
      await rows(gateway(), "SELECT w::text AS row FROM core_audit w")
    ])
    assert.notInclude(kept, "eight-or-more")
    assert.notInclude(JSON.stringify(await rows(gateway(), "SELECT w::text AS row FROM core_audit w")), owner.url)
  })

  it.each([
    ["a redirect, which isn't followed", { status: 302, location: "http://10.0.0.1/" }, 200],
    ["an answer of 2 MB", { status: 200, bytes: 2_000_000 }, 200],
    ["a 404", { status: 404 }, 422],
    ["a 500", { status: 500 }, 422]
  ])("takes %s for what it is", async (_, answer, status) => {
    const owner = await ownerOf(gateway())
    await owner.answer(answer)
    const put = await owner.put()
    assert.strictEqual(put.status, status, put.text)
    if (status === 422) {
      assert.strictEqual(put.code, "WEBHOOK_TEST_FAILED")
      assert.include(put.text, `answered the test with ${answer.status}`)
      assert.deepEqual(await owner.remove(), { integration: "webhook", removed: false })
    }
    assert.lengthOf(await owner.received(), 1)
  })

  it("stays as it was when another fails its test: a bad answer, none, or an address that mustn't be called", async () => {
    const owner = await ownerOf(gateway())
    const first = (await owner.put({ secret: "the-first-secret", retry: true })).data
    await owner.prefer("webhook")
    const kept = () => rows(gateway(), `SELECT * FROM cofounder_webhooks WHERE account_id = '${owner.accountId}'`)
    const before = await kept()
    await owner.answer({ status: 503 })
    assert.strictEqual((await owner.put({ secret: "the-second-secret" })).code, "WEBHOOK_TEST_FAILED")
    controlOf(gateway()).fail({ upstream: "webhook", path: owner.name, kind: "reset", times: 1 })
    assert.strictEqual((await owner.put({ secret: null })).code, "WEBHOOK_TEST_FAILED")
    for (const url of [
      "https://10.0.0.1/hook",
      "https://localhost/hook",
      "https://[::ffff:127.0.0.1]/",
      "https://x.internal/"
    ]) {
      const { code, status, text } = await owner.put({ secret: null }, url)
      assert.deepEqual([status, code], [422, "WEBHOOK_TEST_FAILED"], `${url}: ${text}`)
      assert.include(text, "credentials.url")
    }
    for (const url of [
      "ftp://example.com/",
      "https://user:pass@example.com/",
      "https://example.com:22/",
      "nonsense",
      "http://example.com/"
    ]) {
      const { code, status, text } = await owner.put({}, url)
      assert.deepEqual([status, code], [400, "INVALID_INPUT"], `${url}: ${text}`)
      assert.include(text, "credentials.url")
    }
    assert.deepEqual(await kept(), before)
    const again = (await owner.put()).data
    assert.deepInclude(again, { hasSecret: true, retry: true, enabled: true, url: at(first, "url") })
    assert.strictEqual((await owner.received()).at(-1)?.headers["x-cofounder-secret"], "the-first-secret")
  })

  it("keeps a secret that isn't named, drops one that is null, and takes 8 to 256 visible characters", async () => {
    const owner = await ownerOf(gateway())
    const sent = async () => (await owner.received()).at(-1)?.headers["x-cofounder-secret"]
    const has = async (config?: object) => at((await owner.put(config)).data, "hasSecret")
    assert.isFalse(await has())
    assert.isUndefined(await sent())
    assert.isUndefined((await owner.received()).at(-1)?.headers["webhook-signature"])
    assert.isTrue(await has({ secret: "12345678" }))
    assert.isTrue(await has())
    assert.isTrue(await has({ retry: true }))
    assert.strictEqual(await sent(), "12345678")
    for (const secret of ["1234567", "x".repeat(257), "has a space", "ümlauts-are-not", 12_345_678, ""]) {
      const { code, status, text } = await owner.put({ secret })
      assert.deepEqual([status, code], [400, "INVALID_INPUT"], text)
      assert.include(text, "integrationConfig.secret")
      if (secret !== "") assert.notInclude(text, String(secret))
    }
    assert.isTrue(await has({ secret: "x".repeat(256) }))
    assert.isFalse(await has({ secret: null }))
    assert.isFalse(await has())
    assert.isUndefined(await sent())
  })

  it("refuses keys that it doesn't know", async () => {
    const owner = await ownerOf(gateway())
    for (const body of [
      { credentials: { url: owner.url, secret: "12345678" } },
      { credentials: { url: owner.url }, url: owner.url },
      { credentials: {} },
      { credentials: { url: owner.url }, integrationConfig: { retries: true } },
      {}
    ]) {
      const answer = await owner.ask("PUT", webhookPath, body)
      assert.deepEqual([answer.status, codeOf(answer.json)], [400, "INVALID_INPUT"], answer.text)
    }
    assert.deepEqual(await owner.received(), [])
  })

  it("is one whole row after two tabs have saved it at once, and never one's address with the other's secret", async () => {
    const owner = await ownerOf(gateway())
    for (let round = 0; round < 5; round++) {
      const tabs = ["a", "b", "c"].map((tab) => ({ url: `${owner.url}/${tab}`, secret: `secret-of-tab-${tab}` }))
      const put = await Promise.all(tabs.map(({ secret, url }) => owner.put({ secret }, url)))
      assert.deepEqual(put.map(({ status }) => status).toSorted(), [200, 200, 200])
      const [row] = await rows(gateway(), `SELECT url FROM cofounder_webhooks WHERE account_id = '${owner.accountId}'`)
      const won = tabs.find(({ url }) => url === row?.url)
      assert.isDefined(won)
      // The test goes to the address that is saved, with the secret that is.
      await owner.put(undefined, won?.url)
      assert.strictEqual((await owner.received()).at(-1)?.headers["x-cofounder-secret"], won?.secret)
    }
  })

  it("goes through its states in every order, and is what its last change made it", async () => {
    const owner = await ownerOf(gateway())
    type State = "absent" | "saved" | "enabled"
    const steps = ["put", "fail", "enable", "disable", "remove"] as const
    const next = (state: State, step: (typeof steps)[number]): State => {
      if (step === "remove") return "absent"
      if (step === "put") return state === "absent" ? "saved" : state
      if (step === "enable") return state === "absent" ? "absent" : "enabled"
      return step === "disable" && state === "enabled" ? "saved" : state
    }
    let state: State = "absent"
    for (const first of steps)
      for (const second of steps)
        for (const third of steps)
          for (const step of [first, second, third]) {
            const before = state
            state = next(state, step)
            if (step === "put") assert.deepInclude((await owner.put()).data, { enabled: state === "enabled" })
            if (step === "fail") {
              await owner.answer({ status: 500 })
              assert.strictEqual((await owner.put()).status, 422)
            }
            if (step === "remove") assert.deepInclude(await owner.remove(), { removed: before !== "absent" })
            if (step === "enable" || step === "disable") {
              const { code, data, status } = await owner.prefer(...(step === "enable" ? ["webhook"] : []))
              if (step === "enable" && state === "absent")
                assert.deepEqual([status, code], [409, "WEBHOOK_NOT_CONFIGURED"])
              else {
                assert.deepEqual(at(data, "enabledIntegrations"), state === "enabled" ? ["webhook"] : [])
                assert.deepInclude(at(data, "integrations", "webhook"), {
                  configured: state !== "absent",
                  enabled: state === "enabled"
                })
              }
            }
            const schedules = await rows(
              gateway(),
              `SELECT 1 FROM core_schedules WHERE plugin = 'cofounder' AND account_id = '${owner.accountId}'`
            )
            assert.lengthOf(schedules, state === "enabled" ? 1 : 0, `${before}, ${step}`)
          }
  })

  it("is its account's alone", async () => {
    const [owner, stranger] = [await ownerOf(gateway()), await ownerOf(gateway())]
    await owner.put({ secret: "not-for-strangers" })
    await owner.prefer("webhook")
    assert.deepInclude(await stranger.remove(), { removed: false })
    assert.strictEqual((await stranger.prefer("webhook")).status, 409)
    const { data, text } = await stranger.prefer()
    assert.deepInclude(at(data, "integrations", "webhook"), { configured: false, enabled: false })
    assert.notInclude(text, owner.name)
    assert.deepInclude((await owner.put()).data, { enabled: true, hasSecret: true })
  })

  it("is changed with scope write alone, and by nobody without a key", async () => {
    const owner = await ownerOf(gateway())
    const reader = await gateway().account({ scopes: ["read"] })
    for (const [method, path, body] of [
      ["PUT", webhookPath, { credentials: { url: owner.url } }],
      ["DELETE", webhookPath, undefined],
      ["PUT", preferencesPath, { enabledIntegrations: [] }]
    ] as const) {
      const sent = { method, ...(body === undefined ? {} : { body }) }
      const refused = await gateway().ask(path, { ...sent, key: reader.key })
      assert.deepEqual([refused.status, codeOf(refused.json)], [403, "FORBIDDEN"])
      const nobody = await gateway().ask(path, sent)
      assert.deepEqual([nobody.status, codeOf(nobody.json)], [401, "MISSING_API_KEY"])
    }
    assert.deepEqual(await owner.received(), [])
  })

  it("leaves who changed what in the account's audit log, without address and secret", async () => {
    const owner = await ownerOf(gateway())
    await owner.put({ secret: "never-in-the-log" })
    await owner.prefer("webhook")
    await owner.prefer("webhook")
    await owner.remove()
    const log = await rows(
      gateway(),
      `SELECT action, after::text AS after FROM core_audit WHERE account_id = '${owner.accountId}' AND action LIKE 'cofounder.%' ORDER BY id`
    )
    assert.deepEqual(
      log.map(({ action }) => action),
      ["cofounder.webhook-saved", "cofounder.preferences-changed", "cofounder.webhook-removed"]
    )
    assert.notMatch(JSON.stringify(log), /never-in-the-log|127\.0\.0\.1/)
  })
})

describe("preferences", () => {
  it("fold duplicates, and name what there isn't", async () => {
    const owner = await ownerOf(gateway())
    await owner.put()
    assert.deepEqual(at((await owner.prefer("webhook", "webhook")).data, "enabledIntegrations"), ["webhook"])
    const { code, status, text } = await owner.prefer("webhook", "pager", "fax")
    assert.deepEqual([status, code], [400, "INVALID_INPUT"])
    assert.include(text, "enabledIntegrations")
    assert.include(text, "fax")
    const [row] = await rows(
      gateway(),
      `SELECT enabled FROM cofounder_webhooks WHERE account_id = '${owner.accountId}'`
    )
    assert.deepEqual(row, { enabled: true })
  })
})
