import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import sharp from "sharp"
import { layoutModel } from "../../src/models.ts"
import { contrastOf, gradientOf, inkOn, lchOf } from "../../src/picture/colours.ts"
import { type Composed, type ComposeInput, compose } from "../../src/picture/compose.ts"
import { type Box, boundsOf, type Corners, sizeOf, through, toPicture } from "../../src/picture/geometry.ts"
import type { PlacedText } from "../../src/picture/layouts.ts"
import { checkedPng } from "../../src/picture/png.ts"
import { type Raster, rawOf } from "../../src/picture/raster.ts"
import { findScreen } from "../../src/picture/scene.ts"
import { imagePresets } from "../../src/presets.ts"
import { drawnIcon, drawnScene, drawnScreenshot, sceneOf } from "./drawn.ts"
import { differenceOf, roundedOff } from "./unwarped.ts"

const words = {
  en: {
    lang: "en",
    appName: "Mealwise",
    copy: {
      headline: "Plan a week of meals in minutes",
      callToAction: "Get started",
      primaryText: "Pick what you like, and the shopping list is written for you, with what it costs."
    }
  },
  de: {
    lang: "de",
    appName: "Haushaltsbuch Plus – Ausgabenmanager",
    copy: {
      headline: "Haushaltsausgaben und Versicherungsverträge mühelos im Überblick behalten",
      callToAction: "Jetzt kostenlos herunterladen",
      primaryText: "Alle Verträge, Kündigungsfristen und Ausgaben an einem Ort. Ohne Tabellen und ohne Papierkram."
    }
  },
  ar: {
    lang: "ar",
    appName: "وجباتي Mealwise",
    copy: {
      headline: "خطط لوجبات أسبوعك في دقائق",
      callToAction: "ابدأ الآن",
      primaryText: "اختر ما تحب، وسنكتب لك قائمة التسوق ونحسب التكلفة."
    }
  },
  th: {
    lang: "th",
    appName: "มื้อดี",
    copy: {
      headline: "วางแผนมื้ออาหารทั้งสัปดาห์ในไม่กี่นาที",
      callToAction: "เริ่มต้นเลย",
      primaryText: "เลือกสิ่งที่คุณชอบ แล้วเราจะเขียนรายการซื้อของให้คุณ"
    }
  },
  ja: {
    lang: "ja",
    appName: "こんだて帳",
    copy: {
      headline: "一週間の献立を、たった数分で計画",
      callToAction: "今すぐ始める",
      primaryText: "好きな料理を選ぶだけで、買い物リストと費用をまとめてお知らせします。"
    }
  }
} as const

const phone = drawnScreenshot(645, 1398)
const second = drawnScreenshot(645, 1398, 20)
const third = drawnScreenshot(645, 1398, 150, true)
const wide = drawnScreenshot(1398, 645, 340)
const tablet = drawnScreenshot(1024, 1366, 190)
const wideTablet = drawnScreenshot(1366, 1024, 120)

const listings = [
  { name: "a phone's, in English", words: words.en, icon: "blue", shots: [phone, second, third] },
  { name: "a phone's, in long German", words: words.de, icon: "black", shots: [phone] },
  { name: "a phone's, in Arabic", words: words.ar, icon: "orange", shots: [phone, second] },
  { name: "a tablet's, in Thai", words: words.th, icon: "white", shots: [tablet] },
  { name: "a game's on its side, in Japanese", words: words.ja, icon: "orange", shots: [wide] },
  { name: "a tablet's on its side, in German", words: words.de, icon: "blue", shots: [wideTablet] },
  { name: "one without screenshots", words: words.de, icon: "white", shots: [] },
  { name: "one without an icon", words: words.en, icon: undefined, shots: [phone] }
] as const

const overlap = (a: Box, b: Box) =>
  a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height

const canvasOf = (png: Uint8Array) => rawOf(sharp(png))

const within = (box: Box) => {
  assert.isAtLeast(box.left, 24)
  assert.isAtLeast(box.top, 24)
  assert.isAtMost(box.left + box.width, 1000)
  assert.isAtMost(box.top + box.height, 1000)
}

/** The least contrast of a text's colour with what's around it: its ground, or its button's. */
const contrastAround = (canvas: Raster, { box, colour }: PlacedText) => {
  let least = 21
  const see = (x: number, y: number) => {
    const [r = 0, g = 0, b = 0] = canvas.data.subarray((Math.round(y) * canvas.width + Math.round(x)) * 4)
    least = Math.min(least, contrastOf(colour, { r, g, b }))
  }
  for (let x = box.left - 4; x <= box.left + box.width + 4; x += 3) {
    see(x, box.top - 4)
    see(x, box.top + box.height + 4)
  }
  for (let y = box.top - 4; y <= box.top + box.height + 4; y += 3) {
    see(box.left - 4, y)
    see(box.left + box.width + 4, y)
  }
  return least
}

