import { assert, describe, it } from "vitest"
import { features, projectsFeature } from "../src/limits.ts"
import { themesOf } from "../src/projects/Bootstraps.ts"
import { type Parts, type Readable, relevanceOf, type Subject, scoreOf } from "../src/scoring/relevance.ts"
import { topicOf } from "../src/scoring/topic.ts"
import { momentsOf, type Urge, urgeAt, urgencyAt, urgencyFrom } from "../src/scoring/urgency.ts"
import { languageOf } from "../src/texts/language.ts"
import { cleaned, plainText } from "../src/texts/plain.ts"

const subject = (changes: Partial<Subject> = {}): Subject => ({
  keywords: ["habit tracker"],
  exclude: [],
  names: [],
  topic: null,
  ...changes
})
const post = (title: string, text = "", changes: Partial<Readable> = {}): Readable => ({
  title,
  text,
  language: languageOf(`${title} ${text}`),
  isLink: false,
  ...changes
})
const parts = (changes: Partial<Parts>): Parts => ({
  phrase: 0,
  named: 0,
  ask: 0,
  topic: 0,
  jobOffer: 0,
  bareLink: 0,
  ...changes
})
const phraseOf = (keyword: string, title: string, text = "") =>
  relevanceOf(subject({ keywords: [keyword] }), post(title, text))?.parts.phrase

describe("growth-relevance@2", () => {
  it.each([
    [parts({ phrase: 1, named: 1, ask: 1, topic: 1 }), 100],
    [parts({ phrase: 1, ask: 1, topic: 0.75 }), 80],
    [parts({ phrase: 0.7, named: 1, ask: 0.8, topic: 0.5 }), 74],
    [parts({ phrase: 0.5, ask: 0.4, topic: 0.2, named: 1 }), 49],
    // A question or a comparison that tells of no name, and what asks nothing.
    [parts({ phrase: 0.5, ask: 0.4, topic: 0.2 }), 22],
    [parts({ phrase: 1, ask: 0.6, topic: 0.5 }), 51],
    [parts({ phrase: 1, named: 1, topic: 1 }), 55],
    [parts({ phrase: 0.25 }), 0],
    // A part that isn't known counts for nothing, and the others for its share.
    [parts({ phrase: 1, ask: null, topic: 1 }), 79],
    [parts({ phrase: 1, named: 1, ask: 1, topic: null }), 100],
    [parts({ phrase: 0.7, ask: null, topic: null }), 49],
    [parts({ phrase: 1, jobOffer: 40 }), 0],
    [parts({ phrase: 1, ask: 1, topic: 1, bareLink: 30 }), 55]
  ])("of %j is %i", (given, score) => {
    assert.strictEqual(scoreOf(given), score)
  })

  it.each([
    ["habit tracker", "Best habit tracker?", "", 1],
    ["habit tracker", "Best Habit-Tracker", "", 1],
    ["habit tracker", "Which habit trackers are good?", "", 1],
    ["habit tracker", "A question", "I need a habit tracker", 0.7],
    ["habit tracker", "A question", "a tracker for every habit of mine", 0.5],
    [
      "habit tracker",
      "A question",
      "My habit is to walk. In the evening I write down on paper where I was, without a tracker",
      0.25
    ],
    ["habit tracker", "Habitat trackers", "inhabit", undefined],
    ["habit", "Rehabilitation", "", undefined],
    ["streak + app", "An app that keeps my streak", "", 1],
    ["streak + app", "Streak", "one two three four five six seven eight nine ten app", undefined],
    ["習慣", "良い習慣アプリ", "", 1],
    ["習慣 アプリ", "良い習慣アプリ", "", 1],
    ["c++", "Learning C++ by app", "", 1],
    ["c++", "Learning C by app", "", undefined]
  ])("finds %j in %j and %j as %s", (keyword, title, text, value) => {
    assert.strictEqual(phraseOf(keyword, title, text), value)
  })

  it("drops a post with an excluded word, and one without a keyword or a name", () => {
    assert.isUndefined(relevanceOf(subject({ exclude: ["coupon code"] }), post("habit tracker coupon codes")))
    assert.isUndefined(relevanceOf(subject(), post("Trains", "and their timetables")))
  })

  it("takes a name of everyday words only beside a second sign", () => {
    const names = (name: string): Subject => subject({ keywords: ["zzz"], names: [{ name, of: "app" }] })
    assert.isUndefined(relevanceOf(names("Calm"), post("Please stay calm", "and carry on")))
    assert.strictEqual(relevanceOf(names("Calm"), post("Is the Calm app down?"))?.parts.named, 1)
    assert.strictEqual(relevanceOf(names("Quiztopia"), post("Is Quiztopia down?"))?.parts.named, 1)
    assert.isUndefined(relevanceOf(names("Quiztopia"), post("Is Quiztopian down?")))
  })

  it.each([
    ["Can anyone recommend a habit tracker?", "recommendation", 1],
    ["Alternatives to the old habit tracker", "alternative", 1],
    ["My habit tracker crashes, how do I fix it?", "problem", 0.8],
    ["This habit tracker vs paper", "comparison", 0.6],
    ["Habit tracker on a watch?", "question", 0.4],
    ["I love my habit tracker", "praise", 0],
    ["Kennt jemand eine App? Suche habit tracker, was könnt ihr empfehlen", "recommendation", 1],
    ["Je cherche une appli habit tracker, vous recommandez quoi", "recommendation", 1],
    ["Busco habit tracker, ¿alguna recomendación para mí?", "recommendation", 1],
    ["habit trackerのおすすめアプリを教えてください", "recommendation", 1],
    ["Посоветуйте habit tracker, какое приложение лучше для меня", "recommendation", 1]
  ])("reads %j as %s", (title, intent, ask) => {
    const found = relevanceOf(subject(), post(title))
    assert.deepEqual([found?.intent, found?.parts.ask], [intent, ask])
  })

  it("has no ask where the language has no lists", () => {
    const found = relevanceOf(subject({ keywords: ["แอป"] }), post("แอปนี้ดีไหม"))
    assert.deepEqual([found?.parts.ask, found?.intent], [null, null])
  })

  it("takes points off for job offers and for links without words", () => {
    const job = relevanceOf(subject(), post("We're hiring: habit tracker engineer", "Full-time, apply now"))
    const link = relevanceOf(subject(), post("habit tracker", "", { isLink: true }))
    assert.deepEqual([job?.parts.jobOffer, link?.parts.bareLink], [40, 30])
  })

  it("tells by the listing's words how near a post is", () => {
    const topic = topicOf(["Streaky", "Track your habits", "Build streaks, set goals and track habits every day"])
    const near = relevanceOf(subject({ topic }), post("habit tracker for goals and streaks"))
    const far = relevanceOf(subject({ topic }), post("habit tracker", "of a monastery's library in the alps"))
    assert.isAbove(near?.parts.topic ?? 0, far?.parts.topic ?? 1)
  })
})

