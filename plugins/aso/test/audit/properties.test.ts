import { assert, describe, it } from "@effect/vitest"
import { storeApp, storePage, storeShots } from "@storeglass/stores/testing"
import { Schema } from "effect"
import { auditOf, exactScoreOf, type Fix, fixesOf } from "../../src/audit/audit.ts"
import { auditInputOf } from "../../src/audit/fromSnapshot.ts"
import { type AuditInput, notMeasured } from "../../src/audit/input.ts"
import { weightsOf } from "../../src/audit/model.ts"
import { answerOf as briefOf } from "../../src/brief/Briefs.ts"
import type { Snapshot } from "../../src/snapshot/snapshot.ts"
import { asOf, peer, snapshotOf, standingsOf, term, toolsOf, version, visibilityOf } from "./support.ts"

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))
const words = [
  "habit",
  "tracker",
  "planner",
  "routine",
  "goal",
  "focus",
  "timer",
  "写真",
  "加工",
  "free",
  "Best",
  "für"
]
const Phrase = Schema.Array(Schema.Literals(words)).check(Schema.isMinLength(1), Schema.isMaxLength(3))
const Term = Schema.Struct({
  words: Phrase,
  volume: Schema.NullOr(between(0, 100)),
  difficulty: between(0, 100),
  relevance: between(0, 100),
  rank: Schema.NullOr(between(1, 120)),
  isMeasured: Schema.Boolean
})
const Peer = Schema.Struct({
  average: Schema.NullOr(Schema.Literals([3.1, 4, 4.5])),
  count: Schema.NullOr(between(0, 100_000)),
  visibility: Schema.NullOr(between(0, 100))
})
/** Sentences of words that are in no term, each word once. */
const fillerOf = (chars: number): string => {
  const sounds = [..."bdfgklmnprstvz"].flatMap((sign) => [..."aeiou"].map((vowel) => sign + vowel))
  let text = ""
  for (let n = 0; text.length < chars; n++) {
    const word = `${sounds[n % sounds.length]}${sounds[Math.floor(n / sounds.length) % sounds.length]}x`
    text += `${n % 6 === 0 ? `${word[0]?.toUpperCase()}${word.slice(1)}` : word}${n % 6 === 5 ? ".\n" : " "}`
  }
  return `${text.slice(0, chars - 1).replace(/\s$/, "x")}.`
}
const shifted = (letter: string, by: number) => String.fromCharCode(97 + ((letter.charCodeAt(0) - 97 + by) % 26))
/** Of 100 words and more, a term of two words far too often. */
const oversaid = `${"Our focus timer is kept here. ".repeat(8)}\n${fillerOf(600)}`

/** A listing and its market, from which a snapshot follows. */
const Listing = Schema.Struct({
  platform: Schema.Literals(["storea", "storeb"]),
  name: Schema.Literals([
    "Lumen",
    "Lumen: Habit Tracker",
    "Lumen - daily planner",
    "FREE Focus Timer!!",
    "写真加工ルーメン"
  ]),
  subtitle: Schema.Literals(["", "Your daily planner", "Best free habit tracker", "写真"]),
  keywords: Schema.NullOr(Schema.Literals(["", "goal,timer", "goal, goal,habit"])),
  description: Schema.Literals([
    "",
    "Lumen helps you.",
    `${"A routine for each day and a timer that lets you focus on what you chose to do today, and on nothing else. ".repeat(3)}`,
    "Focus timer, focus timer: a focus timer.\nA planner as well.",
    oversaid
  ]),
  screenshots: between(0, 9),
  tablets: Schema.Boolean,
  video: Schema.Boolean,
  average: Schema.NullOr(Schema.Literals([1, 2.95, 4.4, 4.65, 5])),
  count: Schema.NullOr(between(0, 200_000)),
  stars: Schema.Array(between(1, 5)).check(Schema.isMaxLength(30)),
  age: between(0, 400),
  languages: between(0, 12),
  pageFailed: Schema.Boolean,
  terms: Schema.Array(Term).check(Schema.isMaxLength(7)),
  peers: Schema.Array(Peer).check(Schema.isMaxLength(5))
})
type Listing = typeof Listing.Type

const dayMs = 86_400_000
const unread = { status: "not_measured", value: null, reason: "the store didn't answer in time" } as const