/** What holds of every advertisement. */
const checked = Effect.fnUntraced(function* (composed: Composed, input: ComposeInput) {
  assert.isTrue(checkedPng(composed.png))
  assert.isAtMost(composed.png.length, 4 * 1024 * 1024)
  const { channels, depth, exif, icc, space } = yield* Effect.promise(() => sharp(composed.png).metadata())
  assert.deepStrictEqual([depth, space, exif, icc], ["uchar", "srgb", undefined, undefined])
  assert.strictEqual(channels, 3)
  assert.deepStrictEqual(
    composed.texts.map(({ what }) => what).filter((what) => what === "headline" || what === "callToAction"),
    ["headline", "callToAction"]
  )
  const boxes = [...composed.texts.map(({ box }) => box), ...(composed.icon === undefined ? [] : [composed.icon])]
  assert.strictEqual(composed.icon !== undefined, input.icon !== undefined)
  boxes.forEach(within)
  const canvas = yield* canvasOf(composed.png)
  for (const text of composed.texts) {
    assert.isAtLeast(contrastAround(canvas, text), 4.5, `${text.what} on its ground`)
  }
  for (const [i, box] of boxes.entries()) {
    assert.isFalse(
      boxes.slice(i + 1).some((other) => overlap(box, other)),
      `${composed.texts[i]?.what} overlaps`
    )
  }
  for (const { corners } of composed.placed) {
    for (const [i, box] of boxes.entries()) {
      assert.isFalse(overlap(box, boundsOf(corners)), `${composed.texts[i]?.what ?? "icon"} is over a screen`)
    }
  }
})

describe("an advertisement of a layout", () => {
  it.effect.each(imagePresets.flatMap((preset) => listings.map((listing) => ({ preset, ...listing }))))(
    "$preset of $name is whole, legible and of its real screenshots",
    ({ icon, preset, shots, words }) =>
      Effect.gen(function* () {
        const input: ComposeInput = {
          ...words,
          preset,
          icon: icon === undefined ? undefined : yield* drawnIcon(icon),
          screenshots: yield* Effect.all(shots)
        }
        const composed = yield* compose(input)
        yield* checked(composed, input)
        assert.strictEqual(composed.layout, layoutModel)
        assert.strictEqual(composed.placed.length === 0, shots.length === 0)
        assert.isTrue(composed.texts.every(({ cut }) => !cut))
        assert.isTrue(composed.texts.every(({ size }) => size >= 18))
        const canvas = yield* canvasOf(composed.png)
        for (const placed of composed.placed) {
          const shot = input.screenshots[placed.screenshot]
          assert.isDefined(shot)
          if (shot === undefined) continue
          const { height, width } = sizeOf(placed.corners)
          const off = yield* differenceOf(
            canvas,
            shot,
            placed,
            roundedOff(width, height, Math.min(width, height) * 0.126)
          )
          assert.isBelow(off, 0.03)
        }
      })
  )

  it.effect("is the same bytes for the same input", () =>
    Effect.gen(function* () {
      const input = {
        ...words.ja,
        preset: "person_holding_phone" as const,
        icon: yield* drawnIcon("blue"),
        screenshots: [yield* phone]
      }
      assert.deepStrictEqual((yield* compose(input)).png, (yield* compose(input)).png)
    })
  )

  it.effect("is mirrored for a script from the right", () =>
    Effect.gen(function* () {
      const screenshots = [yield* phone]
      const at = (words_: (typeof words)["ar" | "en"]) =>
        compose({ ...words_, preset: "branded_showcase", icon: undefined, screenshots }).pipe(
          Effect.map(({ placed }) => placed[0]?.corners[0].x ?? 0)
        )
      assert.isAbove(yield* at(words.en), 500)
      assert.isBelow(yield* at(words.ar), 200)
    })
  )

  it.effect("ends a text that's far too long with an ellipsis, and keeps to its place", () =>
    Effect.gen(function* () {
      const endless = "Wohnungseigentümergemeinschaftsverwaltung ".repeat(20)
      const input: ComposeInput = {
        lang: "de",
        appName: endless,
        copy: { headline: endless, callToAction: endless, primaryText: endless.repeat(3) },
        preset: "creator_testimonial",
        icon: yield* drawnIcon("blue"),
        screenshots: [yield* phone]
      }
      for (const preset of imagePresets) {
        const composed = yield* compose({ ...input, preset })
        yield* checked(composed, input)
        assert.isTrue(composed.texts.every(({ cut, text }) => cut && text.endsWith("…")))
      }
    })
  )

  it.effect("is at most 4 MiB even of noise", () =>
    Effect.gen(function* () {
      const noise = yield* sceneOf(
        sharp({
          create: {
            width: 1400,
            height: 1400,
            channels: 3,
            background: "#777",
            noise: { type: "gaussian", mean: 128, sigma: 80 }
          }
        })
      )
      const { png } = yield* compose({
        ...words.en,
        preset: "clean_app_store_mockup",
        icon: noise,
        screenshots: [noise, noise]
      })
      assert.isTrue(checkedPng(png))
      assert.isAtMost(png.length, 4 * 1024 * 1024)
    })
  )
})

