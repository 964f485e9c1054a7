import { Effect, Redacted, Schema } from "effect"
import type { ImageVendor } from "./ImageVendor.ts"

const Answer = Schema.Struct({
  data: Schema.optionalKey(
    Schema.NullOr(Schema.Array(Schema.Struct({ b64_json: Schema.optionalKey(Schema.NullOr(Schema.String)) })))
  )
})
const Refused = Schema.Struct({
  error: Schema.Struct({
    message: Schema.optionalKey(Schema.NullOr(Schema.String)),
    type: Schema.optionalKey(Schema.NullOr(Schema.String)),
    code: Schema.optionalKey(Schema.NullOr(Schema.Union([Schema.String, Schema.Finite])))
  })
})
const refused = Schema.decodeUnknownOption(Refused)

/** https://platform.openai.com/docs/api-reference/images, in its JSON form. */
export const openai: ImageVendor = {
  baseUrl: "https://api.openai.com",
  authorize: (key) => ({ authorization: Redacted.make(`Bearer ${Redacted.value(key)}`) }),
  request: ({ model, prompt, quality, references }) => {
    const common = { model, prompt, size: "1024x1024", quality, n: 1, output_format: "png" }
    if (references.length === 0) return { path: "/v1/images/generations", body: common }
    const images = references.map((png) => ({
      image_url: `data:image/png;base64,${Buffer.from(png).toString("base64")}`
    }))
    return { path: "/v1/images/edits", body: { ...common, images } }
  },
  read: (answer) =>
    Effect.map(Schema.decodeUnknownEffect(Answer)(answer), ({ data }) => {
      const base64 = data?.[0]?.b64_json
      return base64 == null ? { kind: "missing", said: "no b64_json" } : { kind: "picture", base64 }
    }),
  refusal: (answer) => {
    const found = refused(answer)
    if (found._tag === "None") return { codes: [], sentence: "" }
    const { code, message, type } = found.value.error
    return { codes: [code, type].flatMap((word) => (word == null ? [] : [String(word)])), sentence: message ?? "" }
  },
  endings: {
    "gpt-image-1": "2026-10-23",
    "gpt-image-1-mini": "2026-12-01",
    "gpt-image-1.5": "2026-12-01",
    "chatgpt-image-latest": "2026-12-01"
  }
}