const snapshotIn = (listing: Listing): Snapshot => {
  const { platform } = listing
  const unique = new Map(
    listing.terms.map(({ difficulty, isMeasured, rank, relevance, volume, words }) => {
      const keyword = words.join(" ").toLowerCase()
      const standing = isMeasured ? { rank } : { rankStatus: "not_measured" as const }
      return [keyword, term(keyword, { volume, difficulty, relevance, ...standing })] as const
    })
  )
  const terms = [...unique.values()]
  const pictures = storeShots(...Array.from({ length: listing.screenshots }, (_, at) => `https://img.example/${at}`))
  return snapshotOf({
    platform,
    terms,
    visibility: visibilityOf(terms),
    standings: standingsOf(terms),
    version: version(listing.keywords),
    app: storeApp("1", {
      platform,
      name: listing.name,
      description: listing.description,
      averageRating: listing.count === 0 ? null : listing.average,
      ratingCount: listing.count,
      screenshots: platform === "storea" ? { iphone: pictures, ipad: [] } : { phone: pictures },
      languages: platform === "storea" ? Array.from({ length: listing.languages }, (_, at) => `L${at}`) : [],
      currentVersionReleaseDate: new Date(Date.parse(asOf) - listing.age * dayMs).toISOString(),
      ...(platform === "storea" ? { madeForTablets: listing.tablets } : {})
    }),
    page: listing.pageFailed
      ? unread
      : {
          status: "measured",
          value: storePage({
            subtitle: listing.subtitle === "" ? null : listing.subtitle,
            screenshots: {},
            previews: listing.video ? [{ url: "https://img.example/v.mp4", posterUrl: null, device: "iphone" }] : []
          })
        },
    reviews: { status: "measured", value: listing.stars.map((rating) => ({ rating, date: null, version: null })) },
    competitors: listing.peers.map(({ average, count, visibility }, at) =>
      peer(`p${at}`, { averageRating: average, ratingCount: count }, visibility)
    )
  })
}

const inputOf = (snapshot: Snapshot) => auditInputOf(snapshot, toolsOf(snapshot))

/** What the listing would be if the fix's evidence came true; undefined for what has no one form. */
const applied = (snapshot: Snapshot, { evidence: { field, ruleIds, wanted } }: Fix): Snapshot | undefined => {
  if (ruleIds.length > 0) return undefined
  const withApp = (over: Partial<Snapshot["app"]>): Snapshot => ({ ...snapshot, app: { ...snapshot.app, ...over } })
  const page = snapshot.page.status === "measured" ? snapshot.page.value : undefined
  const withPage = (over: Partial<Extract<Snapshot["page"], { status: "measured" }>["value"]>): Snapshot => ({
    ...snapshot,
    ...(page === undefined ? {} : { page: { status: "measured", value: { ...page, ...over } } })
  })
  const { app, reviews, terms } = snapshot
  const againstText = (of: Snapshot) => {
    const { errors, warnings } = inputOf(of).description
    return [errors.length > 0, warnings.length > 0].join()
  }
  /** What the rules have against a text is another fix's. */
  const alike = (then: Snapshot) => (againstText(then) === againstText(snapshot) ? then : undefined)
  const shots = (count: number) => storeShots(...Array.from({ length: count }, (_, at) => `https://img.example/${at}`))
  const phone = snapshot.platform === "storea" ? "iphone" : "phone"
  switch (field) {
    case "title":
      return withApp({ name: String(wanted) })
    case "subtitle":
    case "shortDescription":
      return withPage({ subtitle: String(wanted) })
    case "keywords":
      return { ...snapshot, version: version(String(wanted)) }
    case "description.terms":
      return withApp({ description: [app.description.trim(), ...String(wanted).split(", ")].join("\n").trim() })
    case "description.length": {
      const text = app.description.trim()
      const rest = Number(wanted) - [...text].length
      // What is too short for a sentence is written as no listing would be.
      if (rest < 40) return undefined
      return alike(withApp({ description: text === "" ? fillerOf(rest) : `${text}\n${fillerOf(rest - 1)}` }))
    }
    case "description.overuse": {
      const [, keyword = "", left] = /^(.*) (\d+)×$/.exec(String(wanted)) ?? []
      // Of terms that hold each other's words none is said less often alone.
      const others = inputOf(snapshot).description.said.filter((said) => said.keyword !== keyword)
      if (left === undefined || others.some((said) => keyword.split(" ").some((word) => said.keyword.includes(word))))
        return undefined
      let times = 0
      // As long as before, and each time in other words.
      const description = app.description.replaceAll(new RegExp(keyword, "gi"), (found) =>
        ++times <= Number(left) ? found : keyword.replaceAll(/[a-z]/g, (letter) => shifted(letter, times))
      )
      return alike(withApp({ description }))
    }
    case "description.firstLine": {
      const signs = Array.from(app.description)
      return withApp({ description: [...signs.slice(0, 170), "\n", ...signs.slice(171)].join("") })
    }
    case "screenshots":
      return withApp({ screenshots: { ...app.screenshots, [phone]: shots(Number(wanted)) } })
    case "screenshots.tablet":
      return withApp({ screenshots: { ...app.screenshots, ipad: shots(Number(wanted)) } })
    case "previews":
      return withPage({ previews: [{ url: "https://img.example/v.mp4", posterUrl: null, device: "iphone" }] })
    case "averageRating":
      return withApp({ averageRating: Number(wanted) })
    case "ratingCount":
      return withApp({ ratingCount: Number(wanted) })
    case "newestReviews.positive": {
      const value = reviews.status === "measured" ? reviews.value : []
      const good = Number(wanted)
      return {
        ...snapshot,
        reviews: { status: "measured", value: value.map((review, at) => ({ ...review, rating: at < good ? 5 : 1 })) }
      }
    }
    case "daysSinceUpdate":
      return withApp({ currentVersionReleaseDate: asOf })
    case "languages":
      return withApp({ languages: Array.from({ length: Number(wanted) }, (_, at) => `L${at}`) })
    default: {
      if (!field.startsWith("rank.")) return undefined
      const then = terms.map((one) => (one.keyword === field.slice(5) ? { ...one, rank: Number(wanted) } : one))
      return { ...snapshot, terms: then, visibility: visibilityOf(then), standings: standingsOf(then) }
    }
  }
}

