/** What alerts keep of strangers for a month: nothing. */
import { rows, usePluginGateway } from "@storeglass/testkit"
import { Schema } from "effect"
import { assert, describe, it } from "vitest"
import { Tell } from "../src/jobRefs.ts"
import growth from "../src/plugin.ts"
import { madeProject, scan } from "./support.ts"

const gateway = usePluginGateway(growth, { plugins: { stores: true, growth: true, alerts: true } })
const act = (action: string, input?: unknown) =>
  (gateway().running.sandbox?.control ?? assert.fail("there is no sandbox")).act("growth", action, input)
const Queued = Schema.decodeUnknownSync(
  Schema.Array(
    Schema.Struct({ kind: Schema.String, title: Schema.String, body: Schema.String, url: Schema.NullOr(Schema.String) })
  )
)

describe("the alert of a thread that must be answered", () => {
  it.each([
    ["hackernews", 880_001, "https://news.ycombinator.com/item?id=880001"],
    ["mastodon", 880_002, null],
    ["bluesky", 880_003, null]
  ])("on %s arrives, and has neither what its author wrote nor who that is", async (channel, id, url) => {
    const word = `alerted${channel}`
    const written = `whatastrangerwrote${channel}`
    const author = `authorof${channel}`
    await act("write", {
      id,
      title: `Can anyone recommend an app for ${word}? ${written}`,
      text: `I need an app for ${word}. ${written}`,
      author,
      tag: word
    })
    const { accountId, key } = await gateway().account({ plan: "large" })
    await scan(gateway(), key, await madeProject(gateway(), key, { name: word, channel, keywords: [word] }))
    const [found] = await rows(
      gateway(),
      `SELECT id::text AS id FROM growth_opportunities WHERE account_id = '${accountId}'`
    )
    // The queue's job does the same, sooner or later: an alert with the same key is one.
    await gateway().runJob(Tell, { accountId, id: String(found?.id) })
    const queued = Queued(
      await rows(gateway(), `SELECT kind, title, body, url FROM alerts_queue WHERE account_id = '${accountId}'`)
    )
    assert.deepEqual(
      queued.map(({ kind, url }) => [kind, url]),
      [["growth.must_reply", url]]
    )
    const [alert] = queued
    const text = `${alert?.title} ${alert?.body} ${alert?.url}`
    assert.include(text, channel)
    assert.notInclude(text, written)
    assert.notInclude(text, author)
  })
})
