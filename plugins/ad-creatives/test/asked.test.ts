import { Result } from "effect"
import { assert, describe, it } from "vitest"
import { listingAddress } from "../src/appUrl.ts"
import { askedOf, planOf, qualityCredits } from "../src/asked.ts"
import { type Generate, qualities } from "../src/schema.ts"

const url = "https://apps.apple.com/us/app/some-name/id284882215"
const wrongWith = (body: Generate) =>
  Result.match(askedOf(body), { onSuccess: () => "", onFailure: ({ message }) => message })

describe("the address of a listing", () => {
  it.each([
    [url, "storea", "284882215", "us", undefined],
    ["https://apps.apple.com/de/app/id284882215?l=en-GB", "storea", "284882215", "de", "en-GB"],
    ["https://apps.apple.com/app/name/id284882215", "storea", "284882215", undefined, undefined],
    ["http://itunes.apple.com/JP/app/%E5%86%99%E7%9C%9F/id284882215?mt=8&uo=4", "storea", "284882215", "jp", undefined],
    ["apps.apple.com/fr/app/x/id1", "storea", "1", "fr", undefined],
    [
      "https://itunes.apple.com/WebObjects/MZStore.woa/wa/viewSoftware?id=284882215&cc=gb",
      "storea",
      "284882215",
      "gb",
      undefined
    ],
    ["https://apps.apple.com/us/app/name/id284882215#reviews", "storea", "284882215", "us", undefined],
    [
      "https://play.google.com/store/apps/details?id=com.example.app",
      "storeb",
      "com.example.app",
      undefined,
      undefined
    ],
    [
      "https://play.google.com/store/apps/details?hl=pt_BR&id=com.example.app&gl=BR&pli=1",
      "storeb",
      "com.example.app",
      "br",
      "pt-BR"
    ],
    ["market://details?id=com.example.app", "storeb", "com.example.app", undefined, undefined],
    [
      "  https://play.google.com/store/apps/details/?id=com.example.app  ",
      "storeb",
      "com.example.app",
      undefined,
      undefined
    ]
  ])("%s", (text, platform, appId, country, lang) => {
    assert.deepEqual(listingAddress(text), { platform, appId, country, lang } as never)
  })

  it.each([
    "",
    "https://example.com/app/id284882215",
    "https://apps.apple.com.evil.example/us/app/id284882215",
    "https://user:pass@apps.apple.com/us/app/id284882215",
    "https://apps.apple.com:8080/us/app/id284882215",
    "https://apps.apple.com/us/developer/name/284882215",
    "https://apps.apple.com/us/app/name/id0",
    "https://apps.apple.com/us/app/name/id99999999999999999999999",
    "https://play.google.com/store/apps/developer?id=Some+Name",
    "https://play.google.com/store/apps/details?id=noPackage",
    "https://play.google.com/store/apps/details?id=../../etc/passwd",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "http://127.0.0.1/us/app/id284882215",
    "http://[::1]/app/id284882215",
    "ftp://apps.apple.com/us/app/id284882215"
  ])("isn't %s", (text) => {
    assert.isUndefined(listingAddress(text))
  })
})

