import type { AppStore, StoreApp, StorePage } from "@storeglass/stores/contract"
import type { Screenshot } from "../schema.ts"
import type { PageAnswer } from "./AppPages.ts"

export interface DeviceScreenshots {
  readonly screenshots: Readonly<Record<string, ReadonlyArray<Screenshot>>>
  /** Null when it is not known. */
  readonly counts: Readonly<Record<string, number | null>>
  /** By device, why it is not known. */
  readonly unavailable: Readonly<Record<string, string>>
}

/**
 * Screenshots of one device or of all. The store's record is believed for the devices that it names, unless it has none
 * for any of them, which since 2026 says nothing; the page fills what the record leaves open.
 */
export const screenshotsOf = (
  store: AppStore,
  app: StoreApp,
  answer: PageAnswer | null,
  device: string
): DeviceScreenshots => {
  const page = answer?._tag === "Page" ? answer.page.value : null
  const tells = Object.values(app.screenshots).some((list) => list.length > 0)
  const known = new Set([...store.devices, ...Object.keys(app.screenshots), ...Object.keys(page?.screenshots ?? {})])
  const screenshots: Record<string, ReadonlyArray<Screenshot>> = {}
  const counts: Record<string, number | null> = {}
  const unavailable: Record<string, string> = {}
  for (const name of device === "all" ? known : [device]) {
    const listed = fromRecord(app, name, tells) ?? fromPage(page, name)
    counts[name] = listed?.length ?? null
    if (listed !== null) screenshots[name] = listed
    else
      unavailable[name] =
        answer?._tag === "NoPage" ? answer.reason : "the store's record lists no screenshots for this device"
  }
  return { screenshots, counts, unavailable }
}

const fromRecord = (app: StoreApp, device: string, tells: boolean): ReadonlyArray<Screenshot> | null => {
  const urls = app.screenshots[device]
  if (urls === undefined || !tells) return null
  return urls.map((url, index) => ({ url, width: null, height: null, position: index + 1 }))
}

/** A page that was read and has no shelf for a device has no screenshots for it, unless it has none at all. */
const fromPage = (page: StorePage | null, device: string): ReadonlyArray<Screenshot> | null => {
  if (page === null || Object.values(page.screenshots).every((list) => list.length === 0)) return null
  return (page.screenshots[device] ?? []).map((shot, index) => ({ ...shot, position: index + 1 }))
}

/** How many there are over the devices that are known; null when none is. */
export const totalCount = (counts: DeviceScreenshots["counts"]): number | null => {
  const known = Object.values(counts).filter((count) => count !== null)
  return known.length === 0 ? null : known.reduce((sum, count) => sum + count, 0)
}
