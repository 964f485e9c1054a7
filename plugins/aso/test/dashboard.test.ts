/** What pages of an account read of its kept analyses. */
import { Data } from "@storeglass/plugin-api"
import { codeOf, rows, useTestGateway } from "@storeglass/testkit"
import { Schema } from "effect"
import { assert, beforeAll, describe, it } from "vitest"
import { type SignedIn, signedIn } from "../../account/test/signedIn.ts"
import { textAt } from "../../account/test/support.ts"
import { KeptAudit, KeptBrief, KeptDraft, KeptDrafts, KeptOpportunities } from "../src/dashboard/api.ts"
import { Validated } from "../src/rules/schema.ts"
import { type Looking, looking, settings } from "./looking.ts"

const gateway = useTestGateway({ plugins: settings })
const root = "/dashboard/api/aso"
let one: Looking
let other: SignedIn

beforeAll(async () => {
  one = await looking(gateway())
  other = await signedIn(gateway)
})

const read = async <A>(schema: Schema.Codec<A, unknown>, path: string, by: SignedIn = one, more = ""): Promise<A> => {
  gateway().running.sandbox?.control.clearRequests()
  const before = await gateway().used(by.accountId)
  const answer = await by.browser.ask(`${root}${path}?appId=${one.appId}${more}`)
  assert.strictEqual(answer.status, 200, answer.text)
  assert.strictEqual(await gateway().used(by.accountId), before, "looking costs something")
  assert.deepEqual(gateway().running.sandbox?.control.requests() ?? [], [], "a store was asked")
  return Schema.decodeUnknownSync(Data(schema))(answer.json, { onExcessProperty: "error" }).data
}

describe("the analyses that were kept, which cost nothing to look at and ask nobody", () => {
  it("are the audit with its score, factors, and findings with their evidence, errors first", async () => {
    const { factors, figures, findings, keptAt } = await read(KeptAudit, "/audit")
    assert.isNotNull(keptAt)
    assert.deepEqual(
      figures.map(({ title }) => title),
      ["Score", "Measured", "Keywords ranked", "In the first ten"]
    )
    assert.isTrue(figures.every(({ status, value }) => (status === "measured") === (value !== null)))
    assert.isNotEmpty(factors)
    assert.isTrue(factors.every(({ score, status }) => score !== null || status !== "measured"))
    assert.isNotEmpty(findings)
    assert.isTrue(findings.every(({ evidence, factor }) => evidence.startsWith(`${factor}. `)))
    const order = findings.map(({ severity }) => ["error", "warning", "info"].indexOf(severity))
    assert.deepEqual(
      order,
      order.toSorted((a, b) => a - b)
    )
  })

  it("are the brief with what to do, and the opportunities", async () => {
    const { actions, headline, state } = await read(KeptBrief, "/brief")
    assert.strictEqual(state, "available")
    assert.isNotEmpty(headline)
    assert.isNotEmpty(actions)
    assert.isNotEmpty((await read(KeptOpportunities, "/opportunities")).opportunities)
  })

  it("are none of another country or store, nor of another account, with what to do", async () => {
    const store = "&platform=storeb"
    for (const [by, more] of [
      [one, "&country=de"],
      [one, store],
      [other, ""]
    ] as const) {
      const audit = await read(KeptAudit, "/audit", by, more)
      assert.deepEqual([audit.keptAt, audit.figures, audit.findings], [null, [], []])
      assert.include(String(audit.provenance.limitations), "ask for one below")
      assert.strictEqual((await read(KeptBrief, "/brief", by, more)).state, "none")
      assert.deepEqual((await read(KeptOpportunities, "/opportunities", by, more)).opportunities, [])
    }
  })

  it.each(["/audit", "/brief", "/opportunities"])("%s refuses what it doesn't know, and keys", async (path) => {
    for (const query of ["", "appId=7&platform=storec", "appId=7&save=true"]) {
      const answer = await one.browser.ask(`${root}${path}?${query}`)
      assert.deepEqual([answer.status, codeOf(answer.json)], [400, "INVALID_INPUT"], answer.text)
    }
    const nowhere = await one.browser.ask(`${root}${path}?appId=7&country=zz`)
    assert.deepEqual([nowhere.status, codeOf(nowhere.json)], [400, "INVALID_COUNTRY"], nowhere.text)
    const byKey = await gateway().ask(`${root}${path}?appId=7`, { key: one.key })
    assert.deepEqual([byKey.status, codeOf(byKey.json)], [401, "SESSION_REQUIRED"])
  })

  it("say so where an earlier version kept them in another shape", async () => {
    await rows(gateway(), "UPDATE workspace_reports SET payload = '{}' WHERE kind = 'aso.audit'")
    const { findings, keptAt, provenance } = await read(KeptAudit, "/audit")
    assert.isNotNull(keptAt)
    assert.deepEqual(findings, [])
    assert.include(String(provenance.limitations), "earlier version")
  })
})

