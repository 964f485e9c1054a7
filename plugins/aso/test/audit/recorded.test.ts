/** Five recorded apps, each point of their audits worked out by hand from what the stores said of them. */
import { assert, describe, it } from "@effect/vitest"
import { storePage } from "@storeglass/stores/testing"
import { readResults } from "../../../stores/src/storea/results.ts"
import { readDetails } from "../../../stores/src/storeb/details.ts"
import { readPageBlocks } from "../../../stores/src/storeb/pageBlocks.ts"
import { readReviews } from "../../../stores/src/storeb/reviewRows.ts"
import { readRpc } from "../../../stores/src/storeb/rpc.ts"
import { bodyOf, haveRecordings, recordingsTitle, success, textOf } from "../../../stores/test/recordings.ts"
import { cardContext } from "../../../stores/test/storebSupport.ts"
import { auditOf } from "../../src/audit/audit.ts"
import { auditInputOf } from "../../src/audit/fromSnapshot.ts"
import type { Snapshot } from "../../src/snapshot/snapshot.ts"
import { languageOf } from "../../src/words/words.ts"
import { peer, snapshotOf, standingsOf, term, toolsOf, visibilityOf } from "./support.ts"

const unread = { status: "not_measured", value: null, reason: "the recording has none" } as const

const storea = (file: string, country: string, over: Partial<Snapshot>): Snapshot => {
  const [app] = success(readResults(bodyOf(`itunes-lookup/${file}`), country)).apps
  if (app === undefined) throw new Error(`${file} has no app`)
  const language = languageOf({ country, text: app.name })
  return snapshotOf({ country, app, language, page: unread, reviews: unread, terms: [], competitors: [], ...over })
}

const storeb = (file: string, appId: string, over: Partial<Snapshot>): Snapshot => {
  const { app, page } = success(
    readDetails(success(readPageBlocks(textOf(`play/${file}`))), { appId, country: "us", urlOf: cardContext.urlOf })
  )
  const read = { page: { status: "measured", value: page } as const, language: languageOf({ given: "en-US" }) }
  return snapshotOf({ platform: "storeb", app, reviews: unread, terms: [], competitors: [], ...read, ...over })
}

/** What follows from the terms. */
const standing = (terms: Snapshot["terms"]) => ({ visibility: visibilityOf(terms), standings: standingsOf(terms) })

const auditIn = (snapshot: Snapshot) => {
  const audit = auditOf(auditInputOf(snapshot, toolsOf(snapshot)))
  const points = Object.fromEntries(audit.factors.map(({ id, score }) => [id, score]))
  return { ...audit, points }
}

/** 10 × the points over what of them was measured, as the audit rounds it. */
const of10 = (points: number, most: number) => Math.round((1_000 * points) / most) / 100

/** 10 × the weighted mean, as the audit rounds it. */
const mean = (...factors: ReadonlyArray<readonly [weight: number, points: number]>) => {
  const weight = factors.reduce((sum, [one]) => sum + one, 0)
  return Math.round((10 * factors.reduce((sum, [one, points]) => sum + one * points, 0)) / weight)
}

const unseen = { keywordField: null, icon: null, conversion: null }

