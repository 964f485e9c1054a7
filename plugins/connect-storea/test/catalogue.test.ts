import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { assert, describe, it } from "vitest"
import { useVendor } from "./vendor.ts"

const vendor = useVendor()
const products = 500
const territories = 175
const perHour = 3_600
const grownMaxBytes = 48 * 1024 * 1024

const heap = (): number => {
  setFlagsFromString("--expose-gc")
  const collect: unknown = runInNewContext("gc")
  if (typeof collect === "function") collect()
  return process.memoryUsage().heapUsed
}

describe("a catalogue of 500 products in 175 territories", () => {
  it("is read with every price within a key's hour, and nothing of it stays in memory", {
    timeout: 300_000
  }, async () => {
    const { console, key } = await vendor.open()
    const [control, appId] = [vendor.control(), vendor.appId()]
    await control.act("console", "catalogue", { keyId: key.keyId, appId, count: products - 4 })
    control.clearRequests()
    const { items } = await vendor.run(console.iaps(appId))
    assert.lengthOf(items, products)
    let prices = 0
    let early = 0
    for (const [nth, { id }] of items.entries()) {
      const schedule = await vendor.run(console.iapPrices.priceSchedule(id))
      prices += (schedule?.manualPrices.length ?? 0) + (schedule?.automaticPrices.length ?? 0)
      if (nth === 99) early = heap()
    }
    // One of the 500 has no price yet.
    assert.strictEqual(prices, (products - 1) * territories)
    assert.isBelow(control.requests({ upstream: "console" }).length, perHour)
    assert.isBelow(heap() - early, grownMaxBytes)
  })
})
