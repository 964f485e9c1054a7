/** Pictures of an ad in full, by the devices that the repository names in two ways. */
import { Schema } from "effect"
import { assert, describe, it } from "vitest"
import { adInFullOf } from "../src/results/detail.ts"
import * as V from "../src/vendor/shapes.ts"

const picture = (name: string) => ({ pictureUrl: `https://pictures.example.com/${name}.png` })
const ofDevices = (previewDevices: ReadonlyArray<string | null>) => {
  const detail = Schema.decodeUnknownSync(V.AdShape)({
    adId: "a1",
    appId: 1,
    placement: "APPSTORE_TODAY_TAB",
    format: "Icon Ad",
    countryOrRegion: "DE",
    defaultLanguageTag: "de",
    adLocaleVariations: [
      {
        languageTag: "de",
        deviceAssets: previewDevices.map((previewDevice, at) => ({ previewDevice, adAssets: [picture(String(at))] }))
      }
    ]
  })
  return adInFullOf(1, detail, "LAST_90_DAYS", { dataStartDate: null, dataEndDate: null }).creativeAssets
}

const table = [
  ["iPhone_6.5", "iphone"],
  ["iphone_6_5", "iphone"],
  ["iPad_Pro_12.9", "ipad"],
  ["ipad_12_9", "ipad"],
  ["Mac", "mac"],
  ["mac_desktop", "mac"],
  ["TV_4K", "tv"],
  ["Apple TV", "tv"],
  ["Apple_TV_4K", "tv"],
  ["Watch_Series_9", "watch"],
  ["Apple Watch Ultra", "watch"],
  ["Vision_Pro", "other"],
  ["null", "other"],
  [null, "other"]
] as const

describe("the device of a picture", () => {
  it.each(table)("%s is %s, and stays beside it as it was told", (previewDevice, device) => {
    const assets = ofDevices([previewDevice])
    assert.deepEqual(Object.keys(assets), [device])
    assert.strictEqual(assets[device]?.[0]?.previewDevice, previewDevice === "null" ? null : previewDevice)
  })

  it("is one of all in an answer that has them all, and no picture is lost", () => {
    const assets = ofDevices(table.map(([previewDevice]) => previewDevice))
    assert.sameMembers(Object.keys(assets), ["iphone", "ipad", "mac", "tv", "watch", "other"])
    const urls = Object.values(assets).flatMap((told) => told.map(({ url }) => url))
    assert.sameMembers(
      urls,
      table.map((_, at) => picture(String(at)).pictureUrl)
    )
  })
})
