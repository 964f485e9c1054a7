/** What people are told of their apps' ranks. */
import type { Alert } from "@storeglass/plugin-api"
import { adjustableClock, usePluginGateway } from "@storeglass/testkit"
import { Clock, Effect } from "effect"
import { assert, beforeAll, describe, it } from "vitest"
import plugin from "../src/plugin.ts"
import { movedBy } from "../src/watch/RankMoves.ts"
import { type Actor, alertsOf, base, newActor, plugins, recordSearches } from "./support.ts"

const gateway = usePluginGateway(plugin, { plugins })
const dayMs = 86_400_000
const app = 910_000_001
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
/** So many apps, with the one of the tests at a rank. */
const ranked = (rank: number | null) =>
  Array.from({ length: 60 }, (_, at) => String(at + 1 === rank ? app : 920_000_000 + at))

describe("ranks that moved", () => {
  let own: Actor
  let other: Actor
  const nowMs = Date.now()
  /** Told so many days from today, whose ranks the gateway itself collects. */
  const told = ({ accountId }: Actor, day = 0): Promise<ReadonlyArray<Alert>> =>
    alertsOf(gateway(), ({ moves }) =>
      Effect.provideService(moves(accountId), Clock.Clock, adjustableClock(nowMs + day * dayMs).clock)
    )
  beforeAll(async () => {
    own = await newActor(gateway())
    other = await newActor(gateway())
    for (const [one, keywords] of [
      [own, ["far up", "far down", "near", "came in", "fell out"]],
      [other, ["theirs"]]
    ] as const) {
      await one.done("POST", base, { appId: app, appName: "Tidy" })
      for (const keyword of keywords) await one.done("POST", `${base}/${app}/keywords`, { keyword })
    }
    const [before, after] = [dayOf(nowMs - 2 * dayMs), dayOf(nowMs - dayMs)]
    await recordSearches(gateway(), [
      ...(
        [
          ["far up", 30],
          ["far down", 5],
          ["near", 20],
          ["came in", null],
          ["fell out", 40],
          ["theirs", 30]
        ] as const
      ).map(([keyword, rank]) => [keyword, before, ranked(rank)] as const),
      ...(
        [
          ["far up", 12],
          ["far down", 15],
          ["near", 11],
          ["came in", 50],
          ["fell out", null],
          ["theirs", 1]
        ] as const
      ).map(([keyword, rank]) => [keyword, after, ranked(rank)] as const)
    ])
  })

  it("at or over the threshold are one alert of the app, the farthest first; nearer moves and others' keywords are none", async () => {
    const [alert, ...more] = await told(own)
    assert.deepEqual(more, [])
    assert.strictEqual(alert?.kind, "workspace.ranks-moved")
    assert.strictEqual(alert?.title, "Tidy: 4 ranks moved")
    assert.deepEqual(alert?.text.split("\n"), [
      `On ${dayOf(nowMs - dayMs)}, by 10 or more:`,
      "fell out (us, iphone): 40 → not found",
      "came in (us, iphone): not found → 50",
      "far up (us, iphone): 30 → 12",
      "far down (us, iphone): 5 → 15"
    ])
  })

  it("are told with one key for the app and day, however often it's looked", async () => {
    const keys = [...(await told(own)), ...(await told(own))].map(({ key }) => key)
    assert.lengthOf(keys, 2)
    assert.lengthOf(new Set(keys), 1)
    assert.deepEqual([await told(own, -1), await told(own, 1)], [[], []])
  })

  it("of another account's keywords are told to that account alone", async () => {
    assert.deepEqual(
      (await told(other)).map(({ text }) => text.split("\n").slice(1)),
      [["theirs (us, iphone): 30 → 1"]]
    )
    assert.deepEqual(await told(await newActor(gateway())), [])
  })

  it.each([
    [{ previousRank: 12, currentRank: 2 }, 10],
    [{ previousRank: 2, currentRank: 12 }, 10],
    [{ previousRank: null, currentRank: 92 }, 9],
    [{ previousRank: 1, currentRank: null }, 100],
    [{ previousRank: null, currentRank: 150 }, 0],
    [{ previousRank: 150, currentRank: null }, 0]
  ])("%j is %i ranks", (change, ranks) => {
    assert.strictEqual(movedBy(change), ranks)
  })
})

describe("search visibility that fell", () => {
  it("by the threshold or more is told once for a market and day, to its account alone", async () => {
    const [own, near, other] = [await newActor(gateway()), await newActor(gateway()), await newActor(gateway())]
    const nowMs = Date.now()
    const [before, after] = [dayOf(nowMs - 2 * dayMs), dayOf(nowMs - dayMs)]
    const app = 930_000_001
    const found = (rank: number) =>
      Array.from({ length: 60 }, (_, at) => String(at + 1 === rank ? app : 940_000_000 + at))
    const keep = async (who: Actor, ...keywords: ReadonlyArray<string>) => {
      await who.done("POST", base, { appId: app, appName: "Seen" })
      for (const keyword of keywords) await who.done("POST", `${base}/${app}/keywords`, { keyword })
    }
    await keep(own, "seen much", "seen less")
    await keep(near, "seen much")
    await keep(other)
    await recordSearches(
      gateway(),
      [
        ["seen much", before, found(1)],
        ["seen much", after, found(1)],
        ["seen less", before, found(2)],
        ["seen less", after, found(40)]
      ],
      40
    )
    const told = ({ accountId }: Actor) =>
      alertsOf(gateway(), ({ moves }) => moves(accountId)).then((alerts) =>
        alerts.filter(({ kind }) => kind === "workspace.visibility-dropped")
      )
    const [alert, ...more] = await told(own)
    assert.deepEqual(more, [])
    assert.match(alert?.title ?? "", /^Seen: search visibility fell to 57\.5$/)
    assert.include(alert?.text, `On ${after} it was 57.5 after 92.5 in us (iphone), over 2 keywords.`)
    assert.deepEqual(
      (await told(own)).map(({ key }) => key),
      [alert?.key]
    )
    assert.deepEqual([await told(near), await told(other)], [[], []])
  })
})