const held: Corners = [
  { x: 380, y: 60 },
  { x: 690, y: 95 },
  { x: 660, y: 700 },
  { x: 330, y: 650 }
]
const full: Corners = [
  { x: 320, y: 60 },
  { x: 730, y: 60 },
  { x: 730, y: 960 },
  { x: 320, y: 960 }
]

describe("an advertisement of a scene", () => {
  it.effect.each([
    { name: "with room for the words", corners: held, size: 1024, words: words.en },
    { name: "in Arabic", corners: held, size: 1024, words: words.ar },
    { name: "whose device fills its height", corners: full, size: 1024, words: words.de },
    { name: "that's larger than the canvas", corners: held, size: 1536, words: words.th }
  ])("$name shows the real screenshot where the mark was", ({ corners, size, words }) =>
    Effect.gen(function* () {
      const picture = yield* sceneOf(drawnScene(corners, { size }))
      const screen = yield* findScreen(picture)
      assert.isDefined(screen)
      if (screen === undefined) return
      const input: ComposeInput = {
        ...words,
        preset: "person_holding_phone",
        icon: yield* drawnIcon("orange"),
        screenshots: [yield* wide, yield* phone],
        scene: { picture, ...screen }
      }
      const composed = yield* compose(input)
      yield* checked(composed, input)
      assert.strictEqual(composed.layout, "scene")
      const [placed] = composed.placed
      assert.isDefined(placed)
      if (placed === undefined) return
      // The first one is of another shape than the screen.
      assert.strictEqual(placed.screenshot, 1)
      const canvas = yield* canvasOf(composed.png)
      assert.isBelow(yield* differenceOf(canvas, yield* phone, placed), 0.03)
      const { x, y } = through(toPicture(placed.corners), 0.5, 0.5)
      assert.isTrue(x > 0 && x < 1024 && y > 0 && y < 1024)
    })
  )

  it.effect("is a layout's if no screenshot has the screen's shape", () =>
    Effect.gen(function* () {
      const picture = yield* sceneOf(drawnScene(held))
      const screen = yield* findScreen(picture)
      assert.isDefined(screen)
      if (screen === undefined) return
      const { layout } = yield* compose({
        ...words.en,
        preset: "branded_showcase",
        icon: undefined,
        screenshots: [yield* wide],
        scene: { picture, ...screen }
      })
      assert.strictEqual(layout, layoutModel)
    })
  )
})

describe("colours", () => {
  it("words are read on every ground that an icon may give", () => {
    for (let h = 0; h < 360; h += 15) {
      for (const l of [0.2, 0.5, 0.7, 0.95]) {
        const { from, ink, to } = gradientOf({ l, c: 0.15, h }, { l: l - 0.12, c: 0.12, h: h + 18 })
        assert.isAtLeast(contrastOf(ink, from), 4.5)
        assert.isAtLeast(contrastOf(ink, to), 4.5)
      }
    }
    assert.isAtLeast(contrastOf(inkOn([{ r: 255, g: 214, b: 0 }], 100), { r: 255, g: 214, b: 0 }), 4.5)
    assert.approximately(lchOf({ r: 255, g: 255, b: 255 }).l, 1, 1e-3)
  })
})

describe("a checked PNG", () => {
  it.effect("is a PNG of 1024 by 1024, and nothing else", () =>
    Effect.gen(function* () {
      const png = (width: number, height: number) =>
        Effect.promise(() =>
          sharp({ create: { width, height, channels: 3, background: "#123" } })
            .png()
            .toBuffer()
        )
      assert.isTrue(checkedPng(yield* png(1024, 1024)))
      assert.isFalse(checkedPng(yield* png(1024, 1023)))
      assert.isFalse(checkedPng(new Uint8Array()))
      assert.isFalse(checkedPng(new TextEncoder().encode("<svg/>".repeat(20))))
    })
  )
})