describe("a request", () => {
  it("has the document's defaults", () => {
    const asked = Result.getOrThrow(askedOf({ appUrl: url }))
    assert.deepEqual(asked.app, { platform: "storea", appId: "284882215" })
    assert.deepEqual([asked.mode, asked.country], ["generate", "us"])
    assert.deepEqual(asked.brief, {
      style: "ugc",
      imagePreset: "branded_showcase",
      angle: null,
      audience: null,
      lang: undefined,
      keyPoints: null,
      extraScreenshotUrls: [],
      generateImage: true,
      quality: "medium",
      editInstruction: null
    })
  })

  it("takes country and language of the address only where none is given", () => {
    const address = "https://play.google.com/store/apps/details?id=com.example.app&hl=fr&gl=CA"
    const own = Result.getOrThrow(askedOf({ appUrl: address, country: "DE", lang: "de" }))
    assert.deepEqual([own.country, own.brief.lang], ["de", "de"])
    const its = Result.getOrThrow(askedOf({ appUrl: address }))
    assert.deepEqual([its.country, its.brief.lang], ["ca", "fr"])
  })

  it("takes both names of an app that agree, and says so where they don't", () => {
    assert.isTrue(Result.isSuccess(askedOf({ appUrl: url, platform: "storea", appId: "284882215" })))
    assert.match(
      wrongWith({ appUrl: url, platform: "storea", appId: "1" }),
      /^appUrl \(body\): names 284882215 on storea, and/
    )
    assert.match(wrongWith({ appUrl: url, platform: "storeb", appId: "com.example.app" }), /^appUrl \(body\)/)
  })

  it.each<[Generate, RegExp]>([
    [{}, /^appUrl \(body\): is required/],
    [{ platform: "storea" }, /^appId \(body\): is required with platform/],
    [{ appId: "1" }, /^platform \(body\): is required with appId/],
    [{ appUrl: "https://example.com" }, /^appUrl \(body\): isn't the address/],
    [{ appUrl: url, mode: "edit", previousAd: { jobId: "x" } }, /^editInstruction \(body\): is required/],
    [{ appUrl: url, mode: "edit", editInstruction: "brighter" }, /^previousAd \(body\): is required/],
    [{ appUrl: url, mode: "edit", editInstruction: "brighter", previousAd: {} }, /^previousAd \(body\): must have/],
    [
      { appUrl: url, mode: "edit", editInstruction: "brighter", previousAd: { jobId: "x" }, generateImage: false },
      /^generateImage \(body\): must not be false/
    ],
    [{ appUrl: url, editInstruction: "brighter" }, /^editInstruction \(body\): is for mode edit alone/],
    [{ appUrl: url, mode: "analyze", previousAd: { jobId: "x" } }, /^previousAd \(body\): is for mode edit alone/]
  ])("%j names the field", (body, message) => {
    assert.match(wrongWith(body), message)
  })
})

describe("the price", () => {
  const all = { vendor: true, key: true, ownKey: false, layoutEngine: true }
  const priceOf = (body: Generate, has: Partial<typeof all> = {}) => {
    const plan = planOf(Result.getOrThrow(askedOf({ appUrl: url, ...body })), { ...all, ...has })
    return plan === undefined ? undefined : `${plan.credits} ${plan.bucket} ${plan.draws}`
  }
  const edit: Generate = { mode: "edit", editInstruction: "brighter", previousAd: { jobId: "x" } }

  it("is the quality's of creative credits, for a new picture and an edited one", () => {
    for (const quality of qualities) {
      const price = `${qualityCredits[quality]} creative provider`
      assert.strictEqual(priceOf({ quality }), price)
      assert.strictEqual(priceOf({ ...edit, quality }), price)
    }
    assert.deepEqual(qualityCredits, { low: 1, medium: 2, high: 5 })
  })

  it("is 1 general credit without a picture, and with the caller's own key", () => {
    assert.strictEqual(priceOf({ mode: "analyze", quality: "high" }), "1 general nobody")
    assert.strictEqual(priceOf({ generateImage: false }), "1 general nobody")
    assert.strictEqual(priceOf({ quality: "high" }, { ownKey: true }), "1 general own_key")
    assert.strictEqual(priceOf(edit, { ownKey: true, key: false }), "1 general own_key")
    assert.strictEqual(priceOf({ mode: "analyze" }, { ownKey: true }), "1 general nobody")
  })

  it("is that of low where rules draw, and nobody edits there", () => {
    const none = { vendor: false, key: false }
    assert.strictEqual(priceOf({ quality: "high" }, none), "1 creative layout")
    assert.isUndefined(priceOf(edit, none))
    assert.isUndefined(priceOf({}, { ...none, layoutEngine: false }))
    assert.isUndefined(priceOf({}, { ...none, ownKey: true }), "a key that nobody is there for")
    assert.strictEqual(priceOf({ generateImage: false }, { ...none, layoutEngine: false }), "1 general nobody")
  })
})
