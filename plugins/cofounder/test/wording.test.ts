/** Findings in an assistant's words: its figures, names and directions stay those of the rules. */
import { assert, describe, it } from "@effect/vitest"
import { dayIn, plusDays } from "@storeglass/plugin-api"
import { at, listAt, usePluginGateway } from "@storeglass/testkit"
import { Schema } from "effect"
import { Deliver, Report } from "../src/jobRefs.ts"
import plugin from "../src/plugin.ts"
import { filled, masked } from "../src/report/masks.ts"
import { controlOf, keptApp, type Owner, ownerOf, ratingFell, rows } from "./support.ts"

const fell = {
  text: "Left the top 10 for “pdf 2 word” (DE, iphone): rank 14 now, down from 3.",
  evidence: {
    rule: "keywords.top-10-left",
    keyword: "pdf 2 word",
    country: "de",
    device: "iphone",
    top: 10,
    from: 3,
    to: 14
  }
}
const rose = {
  text: "Rival.One rose by 1,204.5 USD to 40%.",
  evidence: { rule: "x.y", name: "Rival.One", points: 1204.5, currency: "USD" }
}

describe("a finding's sentence", () => {
  it("is shown without figures, keywords, places and names", () => {
    assert.deepEqual(masked(fell), {
      text: "Left the top {1} for {2} {3}: rank {4} now, down from {5}.",
      held: ["10", "“pdf 2 word”", "(DE, iphone)", "14", "3"]
    })
    assert.deepEqual(masked(rose), {
      text: "{1} rose by {2} {3} to {4}.",
      held: ["Rival.One", "1,204.5", "USD", "40%"]
    })
  })

  it("comes back with them where the words say the same", () => {
    assert.strictEqual(
      filled(masked(fell), " Your app left the top {1} for {2} {3}; it's at {4} now, down from {5}. "),
      "Your app left the top 10 for “pdf 2 word” (DE, iphone); it's at 14 now, down from 3."
    )
    assert.strictEqual(
      filled(masked(rose), "Good: {1} gained {2} {3} and reached {4}."),
      "Good: Rival.One gained 1,204.5 USD and reached 40%."
    )
  })

  it.each([
    ["a mark is missing", "Left the top {1} for {2} {3}: {4}, down."],
    ["marks are swapped", "Left the top {1} for {2} {3}: rank {5} now, down from {4}."],
    ["a mark comes twice", "Left the top {1} for {2} {3}: rank {4}, {4} now, down from {5}."],
    ["a mark isn't its own", "Left the top {1} for {2} {3}: rank {4} now, down from {5} of {6}."],
    ["it brings a figure", "Left the top {1} for {2} {3}: rank {4} now, down from {5}. 11 places!"],
    [
      "it brings a figure in words",
      "Left the top {1} for {2} {3}: rank {4} now, down from {5}. Twice as far as before."
    ],
    ["it brings a figure of another script", "Left the top {1} for {2} {3}: rank {4} now, down from {5}. ١١"],
    ["it turns round", "Entered the top {1} for {2} {3}: rank {4} now, up from {5}."],
    ["it says both ways", "Left the top {1} for {2} {3}: rank {4} now, down from {5}, and climbs again."],
    ["it denies", "Left the top {1} for {2} {3}: rank {4} now, not down from {5}."],
    ["it's an address", "Left the top {1} for {2} {3}: rank {4} now, down from {5}. See www.example.com"],
    ["it's mark-up", "Left the top {1} for {2} {3}: rank {4} now, down from <b>{5}</b>."],
    ["it's of two lines", "Left the top {1} for {2} {3}:\nrank {4} now, down from {5}."],
    ["it talks on", `Left the top {1} for {2} {3}: rank {4} now, down from {5}. ${"And so on, ".repeat(20)}`],
    ["it's empty", ""]
  ])("stays as it is where %s", (_, said) => {
    assert.isUndefined(filled(masked(fell), said))
  })

  const Piece = Schema.Literals([
    "{1}",
    "{2}",
    "{3}",
    "{4}",
    "{5}",
    " left ",
    " down ",
    "3",
    "{",
    "}",
    "{12}",
    "½",
    "\n",
    " ten "
  ])
  const numbersIn = (text: string) => text.match(/\d+/g) ?? []
  it.prop("has its own figures, in their order, whatever is said", [Schema.Array(Piece)], ([pieces]) => {
    const text = filled(masked(fell), pieces.join(""))
    if (text !== undefined) assert.deepEqual(numbersIn(text), numbersIn(fell.text))
  })
})

