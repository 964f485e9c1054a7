/** Market movements over recorded lists of both stores, beside a computation that shares nothing with ours. */
import { adjustableClock } from "@storeglass/testkit"
import { assert, describe, it } from "vitest"
import { type ChartSnapshot, importSnapshots } from "../src/contract.ts"
import type { Day } from "./archives.ts"
import * as Archives from "./archives.ts"
import { makeWorld } from "./memoryStore.ts"
import { countOf, type Node, useNodes } from "./support.ts"

const startNode = useNodes()

interface Change {
  readonly appId: string
  readonly before: number
  readonly after: number
}

const lastOf = (list: ChartSnapshot) => Math.max(...list.entries.map(({ rank }) => rank))

/** By hand: every pair of places is looked at, and whoever is not in a list is put below its last. */
const changesByHand = (after: ChartSnapshot, before: ChartSnapshot): ReadonlyArray<Change> => {
  const place = (list: ChartSnapshot, appId: string) => {
    let found = lastOf(list) + 1
    for (const entry of list.entries) if (entry.appId === appId) found = entry.rank
    return found
  }
  const ids: Array<string> = []
  for (const list of [after, before]) for (const { appId } of list.entries) if (!ids.includes(appId)) ids.push(appId)
  return (
    ids
      .map((appId) => ({ appId, before: place(before, appId), after: place(after, appId) }))
      .filter((change) => change.before !== change.after)
      // An app below the end of the list that lacks it may have been there before.
      .filter((change) => change.before <= lastOf(before) || change.after < change.before)
      .filter((change) => change.after <= lastOf(after) || change.before < change.after)
  )
}
const won = ({ after, before }: Change) => before - after

const genresOf = (days: ReadonlyArray<Day>, platform: string) => {
  const ids = new Set(
    days
      .flatMap(({ lists }) => lists.flatMap(({ key }) => (key.platform === platform ? key : [])))
      .map(({ genreId }) => genreId)
  )
  return [...ids].flatMap((id) => (id === null ? [] : [{ id, name: id, parentId: null }]))
}
const countries = ["us", "kr", "gb", "de", "fr", "br", "jp", "in", "id", "au"]

/** Imports a day after the other and looks at the market on each. */
const replay = async (
  days: ReadonlyArray<Day>,
  each: (node: Node, today: ChartSnapshot, yesterday: ChartSnapshot) => Promise<void>,
  isAsked: (list: ChartSnapshot, day: number) => boolean
) => {
  const clock = adjustableClock()
  const node = await startNode({
    clock,
    config: { everyHours: 24, retentionDays: 4_000 },
    worlds: [
      makeWorld({ genres: genresOf(days, "storea"), countries }),
      makeWorld({ platform: "storeb", genres: genresOf(days, "storeb"), countries })
    ]
  })
  let looked = 0
  for (const [index, { asOfMs, lists }] of days.entries()) {
    clock.setMs(asOfMs + 3_600_000)
    const report = await node.run(importSnapshots(lists))
    assert.deepStrictEqual([report.added, report.refused, report.reasons], [lists.length, 0, []])
    for (const today of lists) {
      const yesterday = days[index - 1]?.lists.find(({ key }) => JSON.stringify(key) === JSON.stringify(today.key))
      if (yesterday === undefined || !isAsked(today, index)) continue
      await each(node, today, yesterday)
      looked += 1
    }
  }
  return { node, looked }
}

const queryOf = ({ key }: ChartSnapshot) =>
  `?platform=${key.platform}&country=${key.country}&chart=${key.chart}&genre=${key.genreId ?? "all"}`

