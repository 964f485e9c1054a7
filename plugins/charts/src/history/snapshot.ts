/** What a list must be to be kept. */
import type { Param } from "@storeglass/plugin-api"
import { Result } from "effect"
import { type ChartSnapshot, chartNames, InvalidSnapshot, type ListedApp } from "../contract.ts"

/** No store shows more. */
export const depthMax = 1_000
/** Clocks of nodes differ a little. */
const aheadMsMax = 5 * 60_000

export interface CheckedSnapshot {
  readonly snapshot: ChartSnapshot
  readonly apps: ReadonlyArray<ListedApp>
  /** By rank from 1; null where the list has none. */
  readonly appIds: ReadonlyArray<string | null>
}

/** The same way in for what is collected and what is imported. */
export const checkSnapshot = (
  snapshot: ChartSnapshot,
  bounds: { readonly nowMs: number; readonly keptFromMs: number }
): Result.Result<CheckedSnapshot, InvalidSnapshot> => {
  const { asOfMs, entries, key, source } = snapshot
  const refuse = (why: string) =>
    Result.fail(
      new InvalidSnapshot({ message: `${key.platform} ${key.country} ${key.chart} ${key.genreId ?? "all"}: ${why}` })
    )
  if (!/^[a-z]{2}$/.test(key.country)) return refuse("the country isn't a lowercase two-letter code")
  if (!chartNames.includes(key.chart)) return refuse("there's no such chart")
  if (key.genreId !== null && !/^\w{1,60}$/.test(key.genreId)) return refuse("the genre isn't an id")
  if (source === "" || source.length > 100) return refuse("the source has no name, or one of over 100 characters")
  if (!Number.isFinite(asOfMs) || asOfMs > bounds.nowMs + aheadMsMax) return refuse("it is from the future")
  if (asOfMs < bounds.keptFromMs) return refuse("it is older than the kept history")
  // An empty list is what a store says that throttles in silence; as history it would mean that all apps fell out.
  if (entries.length === 0) return refuse("the list is empty")
  const last = entries.reduce((most, { rank }) => Math.max(most, rank), 0)
  if (last > depthMax) return refuse(`ranks go beyond ${depthMax}`)
  const appIds = Array.from<string | null>({ length: last }).fill(null)
  const apps = new Map<string, ListedApp>()
  for (const { appId, rank, ...told } of entries) {
    if (!Number.isInteger(rank) || rank < 1) return refuse("a rank isn't a whole number from 1")
    if (!isAppId(key.platform, appId)) return refuse("an app has no valid id")
    if (appIds[rank - 1] !== null) return refuse(`two apps at rank ${rank}`)
    if (apps.has(appId)) return refuse("an app has two ranks")
    appIds[rank - 1] = appId
    apps.set(appId, {
      appId,
      name: clean(told.name),
      seller: clean(told.seller),
      iconUrl: clean(told.iconUrl),
      genreId: clean(told.genreId),
      genreName: clean(told.genreName)
    })
  }
  return Result.succeed({ snapshot, apps: [...apps.values()], appIds })
}

const isAppId = (platform: Param.Platform, appId: string) =>
  platform === "storea" ? /^[1-9]\d{0,17}$/.test(appId) : /^[\w.]{1,255}$/.test(appId)

/** PostgreSQL has no place for U+0000 and for halves of characters. */
const clean = (text: string | null | undefined): string | null =>
  text === null || text === undefined || text === ""
    ? null
    : text.replaceAll("\u0000", "").slice(0, 2_000).toWellFormed()
