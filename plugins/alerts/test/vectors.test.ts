/** Requests as the messaging platform describes them, and as they're sent. */
import { join } from "node:path"
import { startSandbox } from "@storeglass/sandbox"
import { at, root, savedVectors, startRecorder, usePluginGateway } from "@storeglass/testkit"
import { Effect, Schema } from "effect"
import { afterAll, assert, beforeEach, describe, it } from "vitest"
import double from "../sandbox/index.ts"
import { Say, SetUp } from "../src/jobRefs.ts"
import plugin from "../src/plugin.ts"
import { emailOf, operator, secret, startLink } from "./support.ts"

const descriptions = join(root, "../shared/vendor-specs")
const Body = Schema.Record(Schema.String, Schema.Json)
const vectors = savedVectors.filter(({ id }) => id.startsWith("tg."))
const vector = (id: string) => vectors.find((one) => one.id === id) ?? assert.fail(id)

const token = "4711:a-token-of-tests"
/** In place of the platform. */
const platform = await startRecorder(({ path }) => {
  const results = { getMe: { username: "a_bot" }, getWebhookInfo: { url: "" } }
  const result = path.endsWith("/getMe") ? results.getMe : path.endsWith("Info") ? results.getWebhookInfo : true
  return { status: 200, body: JSON.stringify({ ok: true, result }) }
})
afterAll(platform.stop)
const gateway = usePluginGateway(plugin, {
  settings: {
    bot: { baseUrl: platform.origin, linkUrl: "https://t.example", token, webhookSecret: secret, polling: false }
  },
  config: { jobs: { concurrency: 0 }, server: { publicUrl: "https://host.example" } }
})
beforeEach(() => {
  platform.asked.length = 0
})
const decoded = Schema.decodeUnknownSync(Schema.fromJsonString(Body))
const sent = (id: string) => {
  const { method, path } = vector(id)
  return platform.asked
    .filter((one) => one.method === method && one.path === path.replace("{token}", token))
    .map(({ body, headers }) => ({ body: decoded(body), type: headers["content-type"] }))
}

describe.skipIf(vectors.length === 0)("the saved vectors", () => {
  it("are all here", () => {
    assert.sameMembers(
      vectors.map(({ id }) => id),
      ["tg.setWebhook", "tg.getMe", "tg.send", "tg.send.noText"]
    )
  })

  it("and the double agree about every request: valid ones are answered as described, the other refused", async () => {
    const check = Effect.gen(function* () {
      const { baseUrls, control } = yield* startSandbox({ doubles: [double], size: 10, descriptions })
      yield* Effect.promise(() => control.act("bot", "write", { chat: 42, text: "/help" }))
      for (const { body, id, method, path, valid } of vectors) {
        const answer = yield* Effect.promise(() =>
          fetch(`${baseUrls.bot}${path.replace("{token}", token)}`, {
            method,
            headers: { "content-type": "application/json" },
            body: JSON.stringify(body ?? {})
          })
        )
        const wrong = control.violations().flatMap(({ problems }) => problems)
        control.clearViolations()
        assert.deepEqual([answer.ok, wrong.length === 0], [valid, valid], `${id}: ${answer.status} ${wrong.join(", ")}`)
      }
    })
    await Effect.runPromise(Effect.scoped(check))
  })

  it("tg.setWebhook is what the webhook is set as; what wasn't told yet isn't dropped", async () => {
    await gateway().runJob(SetUp, {})
    const [set, ...more] = sent("tg.setWebhook")
    assert.deepEqual(more, [])
    const { body: described } = vector("tg.setWebhook")
    assert.deepEqual(
      [set?.body.url, set?.body.secret_token, set?.body.drop_pending_updates, set?.type],
      [at(described, "url"), secret, undefined, "application/json"]
    )
    assert.includeMembers(
      [...Schema.decodeUnknownSync(Schema.Array(Schema.String))(set?.body.allowed_updates)],
      [...Schema.decodeUnknownSync(Schema.Array(Schema.String))(at(described, "allowed_updates")), "my_chat_member"]
    )
  })

  it("tg.getMe is how the bot's name is asked for, once an hour", async () => {
    const { accountId, key } = await operator(gateway())
    const email = await emailOf(gateway(), accountId)
    for (let n = 0; n < 2; n++) {
      const { url } = await startLink(gateway(), key, email)
      assert.match(url, /^https:\/\/t\.example\/a_bot\?start=/)
    }
    assert.lengthOf(sent("tg.getMe"), 1)
  })

  it("tg.send is what a message is sent as, and none without a text", async () => {
    await gateway().runJob(Say, { chatId: "42", text: "Linked" })
    const [said, ...more] = sent("tg.send")
    assert.deepEqual(more, [])
    assert.deepInclude(Object(said?.body), Object(vector("tg.send").body))
    assert.strictEqual(said?.type, "application/json")
  })
})