describe("growth-urgency@1", () => {
  const hour = 3_600_000
  const urge = (changes: Partial<Urge> = {}): Urge => ({
    relevance: 80,
    open: "open",
    isOwnComplaint: false,
    publishedMs: 1_000_000_000_000,
    halfLifeMs: 12 * hour,
    ...changes
  })

  it("of relevance 80 on Hacker News is must for 6.5 h, should until 14.3 h, nice until 29.0 h", () => {
    const { mustMs, niceMs, shouldMs } = momentsOf(urge())
    const hours = [mustMs, shouldMs, niceMs].map((ms) => Math.round(((ms - urge().publishedMs) / hour) * 10) / 10)
    assert.deepEqual(hours, [6.5, 14.3, 29])
  })

  it.each([
    [urge({ open: "answered" }), 0.24],
    [urge({ open: "closed" }), 0],
    [urge({ open: "competitor_review" }), 0.2],
    [urge({ isOwnComplaint: true, relevance: 60 }), 0.78],
    [urge({ isOwnComplaint: true, relevance: 100 }), 1]
  ])("of %j is %f at its publication", (given, u) => {
    assert.closeTo(urgeAt(given, given.publishedMs), u, 1e-12)
  })

  it("as stored moments tell it equals recomputation at 1,000 times", () => {
    let seed = 7
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed / 2_147_483_647
    }
    for (let n = 0; n < 1_000; n++) {
      const given = urge({
        relevance: Math.floor(random() * 101),
        open: (["open", "answered", "closed", "competitor_review"] as const)[Math.floor(random() * 4)] ?? "open",
        isOwnComplaint: random() < 0.5,
        halfLifeMs: Math.floor(random() * 300 + 1) * hour
      })
      const nowMs = given.publishedMs + Math.floor(random() * 500 * hour)
      assert.strictEqual(
        urgencyFrom(momentsOf(given), nowMs)[0],
        urgencyAt(given, nowMs),
        JSON.stringify({ given, nowMs })
      )
    }
  })
})

describe("texts of strangers", () => {
  it.each([
    ["<p>Hi <b>you</b></p><script>alert(1)</script>", "Hi you"],
    ["a<br>b &amp; c &#x27;d&#x27;", "a b & c 'd'"],
    ["<p>unclosed <a href='x'>link", "unclosed link"],
    ["\u202eevil\u202c \u0007bell\u200b", "evil bell"]
  ])("%j becomes %j", (html, text) => {
    assert.strictEqual(plainText(html), text)
  })
  it("are cleaned once and for all", () => {
    for (const text of ["  a \n b\u0000", "e\u0301", "\ud800 x"])
      assert.strictEqual(cleaned(cleaned(text)), cleaned(text))
  })
  it.each([
    ["I am looking for an app that works", "en"],
    ["Ich suche eine App für den Alltag", "de"],
    ["Je cherche une application pour moi", "fr"],
    ["Estoy buscando una aplicación para mí", "es"],
    ["Procuro um aplicativo que não seja caro", "pt"],
    ["Cerco una app che non sia troppo cara", "it"],
    ["良いアプリを教えて", "ja"],
    ["좋은 앱 추천", "ko"],
    ["推荐一个应用", "zh"],
    ["Посоветуйте приложение", "ru"],
    ["12345", null]
  ])("%j is %s", (text, language) => {
    assert.strictEqual(languageOf(text), language)
  })
})

describe("themes of reviews", () => {
  it("are pairs of words that two reviews have, each review counted once, most reviews first", () => {
    const reviews = [
      "The sync keeps failing. Sync keeps failing again, sync keeps failing!",
      "My widget freezes, and sync keeps stopping.",
      "The widget freezes on start.",
      "After the update the widget freezes."
    ]
    assert.deepEqual(themesOf(reviews), [
      { phrase: "widget freezes", reviews: 3 },
      { phrase: "sync keeps", reviews: 2 }
    ])
  })

  it("are none where no two reviews share one, and never stop words or words of two letters", () => {
    assert.deepEqual(themesOf(["It crashes often", "Nothing loads"]), [])
    assert.deepEqual(themesOf(["it is the app of my UI", "it is the app of my UI"]), [])
  })
})

describe("projects by plan", () => {
  it("are those that the price list has", () => {
    assert.deepEqual(features[projectsFeature]?.plans, {
      ...{ free: 1, indie: 3, small: 5, growth: 20, medium: 50, large: 200 },
      ...{ web_indie: 3, web_startup: 5, web_agentic_scale: 20 }
    })
  })
})
