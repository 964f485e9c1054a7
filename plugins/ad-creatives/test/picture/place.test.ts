import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { areaOf, type Corners, sizeOf, through, toPicture, toShown } from "../../src/picture/geometry.ts"
import { cropOf, place } from "../../src/picture/place.ts"
import { copyOf } from "../../src/picture/raster.ts"
import { findScreen } from "../../src/picture/scene.ts"
import { drawnScene, drawnScreenshot, sceneOf } from "./drawn.ts"
import { differenceOf } from "./unwarped.ts"

const Off = Schema.Int.check(Schema.isBetween({ minimum: -60, maximum: 60 }))
const Quad = Schema.Struct({
  width: Schema.Int.check(Schema.isBetween({ minimum: 220, maximum: 460 })),
  turn: Schema.Int.check(Schema.isBetween({ minimum: -25, maximum: 25 })),
  offs: Schema.Tuple([Off, Off, Off, Off, Off, Off, Off, Off])
})
const cornersOf = ({ offs, turn, width }: typeof Quad.Type): Corners => {
  const height = width * 1.9
  const angle = (turn * Math.PI) / 180
  const at = (x: number, y: number, dx: number, dy: number) => ({
    x: 512 + x * Math.cos(angle) - y * Math.sin(angle) + (dx * width) / 460,
    y: 512 + x * Math.sin(angle) + y * Math.cos(angle) + (dy * width) / 460
  })
  const [w, h] = [width / 2, height / 2]
  return [
    at(-w, -h, offs[0], offs[1]),
    at(w, -h, offs[2], offs[3]),
    at(w, h, offs[4], offs[5]),
    at(-w, h, offs[6], offs[7])
  ]
}
const blank = () => ({ width: 1100, height: 1100, data: new Uint8Array(1100 * 1100 * 4).fill(255) })

describe("a placed screenshot", () => {
  it.effect.prop(
    "differs from itself by less than 3 %, taken off again, wherever its corners are",
    [Quad],
    ([quad]) =>
      Effect.gen(function* () {
        const corners = cornersOf(quad)
        const shot = yield* drawnScreenshot(645, 1398)
        const canvas = blank()
        const placed = yield* place(canvas, shot, corners)
        assert.isBelow(yield* differenceOf(canvas, shot, placed), 0.03)
      }),
    { arbitrary: { runs: 12 } }
  )

  it.effect.prop("goes to a place and back through the same corners", [Quad], ([quad]) =>
    Effect.sync(() => {
      const corners = cornersOf(quad)
      const [to, from] = [toPicture(corners), toShown(corners)]
      for (const [u, v] of [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
        [0.3, 0.7]
      ] as const) {
        const there = through(to, u, v)
        const back = through(from, there.x, there.y)
        assert.approximately(back.x, u, 1e-6)
        assert.approximately(back.y, v, 1e-6)
      }
      assert.approximately(through(to, 1, 0).x, corners[1].x, 1e-6)
    })
  )

  it.effect("touches nothing outside of its corners", () =>
    Effect.gen(function* () {
      const corners = cornersOf({ width: 300, turn: 14, offs: [20, 0, 0, -30, 10, 0, 0, 12] })
      const canvas = blank()
      yield* place(canvas, yield* drawnScreenshot(645, 1398, 0, true), corners)
      const changed = canvas.data.reduce((sum, value, at) => sum + (at % 4 === 0 && value !== 255 ? 1 : 0), 0)
      assert.isBelow(changed, areaOf(corners) * 1.01)
      assert.strictEqual(
        canvas.data.findIndex((value, at) => at % 4 === 3 && value !== 255),
        -1
      )
    })
  )

  it.effect("is found again in a scene, by the corners that were found, behind a finger", () =>
    Effect.gen(function* () {
      const truth: Corners = [
        { x: 330, y: 160 },
        { x: 650, y: 120 },
        { x: 690, y: 860 },
        { x: 300, y: 800 }
      ]
      const finger = '<path d="M1024 700C860 640 760 600 640 610C600 620 620 660 660 670L1000 800Z" fill="#c98e6b"/>'
      const scene = yield* sceneOf(drawnScene(truth, { over: finger, mark: "#F012E8" }))
      const screen = yield* findScreen(scene)
      assert.isDefined(screen)
      if (screen === undefined) return
      const shot = yield* drawnScreenshot(645, 1398)
      const canvas = copyOf(scene)
      const placed = yield* place(canvas, shot, screen.corners, { mask: screen.mask })
      const behind = (u: number, v: number) => {
        const { x, y } = through(toPicture(screen.corners), u, v)
        return (screen.mask[Math.floor(y) * scene.width + Math.floor(x)] ?? 0) < 255
      }
      assert.isBelow(yield* differenceOf(canvas, shot, placed, behind), 0.03)
      const onFinger = (630 * 1024 + 650) * 4
      assert.deepStrictEqual(canvas.data.slice(onFinger, onFinger + 3), scene.data.slice(onFinger, onFinger + 3))
      // No pixel keeps the mark's magenta.
      let magenta = 0
      for (let at = 0; at < canvas.data.length; at += 4) {
        const [r = 0, g = 0, b = 0] = canvas.data.subarray(at, at + 3)
        if (Math.min(r, b) - g > 170) magenta++
      }
      assert.strictEqual(magenta, 0)
    })
  )

  it("is cut to the screen's shape from its top, and never stretched by more than 3 %", () => {
    const shot = { width: 1000, height: 2000, data: new Uint8Array() }
    assert.deepStrictEqual(cropOf(shot, 500, 1000), { left: 0, top: 0, width: 1000, height: 2000 })
    assert.deepStrictEqual(cropOf(shot, 500, 1014), { left: 0, top: 0, width: 1000, height: 2000 })
    assert.deepStrictEqual(cropOf(shot, 500, 800), { left: 0, top: 0, width: 1000, height: 1600 })
    assert.deepStrictEqual(cropOf(shot, 400, 1000), { left: 100, top: 0, width: 800, height: 2000 })
    for (let width = 200; width < 900; width += 37) {
      const crop = cropOf(shot, width, 1000)
      assert.isAtMost(Math.abs(crop.width / crop.height / (width / 1000) - 1), 0.031)
    }
  })

  it("is as large as its longer sides", () => {
    const corners: Corners = [
      { x: 0, y: 0 },
      { x: 30, y: 40 },
      { x: 40, y: 140 },
      { x: 0, y: 110 }
    ]
    assert.deepStrictEqual(sizeOf(corners), { width: 50, height: 110 })
  })
})
