import { assert, describe, it } from "@effect/vitest"
import { Jobs } from "@storeglass/plugin-api"
import { at, until, usePluginGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import { Bot } from "../src/bot/Bot.ts"
import { SetUp } from "../src/jobRefs.ts"
import plugin from "../src/plugin.ts"
import { base, bot, controlOf, emailOf, operator, rows, said, secret, startLink } from "./support.ts"

const url = "https://gateway.example.com/v1/webhooks/alerts/telegram"
describe("a gateway with a public address", () => {
  const gateway = usePluginGateway(plugin, {
    plugins: { alerts: { bot: { ...bot, polling: false } } },
    config: { server: { publicUrl: "https://gateway.example.com" } }
  })
  const asked = () =>
    controlOf(gateway())
      .requests({ upstream: "bot" })
      .map(({ path }) => path.split("/").at(-1))
  const webhook = () => controlOf(gateway()).act("bot", "webhook", null)

  it("has the platform deliver there from its start, and writes again only what differs", async () => {
    await gateway().run(
      until(
        ["alerts_webhook"],
        Effect.promise(() => rows(gateway(), "SELECT 1 FROM alerts_webhook")),
        (all) => all.length > 0
      )
    )
    assert.deepEqual(await webhook(), { url, secret, times: 1 })
    controlOf(gateway()).clearRequests()
    await gateway().runJob(SetUp, {})
    assert.deepEqual(asked(), ["getWebhookInfo"])
    assert.strictEqual(at(await webhook(), "times"), 1)
    // Somebody set it elsewhere; then the secret has changed.
    controlOf(gateway()).reset("bot", "all")
    await gateway().runJob(SetUp, {})
    assert.deepInclude(await webhook(), { url, times: 1 })
    await rows(gateway(), "UPDATE alerts_webhook SET secret_hash = 'x'")
    await gateway().runJob(SetUp, {})
    assert.deepInclude(await webhook(), { url, times: 2 })
  })

  it("writes once where several nodes start together", async () => {
    const before = Number(at(await webhook(), "times"))
    await rows(gateway(), "UPDATE alerts_webhook SET secret_hash = 'x'")
    controlOf(gateway()).clearRequests()
    controlOf(gateway()).fail({ kind: "slow", upstream: "bot", delayMs: 300, times: 20 })
    const ids = await gateway().run(
      Jobs.use(({ enqueue }) =>
        Effect.forEach(["a", "b", "c", "d"], (key) => enqueue(SetUp, {}, { key }), { concurrency: "unbounded" })
      )
    )
    assert.lengthOf(ids, 4)
    for (let looks = 0; looks < 400 && asked().filter((method) => method === "getWebhookInfo").length < 3; looks++) {
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
    assert.strictEqual(Number(at(await webhook(), "times")), before + 1)
    assert.deepEqual(asked().toSorted(), ["getWebhookInfo", "getWebhookInfo", "getWebhookInfo", "setWebhook"])
  })
})

describe("a gateway that fetches what people write", () => {
  const gateway = usePluginGateway(plugin, { plugins: { alerts: { bot: { ...bot, polling: true } } } })
  const heard = (count: number) =>
    gateway().run(
      until(
        ["alerts_polled"],
        Effect.promise(() => said(gateway())),
        (lines) => lines.length >= count
      )
    )

  it("answers each message once from its start, and goes on behind the last", async () => {
    const { accountId, key } = await operator(gateway())
    const email = await emailOf(gateway(), accountId)
    const { token } = await startLink(gateway(), key, email)
    await controlOf(gateway()).act("bot", "write", { text: `/start ${token}` })
    await heard(1)
    await controlOf(gateway()).act("bot", "write", { text: "/status" })
    await heard(2)
    const lines = await said(gateway())
    assert.match(lines[0] ?? "", /^Linked/)
    assert.strictEqual(lines[1], `This chat gets the alerts of ${email}.`)
    assert.strictEqual(lines.length, 2)
    const { json } = await gateway().ask(`${base}/paired?email=${encodeURIComponent(email)}`, { key })
    assert.isTrue(at(json, "data", "paired"))
  })

  it("links the chat of whoever presses Start where the link leads", async () => {
    const { accountId, key } = await operator(gateway())
    const email = await emailOf(gateway(), accountId)
    const { url } = await startLink(gateway(), key, email)
    const page = await fetch(url)
    assert.match(await page.text(), /<button>Start<\/button>/)
    const lines = (await said(gateway())).length
    assert.strictEqual((await fetch(url, { method: "POST" })).status, 200)
    await heard(lines + 1)
    assert.match((await said(gateway())).at(-1) ?? "", new RegExp(`^Linked\\. This chat gets the alerts of ${email}`))
  })

  it("that was delivered to before has that ended, as the platform gives updates in one way alone", async () => {
    const webhook = () => controlOf(gateway()).act("bot", "webhook", null)
    await gateway().run(
      Effect.flatMap(Bot, (bot) =>
        bot === undefined ? Effect.die("no bot") : bot.deliver("https://elsewhere.example.com/hook")
      )
    )
    for (let looks = 0; looks < 200 && at(await webhook(), "url") !== undefined; looks++) {
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
    const ended = await webhook()
    assert.deepEqual([at(ended, "times"), at(ended, "url")], [1, undefined])
  })
})

describe("a gateway without a bot", () => {
  const gateway = usePluginGateway(plugin, { settings: {} })
  it("says so", async () => {
    const { accountId, key } = await operator(gateway())
    const answer = await startLink(gateway(), key, await emailOf(gateway(), accountId))
    assert.deepEqual([answer.status, at(answer.json, "error", "code")], [409, "BOT_NOT_CONFIGURED"])
  })
})
