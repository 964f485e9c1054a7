/** Reports that go by mail, and where the account's alerts go, with a webhook or without one. */
import { assert, beforeEach, describe, it } from "@effect/vitest"
import { dayIn, plusDays } from "@storeglass/plugin-api"
import { at, codeOf, usePluginGateway } from "@storeglass/testkit"
import { MailReport, Report } from "../src/jobRefs.ts"
import plugin from "../src/plugin.ts"
import { controlOf, keptApp, type Owner, ownerOf, preferencesPath, ratingFell, rows } from "./support.ts"

const plugins = { stores: true, keywords: true, apps: true, workspace: true, cofounder: true } as const
const config = { jobs: { concurrency: 0 } }
const gateway = usePluginGateway(plugin, { plugins: { ...plugins, alerts: true }, config })
beforeEach(() => controlOf(gateway()).clearFaults())

const day = plusDays(dayIn("UTC", Date.now()), -1)
let serial = 0
/** An account with an app whose rating fell. */
const reporting = async () => {
  const owner = await ownerOf(gateway(), { plan: "growth" })
  const appId = String(880_000 + ++serial)
  await keptApp(owner, appId, { appName: `App ${appId}` })
  await ratingFell(gateway(), appId, day)
  return { ...owner, appId }
}
type Reporting = Awaited<ReturnType<typeof reporting>>
const report = ({ accountId, appId }: Reporting) =>
  gateway().runJob(Report, { accountId, platform: "storea", appId, day })
const idOf = async ({ accountId }: Owner) => {
  const [made] = await rows(gateway(), `SELECT id::text AS id FROM cofounder_reports WHERE account_id = '${accountId}'`)
  return String(made?.id)
}
const mailed = async (owner: Owner) => {
  const [account] = await rows(gateway(), `SELECT email FROM core_accounts WHERE id = '${owner.accountId}'`)
  return gateway().outbox(String(account?.email))
}
const told = ({ accountId }: Owner) =>
  rows(
    gateway(),
    `SELECT kind, title, body FROM alerts_queue WHERE account_id = '${accountId}' ORDER BY created_ms, id`
  )
const countIn = async (table: string, { accountId }: Owner, more = "") =>
  (await rows(gateway(), `SELECT 1 FROM ${table} WHERE account_id = '${accountId}' ${more}`)).length

