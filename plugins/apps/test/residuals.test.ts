import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { corrected, correctionFor, type Residual } from "../src/models/residuals.ts"

const residual = (over: Partial<Residual> = {}): Residual => ({
  appId: "1",
  country: "us",
  genreId: "6002",
  developerId: "d",
  log: Math.log(2),
  ...over
})
const app = { country: "us", genreId: "6002", developerId: "d" }

describe("the correction by an account's own figures", () => {
  it("is none without figures of the developer or the category", () => {
    const others = [residual({ genreId: "6014", developerId: "e" }), residual({ genreId: null, developerId: null })]
    for (const residuals of [[], others])
      assert.deepStrictEqual(correctionFor(residuals, app), { level: "global", factor: 1, width: 1, n: 0 })
    assert.strictEqual(correctionFor(others, { ...app, genreId: null, developerId: null }).level, "global")
  })

  it("is shrunk: one app that sold twice the estimate doesn't double that of another in its category", () => {
    const { factor, level, width } = correctionFor([residual({ developerId: "e" })], app)
    assert.strictEqual(level, "category")
    assert.strictEqual(width, 1)
    // ln 2 × (1 − (5/6)³): towards all, the country and the category in turn.
    assert.approximately(factor, Math.exp(Math.log(2) * (1 - (5 / 6) ** 3)), 1e-9)
  })

  it("counts apps of the same developer most, and narrows the range by what was measured", () => {
    const [one, two] = [[residual()], [residual(), residual({ appId: "2" })]].map((residuals) =>
      correctionFor(residuals, app)
    )
    assert.strictEqual(one?.level, "account")
    // A range of ×3.2 becomes one of ×2.4, and of ×2.2.
    assert.approximately(3.2 ** (one?.width ?? 0), 2.4, 1e-9)
    assert.approximately(3.2 ** (two?.width ?? 0), 2.2, 1e-9)
    assert.isAbove(two?.factor ?? 0, one?.factor ?? 0)
  })

  const Log = Schema.Int.check(Schema.isBetween({ minimum: -300, maximum: 300 }))
  it.prop("never goes beyond what was counted", [Schema.NonEmptyArray(Log)], ([logs]) => {
    const residuals = logs.map((log, index) => residual({ appId: String(index), log: log / 100 }))
    const { factor } = correctionFor(residuals, app)
    const all = [0, ...residuals.map(({ log }) => log)]
    assert.isTrue(Math.log(factor) >= Math.min(...all) - 1e-9 && Math.log(factor) <= Math.max(...all) + 1e-9)
  })

  it("moves a figure with its range and keeps it inside", () => {
    const figure = corrected({ value: 100, low: 50, high: 400 }, { level: "account", factor: 2, width: 0.5, n: 1 })
    assert.approximately(figure.value, 200, 1e-9)
    assert.approximately(figure.low, 200 * Math.sqrt(0.5), 1e-9)
    assert.approximately(figure.high, 400, 1e-9)
  })
})
