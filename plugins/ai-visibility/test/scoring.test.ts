import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { hasChanged, intervalOf } from "../src/scoring/interval.ts"
import { emptyTally, plus, type ScoredAnswer, tallyAll } from "../src/scoring/Tally.ts"
import { labelOf, scoreOf, weightOf } from "../src/scoring/visibility.ts"

const ok = (position: number | null, sentiment: number | null = null): ScoredAnswer => ({
  status: "ok",
  owner: { position, sentiment }
})
const unnamed: ScoredAnswer = { status: "ok", owner: null }
const without = (status: "refusal" | "error" | "parse_failed"): ScoredAnswer => ({ status, owner: null })

const Percent = Schema.Int.check(Schema.isBetween({ minimum: -100, maximum: 100 }))
const answers = Schema.Array(
  Schema.Struct({
    status: Schema.Literals(["ok", "parse_failed", "refusal", "error"]),
    owner: Schema.NullOr(
      Schema.Struct({
        position: Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 40 }))),
        sentiment: Schema.NullOr(Percent)
      })
    )
  })
)

describe("visibility@1", () => {
  it("weighs ranks and prose as the documents say", () => {
    const ranks = [1, 2, 3, 4, 5, 6, 10, 11, 40]
    assert.deepEqual(ranks.map(weightOf), [1, 0.85, 0.85, 0.7, 0.7, 0.5, 0.5, 0.3, 0.3])
    assert.strictEqual(weightOf(null), 0.5)
  })

  it("is 70% visibility and 30% sentiment, rounded half up", () => {
    // 100 × 1.7 / 3 = 56.67; (0.2 + 1) / 2 = 60%; .7 × 56.67 + .3 × 60 = 57.67
    assert.deepEqual(scoreOf(tallyAll([ok(1, 0.5), ok(4, -0.1), unnamed])), {
      score: 58,
      label: "fair",
      status: "measured",
      visibility: 56.7,
      sentimentPct: 60,
      positionAvg: 2.5,
      mentionPct: 66.7,
      sampleSize: 3
    })
    assert.strictEqual(scoreOf(tallyAll([ok(2), ok(4), ok(6), unnamed])).score, 51)
    assert.strictEqual(scoreOf(tallyAll([ok(2), ok(2), unnamed, unnamed])).score, 43)
  })

  it("is visibility alone without a sentiment, and 0 where the app is never named", () => {
    assert.deepInclude(scoreOf(tallyAll([ok(null), ok(1)])), { score: 75, sentimentPct: null, positionAvg: 1 })
    assert.deepInclude(scoreOf(tallyAll([unnamed, unnamed])), { score: 0, label: "poor", sentimentPct: null })
  })

  it("counts refusals, errors and what couldn't be read beside the denominator", () => {
    const counted = tallyAll([ok(1), without("refusal"), without("error"), without("error"), without("parse_failed")])
    assert.deepInclude(counted, { answersOk: 1, answersRefused: 1, answersFailed: 2, answersUnread: 1 })
    assert.deepInclude(scoreOf(counted), { score: 100, sampleSize: 1 })
  })

  it("is null, and not measured, where no answer is ok", () => {
    for (const none of [emptyTally, tallyAll([without("error"), without("refusal")])]) {
      assert.deepInclude(scoreOf(none), { score: null, label: null, status: "not_measured", sampleSize: 0 })
      assert.isNull(intervalOf(none))
    }
  })

  it("has the documents' labels at their bounds", () => {
    const at = [100, 80, 79, 60, 59, 40, 39, 0].map(labelOf)
    assert.deepEqual(at, ["excellent", "excellent", "good", "good", "fair", "fair", "poor", "poor"])
  })
})