describe.skipIf(!haveRecordings)(`audits of ${recordingsTitle}`, () => {
  it("a messenger in Korea of which only the record is there: too little for a score", () => {
    const { grade, measuredWeight, points, quickWins, score } = auditIn(
      storea("kr-kakaotalk-2026-07-empty-screenshots.json", "kr", { asOf: "2026-07-24T00:00:00.000Z" })
    )
    assert.deepStrictEqual(points, {
      ...unseen,
      // 카카오톡 KakaoTalk is 14 characters, and nothing is against it; no terms are known.
      title: of10(4 * (14 / 25) + 2, 4 + 2),
      subtitle: null,
      // 1,843 characters, the first line 18.
      description: 10,
      // Its lists of screenshots are empty, as those of all apps since 2026, which says nothing.
      screenshots: null,
      preview: null,
      // 3.4298 of 844,631; no reviews were read.
      ratings: of10(5 * (0.4298 / 1.7) + 3, 5 + 3),
      rankings: null,
      // Released the day before, in 14 languages.
      updates: 10,
      localisation: 10,
      positioning: null
    })
    // 20 + 5 + 15 + 5 + 5 of 125.
    assert.deepStrictEqual([measuredWeight, score, grade, quickWins], [0.4, null, null, []])
  })

  it("a new app in the United States that nobody has rated", () => {
    const { fixes, grade, measuredWeight, points, score } = auditIn(
      storea("us-dorodoro-2021.json", "us", {
        asOf: "2021-08-01T00:00:00.000Z",
        page: { status: "measured", value: storePage({ subtitle: null, screenshots: {}, previews: [] }) }
      })
    )
    const description = of10(4 * (315 / 1_000) + 3 + 3, 10)
    assert.deepStrictEqual(points, {
      ...unseen,
      // DoroDoro - Korean Address is 25 characters.
      title: 10,
      // There is none: 0 of its length, and nothing else to count.
      subtitle: 0,
      // 315 characters, the first line 45.
      description,
      // 4 for phones, 3 for tablets.
      screenshots: 5,
      preview: 0,
      // The count 0 is measured; there is no average and no review.
      ratings: 0,
      rankings: null,
      // From 2 April at 7:00 to 1 August: 120 days. English and Korean.
      updates: 4,
      localisation: 2,
      positioning: null
    })
    // 20 + 15 + 5 + 15 + 5 + 15 + 5 + 5 of 125.
    assert.strictEqual(measuredWeight, 0.68)
    assert.strictEqual(score, mean([20, 10], [15, 0], [5, description], [15, 5], [5, 0], [15, 0], [5, 4], [5, 2]))
    assert.deepStrictEqual([score, grade], [40, "D"])
    // Eight screenshots are worth 15 × 5 of 85 × 10.
    assert.strictEqual(fixes.find(({ id }) => id === "screenshots.count")?.expectedPoints, 8.83)
  })

  it("a directory in France whose name is longer than the limit of today", () => {
    const terms = [
      term("annuaire", { volume: 60, difficulty: 50, relevance: 100, rank: 2 }),
      term("annuaire inversé", { volume: 50, difficulty: 40, relevance: 100, rank: 8 }),
      term("pages jaunes", { volume: 70, brandOf: "another app" })
    ]
    const { fixes, points, score } = auditIn(
      storea("fastlane-itunesLookup-338986109_FR.json", "fr", {
        asOf: "2026-07-24T00:00:00.000Z",
        terms,
        ...standing(terms)
      })
    )
    const ratings = of10(5 * (0.5 / 1.7) + 3 * (Math.log10(4_119) / 5), 5 + 3)
    assert.deepStrictEqual(points, {
      ...unseen,
      // 54 characters, over the limit, which is an error. Both targets are worth 30; the name lacks “inversé”.
      title: of10(4 + 4 * (30 / 60) + 0, 10),
      subtitle: null,
      // 1,897 characters, the first line 39.
      description: 10,
      // 5 for phones, and it isn't made for tablets.
      screenshots: 6.25,
      preview: null,
      // 3.5 of 4,118.
      ratings,
      // 60 × .85 + 50 × .5 of 180: where it isn't ranked counts too.
      rankings: of10(60 * 0.85 + 50 * 0.5, 180),
      // The record of 2016 doesn't date the version.
      updates: null,
      localisation: 2,
      positioning: null
    })
    assert.strictEqual(score, mean([20, 6], [5, 10], [15, 6.25], [15, ratings], [10, 4.22], [5, 2]))
    assert.strictEqual(score, 55)
    // The error costs 2 of 10 points at a weight of 20 of 70.
    assert.strictEqual(fixes.find(({ id }) => id === "title.lint")?.expectedPoints, 5.71)
    assert.deepStrictEqual(fixes.find(({ id }) => id === "title.lint")?.evidence.ruleIds, [
      "length.over",
      "title.stuffing"
    ])
  })

  it("a game on storeb, among three competitors", () => {
    const terms = [
      term("building game"),
      term("survival"),
      term("craft", { volume: 80, rank: 1 }),
      term("minecraft", { volume: 100, rank: 1 })
    ]
    const { grade, measuredWeight, points, score } = auditIn(
      storeb("app-minecraft.html", "com.mojang.minecraftpe", {
        asOf: "2026-07-24T00:00:00.000Z",
        terms,
        ...standing(terms),
        competitors: [
          peer("a", { averageRating: 4.1, ratingCount: 100_000 }),
          peer("b", { averageRating: 4.4, ratingCount: 100 }),
          peer("c", { averageRating: 4.5, ratingCount: 6_000_000 })
        ]
      })
    )
    const { keywordField: _, ...others } = unseen
    const [title, ratings, rankings] = [
      // 30 characters; the targets are worth 40, 32, 16 and 16, and it holds the first.
      of10(4 + 4 * (40 / 104) + 2, 10),
      // 4.315863 of 5,715,302.
      of10(5 * (1.315863 / 1.7) + 3, 5 + 3),
      // The first for 180 of 260 searches.
      of10(180, 260)
    ]
    assert.deepStrictEqual(points, {
      ...others,
      title,
      // 79 characters, none of the targets that the title leaves, seven words that aren't in the title.
      shortDescription: of10(3 + 0 + 2 + 1, 10),
      // 3,603 characters, three of four targets, and it names a console of another vendor.
      description: of10(3 + 4 * (3 / 4) + 3 / 2, 10),
      screenshots: 10,
      preview: 10,
      ratings,
      rankings,
      // 29 days and some hours.
      updates: 10,
      // The store doesn't tell its languages.
      localisation: null,
      // Above one of three by average, above two by count, above all by visibility.
      positioning: of10(1 / 3 + 2 / 3 + 1, 3)
    })
    assert.strictEqual(
      score,
      mean([20, title], [15, 6], [15, 7.5], [15, 10], [5, 10], [15, ratings], [10, rankings], [5, 10], [5, 6.67])
    )
    assert.deepStrictEqual([score, grade], [79, "B"])
    assert.strictEqual(measuredWeight, 0.875)
  })

  it("a translator on storeb, with its newest hundred reviews", () => {
    const { reviews } = success(
      readReviews(success(readRpc(textOf("play/reviews-translate-initial.txt"), "UsvDTd")).payload)
    )
    const value = reviews.slice(0, 100).map(({ date, rating, version }) => ({ rating, date, version }))
    assert.strictEqual(value.filter(({ rating }) => rating >= 4).length, 59)
    const { points, score } = auditIn(
      storeb("app-translate.html", "com.google.android.apps.translate", {
        asOf: "2026-07-24T00:00:00.000Z",
        reviews: { status: "measured", value }
      })
    )
    const { keywordField: _, ...others } = unseen
    const [title, short, ratings] = [
      // Google Translate is 16 characters.
      of10(4 * (16 / 25) + 2, 4 + 2),
      // 53 of the 64 that get all points; no word of the title.
      of10(3 * (53 / 64) + 2 + 1, 3 + 2 + 1),
      // 4.26508 of 9,039,805, and 59 of the newest 100.
      of10(5 * (1.26508 / 1.7) + 3 + 2 * 0.59, 10)
    ]
    assert.deepStrictEqual(points, {
      ...others,
      title,
      shortDescription: short,
      // 2,516 characters, with lists of languages, and two words said over and over.
      description: of10(3 + 3 / 2, 3 + 3),
      // 18 screenshots, no video.
      screenshots: 10,
      preview: 0,
      ratings,
      rankings: null,
      // 17 days.
      updates: 10,
      localisation: null,
      positioning: null
    })
    assert.strictEqual(score, mean([20, title], [15, short], [15, 7.5], [15, 10], [5, 0], [15, ratings], [5, 10]))
    assert.strictEqual(score, 80)
  })
})
