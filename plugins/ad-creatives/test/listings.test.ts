import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { AppStores } from "@storeglass/stores/contract"
import { usePluginGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import { assert, describe, it } from "vitest"
import { sceneOf } from "../sandbox/scenes.ts"
import { keyPointsOf, languageOf, writeCopy } from "../src/copy/index.ts"
import { listingOf } from "../src/job/Copywriting.ts"
import { makePictures } from "../src/job/Pictures.ts"
import { sizeOf } from "../src/picture/geometry.ts"
import { checkedPng, compose, findScreen, readPicture } from "../src/picture/index.ts"
import plugin from "../src/plugin.ts"
import { imagePresets } from "../src/presets.ts"
import { qualities } from "../src/schema.ts"
import { differenceOf, roundedOff } from "./picture/unwarped.ts"

// STOREGLASS_FULL=1: every listing with every preset and quality; else with one preset for each quality, in turn.
const isFull = process.env.STOREGLASS_FULL === "1"
/** A folder: every picture is written there, to be looked at. */
const look = process.env.STOREGLASS_LOOK
const gateway = usePluginGateway(plugin, { plugins: { stores: true } })
const countries = ["us", "de", "jp", "sa", "th", "ru"]
const each = 5

const listings = Effect.gen(function* () {
  const stores = yield* AppStores
  const store = yield* stores.get("storea")
  const pictures = yield* makePictures
  return yield* Effect.forEach(countries, (country) =>
    Effect.gen(function* () {
      const chart = yield* store.chart({ chart: "top-free", country, genreId: null })
      return yield* Effect.forEach(chart.value.slice(0, each), ({ appId }) =>
        Effect.gen(function* () {
          const { value: app } = yield* store.app(appId, country)
          const sources = yield* pictures(app, [])
          return { app, icon: sources.icon?.picture, screenshots: sources.screenshots.map(({ picture }) => picture) }
        })
      )
    })
  ).pipe(Effect.map((all) => all.flat()))
})

/** Rounded corners and what's drawn of a frame there are left out. */
const cornerShare = 0.09

describe("ads of the sandbox's listings", () => {
  it("are square PNG that show the listing's own screenshots, with every preset and quality", async () => {
    const found = await gateway().run(listings)
    assert.lengthOf(found, countries.length * each)
    let made = 0
    let worst = 0
    for (const [index, { app, icon, screenshots }] of found.entries()) {
      assert.isNotEmpty(screenshots, app.name)
      const listing = listingOf({ app, subtitle: null })
      const keyPoints = keyPointsOf(listing, undefined)
      const lang = languageOf(listing, "en")
      const copy = writeCopy(listing, keyPoints, { style: "ugc", angle: null, audience: null, lang })
      for (const [at, quality] of qualities.entries()) {
        const presets = isFull ? imagePresets : [imagePresets[(index + at) % imagePresets.length] ?? "branded_showcase"]
        for (const preset of presets) {
          const side = quality === "high" ? 2_048 : 1_024
          const seed = `${app.appId} ${preset} ${quality}`
          const png = await sceneOf({ seed, width: side, height: side, hasScreen: true, format: "png" })
          const composed = await Effect.runPromise(
            Effect.gen(function* () {
              const picture = yield* readPicture(new Uint8Array(png))
              const screen = yield* findScreen(picture)
              if (screen === undefined) return assert.fail(`no screen in ${seed}`)
              const input = { preset, icon, screenshots, copy, appName: app.name, lang }
              // A third are laid out by rules.
              return yield* compose(at === 2 ? input : { ...input, scene: { picture, ...screen } })
            })
          )
          assert.isTrue(checkedPng(composed.png), seed)
          assert.isAtMost(composed.png.length, 4 * 1_048_576)
          const drawn = await Effect.runPromise(readPicture(composed.png))
          for (const placed of composed.placed) {
            const source = screenshots[placed.screenshot] ?? assert.fail(seed)
            const { height, width } = sizeOf(placed.corners)
            const away = await Effect.runPromise(
              differenceOf(drawn, source, placed, roundedOff(width, height, Math.min(width, height) * cornerShare))
            )
            worst = Math.max(worst, away)
            assert.isBelow(away, 0.03, seed)
          }
          assert.isNotEmpty(composed.placed, seed)
          if (look !== undefined) {
            mkdirSync(look, { recursive: true })
            writeFileSync(join(look, `${app.country}-${app.appId}-${preset}-${quality}.png`), composed.png)
          }
          made += 1
        }
      }
    }
    assert.strictEqual(made, found.length * qualities.length * (isFull ? imagePresets.length : 1))
    process.stdout.write(`${made} pictures, the worst differs by ${(100 * worst).toFixed(2)} %\n`)
  }, 1_800_000)
})
