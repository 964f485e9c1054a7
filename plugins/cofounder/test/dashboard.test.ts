/** What pages of an account read of daily reports. */
import { assert, beforeAll, describe, it } from "@effect/vitest"
import { Data } from "@storeglass/plugin-api"
import { codeOf, rows, useTestGateway } from "@storeglass/testkit"
import { Schema } from "effect"
import { type SignedIn, signedIn } from "../../account/test/signedIn.ts"
import { DeliveriesAnswer, LatestReport, WebhookState } from "../src/dashboard/api.ts"
import { day, failWebhook, keepReport } from "./kept.ts"
import { ownerOf, preferencesPath, webhookPath } from "./support.ts"

const gateway = useTestGateway({ plugins: { stores: true, workspace: true, cofounder: true, account: true } })
const base = "/dashboard/api/cofounder"
let one: SignedIn
let other: SignedIn

beforeAll(async () => {
  one = await signedIn(gateway)
  other = await signedIn(gateway)
  await keepReport(gateway(), one.accountId, "7")
})

const read = async <A>(schema: Schema.Codec<A, unknown>, path: string, by = one): Promise<A> => {
  gateway().running.sandbox?.control.clearRequests()
  const before = await gateway().used(by.accountId)
  const answer = await by.browser.ask(`${base}${path}`)
  assert.strictEqual(answer.status, 200, answer.text)
  assert.strictEqual(await gateway().used(by.accountId), before, "looking costs something")
  assert.deepEqual(gateway().running.sandbox?.control.requests() ?? [], [], "somebody was asked")
  return Schema.decodeUnknownSync(Data(schema))(answer.json, { onExcessProperty: "error" }).data
}

describe("the state of the webhook", () => {
  it("goes from not set up over paused to enabled, each with what to do; looking costs nothing and asks nobody", async () => {
    const newcomer = await signedIn(gateway)
    const state = async () => {
      const { configured, enabled, state, todo } = await read(WebhookState, "/webhook", newcomer)
      return [state, configured, enabled, todo]
    }
    assert.deepEqual(await state(), [
      "not_set_up",
      false,
      false,
      "Save the address to which reports are to be posted, then switch them on."
    ])
    const { url } = await ownerOf(gateway())
    const put = (path: string, body: object) => gateway().ask(path, { method: "PUT", key: newcomer.key, body })
    const saved = await put(webhookPath, { credentials: { url } })
    assert.strictEqual(saved.status, 200, saved.text)
    assert.deepEqual(await state(), ["paused", true, false, "Switch reports on."])
    assert.strictEqual((await put(preferencesPath, { enabledIntegrations: ["webhook", "email"] })).status, 200)
    assert.deepInclude(await read(WebhookState, "/webhook", newcomer), { email: true, alerts: false })
    assert.deepEqual(await state(), ["enabled", true, true, "Nothing: a report comes each day."])
  })

  it("tells why the last delivery failed, and of the address no more than its host", async () => {
    await failWebhook(gateway(), one.accountId)
    const told = await read(WebhookState, "/webhook")
    assert.deepInclude(told, {
      state: "failed",
      host: "hooks.example",
      hasSecret: true,
      lastStatus: 503,
      lastError: "out of order",
      lastErrorAt: "2026-11-27T06:12:00.000Z"
    })
    assert.notInclude(JSON.stringify(told), "path-with-a-secret")
  })
})

describe("the last deliveries", () => {
  it("say what was posted and whether it was received", async () => {
    const { deliveries } = await read(DeliveriesAnswer, "/deliveries")
    assert.deepEqual(
      deliveries.map(({ attempts, event, state, title }) => [event, title, state, attempts]),
      [["report.created", `Lens, ${day}: 3 keywords fell.`, "failed", 1]]
    )
  })
})

describe("the latest report of an app", () => {
  it("has what was found with its evidence, what to do first, and what couldn't be told", async () => {
    const told = await read(LatestReport, "/report?appId=7")
    assert.deepInclude(told, { state: "available", date: day, headline: "3 keywords fell." })
    assert.deepEqual(told.findings, [
      {
        section: "Keywords",
        text: "3 keywords fell.",
        severity: "warning",
        evidence: "rule: rank-drop, from: 3, to: not known"
      }
    ])
    assert.deepEqual(
      told.actions.map(({ title }) => title),
      ["Answer the reviews", "Look at the new first ten"]
    )
    assert.deepEqual(told.missing, [{ section: "Figures", reason: "No console is connected." }])
  })

  it("is still told in a sentence when its saved report was deleted", async () => {
    await keepReport(gateway(), one.accountId, "8")
    await rows(gateway(), "DELETE FROM workspace_reports WHERE app_id = '8'")
    const told = await read(LatestReport, "/report?appId=8")
    assert.deepEqual([told.state, told.headline, told.findings], ["available", "3 keywords fell.", []])
    assert.isNotEmpty(told.provenance.limitations ?? [])
  })

  it("is none of an app without one, with what to do", async () => {
    const told = await read(LatestReport, "/report?appId=7&platform=storeb")
    assert.deepEqual([told.state, told.headline, told.actions], ["none", null, []])
    assert.include(String(told.provenance.limitations), "switch daily reports on")
  })
})

describe("every route of pages", () => {
  it("shows another account nothing", async () => {
    assert.strictEqual((await read(WebhookState, "/webhook", other)).state, "not_set_up")
    assert.deepEqual((await read(DeliveriesAnswer, "/deliveries", other)).deliveries, [])
    assert.strictEqual((await read(LatestReport, "/report?appId=7", other)).state, "none")
  })

  it.each([
    "/webhook?limit=1",
    "/deliveries?limit=0",
    "/deliveries?limit=101",
    "/deliveries?appId=7",
    "/report",
    "/report?appId=7&platform=storec",
    "/report?appId=7&country=us"
  ])("%s answers 400", async (path) => {
    const answer = await one.browser.ask(`${base}${path}`)
    assert.deepEqual([answer.status, codeOf(answer.json)], [400, "INVALID_INPUT"], answer.text)
  })

  it.each(["/webhook", "/deliveries", "/report?appId=7"])("%s is for whoever is signed in alone", async (path) => {
    const byKey = await gateway().ask(`${base}${path}`, { key: one.key })
    assert.deepEqual([byKey.status, codeOf(byKey.json)], [401, "SESSION_REQUIRED"])
  })
})
