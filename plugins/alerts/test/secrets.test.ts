/** Canaries in the place of the bot's token and of its webhook's secret, looked for in all that the gateway writes. */
import { randomBytes } from "node:crypto"
import { at, leaksOf, useWatchedGateway } from "@storeglass/testkit"
import { SqlClient } from "effect/sql"
import { assert, describe, it } from "vitest"
import vendor from "../sandbox/index.ts"

const canary = () => `cnry${randomBytes(12).toString("hex")}`
const token = `4711:${canary()}`
const secret = canary()
const gateway = useWatchedGateway({
  doubles: [vendor],
  config: { server: { port: 0, publicUrl: "https://gateway.example.com" } },
  plugins: (address) => ({ alerts: { bot: { baseUrl: address("bot"), token, webhookSecret: secret } } })
})

describe("the bot's token and its webhook's secret", () => {
  it("are in no log, trace, metric, table or cache, whatever the platform answers", async () => {
    const { ask, control } = gateway()
    const times = async () => Number(at(await control.act("bot", "webhook", null), "times"))
    for (let tries = 0; tries < 200 && (await times()) === 0; tries++)
      await new Promise((resolve) => setTimeout(resolve, 50))
    assert.strictEqual(await times(), 1)
    const deliver = (body: unknown, headers: Record<string, string>) =>
      ask("/v1/webhooks/alerts/telegram", { method: "POST", headers, body })
    const update = {
      update_id: 1,
      message: { message_id: 1, date: 1, text: "/help", chat: { id: 1, type: "private" } }
    }
    assert.strictEqual((await deliver(update, { "x-telegram-bot-api-secret-token": secret })).status, 200)
    assert.strictEqual((await deliver(update, { "x-messaging-bot-api-secret-token": `${secret}x` })).status, 401)
    // Whatever goes wrong, the address has the token, and some platforms say it again.
    for (const kind of ["401", "403", "429", "500", "reset", "malformed", "html", "truncated"] as const) {
      const before = control.requests({ upstream: "bot" }).length
      const message = `Unauthorized: ${token} at /bot${token}/sendMessage`
      control.fail({ kind, upstream: "bot", path: "sendMessage$", message, retryAfterSeconds: 1 })
      await gateway().run(
        SqlClient.SqlClient.use(
          (sql) =>
            sql`SELECT 1 FROM graphile_worker.add_job('alerts.say', ${JSON.stringify({ payload: { chatId: "4711", text: kind } })}::json)`
        )
      )
      for (let tries = 0; tries < 400 && control.requests({ upstream: "bot" }).length === before; tries++)
        await new Promise((resolve) => setTimeout(resolve, 50))
      assert.isAbove(control.requests({ upstream: "bot" }).length, before, kind)
      control.clearFaults()
    }
    const { answers, ...sinks } = await gateway().stop()
    assert.include(sinks.database, "alerts_webhook")
    const planted = new Map([
      ["the token", token.slice(5)],
      ["the secret", secret]
    ])
    assert.deepEqual(leaksOf({ ...sinks, answers: answers ?? "" }, planted), [])
  })
})
