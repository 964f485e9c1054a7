/** Price points and schedules, of in-app purchases and of apps. */
import { Array as Arr, Effect } from "effect"
import * as Body from "./bodies.ts"
import type { Priced } from "./Console.ts"
import { toldById } from "./ids.ts"
import type { PricedKind } from "./kinds.ts"
import { priceOf, pricePointOf, related } from "./neutral.ts"
import type { PricePoint } from "./records.ts"
import { type Line, pointsMax, rowsMax } from "./transport.ts"

/** About 800 points each, of at most 8,000 in an answer. */
const territoriesAtOnce = 8
const pointsAtOnce = 4
const scheduleQuery = {
  include: "baseTerritory,manualPrices,automaticPrices",
  "limit[manualPrices]": "50",
  "limit[automaticPrices]": "50"
}

export const pricesOf = (line: Line, kind: PricedKind): Priced => {
  const points = (id: string, territories: ReadonlyArray<string>, wanted?: ReadonlySet<string>) =>
    line.rows({
      path: kind.points(id),
      query: { "filter[territory]": territories.join(","), include: "territory", limit: String(kind.pointsPerPage) },
      max: pointsMax,
      record: pricePointOf,
      keep: wanted === undefined ? undefined : (resource) => wanted.has(resource.id)
    })

  /** `null` where there is none yet, and the thing is there. */
  const scheduleOf = Effect.fnUntraced(function* (id: string) {
    const found = yield* line.found(kind.schedule(id), scheduleQuery)
    if (found === null) yield* line.one(kind.thing(id))
    return found?.data ?? null
  })

  return {
    pricePoints: (id, ...territories) => points(id, territories),
    equalizations: (pointId) =>
      line.rows({
        path: kind.equalizations(pointId),
        query: { include: "territory", limit: "8000" },
        max: pointsMax,
        record: pricePointOf
      }),
    pricePointsById: Effect.fnUntraced(function* (id, ids) {
      const found = new Map<string, PricePoint>()
      const add = (point: PricePoint) => found.set(point.id, point)
      const { point } = kind
      if (point !== undefined) {
        const one = (pointId: string) =>
          Effect.map(line.found(point(pointId), { include: "territory" }), (answer) => {
            if (answer !== null) add(pricePointOf(answer.data, answer.included))
          })
        yield* Effect.forEach(new Set(ids), one, { concurrency: pointsAtOnce, discard: true })
        return found
      }
      const wanted = new Set(ids)
      const territories = new Set(ids.flatMap((pointId) => toldById(pointId)?.territory ?? []))
      for (const some of Arr.chunksOf([...territories], territoriesAtOnce)) {
        for (const each of (yield* points(id, some, wanted)).items) add(each)
      }
      return found
    }),
    priceSchedule: Effect.fnUntraced(function* (id) {
      const schedule = yield* scheduleOf(id)
      if (schedule === null) return null
      const today = yield* line.today
      const names = { point: kind.names.point, type: kind.types.point }
      const prices = (which: "manualPrices" | "automaticPrices") =>
        line.rows({
          path: kind.pricesOf(schedule.id, which),
          query: { include: `${kind.names.point},territory`, limit: "200" },
          max: rowsMax,
          record: (resource, included) => priceOf(resource, included, names, today)
        })
      const [manual, automatic] = yield* Effect.all([prices("manualPrices"), prices("automaticPrices")], {
        concurrency: 2
      })
      return {
        id: schedule.id,
        baseTerritory: related(schedule, "baseTerritory"),
        manualPrices: manual.items,
        automaticPrices: automatic.items,
        truncated: manual.truncated || automatic.truncated
      }
    }),
    baseTerritory: (id) =>
      Effect.map(scheduleOf(id), (schedule) => (schedule === null ? null : related(schedule, "baseTerritory"))),
    replacePriceSchedule: (id, schedule) =>
      line.send({ method: "POST", path: kind.schedules, body: Body.newSchedule(kind, id, schedule) }, (made) => ({
        id: made.id,
        baseTerritory: related(made, "baseTerritory") ?? schedule.baseTerritory,
        manualPrices: schedule.prices.map(({ pricePointId, startDate, territory }) => ({
          territory,
          pricePointId,
          startDate: startDate ?? null
        }))
      }))
  }
}
