import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import sharp from "sharp"
import type { Corners } from "../../src/picture/geometry.ts"
import { findScreen, screenMark } from "../../src/picture/scene.ts"
import { drawnScene, sceneOf } from "./drawn.ts"

const quad = (...xy: readonly [number, number, number, number, number, number, number, number]): Corners => [
  { x: xy[0], y: xy[1] },
  { x: xy[2], y: xy[3] },
  { x: xy[4], y: xy[5] },
  { x: xy[6], y: xy[7] }
]
const upright = quad(330, 130, 690, 130, 690, 890, 330, 890)
const tilted = quad(420, 150, 760, 240, 600, 860, 260, 770)
const away = quad(300, 200, 620, 120, 640, 900, 280, 800)
const farOf = (found: Corners, true_: Corners) =>
  Math.max(...found.map(({ x, y }, i) => Math.hypot(x - (true_[i]?.x ?? 0), y - (true_[i]?.y ?? 0))))

const found = Effect.fnUntraced(function* (
  corners: Corners,
  options: Parameters<typeof drawnScene>[1] = {},
  jpeg?: number
) {
  const image = drawnScene(corners, options)
  const scene =
    jpeg === undefined
      ? yield* sceneOf(image)
      : yield* sceneOf(sharp(yield* Effect.promise(() => image.jpeg({ quality: jpeg }).toBuffer())))
  return yield* findScreen(scene)
})

describe("a marked screen", () => {
  it("has the colour that prompts ask for", () => assert.strictEqual(screenMark, "#FF00FF"))

  it.effect.each([
    { name: "upright", corners: upright },
    { name: "tilted", corners: tilted },
    { name: "in perspective", corners: away }
  ])("is found to a pixel when it's $name", ({ corners }) =>
    Effect.gen(function* () {
      const screen = yield* found(corners)
      assert.isBelow(farOf(screen?.corners ?? quad(0, 0, 0, 0, 0, 0, 0, 0), corners), 1)
    })
  )

  it.effect("is found in noise of JPEG", () =>
    Effect.gen(function* () {
      for (const corners of [tilted, away]) {
        const screen = yield* found(corners, {}, 60)
        assert.isDefined(screen)
        assert.isBelow(farOf(screen?.corners ?? upright, corners), 2.5)
      }
    })
  )

  it.effect("has the corners that its sides would have if they weren't round", () =>
    Effect.gen(function* () {
      const rounded =
        '<rect x="312" y="112" width="396" height="796" rx="70" fill="#111"/><rect x="330" y="130" width="360" height="760" rx="56" fill="#FF00FF"/>'
      const screen = yield* found(quad(0, 0, 1, 0, 1, 1, 0, 1), { over: rounded })
      assert.isBelow(farOf(screen?.corners ?? tilted, upright), 1.5)
      const turned = `<g transform="rotate(12 512 512)">${rounded}</g>`
      const angled = yield* found(quad(0, 0, 1, 0, 1, 1, 0, 1), { over: turned })
      const turn = (12 * Math.PI) / 180
      const [a, b, c, d] = upright
      const at = ({ x, y }: { readonly x: number; readonly y: number }) => ({
        x: 512 + (x - 512) * Math.cos(turn) - (y - 512) * Math.sin(turn),
        y: 512 + (x - 512) * Math.sin(turn) + (y - 512) * Math.cos(turn)
      })
      assert.isBelow(farOf(angled?.corners ?? tilted, [at(a), at(b), at(c), at(d)]), 1.5)
    })
  )

  it.effect("is whole behind a finger across an edge, which stays in front", () =>
    Effect.gen(function* () {
      const finger = '<path d="M1024 700C860 640 700 600 640 610C600 620 620 660 660 670L1000 800Z" fill="#c98e6b"/>'
      const screen = yield* found(upright, { over: finger })
      assert.isDefined(screen)
      assert.isBelow(farOf(screen?.corners ?? tilted, upright), 1.5)
      assert.strictEqual(screen?.mask[630 * 1024 + 660], 0)
      assert.strictEqual(screen?.mask[400 * 1024 + 500], 255)
    })
  )

  it.effect("has all its corners though a thumb is over one of them", () =>
    Effect.gen(function* () {
      const thumb = '<ellipse cx="716" cy="870" rx="120" ry="80" fill="#c98e6b" transform="rotate(-35 716 870)"/>'
      const screen = yield* found(upright, { over: thumb })
      assert.isDefined(screen)
      assert.isBelow(farOf(screen?.corners ?? tilted, upright), 2)
    })
  )

  it.effect("may be drawn a little off in colour, or in shade", () =>
    Effect.gen(function* () {
      for (const mark of ["#E619D8", "#C800C8", "#FF30F0"]) {
        assert.isBelow(farOf((yield* found(tilted, { mark }))?.corners ?? upright, tilted), 1.5, mark)
      }
    })
  )

  it.effect("is the larger of two", () =>
    Effect.gen(function* () {
      const screen = yield* found(upright, { over: '<rect x="40" y="300" width="180" height="340" fill="#FF00FF"/>' })
      assert.isBelow(farOf(screen?.corners ?? tilted, upright), 1)
      assert.strictEqual(screen?.mask[400 * 1024 + 100], 0)
    })
  )
})

describe("a scene whose screen can't be used", () => {
  it.effect.each([
    { why: "there's none", corners: upright, options: { mark: "#20242c" } },
    { why: "it's too small", corners: quad(480, 440, 560, 440, 560, 600, 480, 600) },
    { why: "it's nearly all of the picture", corners: quad(2, 2, 1022, 2, 1022, 1022, 2, 1022) },
    { why: "no phone is that long", corners: quad(100, 440, 920, 440, 920, 600, 100, 600) },
    { why: "no phone is square", corners: quad(300, 300, 700, 300, 700, 700, 300, 700) },
    { why: "it's a triangle", corners: quad(500, 120, 501, 120, 800, 860, 220, 860) },
    {
      why: "a hand hides most of it",
      corners: upright,
      options: { over: '<circle cx="690" cy="700" r="260" fill="#c98e6b"/>' }
    }
  ])("isn't found: $why", ({ corners, options }) =>
    Effect.gen(function* () {
      assert.isUndefined(yield* found(corners, options))
    })
  )

  it.effect("isn't found: it's a disc", () =>
    Effect.gen(function* () {
      assert.isUndefined(
        yield* found(quad(0, 0, 1, 0, 1, 1, 0, 1), {
          over: '<ellipse cx="512" cy="512" rx="260" ry="420" fill="#FF00FF"/>'
        })
      )
    })
  )
})
