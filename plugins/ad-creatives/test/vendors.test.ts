import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { at, controlOf, listAt, root, sampleValues, usePluginGateway } from "@storeglass/testkit"
import { Effect, Redacted, Schema } from "effect"
import { assert, describe, it } from "vitest"
import { checkedPng } from "../src/picture/index.ts"
import plugin from "../src/plugin.ts"
import { qualities } from "../src/schema.ts"
import { gemini } from "../src/vendors/gemini.ts"
import type { ImageVendor } from "../src/vendors/ImageVendor.ts"
import { openai } from "../src/vendors/openai.ts"
import { bytesAt, done, ownImageKey, withProvider } from "./support.ts"

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47])
const base64 = Buffer.from(png).toString("base64")
const drawing = { model: "gpt-image-1.5", prompt: "square ad", quality: "medium" } as const
const read = (vendor: ImageVendor, answer: unknown) => Effect.runSync(Effect.result(vendor.read(answer)))

describe("what is sent", () => {
  it("edits references in the JSON form, as data", () => {
    assert.deepEqual(openai.request({ ...drawing, references: [png, png] }), {
      path: "/v1/images/edits",
      body: {
        model: "gpt-image-1.5",
        images: [{ image_url: `data:image/png;base64,${base64}` }, { image_url: `data:image/png;base64,${base64}` }],
        prompt: "square ad",
        size: "1024x1024",
        quality: "medium",
        n: 1,
        output_format: "png"
      }
    })
  })

  it("generates where there is nothing to refer to", () => {
    assert.deepEqual(openai.request({ ...drawing, prompt: "x", quality: "low", references: [] }), {
      path: "/v1/images/generations",
      body: { model: "gpt-image-1.5", prompt: "x", size: "1024x1024", quality: "low", n: 1, output_format: "png" }
    })
  })

  it("asks the other vendor for text and image, square, in 1K or 2K", () => {
    for (const [quality, imageSize] of [
      ["low", "1K"],
      ["medium", "1K"],
      ["high", "2K"]
    ] as const) {
      assert.deepEqual(gemini.request({ ...drawing, model: "some-image", quality, references: [png] }), {
        path: "/v1beta/models/some-image:generateContent",
        body: {
          contents: [
            { role: "user", parts: [{ text: "square ad" }, { inlineData: { mimeType: "image/png", data: base64 } }] }
          ],
          generationConfig: { responseModalities: ["TEXT", "IMAGE"], imageConfig: { aspectRatio: "1:1", imageSize } }
        }
      })
    }
  })

  it("puts keys in headers alone", () => {
    const key = Redacted.make("secret-of-the-caller")
    for (const vendor of [openai, gemini]) {
      for (const value of Object.values(vendor.authorize(key))) assert.isTrue(Redacted.isRedacted(value))
      assert.notInclude(JSON.stringify(vendor.request({ ...drawing, references: [] })), "secret-of")
    }
  })
})

const vectorsFile = join(root, "../shared/vendor-specs/contract-vectors.json")
const Vectors = Schema.Struct({
  vectors: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      valid: Schema.optionalKey(Schema.Boolean),
      body: Schema.optionalKey(Schema.Unknown)
    })
  )
})

describe.skipIf(!existsSync(vectorsFile))("the saved vectors", () => {
  const bodyOf = (id: string): unknown => {
    const { vectors } = Schema.decodeUnknownSync(Vectors)(JSON.parse(readFileSync(vectorsFile, "utf8")))
    return vectors.find((vector) => vector.id === id)?.body ?? assert.fail(id)
  }
  const references = ["AAAA", "BBBB"].map((text) => new Uint8Array(Buffer.from(text, "base64")))

  it("are what is sent for the same", () => {
    assert.deepEqual(openai.request({ ...drawing, references }).body, bodyOf("ai.openai.image.json"))
    assert.deepEqual(gemini.request({ ...drawing, references }).body, bodyOf("ai.gemini.image"))
    const generated = openai.request({ ...drawing, prompt: "x", quality: "low", references: [] }).body
    // PNG is asked for in so many words.
    assert.deepEqual(generated, { ...Object(bodyOf("ai.openai.image.gen")), output_format: "png" })
  })

  it("have a quality that no request can have", () => {
    assert.notInclude([...qualities], String(at(bodyOf("ai.openai.image.badQuality"), "quality")))
  })
})

describe("what is answered", () => {
  it.each<[string, ImageVendor, unknown, unknown]>([
    ["a picture", openai, { data: [{ b64_json: "AAAA" }] }, { kind: "picture", base64: "AAAA" }],
    ["none", openai, { created: 1, data: [] }, { kind: "missing", said: "no b64_json" }],
    ["none at all", openai, {}, { kind: "missing", said: "no b64_json" }],
    [
      "a picture behind text and thoughts",
      gemini,
      {
        candidates: [
          {
            finishReason: "STOP",
            content: {
              parts: [
                { thought: true, inlineData: { data: "DRAFT" } },
                { text: "Here" },
                { inlineData: { mimeType: "image/png", data: "AAAA" } }
              ]
            }
          }
        ]
      },
      { kind: "picture", base64: "AAAA" }
    ],
    ["a blocked prompt", gemini, { promptFeedback: { blockReason: "SAFETY" } }, { kind: "blocked", said: "SAFETY" }],
    [
      "a blocked picture",
      gemini,
      { candidates: [{ finishReason: "IMAGE_SAFETY" }] },
      { kind: "blocked", said: "IMAGE_SAFETY" }
    ],
    ["no picture", gemini, { candidates: [{ finishReason: "NO_IMAGE" }] }, { kind: "missing", said: "NO_IMAGE" }],
    ["nothing", gemini, {}, { kind: "missing", said: "no candidate" }]
  ])("%s", (_, vendor, answer, wanted) => {
    assert.deepEqual(at(read(vendor, answer), "success"), wanted)
  })
})

