/** What a project learns from its owner's decisions: to the digit, from nobody else's, and with no word of what is erased. */
import { adjustableClock, at, codeOf, listAt, usePluginGateway } from "@storeglass/testkit"
import { Effect, Schema } from "effect"
import { assert, beforeAll, describe, it } from "vitest"
import { Learn, LookAgain } from "../src/jobRefs.ts"
import { Learned } from "../src/learned/schema.ts"
import {
  type Decision,
  judge,
  rankedBy,
  readOf,
  type Thread,
  type Weights,
  weigh as weighed,
  wordsMax
} from "../src/learned/weights.ts"
import growth from "../src/plugin.ts"
import { Opportunity } from "../src/schema.ts"
import { scoreOf } from "../src/scoring/relevance.ts"
import { momentsOf, urgencyFrom } from "../src/scoring/urgency.ts"
import { Upkeep } from "../src/upkeep/Upkeep.ts"
import { base, madeProject, scan } from "./support.ts"

const parts = { phrase: 1, named: 0, ask: 1, topic: null, jobOffer: 0, bareLink: 0 }
const thread = (title: string, more: Partial<Thread> = {}): Thread => ({
  title,
  excerpt: "",
  language: "en",
  parts,
  ...more
})
const decision = (title: string, isHelpful: boolean, more: Partial<Thread> = {}): Decision => ({
  ...thread(title, more),
  isHelpful
})
const many = (n: number, title: string, isHelpful: boolean) =>
  Array.from({ length: n }, () => decision(title, isHelpful))
const weigh = (decisions: ReadonlyArray<Decision>) => weighed(decisions.map(readOf))
const weightOf = (weights: Weights, feature: string) => weights.weights.find((one) => one.feature === feature)

describe("growth-learned@1", () => {
  // 18 helpful, 12 of them about budgets; 12 unhelpful, 9 of them about coupons and one about budgets.
  const decisions = [
    ...many(12, "budgets", true),
    ...many(6, "forests", true),
    ...many(9, "coupons", false),
    ...many(1, "budgets", false),
    ...many(2, "rivers", false)
  ]

  it("is, by hand and to the digit, what its counts say", () => {
    const weights = weigh(decisions)
    assert.deepEqual([weights.status, weights.decisions, weights.helpful, weights.unhelpful], ["learned", 30, 18, 12])
    // ln(19 / 13), ln((13/20) / (2/14)), ln((1/20) / (10/14)), ln((19/23) / (13/17)).
    assert.strictEqual(weights.prior, 0.3795)
    assert.deepInclude(weightOf(weights, "word:budget"), { helpful: 12, unhelpful: 1, weight: 1.5151 })
    assert.deepInclude(weightOf(weights, "word:coupon"), { helpful: 0, unhelpful: 9, weight: -2.6593 })
    assert.deepInclude(weightOf(weights, "ask:high"), { helpful: 18, unhelpful: 12, weight: 0.0772 })
    // phrase, ask and jobOffer, bareLink, named, topic: each 0.0772. 0.3795 + 6 × 0.0772 + 1.5151 = 2.3578; 100 / (1 + e^−2.3578).
    assert.strictEqual(judge(weights, thread("Budget?"))?.score, 91)
    // 0.3795 + 6 × 0.0772 − 2.6593 = −1.8166
    assert.strictEqual(judge(weights, thread("A coupon"))?.score, 14)
    // A level that no decision had says nothing: −1.8166 − 0.0772.
    assert.strictEqual(weightOf(weights, "ask:none"), undefined)
    assert.strictEqual(judge(weights, thread("Coupon", { parts: { ...parts, ask: 0 } }))?.score, 13)
  })

  it("is the same in whatever order decisions are read", () => {
    assert.deepEqual(weigh(decisions.toReversed()), weigh(decisions))
  })

  it("learns nothing from 29 decisions, and nothing from 30 that are all but 4 of one side", () => {
    assert.deepInclude(weigh(decisions.slice(1)), { status: "too_few", decisions: 29, prior: null, weights: [] })
    const lopsided = weigh([...many(26, "budgets", true), ...many(4, "coupons", false)])
    assert.deepInclude(lopsided, { status: "one_sided", prior: null, weights: [] })
    assert.strictEqual(judge(lopsided, thread("budgets")), undefined)
    assert.strictEqual(weigh([...many(25, "budgets", true), ...many(5, "coupons", false)]).status, "learned")
  })

  it("takes no word that 2 decisions have, no stop word, number, address or name of a person, and 200 at most", () => {
    const text = "and the 2026 https://shop.example.com/a?b=1 someone@mail.example.com @somebody streak"
    const rare = [...decisions, ...many(2, "rarely", true), ...many(3, text, true)]
    const words = weigh(rare).weights.flatMap(({ feature }) => (feature.startsWith("word:") ? [feature] : []))
    assert.sameMembers(words, ["word:budget", "word:coupon", "word:forest", "word:streak"])
    const letters = "bcdfghjklm"
    const invented = Array.from(
      { length: 400 },
      (_, n) => `z${[...String(n + 1_000)].map((digit) => letters[Number(digit)]).join("q")}`
    ).join(" ")
    const large = weigh([...decisions, ...many(4, invented, true)])
    assert.strictEqual(large.weights.filter(({ feature }) => feature.startsWith("word:")).length, wordsMax)
    // Those that move most come first.
    assert.strictEqual(large.weights.find(({ feature }) => feature.startsWith("word:"))?.feature, "word:coupon")
  })

  it("reads scripts without spaces by pairs of letters", () => {
    const japanese = { language: "ja" }
    const told = weigh([
      ...Array.from({ length: 20 }, () => decision("習慣", true, japanese)),
      ...Array.from({ length: 10 }, () => decision("広告", false, japanese))
    ])
    assert.isAbove(judge(told, thread("習慣", japanese))?.score ?? 0, 50)
    assert.isBelow(judge(told, thread("広告", japanese))?.score ?? 100, 50)
  })

  it("tells right from wrong where decisions hang on a word, which the base score can't", () => {
    // All alike for the base score. This owner answers for iPhone and not for Android.
    const things = ["habit", "budget", "sleep", "water", "focus", "garden", "music", "travel", "recipe", "running"]
    const asks = ["Can anyone recommend", "Looking for", "Any good", "What would you use as", "Suggestions for"]
    const set = things.flatMap((thing, a) =>
      asks.map((ask, b) => {
        const isHelpful = (a + b) % 2 === 0
        return decision(`${ask} a ${thing} app for ${isHelpful ? "iPhone" : "Android"}`, isHelpful)
      })
    )
    const weights = weigh(set.slice(0, 30))
    const held = set.slice(30)
    const precisionOf = (score: (one: Decision) => number) => {
      const shown = held.filter((one) => score(one) >= 50)
      return shown.filter(({ isHelpful }) => isHelpful).length / shown.length
    }
    const before = precisionOf((one) => scoreOf(one.parts))
    const after = precisionOf((one) => judge(weights, one)?.score ?? 0)
    assert.strictEqual(before, 0.5)
    assert.strictEqual(after, 1)
  })
})

