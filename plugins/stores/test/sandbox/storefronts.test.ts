import { assert, describe, it } from "@effect/vitest"
import { World } from "@storeglass/sandbox/world"
import { legacyCharts } from "../../sandbox/formats/charts.ts"
import { storefrontOf, storefronts } from "../../sandbox/formats/storefronts.ts"
import { worldSource } from "../../sandbox/invented/WorldSource.ts"
import { noonMs } from "./support.ts"

const chart = legacyCharts.topfreeapplications ?? assert.fail("no free chart")
const us = storefrontOf("us") ?? assert.fail("no storefront us")

const everything = (world: World): string => {
  const source = worldSource(world, noonMs, "http://store")
  const ids = source.rankedIds(us, "planner")
  return JSON.stringify([
    source.legacyChart({ storefront: us, chart, genreId: undefined, limit: 100 }),
    source.byTrackIds(ids, us, "en"),
    source.reviews({ storefront: us, appId: ids[0] ?? "", sort: "mosthelpful", page: 1 }),
    source.appPage(us, ids[0] ?? "", "en")
  ])
}

describe("the first store", () => {
  it("gives the same bytes for the same seed and day", () => {
    const first = everything(new World({ seed: 7, size: 800 }))
    assert.isAbove(first.length, 50_000)
    assert.strictEqual(everything(new World({ seed: 7, size: 800 })), first)
  })

  it("has every storefront once, each with apps of its own money", () => {
    assert.strictEqual(storefronts.length, 175)
    assert.strictEqual(new Set(storefronts.map(({ id }) => id)).size, 175)
    const source = worldSource(new World({ seed: 1, size: 300 }), noonMs, "http://store")
    for (const storefront of storefronts) {
      const { entries } = source.legacyChart({ storefront, chart, genreId: undefined, limit: 10 })
      assert.strictEqual(entries.length, 10, storefront.country)
    }
  })
})