for (const vendor of ["openai", "gemini"] as const) {
  describe(`a provider that fails: ${vendor}`, () => {
    const gateway = usePluginGateway(plugin, { plugins: withProvider(vendor) })
    const host = vendor === "openai" ? "creatives" : "creatives-b"
    const operatorKey = `sandbox-key-of-${host}-0001`
    const sold = async () =>
      listAt({ sold: await controlOf(gateway()).act("creatives", "sold", undefined) }, "sold").length
    const made = async (body: object = {}, headers: Readonly<Record<string, string>> = {}) => {
      const { id = "" } = await sampleValues(gateway())
      const account = await gateway().account()
      const before = await sold()
      const job = await done(gateway(), account, { platform: "storea", appId: id, ...body }, headers)
      controlOf(gateway()).clearFaults()
      const used = [await gateway().used(account.accountId), await gateway().used(account.accountId, "creative")]
      const held = 250 - (await gateway().remaining(account.accountId, "creative")) - (used[1] ?? 0)
      return { job, used, held, bought: (await sold()) - before, code: at(job, "error", "code") }
    }
    const fault = (kind: string, more: object = {}) => controlOf(gateway()).fail({ upstream: host, kind, ...more })

    it.each([
      ["blocked", "CREATIVE_BLOCKED"],
      ["noImage", "IMAGE_MISSING"],
      ["tornBase64", "IMAGE_MISSING"],
      ["cutPicture", "IMAGE_MISSING"]
    ])("%s ends as %s and costs nothing", async (kind, wanted) => {
      fault(kind)
      const { code, held, job, used } = await made()
      assert.strictEqual(code, wanted, JSON.stringify(job))
      assert.deepEqual([...used, held], [0, 0, 0])
      assert.isNull(at(job, "result"), "half an order is no order")
    })

    it("is asked again once after a 500, and buys one picture", async () => {
      fault("500", { times: 1 })
      const { bought, job } = await made()
      assert.strictEqual(at(job, "status"), "completed", JSON.stringify(job))
      assert.strictEqual(bought, 1)
    })

    it("isn't asked a third time", async () => {
      fault("500")
      const { bought, code, used } = await made()
      assert.strictEqual(code, "IMAGE_PROVIDER_UNAVAILABLE")
      assert.deepEqual([bought, ...used], [0, 0, 0])
    })

    it("isn't asked again for an answer that was lost: it may have been bought", async () => {
      fault("lostAnswer")
      const { bought, code, used } = await made()
      assert.strictEqual(code, "IMAGE_PROVIDER_UNAVAILABLE")
      assert.deepEqual([bought, ...used], [1, 0, 0])
    })

    it("tells whose key is refused, or has no credit", async () => {
      const own = { "x-imageprovider-key": `unknown-${"x".repeat(20)}` }
      const refused = await made({}, own)
      assert.strictEqual(refused.code, "IMAGE_KEY_REJECTED")
      assert.match(String(at(refused.job, "error", "message")), /X-ImageProvider-Key/)
      assert.notInclude(JSON.stringify(refused.job), own["x-imageprovider-key"])
      assert.deepEqual(refused.used, [0, 0])
      const control = controlOf(gateway())
      await control.act("creatives", "setKey", { key: operatorKey, broke: true })
      const broke = await made()
      await control.act("creatives", "setKey", { key: operatorKey })
      assert.strictEqual(broke.code, "IMAGE_PROVIDER_UNAVAILABLE")
      const mine = ownImageKey.replace("creatives", host)
      await control.act("creatives", "setKey", { key: mine, broke: true })
      const ownBroke = await made({}, { "x-imageprovider-key": mine })
      await control.act("creatives", "setKey", { key: mine })
      assert.match(String(at(ownBroke.job, "error", "message")), /credit/)
    })

    it.each(["jpeg", "wrongSize"])("a picture as %s still ends as a square PNG", async (kind) => {
      fault(kind)
      const { job } = await made()
      assert.strictEqual(at(job, "status"), "completed", JSON.stringify(job))
      assert.isTrue(checkedPng(await bytesAt(gateway(), at(job, "result", "ad", "imageUrl"))))
    })

    it("whose screen has another shape than every screenshot isn't used, nor charged for more than a layout", async () => {
      fault("landscape")
      const { bought, job, used } = await made({ quality: "high" })
      assert.deepEqual([at(job, "status"), bought, ...used], ["completed", 1, 0, 1], JSON.stringify(job))
      assert.strictEqual(at(job, "result", "ad", "model"), "layout@1")
      assert.include(
        listAt(job, "result", "warnings").map((one) => at(one, "code")),
        "SCENE_UNUSABLE"
      )
    })

    it("without a screen is asked once more, and then rules lay it out, at the price of low", async () => {
      fault("screenlessOnce")
      const once = await made()
      assert.deepEqual(
        [at(once.job, "status"), once.bought, ...once.used],
        ["completed", 2, 0, 2],
        JSON.stringify(once.job)
      )
      fault("screenless")
      const never = await made({ quality: "high" })
      assert.deepEqual([at(never.job, "status"), never.bought, ...never.used], ["completed", 2, 0, 1])
      assert.deepEqual(at(never.job, "creditCost"), { category: "creative", amount: 1 })
      assert.strictEqual(at(never.job, "result", "ad", "model"), "layout@1")
      assert.include(
        listAt(never.job, "result", "warnings").map((one) => at(one, "code")),
        "SCENE_UNUSABLE"
      )
      assert.strictEqual(never.held, 0)
    })
  })
}
