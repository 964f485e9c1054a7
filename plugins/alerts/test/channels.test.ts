/** Channels of Slack and Discord that get an account's alerts beside its chats. */
import { assert, beforeAll, beforeEach, describe, it } from "@effect/vitest"
import { Alerts, Data } from "@storeglass/plugin-api"
import { at, codeOf, listAt, rotatable, rotateAll, useTestGateway } from "@storeglass/testkit"
import { Schema } from "effect"
import { type Visitor, visitorOf } from "../../account/test/visitor.ts"
import { bodyFor } from "../src/channels/services.ts"
import { OwnChannels } from "../src/dashboard/api.ts"
import { Deliver } from "../src/jobRefs.ts"
import { bot, controlOf, rows } from "./support.ts"

const base = "/dashboard/api/alerts/channels"
const gateway = useTestGateway({
  plugins: { alerts: { bot: { ...bot, polling: false } }, account: true },
  config: { ...rotatable, jobs: { lanes: { "alerts.messages": 0 } } }
})
let member: Visitor
let viewer: Visitor
let stranger: Visitor
let accountId = ""
beforeAll(async () => {
  ;({ accountId } = await gateway().account())
  member = await visitorOf(gateway, accountId, "member")
  viewer = await visitorOf(gateway, accountId, "viewer")
  stranger = await visitorOf(gateway, (await gateway().account()).accountId, "owner")
})
beforeEach(async () => {
  controlOf(gateway()).clearFaults()
  controlOf(gateway()).reset("bot", "all")
  await rows(gateway(), "TRUNCATE alerts_channels, alerts_channel_sends, alerts_queue, alerts_sends, alerts_pairings")
})

const origin = () => gateway().running.sandbox?.baseUrls.bot ?? assert.fail("there is no sandbox")
const slack = (n = 1) => `${origin()}/services/T1/B${n}/secretOfSlack${n}`
const discord = (n = 1) => `${origin()}/api/webhooks/${n}/secretOfDiscord${n}`
const change = (method: string, body?: object, path = "", by = member) =>
  by.ask(`${base}${path}`, { method, ...(body === undefined ? {} : { body }) })
const listed = async (by = viewer) => {
  const answer = await by.ask(base)
  assert.strictEqual(answer.status, 200, answer.text)
  return Schema.decodeUnknownSync(Data(OwnChannels))(answer.json, { onExcessProperty: "error" }).data.channels
}
const added = async (url: string, name?: string) => {
  const answer = await change("POST", { url, ...(name === undefined ? {} : { name }) })
  assert.strictEqual(answer.status, 200, answer.text)
}
const posted = async () => {
  const all = await controlOf(gateway()).act("bot", "posted", null)
  return listAt({ all }, "all").map((one) => [
    String(at(one, "channel")).split("/").slice(0, 3).join("/"),
    String(at(one, "text"))
  ])
}
const notify = (key: string, text = "Some text.", id = accountId) =>
  gateway().run(Alerts.use((alerts) => alerts.notify(id, { kind: "alerts.credits", key, title: `Alert ${key}`, text })))
const deliver = (id = accountId) =>
  gateway()
    .runJob(Deliver, { accountId: id })
    .then(
      () => "done",
      () => "again"
    )

