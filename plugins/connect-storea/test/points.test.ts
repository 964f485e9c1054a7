import { Effect } from "effect"
import { assert, describe, it } from "vitest"
import { pointOf, withPoints } from "../src/catalog/points.ts"
import type { PricePoint } from "../src/vendor/records.ts"

const point = (customerPrice: string | null): PricePoint => ({
  id: `point-${customerPrice}`,
  territory: "USA",
  currency: "USD",
  customerPrice,
  proceeds: null,
  proceedsYear2: null
})
const points = ["0.99", "4.99", "5.99", "9.99"].map(point)
const look = (entries: Parameters<typeof withPoints>[0]) => {
  const asked: Array<string> = []
  const pointsIn = (territory: string) => {
    asked.push(territory)
    return Effect.succeed({ items: points })
  }
  const found = withPoints(entries, pointsIn, (index) => `prices[${index}].`)
  return { asked, found }
}

describe("a price in place of its point", () => {
  it("is the point of exactly that price, however it is written", () => {
    assert.strictEqual(pointOf(points, "4.990").point?.id, "point-4.99")
  })

  it("that no point has names the nearest below and above, or the one that there is", () => {
    const nearest = (price: string) => {
      const found = pointOf([point(null), ...points], price)
      return found.point === undefined ? found.nearest.map(({ customerPrice }) => customerPrice) : undefined
    }
    assert.deepEqual(nearest("5.50"), ["4.99", "5.99"])
    assert.deepEqual(nearest("0.10"), ["0.99"])
    assert.deepEqual(nearest("100"), ["9.99"])
  })

  it("is looked up once for each territory, and not where the point is sent", async () => {
    const { asked, found } = look([
      { territory: "USA", customerPrice: "0.99" },
      { territory: "USA", customerPrice: "9.99" },
      { territory: "DEU", pricePointId: "own" }
    ])
    assert.deepEqual(await Effect.runPromise(found), [
      { territory: "USA", pricePointId: "point-0.99" },
      { territory: "USA", pricePointId: "point-9.99" },
      { territory: "DEU", pricePointId: "own" }
    ])
    assert.deepEqual(asked, ["USA"])
  })

  it("is refused with the entry's place and the ids of the nearest, and in too many territories before any is read", async () => {
    const refusal = await Effect.runPromise(Effect.flip(look([{ territory: "USA", customerPrice: "5.00" }]).found))
    assert.strictEqual(refusal._tag, "VENDOR_REJECTED")
    assert.match(refusal.message, /^prices\[0\]\.customerPrice \(body\): USA has no price of 5\.00/)
    assert.include(refusal.message, "4.99 USD (pricePointId point-4.99) and 5.99 USD (pricePointId point-5.99)")
    const many = Array.from({ length: 21 }, (_, at) => ({ territory: `T${at}`, customerPrice: "1" }))
    const { asked, found } = look(many)
    assert.strictEqual((await Effect.runPromise(Effect.flip(found)))._tag, "INVALID_INPUT")
    assert.deepEqual(asked, [])
  })
})
