import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { clustersOf, mostToGain, readClusters, standingIn, topKeywordsOf } from "../../src/clusters/clusters.ts"
import { averageLinkage } from "../../src/clusters/linkage.ts"
import { similarityAmong } from "../../src/clusters/similarity.ts"
import { languageOf } from "../../src/words/words.ts"
import { sets, topOf } from "./sets.ts"
import { market, termOf } from "./support.ts"

const english = languageOf({ given: "en" })
const grouped = (...terms: ReadonlyArray<ReturnType<typeof termOf>>) => clustersOf(terms, market, english)
const groupsOf = (...keywords: ReadonlyArray<string>) =>
  grouped(...keywords.map((keyword) => termOf(keyword))).map(({ terms }) => terms.map(({ keyword }) => keyword))

describe("similarity", () => {
  const alike = (one: Parameters<typeof termOf>, other: Parameters<typeof termOf>) =>
    similarityAmong([termOf(...one), termOf(...other)], english)(0, 1) / 1e9
  const apps = (...ids: ReadonlyArray<number>) => ids.map(String)

  it("is .45 stems, .15 pairs of characters and .40 shared apps of the first ten", () => {
    // No word and no pair in common, half of the apps.
    assert.strictEqual(alike(["run", { top: apps(1, 2, 3, 4) }], ["jog", { top: apps(3, 4, 5, 6) }]), 0.2)
    // One stem, other endings: pairs ru un nn ni in ng and ru un.
    assert.approximately(
      alike(["running", { top: apps(1) }], ["run", { top: apps(2) }]),
      0.45 + (0.15 * 2 * 2) / 8,
      1e-9
    )
    assert.strictEqual(alike(["run", { top: apps(1) }], ["run!", { top: apps(1) }]), 1)
  })

  it("makes the text whole where one of the searches isn't known", () => {
    assert.strictEqual(alike(["run", { top: apps(1) }], ["run!", {}]), 1)
    assert.strictEqual(alike(["run", { top: [] }], ["jog", { top: [] }]), 0)
  })

  it("reads the first ten alone", () => {
    const eleven = Array.from({ length: 11 }, (_, at) => `${at}`)
    assert.strictEqual(alike(["run", { top: eleven }], ["jog", { top: ["10"] }]), 0)
  })

  it("leaves out what any app's search may hold, so far as other words are there", () => {
    assert.strictEqual(alike(["free app", {}], ["app for free", {}]) > 0.7, true)
    assert.isBelow(alike(["run app", {}], ["jog app", {}]), 0.15)
  })
})

describe("listed words for one thing", () => {
  const alike = (one: string, other: string, tag: string) =>
    similarityAmong([termOf(one), termOf(other)], languageOf({ given: tag }))(0, 1) / 1e9

  it("are nearly one where a language has several, however they're spelt, and in no other language", () => {
    assert.approximately(alike("달리기", "조깅", "ko"), 0.6, 1e-9)
    assert.approximately(alike("달리기", "런닝 앱", "ko"), 0.6, 0.1)
    assert.strictEqual(alike("달리기", "조깅", "ja"), 0)
    assert.strictEqual(alike("달리기", "요가", "ko"), 0)
  })
})

describe("average linkage", () => {
  const linked = (rows: ReadonlyArray<ReadonlyArray<number>>, floor: number) =>
    averageLinkage(rows.length, (a, b) => rows[a]?.[b] ?? 0, floor)

  it("joins the most alike first and stops below the floor", () => {
    const rows = [
      [0, 90, 30, 0],
      [0, 0, 40, 0],
      [0, 0, 0, 10]
    ]
    assert.deepStrictEqual(linked([...rows, []], 35), [[0, 1, 2], [3]])
    assert.deepStrictEqual(linked([...rows, []], 36), [[0, 1], [2], [3]])
  })

  it("of equal pairs joins the one with the smallest first", () => {
    // 0-1 and 1-2 are equal: 1 goes to 0, and 2 is too far from both.
    assert.deepStrictEqual(linked([[0, 50, 0], [0, 0, 50], []], 30), [[0, 1], [2]])
  })

  it.prop(
    "puts each in one group, as a search through all pairs does",
    {
      drawn: Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 4 }))).check(Schema.isMaxLength(45))
    },
    ({ drawn }) => {
      const size = 10
      const at = (a: number, b: number) => drawn[(Math.max(a, b) * (Math.max(a, b) - 1)) / 2 + Math.min(a, b)] ?? 0
      let groups = Array.from({ length: size }, (_, index) => [index])
      for (;;) {
        const pairs = groups.flatMap((one, first) =>
          groups.slice(first + 1).map((other) => {
            const sum = one.flatMap((a) => other.map((b) => at(a, b))).reduce((total, value) => total + value, 0)
            return { one, other, average: sum / (one.length * other.length) }
          })
        )
        const best = pairs.reduce<(typeof pairs)[number] | undefined>(
          (most, next) => (most === undefined || next.average > most.average ? next : most),
          undefined
        )
        if (best === undefined || best.average < 2) break
        const joined = [...best.one, ...best.other].sort((a, b) => a - b)
        groups = groups.flatMap((group) => (group === best.one ? [joined] : group === best.other ? [] : [group]))
      }
      assert.deepStrictEqual(averageLinkage(size, at, 2), groups)
    }
  )
})