const gateway = usePluginGateway(plugin, {
  plugins: {
    stores: true,
    keywords: true,
    apps: true,
    workspace: true,
    "ai-visibility": {
      assistants: {
        model_a: {
          baseUrl: "${sandbox.assistant-a}",
          apiKey: "sandbox-key-of-assistant-a",
          model: "gpt-5.5-mini",
          requestsPerMinute: 60_000
        }
      }
    },
    cofounder: { writer: "model_a" }
  },
  config: { jobs: { concurrency: 0 } }
})
const day = plusDays(dayIn("UTC", Date.now()), -1)
let serial = 0
/** An app whose rating fell, and the report of it as it's posted. */
const reportOf = async () => {
  const owner: Owner = await ownerOf(gateway(), { plan: "growth" })
  const appId = String(870_000 + ++serial)
  await keptApp(owner, appId, { appName: `App ${appId}` })
  await owner.put()
  await owner.prefer("webhook")
  await ratingFell(gateway(), appId, day)
  await gateway().runJob(Report, { accountId: owner.accountId, platform: "storea", appId, day })
  const [event] = await rows(
    gateway(),
    `SELECT id::text AS id FROM cofounder_events WHERE account_id = '${owner.accountId}' AND event = 'report.created'`
  )
  await gateway().runJob(Deliver, { accountId: owner.accountId, id: String(event?.id) })
  return at(JSON.parse((await owner.received()).at(-1)?.body ?? ""), "report")
}
const textsIn = (report: unknown) =>
  listAt(report, "sections").flatMap((section) =>
    listAt(section, "findings").map((finding) => String(at(finding, "text")))
  )

describe("a report, where the config names an assistant that words it", () => {
  it("says a finding in its words wherever it stands, and by whom", async () => {
    const report = await reportOf()
    const [text = "", ...more] = textsIn(report)
    assert.deepEqual(more, [])
    assert.match(text, /^Here is the news: /)
    assert.deepEqual([at(report, "headline"), at(report, "provenance", "wordedBy")], [text, "model_a"])
    assert.strictEqual(at(report, "provenance", "model"), "report@1")
    const asked = JSON.stringify(await controlOf(gateway()).act("assistants", "asked"))
    assert.include(asked, "The average rating fell by {1}")
    assert.notMatch(asked, /4\.2|4\.5|1[,.]?100|87000\d/)
  })

  it("stays in the words of its rules while the assistant fails", async () => {
    controlOf(gateway()).fail({ upstream: "assistant-a", kind: "insufficientQuota" })
    try {
      const report = await reportOf()
      const [text = ""] = textsIn(report)
      assert.notInclude(text, "Here is the news")
      assert.include(text, "4.2")
      assert.isUndefined(at(report, "provenance", "wordedBy"))
    } finally {
      controlOf(gateway()).clearFaults()
    }
  })
})

describe("a writer that ai-visibility has no key for", () => {
  const bare = usePluginGateway(plugin, {
    plugins: { stores: true, apps: true, workspace: true, keywords: true, cofounder: { writer: "model_b" } },
    config: { jobs: { concurrency: 0 } }
  })

  it("is said by the gateway's health, and reports are made without it", async () => {
    assert.include((await bare().askInternal("/health")).text, "model_b words no findings")
  })
})
