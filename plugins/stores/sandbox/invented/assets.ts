import { type InventedApp, slugOf } from "@storeglass/sandbox/world"
import type { Storefront } from "../formats/storefronts.ts"

export type ShotDevice = "phone" | "pad" | "tv" | "mac"

/** Sizes in which lookups name screenshots. */
const shotSizes: Readonly<Record<ShotDevice, string>> = {
  phone: "392x696bb",
  pad: "576x768bb",
  tv: "406x228bb",
  mac: "800x500bb"
}

/** Sizes in which they were made, as the app page tells them. */
export const shotPixels: Readonly<Record<ShotDevice, readonly [number, number]>> = {
  phone: [1290, 2796],
  pad: [2048, 2732],
  tv: [1920, 1080],
  mac: [2560, 1600]
}

const shotFolder = (origin: string, app: InventedApp, device: ShotDevice, index: number): string =>
  `${origin}/images/thumb/${app.id}/${device}-${index}.png`

export const shotUrls = (origin: string, app: InventedApp, device: ShotDevice, count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, index) => `${shotFolder(origin, app, device, index)}/${shotSizes[device]}.png`)

/** With the vendor's own placeholders, for the reader to fill in. */
export const shotTemplates = (
  origin: string,
  app: InventedApp,
  device: ShotDevice,
  count: number
): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, index) => `${shotFolder(origin, app, device, index)}/{w}x{h}{c}.{f}`)

export const artworkUrl = (origin: string, app: InventedApp, size: number): string =>
  `${origin}/images/thumb/${app.id}/icon.png/${size}x${size}bb.png`

export const artworkTemplate = (origin: string, app: InventedApp): string =>
  `${origin}/images/thumb/${app.id}/icon.png/{w}x{h}{c}.{f}`

export const appUrl = (origin: string, app: InventedApp, storefront: Storefront): string =>
  `${origin}/apps/${storefront.country}/app/${encodeURIComponent(slugOf(app.name))}/id${app.id}`

export const developerUrl = (origin: string, app: InventedApp, storefront: Storefront): string =>
  `${origin}/apps/${storefront.country}/developer/${encodeURIComponent(slugOf(app.developer.name))}/id${app.developer.id}`
