/** Screenshots as every route shows them. */
import { Field, resizedPicture } from "@storeglass/plugin-api"
import { Schema } from "effect"
import type { AppStore, StoreApp, StorePage, StoreScreenshot } from "./AppStore.ts"

const { whole } = Field

export const Screenshot = Schema.Struct({
  url: Schema.String,
  width: Schema.NullOr(whole("Pixels, where the store gives it.")),
  height: Schema.NullOr(whole("Pixels, where the store gives it.")),
  position: whole("Place in the listing, 1 is first.", 1)
}).annotate({ identifier: "Screenshot" })
export type Screenshot = typeof Screenshot.Type

/** What answers tell of an app's screenshots. */
export const screenshotFields = {
  screenshots: Schema.Record(Schema.String, Schema.Array(Screenshot)).annotate({
    description: "By device; a device is absent if it isn't known whether it has any."
  }),
  counts: Schema.Record(Schema.String, Schema.NullOr(Schema.Int)).annotate({
    description: "How many, by device; null if not known."
  }),
  unavailable: Schema.Record(Schema.String, Schema.String).annotate({
    description: "Why a device's screenshots aren't known: device to reason. Empty if all are."
  })
}

export interface DeviceScreenshots {
  readonly screenshots: Readonly<Record<string, ReadonlyArray<Screenshot>>>
  /** Null when it is not known. */
  readonly counts: Readonly<Record<string, number | null>>
  /** By device, why it is not known. */
  readonly unavailable: Readonly<Record<string, string>>
}

/** The app's page, or why there is none; neither where nobody asked for it. */
export interface PageTold {
  readonly page?: StorePage
  readonly reason?: string
}

/**
 * Screenshots of one device or of all. The store's record is believed for the devices that it names, unless it has none
 * for any of them, which since 2026 says nothing; the page fills what the record leaves open.
 */
export const screenshotsOf = (
  store: Pick<AppStore, "devices">,
  app: StoreApp | undefined,
  device: string,
  { page, reason }: PageTold = {}
): DeviceScreenshots => {
  const listed = app?.screenshots ?? {}
  const tells = Object.values(listed).some((list) => list.length > 0)
  const paged = page?.screenshots ?? {}
  const pageTells = Object.values(paged).some((list) => list.length > 0)
  const known = new Set([...store.devices, ...Object.keys(listed), ...Object.keys(paged)])
  const missing = app === undefined ? "the store returned no record of the app" : unlisted
  const screenshots: Record<string, ReadonlyArray<Screenshot>> = {}
  const counts: Record<string, number | null> = {}
  const unavailable: Record<string, string> = {}
  for (const name of device === "all" ? known : [device]) {
    // A page that was read and has no shelf for a device has no screenshots for it, unless it has none at all.
    const found = (tells ? listed[name] : undefined) ?? (pageTells ? (paged[name] ?? []) : undefined)
    counts[name] = found?.length ?? null
    if (found !== undefined) screenshots[name] = placed(found)
    else unavailable[name] = reason ?? missing
  }
  return { screenshots, counts, unavailable }
}

const unlisted = "the store's record lists no screenshots for this device"

const placed = (shots: ReadonlyArray<StoreScreenshot>): ReadonlyArray<Screenshot> =>
  shots.map((shot, index) => ({ ...shot, position: index + 1 }))

/** How many there are over the devices that are known; null when none is. */
export const totalCount = (counts: DeviceScreenshots["counts"]): number | null => {
  const known = Object.values(counts).filter((count) => count !== null)
  return known.length === 0 ? null : known.reduce((sum, count) => sum + count, 0)
}

/**
 * The address of a listing's picture in about that many pixels on its longer side, where its address says in how many it is
 * given; else as it is. Smaller ones stay what they are in the store.
 */
export const largerPicture = (url: string, side: number): string => resizedPicture(url, side, "larger")
