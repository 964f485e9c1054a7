/** Ratings of real apps over 18 months as reach: trending over them equals an independent computation. */
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { root } from "@storeglass/testkit"
import { Effect } from "effect"
import { type ImportedSnapshot, KeywordHistory } from "../src/contract.ts"
import { Trending } from "../src/history/Trending.ts"
import { harness, makeWorld } from "./support.ts"

const file = join(root, "../shared/recordings/datasets/no-lookup-rating-history-2025-01-to-2026-08.csv")
const dayMs = 86_400_000

interface Reading {
  readonly day: string
  readonly app: string
  readonly ratings: number
}

/** Fields may be quoted and hold commas. */
const fieldsOf = (line: string) =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain ?? "")
const readings = (): ReadonlyArray<Reading> =>
  readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .slice(1)
    .map(fieldsOf)
    .map(([day = "", app = "", , ratings = ""]) => ({ day, app, ratings: Number(ratings) }))
    .filter(({ day, ratings }) => /^\d{4}-\d{2}-\d{2}$/.test(day) && Number.isInteger(ratings))

/** The rule of the document, read anew: nothing of the plugin is used. */
const expectedOf = (all: ReadonlyArray<Reading>, today: string, days: number) => {
  const age = ({ day }: Reading) => Math.round((Date.parse(today) - Date.parse(day)) / dayMs)
  const largest = (own: ReadonlyArray<Reading>) => own.reduce((max, { ratings }) => Math.max(max, ratings), -1)
  const byApp = Map.groupBy(all, ({ app }) => app)
  return [...byApp]
    .map(([app, own]) => ({
      app,
      now: largest(own.filter((one) => age(one) >= 0 && age(one) < days)),
      before: largest(own.filter((one) => age(one) >= days && age(one) < 2 * days))
    }))
    .filter(({ before, now }) => before > 0 && now > before)
    .map(({ app, before, now }) => ({ app, growth: Math.round(((now - before) / before) * 10_000) / 100 }))
    .sort((a, b) => b.growth - a.growth)
}

describe("trending over a real series of ratings", () => {
  it.live.skipIf(!existsSync(file))(
    "equals an independent computation, for several windows and days (skipped without ../shared/recordings)",
    () => {
      const whole = readings()
      const last = [...whole].sort((a, b) => (a.day < b.day ? -1 : 1)).at(-1)?.day ?? ""
      // The windows that are asked for below reach no further back.
      const all = whole.filter(({ day }) => Date.parse(last) - Date.parse(day) <= 165 * dayMs)
      const { layer, time } = harness(makeWorld())
      return Effect.gen(function* () {
        const history = yield* KeywordHistory
        const trending = yield* Trending
        const snapshots = all.map(
          ({ app, day, ratings }): ImportedSnapshot => ({
            platform: "storea",
            country: "us",
            device: "iphone",
            keyword: `app ${app}`,
            day,
            source: "dataset",
            depth: 1,
            resultCount: 1,
            reach: ratings,
            volume: null,
            difficulty: null,
            apps: [{ appId: app, name: app, seller: "" }]
          })
        )
        const unique = new Set(all.map(({ app, day }) => `${app} ${day}`)).size
        const report = yield* history.importSnapshots(snapshots, { track: true })
        assert.deepStrictEqual(report, { imported: unique, known: all.length - unique })
        let compared = 0
        for (const back of [0, 30, 100]) {
          const today = new Date(Date.parse(last) - back * dayMs).toISOString().slice(0, 10)
          time.setMs(Date.parse(`${today}T12:00:00Z`))
          for (const days of [7, 14, 30]) {
            const expected = expectedOf(all, today, days)
            const answer = yield* trending.of({ platform: "storea", country: "us", days, limit: 100 })
            assert.strictEqual(answer.total, expected.length, `${today} ${days}`)
            assert.deepStrictEqual(
              answer.keywords.map(({ growthPercent }) => growthPercent),
              expected.slice(0, 100).map(({ growth }) => growth)
            )
            const growth = new Map(expected.map((one) => [`app ${one.app}`, one.growth]))
            for (const { growthPercent, keyword } of answer.keywords)
              assert.strictEqual(growthPercent, growth.get(keyword), keyword)
            compared += answer.keywords.length
          }
        }
        assert.isAbove(compared, 100)
      }).pipe(Effect.provide(layer))
    },
    120_000
  )
})