describe("a channel", () => {
  it("is saved once a message was taken there, and never shows its address", async () => {
    await added(slack(), "Releases")
    await added(discord())
    assert.deepEqual(
      (await listed()).map(({ name, service, status }) => [service, name, status]),
      [
        ["slack", "Releases", "active"],
        ["discord", "discord", "active"]
      ]
    )
    assert.deepEqual(
      (await posted()).map(([channel, text]) => [channel, text?.split("\n")[0]]),
      [
        ["/services/T1", "Alerts come here"],
        ["/api/webhooks", "Alerts come here"]
      ]
    )
    const kept = JSON.stringify([
      await rows(gateway(), "SELECT service, name, sealed FROM alerts_channels"),
      (await viewer.ask(base)).text
    ])
    assert.notInclude(kept, "secretOf")
  })

  it.each([
    "https://example.com/services/T/B/x",
    "http://127.0.0.1:9/services/T/B/x",
    "https://hooks.slack.com.evil.example/services/T/B/x",
    "https://10.0.0.1/",
    "not an address"
  ])("is an incoming webhook of these platforms, and nobody else is called: %s", async (url) => {
    const answer = await change("POST", { url })
    assert.deepEqual([answer.status, codeOf(answer.json)], [400, "INVALID_INPUT"])
    assert.deepEqual([await listed(), await posted()], [[], []])
  })

  it("doesn't climb out of its platform's addresses", async () => {
    for (const path of ["../bot/x", "T/../../x", "T/B\\x", "T/B/x y"]) {
      const answer = await change("POST", { url: `${origin()}/services/${path}` })
      assert.deepEqual([answer.status, codeOf(answer.json)], [400, "INVALID_INPUT"], path)
    }
  })

  it("isn't saved where its test fails, and the answer doesn't quote the address", async () => {
    await controlOf(gateway()).act("bot", "takeBack", [new URL(slack()).pathname.replace("/bot", "")])
    const answer = await change("POST", { url: slack() })
    assert.deepEqual([answer.status, codeOf(answer.json)], [422, "CHANNEL_TEST_FAILED"], answer.text)
    assert.notInclude(answer.text, "secretOf")
    assert.deepEqual(await listed(), [])
  })

  it("is seen and removed by nobody else, and changed by no viewer", async () => {
    await added(slack())
    const [channel] = await listed()
    assert.deepEqual(await listed(stranger), [])
    const theirs = await change("DELETE", undefined, `/${channel?.id}`, stranger)
    assert.deepEqual([theirs.status, codeOf(theirs.json)], [404, "NOT_FOUND"])
    assert.strictEqual((await change("DELETE", undefined, `/${channel?.id}`, viewer)).status, 403)
    assert.strictEqual((await change("POST", { url: slack(2) }, "", viewer)).status, 403)
    assert.lengthOf(await listed(), 1)
    assert.strictEqual((await change("DELETE", undefined, `/${channel?.id}`)).status, 200)
    assert.deepEqual(await listed(), [])
  })

  it("is one of 5 at most", async () => {
    for (let n = 1; n <= 5; n++) await added(slack(n))
    const answer = await change("POST", { url: slack(6) })
    assert.deepEqual([answer.status, codeOf(answer.json)], [400, "INVALID_INPUT"])
  })
})

