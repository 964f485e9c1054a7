/** What pages read of an account's workspace beside its operations. */
import { usePluginGateway } from "@storeglass/testkit"
import { Schema } from "effect"
import { assert, beforeAll, describe, it } from "vitest"
import { type SignedIn, signedIn } from "../../account/test/signedIn.ts"
import { ReleaseMarks } from "../src/dashboard/api.ts"
import plugin from "../src/plugin.ts"
import { at, base, plugins, unreleased } from "./support.ts"

const gateway = usePluginGateway(plugin, { plugins: { ...plugins, account: true } })

let one: SignedIn
let other: SignedIn
beforeAll(async () => {
  one = await signedIn(gateway)
  other = await signedIn(gateway)
})

const dayMs = 86_400_000
const now = Date.now()
const daysAgo = (days: number) => new Date(now - days * dayMs).toISOString()
const dayAgo = (days: number) => daysAgo(days).slice(0, 10)

const added = async (path: string, body: unknown) => {
  const answer = await gateway().ask(path, { method: "POST", key: one.key, body })
  assert.strictEqual(answer.status, 200, answer.text)
  return String(at(answer.json, "data", "id"))
}
const releasesOf = async (query: string, who = one) => {
  const answer = await who.browser.ask(`/dashboard/api/workspace/releases?${query}`)
  assert.strictEqual(answer.status, 200, answer.text)
  return Schema.decodeUnknownSync(Schema.Struct({ data: ReleaseMarks }))(answer.json).data
}

describe("releases to mark in charts", () => {
  const app = 910_001
  beforeAll(async () => {
    await added(base, unreleased(app))
    const version = (versionName: string, language: string, days: number, texts: object) =>
      added(`${base}/${app}/versions`, {
        versionName,
        language,
        isReleased: true,
        releasedAt: daysAgo(days),
        force: true,
        ...texts
      })
    await version("1.0", "en-US", 50, { title: "Tide" })
    await version("2.0", "en-US", 20, { title: "Tide Clock", keywords: "tide,moon" })
    await version("2.0", "de-DE", 20, { title: "Gezeiten" })
    await version("2.1", "en-US", 5, { title: "Tide Clock", keywords: "tide,moon,surf" })
    await added(`${base}/${app}/versions`, { versionName: "3.0", language: "en-US", title: "A draft" })
  })

  it("tell each release of the days asked for once, with its languages and what it changed, and no draft", async () => {
    const { releases } = await releasesOf(`appId=${app}&from=${dayAgo(29)}`)
    assert.deepEqual(
      releases.map(({ at: released, changed, languages, text, versionName }) => [
        released.slice(0, 10),
        versionName,
        languages,
        changed,
        text
      ]),
      [
        [dayAgo(20), "2.0", ["de-DE", "en-US"], ["title", "keywords"], "de-DE, en-US: title, keywords"],
        [dayAgo(5), "2.1", ["en-US"], ["keywords"], "en-US: keywords"]
      ]
    )
    const all = await releasesOf(`appId=${app}&from=${dayAgo(60)}&to=${dayAgo(20)}`)
    assert.deepEqual(
      all.releases.map(({ versionName }) => versionName),
      ["1.0", "2.0"]
    )
    const { from, to } = await releasesOf(`appId=${app}`)
    assert.strictEqual(Date.parse(to) - Date.parse(from), 29 * dayMs)
  })

  it("are none for an app that the account doesn't keep, though another does", async () => {
    assert.deepEqual((await releasesOf(`appId=${app}`, other)).releases, [])
    assert.deepEqual((await releasesOf("appId=910002")).releases, [])
    const text = (await other.browser.ask(`/dashboard/api/workspace/releases?appId=${app}`)).text
    assert.strictEqual(text, (await other.browser.ask("/dashboard/api/workspace/releases?appId=910002")).text)
  })

  it("refuse what isn't an app or a window, are free, and open to no key", async () => {
    for (const query of [
      "appId=-3",
      `appId=${app}&from=2026-02-30`,
      `appId=${app}&from=2999-01-01`,
      "",
      "appId=1&x=1"
    ]) {
      const answer = await one.browser.ask(`/dashboard/api/workspace/releases?${query}`)
      assert.strictEqual(answer.status, 400, `${query} ${answer.text}`)
    }
    const byKey = await gateway().ask(`/dashboard/api/workspace/releases?appId=${app}`, { key: one.key })
    assert.strictEqual(byKey.status, 401)
    assert.strictEqual(await gateway().used(one.accountId), 0)
  })
})
