/** Made-up days with something in every section; the same seed gives the same day. Names have no digits, as texts quote them. */
import { random } from "@storeglass/testkit"
import type { CompetitorFacts, Facts, LiveFacts, RankFact, Told } from "../src/report/facts.ts"

export const date = "2026-11-26"
const earlier = "2026-11-25"
const letters = "abcdefghijklmnopqrstuvwxyz"

export const seededDay = (seed: number): Facts => {
  const below = random(seed)
  const chance = () => below(2 ** 30) / 2 ** 30
  const within = (from: number, to: number) => from + chance() * (to - from)
  const whole = (from: number, to: number) => Math.floor(within(from, to + 1))
  const pick = <A>(...values: ReadonlyArray<A>): A => {
    const value = values[whole(0, values.length - 1)]
    if (value === undefined) throw new Error("nothing to pick")
    return value
  }
  const times = <A>(most: number, make: (n: number) => A) => Array.from({ length: whole(0, most) }, (_, n) => make(n))
  /** Some days a section has no data, and some only a part of it. */
  const told = <A>(data: A): Told<A> => {
    const kind = chance()
    if (kind < 0.1) return { status: "unavailable", reason: "Not here." }
    return kind < 0.2 ? { status: "partial", data, reason: "Half of it." } : { status: "ok", data }
  }
  const rank = () => (chance() < 0.15 ? null : whole(1, 60))
  const moved = (n: number): RankFact => ({
    keyword: `term ${letters[n % 26]}`,
    country: pick("us", "de"),
    device: "iphone",
    from: rank(),
    to: rank()
  })
  const rival = (n: number): CompetitorFacts => ({
    appId: `rival.${letters[n]}`,
    name: `Rival ${letters[n]?.toUpperCase()}`,
    ranks: times(6, (k) => ({ ...moved(k), own: rank(), ownBefore: rank() }))
  })
  const money = () => Math.round(within(1, 300) * 1_000) / 1_000
  const amounts = () => ({ USD: money(), EUR: money() })

  const live = (): LiveFacts => {
    const seen = { checkedOn: date, country: "us", version: "2.5.1" }
    const status = pick("same", "different", "different", "not_listed")
    if (status !== "different") return { ...seen, status, since: null, differences: [] }
    const fields = ["title", "subtitle", "description"].slice(0, whole(1, 3))
    const differences = fields.map((field) => ({ field, kept: "Ours 365", live: "Theirs 24" }))
    return { ...seen, status, since: pick(date, date, earlier), differences }
  }

  return {
    date,
    app: { platform: "storea", appId: "284882215", appName: "Habits", country: "us" },
    keywords: told({ tracked: 40, ranks: times(30, moved) }),
    visibility: told(
      ["us", "de"].map((country) => ({
        country,
        device: "iphone",
        from: chance() < 0.2 ? null : within(10, 60),
        to: within(10, 60),
        terms: whole(3, 40)
      }))
    ),
    charts: told(
      times(8, (n) => ({
        chart: pick("top-free", "top-paid", "top-grossing"),
        country: letters.slice(n, n + 2),
        genreId: chance() < 0.5 ? null : String(whole(6_000, 6_020)),
        from: rank(),
        to: rank()
      }))
    ),
    ratings: told({
      day: date,
      averageRating: within(3.8, 4.6),
      ratingCount: whole(1_000, 2_000),
      before: chance() < 0.1 ? null : { averageRating: within(3.8, 4.6), ratingCount: whole(500, 1_000) }
    }),
    reviews: told({
      reviews: 40,
      averageRating: within(1, 5),
      themes: ["crashes", "price", "login", "ads"].map((theme) => ({
        theme,
        polarity: pick("positive", "negative"),
        mentions: whole(1, 12)
      }))
    }),
    live: told(live()),
    listing: told({
      day: pick(date, date, earlier),
      score: whole(40, 90),
      before: chance() < 0.2 ? null : { day: "2026-11-20", score: whole(40, 90) },
      newFixes: times(4, (n) => ({
        id: `fix.${letters[n]}`,
        action: `Do ${letters[n]}.`,
        points: Math.round(within(0.1, 9) * 100) / 100
      }))
    }),
    opportunities: told({
      day: pick(date, date, earlier),
      total: 20,
      before: { day: "2026-11-20", total: 20 },
      appeared: times(6, (n) => ({
        keyword: `chance ${letters[n]}`,
        score: Math.round(within(20, 95) * 100) / 100,
        volume: whole(1, 90),
        difficulty: whole(1, 90),
        rank: rank()
      }))
    }),
    competitors: told(times(3, rival)),
    rivalListings: told({
      day: pick(date, date, earlier),
      before: { day: "2026-11-20" },
      compared: 3,
      changes: times(3, (n) => ({
        appId: `rival.${letters[n]}`,
        name: `Rival ${letters[n]?.toUpperCase()}`,
        what: pick("title", "second", "version"),
        from: "1.4.2",
        to: "1.5.0"
      }))
    }),
    rivalAds: told(
      times(3, (n) => {
        const turn = pick("began", "stopped", "none")
        return {
          appId: `rival.${letters[n]}`,
          name: `Rival ${letters[n]?.toUpperCase()}`,
          dataEndDate: "2026-11-19",
          isAdvertising: turn === "began",
          began: turn === "began" ? ["de", "fr"].slice(0, whole(0, 2)) : null,
          hasStopped: turn === "stopped"
        }
      })
    ),
    assistants: told(
      ["model_a", "model_b"].map((model) => ({
        model,
        day: pick(date, date, earlier),
        score: whole(0, 100),
        answers: 40,
        before: chance() < 0.2 ? null : { day: "2026-11-19", score: whole(0, 100) }
      }))
    ),
    figures: told({
      day: date,
      installs: whole(0, 200),
      meanInstalls: chance() < 0.2 ? null : within(1, 200),
      proceeds: amounts(),
      meanProceeds: amounts()
    }),
    paywall: told({ day: date, proceeds: amounts(), meanProceeds: amounts() }),
    ads: told({ day: date, spend: amounts(), installs: whole(0, 30), meanSpend: amounts() }),
    growth: told({
      scanned: 300,
      found: whole(0, 20),
      mustReply: whole(0, 4),
      replied: whole(0, 4),
      pending: whole(0, 40)
    }),
    alerts: told([{ title: "Ranks moved", alerts: whole(1, 9) }]),
    madeAt: "2026-11-27T06:00:00.000Z"
  }
}
