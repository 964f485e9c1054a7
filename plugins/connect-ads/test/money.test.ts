import { assert, describe, it } from "vitest"
import { compareAmounts, isRaisedOver, sameMoney, shareOf, sumAmounts } from "../src/money.ts"
import { usd } from "./support.ts"

describe("money", () => {
  it("is compared, summed and shared exactly, however it is written", () => {
    assert.isTrue(sameMoney(usd("50"), usd("50.00")))
    assert.isFalse(sameMoney(usd("50"), { amount: "50", currency: "EUR" }))
    assert.strictEqual(compareAmounts("0.1", "0.10"), 0)
    assert.strictEqual(compareAmounts("90071992547409930.01", "90071992547409930.02"), -1)
    assert.strictEqual(sumAmounts(["0.1", "0.2", "1000000000000000.05"]), "1000000000000000.35")
    assert.isUndefined(sumAmounts(["1", "NaN"]))
    assert.strictEqual(shareOf("10.00", 3), "3.3333")
    assert.strictEqual(shareOf("0.00005", 1), "0.0001")
    assert.isUndefined(shareOf("1", 0))
  })

  it("is raised over a factor only beyond it, and always from nothing", () => {
    assert.isFalse(isRaisedOver("3", usd("10"), usd("30.00")))
    assert.isTrue(isRaisedOver("3", usd("10"), usd("30.01")))
    assert.isFalse(isRaisedOver("1.5", usd("0.1"), usd("0.15")))
    assert.isTrue(isRaisedOver("3", null, usd("0.01")))
  })
})