describe("sums", () => {
  it.prop("of parts give the score of the whole, in any order, within its interval", [answers, answers], ([a, b]) => {
    const inPercent = (list: typeof a): ReadonlyArray<ScoredAnswer> =>
      list.map(({ owner, status }) => ({
        status,
        owner: owner && { position: owner.position, sentiment: owner.sentiment === null ? null : owner.sentiment / 100 }
      }))
    const [first, second] = [tallyAll(inPercent(a)), tallyAll(inPercent(b))]
    const { score } = scoreOf(tallyAll(inPercent([...a, ...b])))
    assert.strictEqual(scoreOf(plus(second, first)).score, score)
    assert.isTrue(score === null || (score >= 0 && score <= 100 && Number.isInteger(score)))
    const interval = intervalOf(plus(first, second))
    assert.isTrue(interval === null || score === null || (interval.low <= score && score <= interval.high))
  })

  it("give an interval that narrows with more answers, and isn't certain of what was alike by chance", () => {
    const few = [ok(1), unnamed, ok(4), ok(null)]
    const some = intervalOf(tallyAll(few))
    const many = intervalOf(tallyAll(Array.from({ length: 25 }, () => few).flat()))
    assert.isTrue(some !== null && many !== null && many.high - many.low < (some.high - some.low) / 3)
    const never = intervalOf(tallyAll([unnamed, unnamed, unnamed]))
    assert.isTrue(never !== null && never.low === 0 && never.high >= 20)
    assert.isNull(intervalOf(tallyAll([ok(1)])))
  })

  it("count a prompt once, however often it was asked", () => {
    const thrice = tallyAll([1, 1, 1, 2, 2, 2].map((prompt) => ({ ...(prompt === 1 ? ok(1) : unnamed), prompt })))
    assert.deepInclude(thrice, { answersOk: 6, promptsAsked: 2, promptsOk: 2, promptsWithOwner: 1 })
    const failed = tallyAll([
      { ...without("error"), prompt: 1 },
      { ...ok(1), prompt: 1 },
      { ...without("error"), prompt: 2 }
    ])
    assert.deepInclude(failed, { promptsAsked: 2, promptsOk: 1, promptsWithOwner: 1 })
  })

  it("give the same interval to prompts that answer alike each time, however often they're asked", () => {
    const once = Array.from({ length: 12 }, (_, prompt) => ({ ...(prompt % 3 === 0 ? ok(1, 0.4) : unnamed), prompt }))
    const often = once.flatMap((answer) => [answer, answer, answer, answer, answer])
    const [single, repeated] = [intervalOf(tallyAll(once)), intervalOf(tallyAll(often))]
    assert.isNotNull(single)
    assert.deepEqual(repeated, single)
    // Taken as independent, 60 answers would have half of it.
    const naive = intervalOf(tallyAll(often.map(({ owner, status }) => ({ owner, status }))))
    assert.isTrue(naive !== null && single !== null && naive.high - naive.low < 0.7 * (single.high - single.low))
  })

  it("narrow the interval where each time's answer is another one", () => {
    const asked = (samples: number) =>
      intervalOf(
        tallyAll(
          Array.from({ length: 20 }, (_, prompt) =>
            Array.from({ length: samples }, (_, at) => ({ ...((prompt * 7 + at) % 2 === 0 ? ok(1) : unnamed), prompt }))
          ).flat()
        )
      )
    const [one, four] = [asked(1), asked(4)]
    assert.isTrue(
      one !== null && four !== null && four.high - four.low < 0.7 * (one.high - one.low),
      JSON.stringify([one, four])
    )
  })

  it("tell no interval of one prompt, nor certainty of one prompt's sentiment", () => {
    assert.isNull(intervalOf(tallyAll([1, 1, 1].map((prompt) => ({ ...ok(1), prompt })))))
    const told = (sentiment: number | null) =>
      intervalOf(
        tallyAll(Array.from({ length: 30 }, (_, prompt) => ({ ...ok(1, prompt === 0 ? sentiment : null), prompt })))
      )
    const [alone, none] = [told(0.5), told(null)]
    assert.isTrue(alone !== null && none !== null && alone.high - alone.low > none.high - none.low + 10)
  })

  it("differ where their intervals don't overlap, and else not", () => {
    assert.isTrue(hasChanged({ low: 10, high: 20 }, { low: 21, high: 30 }))
    assert.isTrue(hasChanged({ low: 21, high: 30 }, { low: 10, high: 20 }))
    assert.isFalse(hasChanged({ low: 10, high: 20 }, { low: 20, high: 30 }))
    assert.isFalse(hasChanged(null, { low: 20, high: 30 }))
  })

  it("hold the true score 9 times of 10 and more, too, where answers to a prompt are alike", () => {
    let state = 11
    const roll = () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return state / 2 ** 32
    }
    const held = (clustered: boolean) =>
      Array.from({ length: 400 }, () => {
        // A prompt names the app nearly always or nearly never; half of them do.
        const answers = Array.from({ length: 24 }, (_, prompt) => {
          const often = roll() < 0.5 ? 0.9 : 0.1
          return Array.from({ length: 5 }, () => ({
            ...(roll() < often ? ok(1, 0.2) : unnamed),
            ...(clustered ? { prompt } : {})
          }))
        }).flat()
        const interval = intervalOf(tallyAll(answers))
        // 0.7 × 50 + 0.3 × 60
        return interval !== null && interval.low <= 53 && 53 <= interval.high
      }).filter(Boolean).length / 400
    assert.isAtLeast(held(true), 0.9)
    assert.isBelow(held(false), 0.85)
  })

  it("hold the true score 9 times of 10 and more", () => {
    let state = 7
    const roll = () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return state / 2 ** 32
    }
    const hits = Array.from({ length: 500 }, () => {
      const interval = intervalOf(tallyAll(Array.from({ length: 60 }, () => (roll() < 0.6 ? ok(null) : unnamed))))
      return interval !== null && interval.low <= 30 && 30 <= interval.high
    }).filter(Boolean).length
    assert.isAbove(hits, 450)
  })
})