describe("the texts that somebody works on", () => {
  const version = { language: "en-US", title: "Quiet Harbour Sketches", description: "Draw by the sea." }
  const keep = async (body: object) => {
    const answer = await gateway().ask(`/v1/user/apps/${one.appId}/versions`, { method: "POST", key: one.key, body })
    assert.strictEqual(answer.status, 200, answer.text)
  }
  const lint = async (body: object, by: SignedIn = one) => {
    const me = await by.browser.ask("/dashboard/api/me")
    return by.browser.post(`${root}/lint`, body, { "x-csrf-token": textAt(me.json, "data", "csrfToken") })
  }

  beforeAll(async () => {
    await gateway().ask("/v1/user/apps", { method: "POST", key: one.key, body: { appId: Number(one.appId) } })
  })

  it("are none, then the newest draft, for its account alone", async () => {
    assert.strictEqual((await read(KeptDraft, "/draft")).state, "none")
    await keep({ ...version, versionName: "2.4" })
    await keep({ ...version, versionName: "2.5", title: "Harbour" })
    const draft = await read(KeptDraft, "/draft")
    assert.deepEqual(
      [draft.state, draft.versionName, draft.locale, draft.title, draft.fullDescription, draft.subtitle],
      ["draft", "2.5", "en-US", "Harbour", "Draw by the sea.", null]
    )
    const { drafts } = await read(KeptDrafts, "/drafts")
    assert.deepEqual(
      drafts.map(({ title }) => title),
      ["2.5 · en-US · Harbour", "2.4 · en-US · Quiet Harbour Sketches"]
    )
    assert.strictEqual((await read(KeptDraft, "/draft", other)).state, "none")
    assert.deepEqual((await read(KeptDrafts, "/drafts", other)).drafts, [])
  })

  it("are checked as one types, by the rules of the validation, for nothing and without asking a store", async () => {
    gateway().running.sandbox?.control.clearRequests()
    const before = await gateway().used(one.accountId)
    const answer = await lint({ appId: one.appId, title: "The best free photo editor of all" })
    assert.strictEqual(answer.status, 200, answer.text)
    const { fields, issues } = Schema.decodeUnknownSync(Data(Validated))(answer.json, {
      onExcessProperty: "error"
    }).data
    assert.deepEqual(
      fields.map(({ charCount, field, maxChars }) => [field, charCount, maxChars]),
      [["title", 33, 30]]
    )
    assert.include(
      issues.map(({ field, severity }) => `${field} ${severity}`),
      "title error"
    )
    assert.strictEqual(await gateway().used(one.accountId), before)
    assert.deepEqual(gateway().running.sandbox?.control.requests() ?? [], [], "a store was asked")
    const nothing = await lint({ appId: one.appId })
    assert.deepEqual([nothing.status, codeOf(nothing.json)], [400, "INVALID_INPUT"])
  })
})