describe("intent-clusters@1", () => {
  it("groups by words and keeps apart what shares none", () => {
    assert.deepStrictEqual(groupsOf("snore recorder", "white noise", "snoring app", "white noise baby"), [
      ["snore recorder", "snoring app"],
      ["white noise", "white noise baby"]
    ])
  })

  it("has brands by themselves, one group for each whose they are", () => {
    const found = grouped(
      termOf("ulmipix sleep sounds", { brandOf: "7" }),
      termOf("sleep sounds"),
      termOf("quill sleep sounds", { isOwnBrand: true }),
      termOf("quill", { isOwnBrand: true }),
      termOf("other sleep sounds", { brandOf: "8" })
    )
    assert.deepStrictEqual(
      found.map(({ intent, terms }) => [intent, terms.map(({ keyword }) => keyword)]),
      [
        ["brand", ["ulmipix sleep sounds"]],
        ["brand", ["other sleep sounds"]],
        ["brand", ["quill", "quill sleep sounds"]],
        ["category", ["sleep sounds"]]
      ]
    )
  })

  it("is labelled by the most searched member that half of them hold, else the most searched", () => {
    const label = (...terms: ReadonlyArray<ReturnType<typeof termOf>>) =>
      grouped(...terms).map(({ clusterLabel }) => clusterLabel)
    const searched = (keyword: string, volume: number | null) => termOf(keyword, { volume })
    assert.deepStrictEqual(
      label(
        searched("sleep sounds kids", 90),
        searched("sleep sounds", 50),
        searched("sleep sound", 40),
        searched("deep sleep sounds", null)
      ),
      ["sleep sounds"]
    )
    assert.deepStrictEqual(label(searched("box breathing", 1), searched("breathing help", 2)), ["breathing help"])
  })

  it("has an id that lasts while app, market and the label's stems do", () => {
    const id = (keyword: string, where = market) => clustersOf([termOf(keyword)], where, english)[0]?.clusterId
    assert.match(id("sleep sounds") ?? "", /^[0-9a-f]{16}$/)
    assert.strictEqual(id("sleep sounds"), id("the sound of sleep"))
    assert.notStrictEqual(id("sleep sounds"), id("sleep stories"))
    for (const other of [{ appId: "2" }, { country: "gb" }, { device: "ipad" }, { platform: "storeb" }])
      assert.notStrictEqual(id("sleep sounds"), id("sleep sounds", { ...market, ...other }))
    // What joins a cluster and doesn't become its label changes nothing.
    const grown = grouped(termOf("sleep sounds", { volume: 9 }), termOf("deep sleep sounds"))
    assert.strictEqual(grown[0]?.clusterId, id("sleep sounds"))
  })

  it.each([
    ["en", ["alternative to quill"], "comparison"],
    ["en", ["games for kids", "kids games", "learning games"], "audience"],
    ["en", ["how to sleep"], "problem"],
    ["en", ["offline maps"], "feature"],
    ["en", ["offline maps", "maps", "maps of europe"], "category"],
    ["ja", ["オフライン地図"], "feature"],
    ["ko", ["어린이 영어"], "audience"],
    ["zh-Hans", ["如何戒烟"], "problem"],
    ["ar", ["القرآن بدون نت"], "feature"],
    ["th", ["เกมสำหรับเด็ก"], "audience"],
    ["hi", ["बच्चों के लिए खेल"], "audience"],
    ["ka", ["თამაში"], null]
  ] as const)("reads in %s what %s is for: %s", (tag, keywords, intent) => {
    const [found] = clustersOf(
      keywords.map((keyword) => termOf(keyword, { top: ["1", "2", "3"] })),
      market,
      languageOf({ given: tag })
    )
    assert.strictEqual(found?.intent, intent)
  })

  it("reads the 300 most searched", () => {
    const terms = Array.from({ length: 320 }, (_, at) => termOf(`w${at}x`, { volume: at }))
    const read = clustersOf(terms, market, english).flatMap((cluster) => cluster.terms)
    assert.lengthOf(read, 300)
    assert.strictEqual(Math.min(...read.map(({ volume }) => volume ?? -1)), 20)
  })

  it("answers byte for byte alike, whatever the order of the terms", () => {
    for (const set of sets) {
      const language = languageOf({ given: set.language })
      const terms = set.groups.flat().map((keyword, at) => {
        const rank = at % 3 === 0 ? (at % 40) + 1 : null
        const competitors = [{ appId: `${at % 4}`, rank: at + 1 }]
        const rankStatus = rank === null ? ("not_in_top_n" as const) : ("ranked" as const)
        const volume = at % 5 === 0 ? null : (at * 7) % 50
        return termOf(keyword, { volume, rank, rankStatus, competitors, top: topOf(set, keyword) })
      })
      const answer = JSON.stringify(readClusters(terms, market, language))
      const shuffled = [...terms.filter((_, at) => at % 2 === 1).reverse(), ...terms.filter((_, at) => at % 2 === 0)]
      assert.strictEqual(JSON.stringify(readClusters(shuffled, market, language)), answer)
      assert.strictEqual(JSON.stringify(readClusters([...terms].reverse(), market, language)), answer)
    }
  })
})

