import type { CollectionRow, HealthCheck } from "@storeglass/plugin-api"
import { dayMs, minuteMs } from "./days.ts"

/** How many calls a rate allows in a span of time, whole ones. */
export const capacityIn = (perMinute: number, spanMs: number): number => Math.floor((perMinute * spanMs) / minuteMs)

/** How much of a demand is beyond a capacity. */
export const uncoveredOf = (demand: number, capacity: number): number => Math.max(0, demand - capacity)

/** A day's demand against what the rate allows in it. */
export const collectionRow = ({
  perMinute,
  ...row
}: Omit<CollectionRow, "capacityPerDay" | "uncovered"> & { readonly perMinute: number }): CollectionRow => {
  const capacityPerDay = capacityIn(perMinute, dayMs)
  return { ...row, capacityPerDay, uncovered: uncoveredOf(row.demandPerDay, capacityPerDay) }
}

/** How a collection goes: `done` in words, and what is wrong. A limit too low comes before being late, which follows from it. */
export const collectionCheck = ({
  done,
  late,
  limit
}: {
  readonly done: string
  /** What the limit allows, where that is too little. */
  readonly limit: string | null
  /** How late it is, where that is too much. */
  readonly late: string | null
}): HealthCheck => {
  const wrong = limit ?? late
  return wrong === null ? { status: "ok", detail: done } : { status: "degraded", detail: `${done}; ${wrong}` }
}
