/** What is left of a post that was deleted at its source, 48 hours later: of everything that the gateway keeps. */
import { AccountAdmin, Content } from "@storeglass/plugin-api"
import { adjustableClock, at, listAt, until, usePluginGateway } from "@storeglass/testkit"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { assert, describe, it } from "vitest"
import { LookAgain } from "../src/jobRefs.ts"
import growth from "../src/plugin.ts"
import { base, madeProject, scan } from "./support.ts"

const clock = adjustableClock()
const gateway = usePluginGateway(growth, {
  plugins: { stores: true, growth: true, workspace: true, account: true },
  clock
})
const nowMs = () => clock.clock.currentTimeMillisUnsafe()
const act = (action: string, input?: unknown) =>
  (gateway().running.sandbox?.control ?? assert.fail("there is no sandbox")).act("growth", action, input)
const minuteMs = 60_000
const hourMs = 60 * minuteMs

const Names = Schema.Array(Schema.Struct({ name: Schema.String }))
/** Tables that have a text in some row. */
const tablesWith = (text: string) =>
  gateway().run(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const tables = yield* Schema.decodeUnknownEffect(Names)(
        yield* sql`SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
          WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`
      )
      const found: Array<string> = []
      for (const { name } of tables) {
        const rows = yield* sql.unsafe(`SELECT 1 FROM ${name} t WHERE t::text LIKE '%' || $1 || '%' LIMIT 1`, [text])
        if (rows.length > 0) found.push(name)
      }
      return found
    }).pipe(Effect.orDie)
  )

/** All that an account's export has, as text. */
const exported = async (accountId: string) => {
  const [made] = await gateway().run(
    Effect.gen(function* () {
      const admin = yield* AccountAdmin
      yield* admin.askExport(accountId)
      return yield* until(
        ["core_account_exports"],
        admin.exports(accountId),
        ([newest]) => newest !== undefined && newest.state !== "waiting"
      )
    })
  )
  assert.strictEqual(made?.state, "ready")
  const texts = (made?.files ?? []).map(async ({ url }) => {
    const zip = new Uint8Array(await (await fetch(`${gateway().url}${new URL(url).pathname}`)).arrayBuffer())
    const entries = await gateway().run(Content.use(({ unzip }) => unzip(zip)))
    return entries.map(({ bytes, name }) => `${name} ${new TextDecoder().decode(bytes)}`).join("\n")
  })
  return (await Promise.all(texts)).join("\n")
}