const clock = adjustableClock()
const gateway = usePluginGateway(growth, { plugins: { stores: true, growth: true }, clock })
const nowMs = () => clock.clock.currentTimeMillisUnsafe()
const minuteMs = 60_000
const act = (action: string, input?: unknown) =>
  (gateway().running.sandbox?.control ?? assert.fail("there is no sandbox")).act("growth", action, input)

const decode = {
  items: Schema.decodeUnknownSync(Schema.Array(Opportunity)),
  learned: Schema.decodeUnknownSync(Learned)
}
const word = "lernwort"
const project = { name: "Learns", channel: "hackernews", keywords: [word] }
const idOf = { iphone: 930_000, android: 930_100, own: 930_200, late: 930_300 }
const post = (id: number, kind: string, more: object = {}) => ({
  id,
  title: `Can anyone recommend ${word} for ${kind}?`,
  text: "I need an app",
  author: `author${id}`,
  atMs: nowMs() - minuteMs,
  ...more
})

describe("what a project learned", () => {
  let key = ""
  let accountId = ""
  let strangersKey = ""
  let projectId = ""
  let otherId = ""
  const ask = (path: string, init: object = {}, as = key) => gateway().ask(`${base}${path}`, { key: as, ...init })
  const itemsOf = async (query = `projectId=${projectId}`) =>
    decode.items(listAt((await ask(`/opportunities?limit=100&${query}`)).json, "data", "items"))
  const learnedOf = async (id = projectId) => decode.learned(at((await ask(`/projects/${id}/learned`)).json, "data"))
  const review = async (id: string, body: object) => {
    const answer = await ask(`/opportunities/${id}/review`, { method: "PATCH", body })
    assert.strictEqual(answer.status, 200, answer.text)
    return answer
  }
  const dismiss = (id: string, reason?: string) =>
    review(id, { decision: "dismiss", ...(reason === undefined ? {} : { reason }) })
  const about = (items: ReadonlyArray<Opportunity>, kind: string) => items.filter(({ title }) => title.includes(kind))

  beforeAll(async () => {
    ;({ accountId, key } = await gateway().account({ plan: "large" }))
    strangersKey = (await gateway().account({ plan: "large" })).key
    await act("write", [
      ...Array.from({ length: 20 }, (_, n) => post(idOf.iphone + n, "iPhone")),
      ...Array.from({ length: 20 }, (_, n) => post(idOf.android + n, "Android")),
      // Its author is in its address, as far as the gateway can tell.
      ...[0, 1, 2, 3].map((n) => post(idOf.own + n, "Zebrafon", { author: String(idOf.own + n) }))
    ])
    projectId = await madeProject(gateway(), key, project)
    await scan(gateway(), key, projectId)
    otherId = await madeProject(gateway(), key, { ...project, name: "Other", keywords: ["nothing like it"] })
  })

  it("is null before 30 decisions that speak of relevance, and there with the 30th", async () => {
    const items = await itemsOf()
    assert.strictEqual(items.length, 44)
    for (const { id } of about(items, "iPhone").slice(0, 15)) await review(id, { decision: "approve" })
    for (const { id } of about(items, "Android").slice(0, 11)) await dismiss(id, "not_relevant")
    for (const { id } of about(items, "Zebrafon").slice(0, 3)) await dismiss(id, "spam")
    // None of these says anything of relevance.
    const others = about(items, "Android").slice(11)
    for (const [n, reason] of ["too_old", "duplicate", "other", undefined].entries()) {
      await dismiss(others[n]?.id ?? "", reason)
    }
    const before = (await itemsOf())[0]
    assert.deepInclude(before, { learnedScore: null })
    assert.deepInclude(before?.learned, { status: "too_few", decisions: 29, prior: null, features: [] })
    assert.deepInclude(await learnedOf(), { status: "too_few", decisions: 29, weights: [] })

    // The 30th is an answer: that's one too, with no review before it.
    const replied = await ask(`/opportunities/${about(items, "iPhone")[15]?.id}/mark-replied`, {
      method: "POST",
      body: { replyUrl: "https://news.ycombinator.com/item?id=1" }
    })
    assert.deepInclude(at(replied.json, "data", "learned"), { status: "learned", decisions: 30 })
    assert.deepInclude(await learnedOf(), { status: "learned", decisions: 30, helpful: 16, unhelpful: 14 })
  })

  it("can be recomputed from the answer and from the published weights, and leaves the base score alone", async () => {
    const spent = await gateway().used(accountId)
    const { prior, weights } = await learnedOf()
    assert.strictEqual(await gateway().used(accountId), spent)
    for (const item of await itemsOf()) {
      const sum = item.learned.features.reduce((total, { weight }) => total + weight, item.learned.prior ?? Number.NaN)
      assert.strictEqual(item.learnedScore, Math.round(100 / (1 + Math.exp(-sum))))
      assert.strictEqual(item.learned.prior, prior)
      for (const { feature, weight } of item.learned.features) {
        assert.strictEqual(weights.find((one) => one.feature === feature)?.weight, weight)
      }
      assert.strictEqual(item.relevanceScore, scoreOf(item.relevanceParts))
    }
    const { helpful, unhelpful, ...all } = await learnedOf()
    for (const one of all.weights) {
      const k = one.feature.startsWith("word:") ? 2 : 5
      const weight = Math.log((one.helpful + 1) / (helpful + k) / ((one.unhelpful + 1) / (unhelpful + k)))
      assert.strictEqual(one.weight, Math.round(weight * 10_000) / 10_000, one.feature)
    }
    const open = (await itemsOf()).filter(({ status }) => status === "pending")
    for (const { learnedScore } of about(open, "iPhone")) assert.isAbove(learnedScore ?? 0, 80)
    for (const { learnedScore } of about(open, "Android")) assert.isBelow(learnedScore ?? 100, 20)
  })

  it("stands on no other project's and no other account's decisions, and strangers see none of it", async () => {
    assert.deepInclude(await learnedOf(otherId), { status: "too_few", decisions: 0 })
    const theirs = await madeProject(gateway(), strangersKey, project)
    await scan(gateway(), strangersKey, theirs)
    const found = await ask(`/opportunities?limit=1&projectId=${theirs}`, {}, strangersKey)
    assert.deepInclude(at(found.json, "data", "items", 0, "learned"), { status: "too_few", decisions: 0 })
    const refused = await ask(`/projects/${projectId}/learned`, {}, strangersKey)
    assert.deepEqual([refused.status, codeOf(refused.json)], [404, "NOT_FOUND"])
    for (const id of ["nothing", "019c8e2a-7b41-7c3d-9e5f-2a6b8c0d1e3f"]) {
      assert.strictEqual((await ask(`/projects/${id}/learned`)).status, 404)
    }
  })

  it("takes part in urgency only while the project's switch is on", async () => {
    const before = await itemsOf()
    const momentsAt = (item: Opportunity, relevance: number) =>
      urgencyFrom(
        momentsOf({
          relevance,
          open: "open",
          isOwnComplaint: false,
          publishedMs: Date.parse(item.publishedAt),
          halfLifeMs: 12 * 60 * minuteMs
        }),
        nowMs()
      )
    const isBase = (item: Opportunity) => {
      const [urgency, untilMs] = momentsAt(item, item.relevanceScore)
      assert.deepEqual(
        [item.urgency, item.urgencyUntil],
        [urgency, untilMs === null ? null : new Date(untilMs).toISOString()]
      )
      assert.notInclude(item.scoredBy, "growth-learned@1")
    }
    const isLearned = (item: Opportunity) => {
      const [urgency, untilMs] = momentsAt(item, rankedBy(item.relevanceScore, item.learnedScore ?? Number.NaN))
      assert.deepEqual(
        [item.urgency, item.urgencyUntil],
        [urgency, untilMs === null ? null : new Date(untilMs).toISOString()]
      )
      assert.include(item.scoredBy, "growth-learned@1")
    }
    const pending = (items: ReadonlyArray<Opportunity>) => items.filter(({ status }) => status === "pending")
    for (const item of pending(before)) isBase(item)
    const change = async (useLearned: boolean) => {
      const body = { ...project, useLearned, replace: true }
      const answer = await ask("/projects", { method: "POST", body })
      assert.strictEqual(at(answer.json, "data", "useLearned"), useLearned, answer.text)
      await gateway().runJob(Learn, { accountId, projectId })
    }
    await change(true)
    const after = await itemsOf()
    for (const item of pending(after)) isLearned(item)
    assert.deepEqual(
      after.map(({ relevanceScore }) => relevanceScore).toSorted(),
      before.map(({ relevanceScore }) => relevanceScore).toSorted()
    )
    const ranks = pending(after).map(({ title }) => (title.includes("Android") ? 1 : 0))
    assert.deepEqual(
      ranks.filter((_, at) => !pending(after)[at]?.title.includes("Zebrafon")),
      [0, 0, 0, 0, 1, 1, 1, 1, 1]
    )

    // A thread that comes now has it from the start, and keeps it when it's found again.
    clock.advanceMs(20 * minuteMs)
    await act("write", [post(idOf.late, "Android")])
    for (const _ of [1, 2]) {
      await scan(gateway(), key, projectId)
      for (const item of pending(await itemsOf())) isLearned(item)
      clock.advanceMs(20 * minuteMs)
    }
    await change(false)
    for (const item of pending(await itemsOf())) isBase(item)
  })

  it("has a decision taken back by reopening", async () => {
    const [first] = (await itemsOf()).filter(({ status }) => status === "approved")
    const reopened = await review(first?.id ?? "", { decision: "reopen" })
    assert.deepInclude(at(reopened.json, "data"), { learnedScore: null })
    assert.deepInclude(await learnedOf(), { status: "too_few", decisions: 29 })
    await review(first?.id ?? "", { decision: "approve" })
    assert.deepInclude(await learnedOf(), { status: "learned", decisions: 30 })
  })

  it("has no word of threads that are deleted at their source, or whose author is forgotten", async () => {
    const zebra = (await itemsOf()).filter(({ title }) => title.includes("Zebrafon"))
    // One more of them, so that 3 are left when one goes.
    const open = zebra.find(({ status }) => status === "pending")
    await dismiss(open?.id ?? "", "spam")
    const words = async () => (await learnedOf()).weights.map(({ feature }) => feature)
    assert.include(await words(), "word:zebrafon")
    const forgotten = await gateway().run(
      Upkeep.use((upkeep) => Effect.orDie(upkeep.forget("hackernews", String(idOf.own))))
    )
    // The stranger's row too.
    assert.strictEqual(forgotten, 2)
    assert.include(await words(), "word:zebrafon")
    await act("delete", { id: idOf.own + 1 })
    clock.advanceMs(25 * 60 * minuteMs)
    await gateway().runJob(LookAgain, {})
    // Two of them are left: too few for a word to count, and 29 decisions of 31.
    assert.notInclude(await words(), "word:zebrafon")
    for (const { id } of (await itemsOf()).filter(({ title }) => title.includes("Android")).slice(0, 14)) {
      await dismiss(id, "not_relevant")
    }
    assert.strictEqual((await learnedOf()).status, "learned")
    assert.notInclude(await words(), "word:zebrafon")
  })
})
