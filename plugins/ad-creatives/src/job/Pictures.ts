import { Egress } from "@storeglass/plugin-api"
import { largerPicture, type StoreApp } from "@storeglass/stores/contract"
import { Effect } from "effect"
import { type Picture, readPicture } from "../picture/index.ts"
import { bytesMax } from "../picture/readPicture.ts"
import type { Warning } from "./JobTable.ts"

const screenshotSide = 1_600
const iconSide = 512
const fetchMs = 20_000
/** How many are in one picture at most. */
const screenshotsUsed = 3
/** In this order: a phone's first, as most see the ad on one. */
const devices = ["iphone", "phone", "ipad", "tablet", "watch", "appletv", "mac"]

interface Source {
  readonly url: string
  readonly picture: Picture
}
export interface Sources {
  readonly icon: Source | undefined
  /** Best first. */
  readonly screenshots: ReadonlyArray<Source>
  readonly warnings: ReadonlyArray<Warning>
}

/** The screenshots of a listing, those of one device. */
export const screenshotUrlsOf = ({ screenshots }: Pick<StoreApp, "screenshots">): ReadonlyArray<string> => {
  const names = [...devices, ...Object.keys(screenshots)]
  const device = names.find((name) => (screenshots[name]?.length ?? 0) > 0)
  return device === undefined ? [] : (screenshots[device] ?? []).map(({ url }) => url)
}

/** Fetches a job's pictures, each by the guarded way to addresses that others give us. One that fails is a warning. */
export const makePictures = Effect.gen(function* () {
  const egress = yield* Egress

  const fetched = Effect.fnUntraced(function* (url: string) {
    const answer = yield* egress.request({
      url,
      timeoutMs: fetchMs,
      bodyBytesMax: bytesMax,
      redirectsMax: 3,
      headers: { accept: "image/png, image/jpeg, image/webp" }
    })
    if (answer.status !== 200) return yield* Effect.fail({ message: `it answered ${answer.status}` })
    return yield* readPicture(answer.body)
  })
  return Effect.fn("Pictures.of")(function* (app: StoreApp, extra: ReadonlyArray<string>) {
    const warnings: Array<Warning> = []
    const screenshots: Array<Source> = []
    const take = (code: string, what: string, url: string, address = url) =>
      fetched(address).pipe(
        Effect.map((picture): Source => ({ url, picture })),
        Effect.catch(({ message }) =>
          Effect.sync(() => {
            warnings.push({ code, message: `${what} isn't used: ${message}` })
            return undefined
          })
        )
      )
    // One after the other: each may take its 40 megapixels while it's read.
    for (const [index, url] of extra.entries()) {
      const found = yield* take("EXTRA_SCREENSHOT_UNUSABLE", `extraScreenshotUrls[${index}]`, url)
      if (found !== undefined) screenshots.push(found)
    }
    const listed = screenshotUrlsOf(app)
    for (const [index, url] of listed.entries()) {
      if (screenshots.length >= screenshotsUsed) break
      const found = yield* take(
        "SCREENSHOT_UNUSABLE",
        `screenshot ${index + 1} of the listing`,
        url,
        largerPicture(url, screenshotSide)
      )
      if (found !== undefined) screenshots.push(found)
    }
    const icon =
      app.iconUrl === null
        ? undefined
        : yield* take("ICON_UNUSABLE", "the icon of the listing", app.iconUrl, largerPicture(app.iconUrl, iconSide))
    if (listed.length === 0 && screenshots.length === 0) {
      warnings.push({
        code: "NO_SCREENSHOTS",
        message: "the listing has no screenshots, so the icon leads the picture"
      })
    }
    const sources: Sources = { icon, screenshots, warnings }
    return sources
  })
})