describe("a post that is deleted at its source", () => {
  it.each(["hackernews", "stackexchange", "lemmy", "mastodon", "reddit", "bluesky"])(
    "on %s is gone within 48 hours from rows, caches, kept answers and exports, whatever was decided on it",
    { timeout: 60_000 },
    async (channel) => {
      const word = `gone${channel}`
      const written = `whatastrangerwrote${channel}`
      const author = `authorof${channel}`
      const id =
        610_000 + 10_000 * ["hackernews", "stackexchange", "lemmy", "mastodon", "reddit", "bluesky"].indexOf(channel)
      await act("write", {
        id,
        title: `Can anyone recommend ${word}? ${written}`,
        text: `I need an app for ${word}. ${written}`,
        author,
        atMs: nowMs() - 5 * minuteMs,
        tag: word
      })
      const accounts = [await gateway().account({ plan: "large" }), await gateway().account({ plan: "large" })]
      for (const [n, { accountId, key }] of accounts.entries()) {
        const project = { name: word, channel, keywords: [word] }
        const projectId = await madeProject(gateway(), key, project)
        await scan(gateway(), key, projectId)
        const { json } = await gateway().ask(`${base}/opportunities?projectId=${projectId}`, { key })
        const [item] = listAt(json, "data", "items")
        assert.include(String(at(item, "excerpt")), written)
        // An answer that is kept for repeats has the text too.
        if (n === 0) {
          const answer = await gateway().ask(`${base}/opportunities/${at(item, "id")}/review`, {
            method: "PATCH",
            key,
            headers: { "idempotency-key": `review-of-${word}` },
            body: { decision: "approve" }
          })
          assert.strictEqual(answer.status, 200)
        } else {
          const decision = { decision: "dismiss", reason: "not_relevant" }
          const path = `${base}/opportunities/${at(item, "id")}/review`
          assert.strictEqual((await gateway().ask(path, { method: "PATCH", key, body: decision })).status, 200)
        }
        // An export is kept for a week whatever becomes of the post: it has what was decided, and nothing of who wrote it.
        const text = await exported(accountId)
        assert.include(text, String(at(item, "id")))
        assert.include(text, n === 0 ? '"approved"' : '"not_relevant"')
        assert.notInclude(text, written)
        assert.notInclude(text, author)
        const isNamed = ["mastodon", "bluesky"].includes(channel)
        assert.strictEqual(text.includes(String(at(item, "url"))), !isNamed)
      }
      assert.isNotEmpty(await tablesWith(written))
      await act("delete", { id })
      // As the schedule has it, every ten minutes: here every six hours, which is later for each.
      for (let hours = 0; hours < 48; hours += 6) {
        clock.advanceMs(6 * hourMs)
        await gateway().runJob(LookAgain, {})
      }
      for (const { key } of accounts) {
        const list = await gateway().ask(`${base}/opportunities`, { key })
        assert.notInclude(list.text, written)
        assert.notInclude(list.text, author)
        assert.strictEqual(at(list.json, "data", "items", 0, "decision", "reason"), "gone")
      }
      assert.deepEqual(await tablesWith(written), [])
      assert.deepEqual(await tablesWith(author), [])
    }
  )

  it.each([
    ["version 3 alone", 951_000, { hasV3: true, hasV4: false }],
    ["version 4 alone", 952_000, { hasV3: false, hasV4: true }],
    ["both versions", 953_000, { hasV3: true, hasV4: true }]
  ])("on a Lemmy instance with %s is told from one that is there", { timeout: 60_000 }, async (_, first, versions) => {
    const word = `versions${first}`
    await act("behave", versions)
    for (const id of [first, first + 1, first + 2, first + 3]) {
      const isComment = id > first + 1
      const text = `Can anyone recommend an app for ${word}?`
      await act("write", { id, isComment, title: isComment ? "" : text, text, atMs: nowMs() - 5 * minuteMs, tag: word })
    }
    const { key } = await gateway().account({ plan: "large" })
    const projectId = await madeProject(gateway(), key, { name: word, channel: "lemmy", keywords: [word] })
    const told = await scan(gateway(), key, projectId)
    assert.deepEqual([at(told, "status"), at(told, "found")], ["finished", 4], JSON.stringify(told))
    for (const id of [first, first + 2]) await act("delete", { id })
    clock.advanceMs(25 * hourMs)
    await gateway().runJob(LookAgain, {})
    const { json } = await gateway().ask(`${base}/opportunities?projectId=${projectId}`, { key })
    const items = listAt(json, "data", "items")
    assert.deepEqual(items.map((item) => [at(item, "kind"), at(item, "status")]).toSorted(), [
      ["comment", "dismissed"],
      ["comment", "pending"],
      ["post", "dismissed"],
      ["post", "pending"]
    ])
    await act("behave", { hasV3: true, hasV4: false })
    clock.advanceMs(25 * hourMs)
  })

  it("isn't taken for gone where its instance has neither path", async () => {
    await act("write", {
      id: 960_000,
      title: "Can anyone recommend pathless?",
      text: "an app",
      atMs: nowMs() - minuteMs
    })
    const { key } = await gateway().account({ plan: "large" })
    await scan(
      gateway(),
      key,
      await madeProject(gateway(), key, { name: "p", channel: "lemmy", keywords: ["pathless"] })
    )
    await act("behave", { hasV3: false, hasV4: false })
    clock.advanceMs(25 * hourMs)
    await gateway().runJob(LookAgain, {})
    const { json } = await gateway().ask(`${base}/opportunities`, { key })
    assert.strictEqual(at(listAt(json, "data", "items")[0], "status"), "pending")
    await act("behave", { hasV3: true })
  })
})