const assertMovers = async (node: Node, today: ChartSnapshot, yesterday: ChartSnapshot) => {
  const changes = changesByHand(today, yesterday)
  const answer = await node.movers(`${queryOf(today)}&limit=25`)
  const at = `${JSON.stringify(today.key)} ${answer.period.current}`
  assert.strictEqual(Date.parse(answer.period.current ?? ""), today.asOfMs, at)
  assert.strictEqual(Date.parse(answer.period.previous ?? ""), yesterday.asOfMs, at)
  const [gone, unseen] = [lastOf(today) + 1, lastOf(yesterday) + 1]
  const kinds = {
    topGainers: changes.filter(({ after, before }) => after < before && before !== unseen),
    topLosers: changes.filter(({ after, before }) => after > before && after !== gone),
    newEntries: changes.filter(({ before }) => before === unseen),
    droppedOut: changes.filter(({ after }) => after === gone)
  }
  assert.strictEqual(answer.depth, Math.min(lastOf(today), lastOf(yesterday)), at)
  assert.deepStrictEqual(
    answer.summary,
    {
      gainers: kinds.topGainers.length,
      losers: kinds.topLosers.length,
      newEntries: kinds.newEntries.length,
      droppedOut: kinds.droppedOut.length
    },
    at
  )
  for (const name of ["topGainers", "topLosers", "newEntries", "droppedOut"] as const) {
    const mine = [...kinds[name]].sort((a, b) => Math.abs(won(b)) - Math.abs(won(a)))
    const shown = answer[name]
    assert.strictEqual(shown.length, Math.min(25, mine.length), at)
    // Which of two equal ones is shown is ours to choose; sizes and what is told of each are not.
    assert.deepStrictEqual(
      shown.map(({ rankChange }) => rankChange),
      mine.slice(0, 25).map(won),
      `${at} ${name}`
    )
    for (const { appId, currentRank, previousRank, rankChange } of shown) {
      const change = mine.find((one) => one.appId === String(appId))
      assert.deepStrictEqual(
        [currentRank ?? gone, previousRank ?? unseen, rankChange],
        change === undefined ? [] : [change.after, change.before, won(change)],
        `${at} ${appId}`
      )
    }
  }
  const events = changes.filter(
    (change) => change.before === unseen || change.after === gone || Math.abs(won(change)) >= 3
  )
  const activity = await node.activity(`${queryOf(today)}&limit=100`)
  assert.strictEqual(activity.total, events.length, at)
  assert.deepStrictEqual(
    activity.activities.map(({ magnitude }) => magnitude),
    events
      .map((change) => Math.abs(won(change)))
      .sort((a, b) => b - a)
      .slice(0, 100),
    at
  )
}

describe.skipIf(!Archives.present)("movers and activity over recorded lists", () => {
  it("equal a computation by hand over 18 days of both stores", { timeout: 240_000 }, async () => {
    const days = Archives.bothStores()
    assert.strictEqual(days.length, 18)
    const lists = days.flatMap((day) => day.lists)
    assert.isTrue(["storea", "storeb"].every((platform) => lists.some(({ key }) => key.platform === platform)))
    // Every chart on some days, and on each day some charts of both stores.
    const { looked, node } = await replay(days, assertMovers, (list, day) => {
      const order = day === 0 ? 0 : (days[day]?.lists.indexOf(list) ?? 0)
      return (order + day) % 18 === 0
    })
    assert.isAbove(looked, 130)
    assert.strictEqual(await countOf(node, "charts_snapshots"), lists.length)
  })

  it("equal a computation by hand over 60 days of ten countries, with names", { timeout: 240_000 }, async () => {
    const days = Archives.tenCountries()
    assert.strictEqual(days.length, 60)
    const { looked, node } = await replay(
      days,
      async (node, today, yesterday) => {
        await assertMovers(node, today, yesterday)
      },
      (list, day) => (day + countries.indexOf(list.key.country)) % 3 === 0
    )
    assert.isAbove(looked, 180)
    const again = await node.run(importSnapshots(days.flatMap(({ lists }) => lists)))
    assert.deepStrictEqual([again.added, again.known, again.refused], [0, 600, 0])
  })
})
