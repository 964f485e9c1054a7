/** What pages of an account read of its console. */
import { ChangesMade, dayIn, plusDays } from "@storeglass/plugin-api"
import { codeOf, useTestGateway } from "@storeglass/testkit"
import { Schema } from "effect"
import { assert, beforeAll, describe, it } from "vitest"
import { type SignedIn, signedIn } from "../../account/test/signedIn.ts"
import { ConsoleState, KeptReviews, KeptVitals } from "../src/dashboard/api.ts"
import { Analytics, AppAnalytics, SearchTerms, Sources } from "../src/reports/schema.ts"
import { type Looking, looking } from "./looking.ts"
import { idle, quiet } from "./support.ts"

const gateway = useTestGateway({
  plugins: { stores: true, apps: true, "connect-storeb": quiet, account: true },
  config: idle
})
const root = "/dashboard/api/connect-storeb"
let one: Looking
let other: SignedIn
let app = ""
let window = ""

beforeAll(async () => {
  one = await looking(gateway())
  other = await signedIn(gateway)
  app = `packageName=${one.packageName}`
  window = `from=${plusDays(dayIn("UTC", Date.now()), -30)}`
})

const read = async <A>(schema: Schema.Codec<A, unknown>, path: string, by: SignedIn = one): Promise<A> => {
  gateway().running.sandbox?.control.clearRequests()
  const before = await gateway().used(by.accountId)
  const answer = await by.browser.ask(`${root}${path}`)
  assert.strictEqual(answer.status, 200, answer.text)
  assert.strictEqual(await gateway().used(by.accountId), before, "looking costs something")
  assert.deepEqual(gateway().running.sandbox?.control.requests() ?? [], [], "the vendor was asked")
  return Schema.decodeUnknownSync(Schema.Struct({ data: schema }))(answer.json, { onExcessProperty: "error" }).data
}

describe("looking at a console costs nothing and asks nobody", () => {
  it("shows its state, since when, and what to do", async () => {
    const told = await read(ConsoleState, "/state")
    assert.include(["connected", "degraded"], told.state)
    assert.isNotNull(told.connectedAt)
    assert.isNotEmpty(told.todo)
  })

  it("shows imported reports of all apps, and of one by day, term and source", async () => {
    const { apps, imports } = await read(Analytics, `/analytics?${window}`)
    assert.include(
      apps.map(({ packageName }) => packageName),
      one.packageName
    )
    assert.isNotEmpty(imports)
    const { series } = await read(AppAnalytics, `/app?${app}&${window}`)
    assert.isTrue(series.some(({ installs }) => installs !== null))
    assert.isNotEmpty((await read(SearchTerms, `/search-terms?${app}&${window}&limit=3`)).items)
    assert.isNotEmpty((await read(Sources, `/sources?${app}&${window}`)).items)
  })

  it("shows the reviews that were read, unanswered first, with replies", async () => {
    const { items, total, unanswered } = await read(KeptReviews, `/reviews?${app}&limit=100`)
    assert.isAtLeast(total, items.length)
    const states = items.map(({ state }) => state)
    assert.strictEqual(states.filter((state) => state === "waiting").length, unanswered)
    assert.deepEqual(states, states.toSorted().toReversed())
    assert.isTrue(items.some(({ text }) => text.includes("Reply: Thank you for telling us.")))
    assert.strictEqual((await read(KeptReviews, `/reviews?${app}&limit=1`)).items.length, 1)
  })

  it("shows vitals by day, and a gap where none were read", async () => {
    for (const metric of ["crashRate", "anrRate"]) {
      const { days } = await read(KeptVitals, `/vitals?${app}&${window}&metric=${metric}`)
      assert.isTrue(days.some(({ status, value }) => status === "measured" && value !== null))
      assert.isTrue(days.every(({ status, value }) => (status === "measured") === (value !== null)))
    }
    const { days } = await read(KeptVitals, `/vitals?${app}&from=2020-01-01&to=2020-01-03`)
    assert.deepEqual(
      days.map(({ status }) => status),
      ["not_measured", "not_measured", "not_measured"]
    )
  })

  it("shows what was changed there through here, by which key, and how it's taken back", async () => {
    const { items } = await read(ChangesMade, "/changes")
    assert.strictEqual(items.length, 1)
    const [reply] = items
    assert.deepInclude(reply, {
      what: "Reply to a review",
      outcome: "applied",
      undo: "It can be overwritten, and not taken back.",
      problem: null
    })
    assert.match(reply?.by ?? "", /^[0-9a-f-]{36}$/)
  })
})

describe("every route of pages", () => {
  it("shows another account nothing", async () => {
    const state = await read(ConsoleState, "/state", other)
    assert.deepEqual(
      [state.state, state.connectedAt, state.todo],
      ["not_connected", null, "Connect a service account of your console."]
    )
    assert.deepEqual((await read(ChangesMade, "/changes", other)).items, [])
    assert.deepEqual((await read(Analytics, "/analytics", other)).apps, [])
    assert.deepEqual((await read(AppAnalytics, `/app?${app}`, other)).series, [])
    assert.deepEqual((await read(SearchTerms, `/search-terms?${app}`, other)).items, [])
    assert.deepEqual((await read(Sources, `/sources?${app}`, other)).items, [])
    const reviews = await read(KeptReviews, `/reviews?${app}`, other)
    assert.deepEqual([reviews.items, reviews.total], [[], 0])
    const { days } = await read(KeptVitals, `/vitals?${app}`, other)
    assert.isTrue(days.every(({ status }) => status === "not_measured"))
  })

  const paths = ["state", "changes", "analytics", "app", "search-terms", "sources", "reviews", "vitals"]
  it.each(paths)("/%s refuses what it doesn't know, and is for whoever is signed in alone", async (path) => {
    const query = ["state", "changes", "analytics"].includes(path) ? "" : app
    const strange = await one.browser.ask(`${root}/${path}?${query}&appId=7`)
    assert.deepEqual([strange.status, codeOf(strange.json)], [400, "INVALID_INPUT"], strange.text)
    const byKey = await gateway().ask(`${root}/${path}?${query}`, { key: one.key })
    assert.deepEqual([byKey.status, codeOf(byKey.json)], [401, "SESSION_REQUIRED"])
  })

  it.each([
    ["/app", "INVALID_APP_ID"],
    ["/app?packageName=7", "INVALID_APP_ID"],
    ["/vitals?packageName=com.example.app&metric=lmkRate", "INVALID_INPUT"],
    ["/vitals?packageName=com.example.app&from=2026-11-05&to=2026-11-04", "INVALID_INPUT"],
    ["/analytics?from=2020-01-01&to=2026-01-01", "INVALID_INPUT"],
    ["/reviews?packageName=com.example.app&limit=101", "INVALID_INPUT"],
    ["/changes?limit=0", "INVALID_INPUT"]
  ])("%s answers 400", async (path, code) => {
    const answer = await one.browser.ask(`${root}${path}`)
    assert.deepEqual([answer.status, codeOf(answer.json)], [400, code], answer.text)
  })
})