describe("a report", () => {
  it("goes by mail and to the alerts without any webhook, once each, and is kept", async () => {
    const owner = await reporting()
    const { data, status, text } = await owner.prefer("alerts", "email", "email")
    assert.strictEqual(status, 200, text)
    assert.deepEqual(at(data, "enabledIntegrations"), ["email", "alerts"])
    await report(owner)
    const of = { accountId: owner.accountId, id: await idOf(owner) }
    await gateway().runJob(MailReport, of)
    const [mail, ...more] = await mailed(owner)
    assert.deepEqual(more, [])
    assert.strictEqual(
      mail?.subject,
      `App ${owner.appId}, ${day}: The average rating fell by 0.3 within a week, from 4.5 to 4.2, with 100 new ratings.`
    )
    assert.include(mail?.text, "What to do\n- Read the newest reviews and answer them: The average rating fell")
    assert.include(mail?.text, "PUT /v1/cofounder/preferences")
    const alerts = await told(owner)
    assert.deepEqual(
      alerts.map(({ kind }) => kind),
      ["cofounder.report", "cofounder.news"]
    )
    assert.strictEqual(alerts[0]?.title, mail?.subject)
    assert.match(String(alerts[1]?.title), /^The average rating of App \d+ fell from 4\.50 to 4\.20 within a week\.$/)
    assert.include(String(alerts[0]?.body), "Ratings\n- The average rating fell by 0.3")
    assert.strictEqual(await countIn("cofounder_events", owner), 0)
    const kept = await owner.ask("GET", `/v1/user/reports?id=${of.id}`)
    assert.strictEqual(at(kept.json, "data", "items", 0, "kind"), "cofounder")
    // Whatever is done again.
    await report(owner)
    await gateway().runJob(MailReport, of)
    assert.lengthOf(await mailed(owner), 1)
    assert.lengthOf(await told(owner), 2)
    const { data: after } = await owner.prefer("alerts", "email")
    for (const name of ["email", "alerts"]) {
      assert.match(String(at(after, "integrations", name, "lastDeliveryAt")), /^20/)
      assert.deepInclude(at(after, "integrations", name), { configured: true, enabled: true, lastError: null })
    }
  })

  it("goes by mail in a sentence where it isn't kept any more", async () => {
    const owner = await reporting()
    await owner.prefer("email")
    await report(owner)
    const id = await idOf(owner)
    const removed = await owner.ask("DELETE", `/v1/user/reports?id=${id}`)
    assert.strictEqual(removed.status, 200, removed.text)
    await gateway().runJob(MailReport, { accountId: owner.accountId, id })
    const [mail] = await mailed(owner)
    assert.match(mail?.text ?? "", /^The average rating fell by 0\.3.*\n\nThe report itself isn't among/)
  })

  it("isn't mailed once mail was switched off, nor made once all is", async () => {
    const owner = await reporting()
    await owner.prefer("email")
    await report(owner)
    await owner.prefer()
    await gateway().runJob(MailReport, { accountId: owner.accountId, id: await idOf(owner) })
    assert.deepEqual(await mailed(owner), [])
    const idle = await reporting()
    await report(idle)
    assert.strictEqual(await countIn("cofounder_reports", idle), 0)
  })
})

describe("what is enabled", () => {
  const schedules = (owner: Owner) => countIn("core_schedules", owner, "AND plugin = 'cofounder'")

  it("is enabled all or nothing", async () => {
    const owner = await reporting()
    const { code, status } = await owner.prefer("email", "webhook")
    assert.deepEqual([status, code], [409, "WEBHOOK_NOT_CONFIGURED"])
    assert.strictEqual(await countIn("cofounder_channels", owner), 0)
    assert.strictEqual(await schedules(owner), 0)
  })

  it("has one schedule while any of it is, and none after", async () => {
    const owner = await reporting()
    await owner.put()
    for (const [wanted, expected] of [
      [["email"], 1],
      [["webhook", "email"], 1],
      [["webhook"], 1],
      [["alerts"], 1],
      [[], 0],
      [["webhook", "alerts"], 1]
    ] as const) {
      const { data } = await owner.prefer(...wanted)
      assert.deepEqual(at(data, "enabledIntegrations"), [...wanted])
      assert.strictEqual(await schedules(owner), expected, wanted.join())
    }
    await owner.remove()
    assert.strictEqual(await schedules(owner), 1)
    assert.strictEqual(await countIn("cofounder_channels", owner), 1)
    await owner.prefer()
    assert.strictEqual(await schedules(owner), 0)
  })

  it("is its account's alone, and in its audit log", async () => {
    const [owner, stranger] = [await reporting(), await reporting()]
    await owner.prefer("email", "alerts")
    assert.deepEqual(at((await stranger.prefer()).data, "enabledIntegrations"), [])
    assert.strictEqual(await countIn("cofounder_channels", owner), 2)
    await owner.prefer("alerts")
    const log = await rows(
      gateway(),
      `SELECT target_id AS target, after::text AS after FROM core_audit WHERE account_id = '${owner.accountId}' AND action = 'cofounder.preferences-changed' ORDER BY at, id`
    )
    assert.lengthOf(log, 3)
    assert.include(String(log[2]?.target), "email")
    assert.match(String(log[2]?.after), /false/)
  })
})

describe("without the plugin alerts", () => {
  const bare = usePluginGateway(plugin, { plugins, config })

  it("alerts can't be enabled, and nothing beside them is", async () => {
    const { accountId, key } = await bare().account()
    const put = (...enabledIntegrations: ReadonlyArray<string>) =>
      bare().ask(preferencesPath, { method: "PUT", key, body: { enabledIntegrations } })
    const refused = await put("email", "alerts")
    assert.deepEqual([refused.status, codeOf(refused.json)], [409, "ALERTS_NOT_CONFIGURED"])
    const left = await rows(bare(), `SELECT 1 FROM cofounder_channels WHERE account_id = '${accountId}'`)
    assert.deepEqual(left, [])
    const done = await put("email")
    assert.deepInclude(at(done.json, "data", "integrations", "alerts"), { configured: false, enabled: false })
  })
})