const rotated = <A>(of: ReadonlyArray<A>, by: number): ReadonlyArray<A> =>
  [...of.slice(by % Math.max(1, of.length)), ...of.slice(0, by % Math.max(1, of.length))].toReversed()

const options = { arbitrary: { runs: 60, seed: "listings" } }

describe("an audit of any listing", () => {
  it("gains by a longer description, and by one that says a term less often, exactly what it expects", () => {
    const gains = (of: Partial<Snapshot>) => {
      const snapshot = snapshotOf(of)
      const input = inputOf(snapshot)
      const before = exactScoreOf(input) ?? 0
      return fixesOf(input).flatMap(({ fix }) => {
        const then = /^description\.(?:length|overuse)$/.test(fix.id) ? applied(snapshot, fix) : undefined
        if (then === undefined) return []
        const gained = Math.round(((exactScoreOf(inputOf(then)) ?? 0) - before) * 100) / 100
        assert.strictEqual(gained, fix.expectedPoints, fix.id)
        return [fix.id]
      })
    }
    const { app } = snapshotOf()
    assert.deepStrictEqual(gains({ app: { ...app, description: "Lumen helps you." } }), ["description.length"])
    assert.deepStrictEqual(gains({ app: { ...app, description: "" } }), ["description.length"])
    const storeb = snapshotOf({ platform: "storeb" }).app
    const terms = [term("focus timer"), term("planner")]
    const said = (description: string) => gains({ platform: "storeb", terms, app: { ...storeb, description } })
    assert.deepStrictEqual(said("Lumen is a planner of your days and weeks."), ["description.length"])
    assert.deepStrictEqual(said(oversaid), ["description.overuse"])
  })

  it.prop(
    "gains by a fix exactly what it expects",
    [Listing],
    ([listing]) => {
      const snapshot = snapshotIn(listing)
      const before = auditOf(inputOf(snapshot))
      for (const { after, fix } of fixesOf(inputOf(snapshot))) {
        const gain = (input: AuditInput) =>
          Math.round(((exactScoreOf(input) ?? 0) - (before.exactScore ?? 0)) * 100) / 100
        assert.strictEqual(gain(after), fix.expectedPoints, fix.id)
        const then = applied(snapshot, fix)
        if (then !== undefined) assert.strictEqual(gain(inputOf(then)), fix.expectedPoints, `${fix.id}: ${fix.action}`)
      }
    },
    options
  )

  it.prop(
    "says the same byte for byte, in whatever order its inputs come",
    [Listing, between(0, 6)],
    ([listing, by]) => {
      const snapshot = snapshotIn(listing)
      const shuffled: Snapshot = {
        ...snapshot,
        terms: rotated(snapshot.terms, by),
        competitors: rotated(snapshot.competitors, by),
        app: { ...snapshot.app, languages: rotated(snapshot.app.languages, by) }
      }
      assert.strictEqual(JSON.stringify(auditOf(inputOf(shuffled))), JSON.stringify(auditOf(inputOf(snapshot))))
    },
    options
  )

  it.prop(
    "has points within their bounds, and a share of the weight",
    [Listing],
    ([listing]) => {
      const { factors, measuredWeight, score } = auditOf(inputOf(snapshotIn(listing)))
      const weight = (of: typeof factors) => of.reduce((sum, one) => sum + one.weight, 0)
      for (const { id, score, status } of factors) {
        assert.strictEqual(score === null, status !== "measured", id)
        if (score !== null) assert.isTrue(0 <= score && score <= 10, id)
      }
      const share = weight(factors.filter(({ score }) => score !== null)) / weight(factors)
      assert.approximately(measuredWeight, share, 0.00005)
      assert.strictEqual(score === null, share < 0.5)
      if (score !== null) assert.isTrue(0 <= score && score <= 100)
    },
    options
  )
})

