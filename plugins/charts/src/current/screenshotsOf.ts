import type { StoreApp } from "@storeglass/stores/contract"

/**
 * Screenshots of one device or of all, as the store's record has them. Since 2026 records without any screenshot at all
 * say nothing about whether the app has some.
 */
export const screenshotsOf = (record: StoreApp | undefined, device: string) => {
  const listed = Object.entries(record?.screenshots ?? {})
  const tells = listed.some(([, urls]) => urls.length > 0)
  const asked = tells ? listed.filter(([name]) => device === "all" || name === device) : []
  const unavailable =
    record === undefined
      ? "the store returned no record of the app"
      : !tells
        ? "the store's record lists no screenshots"
        : asked.length === 0
          ? "the store's record lists no screenshots for this device"
          : null
  return {
    screenshots: Object.fromEntries(asked),
    counts: Object.fromEntries(asked.map(([name, urls]) => [name, urls.length])),
    unavailable
  }
}