describe("an alert", () => {
  it("comes also after the vault's key was changed", async () => {
    await added(slack())
    await added(discord())
    await notify("rotated")
    const rotation = await rotateAll(gateway())
    assert.isAtLeast(rotation.rewrapped, 2)
    assert.deepEqual(rotation.failed, {})
    await deliver()
    assert.deepEqual(
      (await posted()).slice(2).map(([channel]) => channel),
      ["/services/T1", "/api/webhooks"]
    )
  })

  it.each(["Releases\u202e", "\u0000", " ", "x".repeat(81)])("isn't called %j", async (name) => {
    const answer = await change("POST", { url: slack(), name })
    assert.deepEqual([answer.status, codeOf(answer.json)], [400, "INVALID_INPUT"], answer.text)
    assert.deepEqual(await listed(), [])
  })

  it("comes to the channels of its account, once each, and to no other's", async () => {
    await added(slack())
    await added(discord())
    await notify("a")
    await notify("a")
    await notify("b", "Theirs.", (await gateway().account()).accountId)
    await deliver()
    await deliver()
    assert.deepEqual((await posted()).slice(2), [
      ["/services/T1", "Alert a\n\nSome text."],
      ["/api/webhooks", "Alert a\n\nSome text\\."].map((text) => text.replace("\\.", "."))
    ])
    assert.deepEqual(await rows(gateway(), "SELECT state FROM alerts_channel_sends"), [
      { state: "sent" },
      { state: "sent" }
    ])
  })

  it("has its text alone in channels where it has a picture in a chat", async () => {
    await added(slack())
    await rows(
      gateway(),
      `INSERT INTO alerts_pairings (chat_id, account_id, email, status, paired_ms)
        VALUES (4711, '${accountId}', 'ada@example.com', 'active', 0)`
    )
    await notify("a")
    const ranks = ["27", "28"].map((day) => ({ day: `2026-11-${day}`, rank: Number(day) }))
    const chart = { of: "camera (us, iphone)", from: "2026-10-30", to: "2026-11-28", ranks }
    await rows(gateway(), `UPDATE alerts_queue SET chart = '${JSON.stringify(chart)}'`)
    assert.strictEqual(await deliver(), "done")
    assert.deepEqual((await posted()).slice(1), [["/services/T1", "Alert a\n\nSome text."]])
    const chats = await controlOf(gateway()).act("bot", "chats", null)
    const [line, ...more] = listAt({ chats }, "chats").flatMap((chat) => listAt(chat, "lines"))
    assert.deepEqual(more, [])
    assert.match(String(at(line, "photo")), /^iVBOR/)
  })

  it("waits where a platform has had enough, and comes to each once", async () => {
    await added(slack())
    await added(discord())
    await controlOf(gateway()).act("bot", "limit", { times: 1, retryAfter: 3 })
    await notify("a")
    assert.strictEqual(await deliver(), "again")
    assert.strictEqual(await deliver(), "done")
    assert.lengthOf((await posted()).slice(2), 2)
  })

  it("whose answer was lost isn't sent a second time", async () => {
    await added(slack())
    await notify("a")
    controlOf(gateway()).fail({ kind: "lostAnswer", upstream: "bot", path: "/services/", times: 1 })
    await deliver()
    await rows(gateway(), "UPDATE alerts_queue SET state = 'waiting'")
    await deliver()
    assert.lengthOf((await posted()).slice(1), 1)
    assert.deepEqual(await rows(gateway(), "SELECT state FROM alerts_channel_sends"), [{ state: "doubtful" }])
  })

  it("marks a channel whose address was taken back, which isn't asked again", async () => {
    await added(discord())
    await controlOf(gateway()).act("bot", "takeBack", ["/api/webhooks/1/secretOfDiscord1"])
    await notify("a")
    await deliver()
    assert.deepEqual(
      (await listed()).map(({ status }) => status),
      ["gone"]
    )
    controlOf(gateway()).clearRequests()
    await notify("b")
    await deliver()
    assert.deepEqual(controlOf(gateway()).requests({ upstream: "bot" }), [])
  })
})

describe("a message", () => {
  const message = { title: "<!channel> *Up* @everyone", body: "a_b [x](https://evil.example) & `c`", url: null }
  it("calls nobody and has no markup, whatever is in it", () => {
    assert.deepInclude(bodyFor.slack(message), {
      text: "&lt;!channel&gt; *Up* @everyone\n\na_b [x](https://evil.example) &amp; `c`",
      mrkdwn: false
    })
    assert.deepEqual(bodyFor.discord(message), {
      content: "<!channel\\> \\*Up\\* \\@everyone\n\na\\_b \\[x\\]\\(https://evil.example\\) & \\`c\\`",
      allowed_mentions: { parse: [] },
      flags: 4
    })
  })

  it.each([1_000, 2_000, 8_000])("of %i signs fits, and keeps its address", (length) => {
    const url = "https://example.com/a?b=1"
    const content = String(at(bodyFor.discord({ title: "T", body: "a_b* ".repeat(length / 5), url }), "content"))
    assert.isAtMost(content.length, 2_000)
    assert.isTrue(content.endsWith(`\n<${url}>`))
  })
})
