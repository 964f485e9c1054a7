/** What pages of an account read of ads that were made. */
import { Data } from "@storeglass/plugin-api"
import { codeOf, rows, sampleValues, type TestGateway, usePluginGateway } from "@storeglass/testkit"
import { Schema } from "effect"
import { assert, beforeAll, describe, it } from "vitest"
import { type SignedIn, signedIn } from "../../account/test/signedIn.ts"
import { MadeAnswer } from "../src/dashboard/api.ts"
import plugin from "../src/plugin.ts"
import { done } from "./support.ts"

const gateway = usePluginGateway(plugin, { plugins: { stores: true, account: true } })
const asGateway = (): TestGateway => gateway()
const base = "/dashboard/api/ad-creatives/made"
let one: SignedIn
let other: SignedIn
let appId = ""

beforeAll(async () => {
  one = await signedIn(asGateway)
  other = await signedIn(asGateway)
  appId = (await sampleValues(gateway())).id ?? ""
  const app = { platform: "storea", appId }
  await done(gateway(), one, { ...app, quality: "low" })
  await done(gateway(), one, { ...app, generateImage: false })
})

const read = async (query = `appId=${appId}`, by = one) => {
  gateway().running.sandbox?.control.clearRequests()
  const answer = await by.browser.ask(`${base}?${query}`)
  assert.strictEqual(answer.status, 200, answer.text)
  assert.deepEqual(gateway().running.sandbox?.control.requests() ?? [], [], "somebody was asked")
  return Schema.decodeUnknownSync(Data(MadeAnswer))(answer.json, { onExcessProperty: "error" }).data
}

describe("the ads that were made", () => {
  it("are shown with their pictures, beside how each job stands; looking costs nothing and asks nobody", async () => {
    const used = () => Promise.all([gateway().used(one.accountId), gateway().used(one.accountId, "creative")])
    const before = await used()
    const { creatives, jobs, provenance } = await read()
    assert.deepEqual(await used(), before)
    assert.strictEqual(provenance.status, "measured")
    assert.deepEqual(
      jobs.map(({ credits, stage, status, what }) => [what, status, stage, credits]),
      [
        ["Copy alone", "completed", null, 1],
        ["Ad with a picture", "completed", null, 1]
      ]
    )
    assert.strictEqual(creatives.length, 1)
    const [creative] = creatives
    assert.strictEqual(creative?.jobId, jobs[1]?.jobId)
    assert.isNotEmpty(creative?.headline)
    const picture = await fetch(`${gateway().url}${creative?.pictureUrl}`)
    assert.deepEqual([picture.status, picture.headers.get("content-type")], [200, "image/png"])
  })

  it("end no address that was given to somebody, however often they're looked at", async () => {
    const links = () => rows(gateway(), "SELECT count(*)::int AS n FROM core_file_links")
    const before = await links()
    for (let n = 0; n < 3; n++) await read()
    assert.deepEqual(await links(), before)
  })

  it("show another account nothing", async () => {
    const { creatives, jobs, provenance } = await read(undefined, other)
    assert.deepEqual([creatives, jobs, provenance.status], [[], [], "not_measured"])
    assert.isNotEmpty(provenance.limitations ?? [])
  })

  it("are those of the app alone", async () => {
    assert.deepEqual((await read("appId=404404")).jobs, [])
    assert.deepEqual((await read(`appId=${appId}&platform=storeb`)).jobs, [])
    assert.strictEqual((await read(`appId=${appId}&limit=1`)).jobs.length, 1)
  })

  it("say why one failed, and that it cost nothing", async () => {
    await rows(
      gateway(),
      `UPDATE ad_creatives_jobs SET status = 'failed', stage = 'copy', error_code = 'LISTING_UNREADABLE',
        error_message = 'the store told nothing; nothing was charged' WHERE brief->>'generateImage' = 'false'`
    )
    const { jobs } = await read()
    assert.deepInclude(jobs[0], {
      status: "failed",
      stage: "copy",
      detail: "the store told nothing; nothing was charged",
      credits: 0
    })
  })

  it.each([
    "",
    "appId=",
    `appId=${"1".repeat(256)}`,
    "appId=7&platform=storec",
    "appId=7&limit=51",
    "appId=7&country=us",
    "appId=7&appId=8"
  ])("answer 400 to ?%s", async (query) => {
    const answer = await one.browser.ask(`${base}?${query}`)
    assert.deepEqual([answer.status, codeOf(answer.json)], [400, "INVALID_INPUT"], answer.text)
  })

  it("are for whoever is signed in alone", async () => {
    const byKey = await gateway().ask(`${base}?appId=${appId}`, { key: one.key })
    assert.deepEqual([byKey.status, codeOf(byKey.json)], [401, "SESSION_REQUIRED"])
  })
})