describe("a brief of any listing", () => {
  it.prop(
    "says the same byte for byte, in whatever order its inputs come",
    [Listing, between(0, 6)],
    ([listing, by]) => {
      const snapshot = snapshotIn(listing)
      // As many terms as clusters take.
      const more = words.map((word, at) =>
        term(`${word} app`, { volume: (at * 37) % 90, rank: at % 3 === 0 ? at + 1 : null })
      )
      const terms = [...snapshot.terms, ...more]
      const shuffled = { ...snapshot, terms: rotated(terms, by), competitors: rotated(snapshot.competitors, by) }
      const said = (of: Snapshot) => JSON.stringify(briefOf(of, toolsOf(of)))
      assert.strictEqual(said(shuffled), said({ ...snapshot, terms }))
    },
    options
  )
})

describe("an input of storeb that is taken away", () => {
  const whole = () => inputOf(snapshotOf({ platform: "storeb" }))
  const weightOf = (id: string) => weightsOf.storeb.find(([other]) => other === id)?.[1] ?? 0

  it("makes the short description null, never 0, and lowers the measured weight by its weight", () => {
    const [before, after] = [auditOf(whole()), auditOf({ ...whole(), subtitle: notMeasured("taken away") })]
    const score = (of: typeof before) => of.factors.find(({ id }) => id === "shortDescription")?.score
    assert.isNumber(score(before))
    assert.isNull(score(after))
    assert.approximately(before.measuredWeight - after.measuredWeight, weightOf("shortDescription") / 120, 1e-9)
  })

  it("leaves of the description what is measured without it", () => {
    const input = whole()
    const description = (of: AuditInput) => auditOf(of).factors.find(({ id }) => id === "description")
    const without = description({
      ...input,
      targets: notMeasured("taken away"),
      description: { ...input.description, said: [] }
    })
    assert.deepInclude(without, { status: "measured" })
    assert.isNull(without?.parts.find(({ id }) => id === "terms")?.points ?? null)
    assert.isNumber(description(input)?.parts.find(({ id }) => id === "terms")?.points)
    // Its points are the others' then.
    const points =
      without?.parts.flatMap(({ maxPoints: max, points: got }) => (got === null ? [] : [{ got, max }])) ?? []
    const sum = (of: (part: (typeof points)[number]) => number) => points.reduce((all, part) => all + of(part), 0)
    assert.approximately(without?.score ?? 0, (10 * sum(({ got }) => got)) / sum(({ max }) => max), 0.01)
  })
})

describe("an input that is taken away", () => {
  const gone = notMeasured("taken away")
  const takers: ReadonlyArray<readonly [string, (input: AuditInput) => AuditInput]> = [
    ["subtitle", (input) => ({ ...input, subtitle: gone })],
    ["keywordField", (input) => ({ ...input, keywordField: gone })],
    ["screenshots", (input) => ({ ...input, screenshots: gone })],
    ["preview", (input) => ({ ...input, previews: gone })],
    ["ratings", (input) => ({ ...input, ratings: { average: null, count: null, newest: gone } })],
    ["rankings", (input) => ({ ...input, rankings: gone })],
    ["updates", (input) => ({ ...input, daysSinceUpdate: gone })],
    ["localisation", (input) => ({ ...input, languages: gone })],
    ["positioning", (input) => ({ ...input, peers: [] })]
  ]

  it.each(takers)("makes %s null, never 0, and lowers the measured weight by its weight", (id, take) => {
    const whole = inputOf(snapshotOf({ version: version("goal,setting") }))
    const [before, after] = [auditOf(whole), auditOf(take(whole))]
    const score = (of: typeof before) => of.factors.find((factor) => factor.id === id)?.score
    assert.isNumber(score(before))
    assert.isNull(score(after))
    const [, weight = 0] = weightsOf.storea.find(([other]) => other === id) ?? []
    assert.approximately(before.measuredWeight - after.measuredWeight, weight / 125, 1e-9)
    const others = (of: typeof before) => of.factors.flatMap((one) => (one.id === id ? [] : [one.score === null]))
    assert.deepStrictEqual(others(after), others(before))
  })
})