describe("standing and gaps", () => {
  const ranked = (keyword: string, volume: number | null, rank: number) => termOf(keyword, { volume, rank })

  it("weigh volume by rank; a term without volume weighs nothing and is counted", () => {
    const terms = [ranked("a", 50, 1), ranked("b", 40, 5), ranked("c", null, 2), termOf("d", { volume: 90 })]
    assert.deepStrictEqual(standingIn(terms), {
      keywordsRanked: 3,
      avgRank: 2.7,
      weightedVisibility: 0.78,
      strength: "weak"
    })
    assert.strictEqual(grouped(ranked("c", null, 2))[0]?.termsWithoutVolume, 1)
  })

  it.each([
    [20, 1, "strong"],
    [10, 1, "strong"],
    [9, 1, "moderate"],
    [4, 1, "moderate"],
    [3, 1, "weak"],
    [34, 16, "moderate"],
    [67, 31, "weak"]
  ])("%d keywords at rank %d are %s", (count, rank, strength) => {
    const terms = Array.from({ length: count }, (_, at) => ranked(`k${at}`, 100, rank))
    assert.strictEqual(standingIn(terms).strength, strength)
  })

  it("has the clusters where the app is ranked, gaps where only competitors are, and what isn't known apart", () => {
    const out = { rankStatus: "not_in_top_n" as const }
    const read = readClusters(
      [
        ranked("meditation", 40, 3),
        ranked("white noise", 60, 1),
        termOf("snore recorder", { ...out, volume: 30, competitors: [{ appId: "8", rank: 4 }] }),
        termOf("snoring app", {
          ...out,
          volume: 20,
          competitors: [
            { appId: "8", rank: 2 },
            { appId: "9", rank: 9 }
          ]
        }),
        termOf("bedtime", { ...out, volume: 70 }),
        termOf("unknown", { volume: 99, competitors: [{ appId: "8", rank: 1 }] })
      ],
      market,
      english
    )
    assert.deepStrictEqual(read.clusters.map(topKeywordsOf), [["white noise"], ["meditation"]])
    assert.deepStrictEqual(
      read.gaps.map((gap) => [topKeywordsOf(gap), gap.competitorsPresent, gap.competitorAvgRank]),
      [[["snore recorder", "snoring app"], 2, 5.5]]
    )
    assert.deepStrictEqual(read.idle.map(topKeywordsOf), [["bedtime"]])
    assert.deepStrictEqual(read.unmeasured.map(topKeywordsOf), [["unknown"]])
  })

  it("shows at most five keywords of a gap, the most searched", () => {
    const out = {
      rankStatus: "not_in_top_n" as const,
      top: ["8", "9", "10"],
      competitors: [{ appId: "8", rank: 4 }]
    }
    const words = [
      "snore recorder",
      "snore tracker",
      "snore app",
      "snore log",
      "snore sounds",
      "snore monitor",
      "snore test"
    ]
    const { gaps } = readClusters(
      words.map((word, at) => termOf(word, { ...out, volume: 10 + at })),
      market,
      english
    )
    assert.deepStrictEqual(gaps.map(topKeywordsOf), [words.toReversed().slice(0, 5)])
  })

  it("has most to gain where searches are many and ranks low", () => {
    const [one, other] = grouped(ranked("meditation", 90, 1), ranked("white noise", 20, 60))
    assert.strictEqual(mostToGain([one, other].flatMap((cluster) => cluster ?? [])), other?.clusterId)
    assert.isNull(mostToGain([]))
  })
})
