import { Effect, Schema } from "effect"
import type { ImageVendor } from "./ImageVendor.ts"

const maybe = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))
const Answer = Schema.Struct({
  promptFeedback: maybe(Schema.Struct({ blockReason: maybe(Schema.String) })),
  candidates: maybe(
    Schema.Array(
      Schema.Struct({
        finishReason: maybe(Schema.String),
        content: maybe(
          Schema.Struct({
            parts: maybe(
              Schema.Array(
                Schema.Struct({
                  thought: maybe(Schema.Boolean),
                  inlineData: maybe(Schema.Struct({ mimeType: maybe(Schema.String), data: maybe(Schema.String) }))
                })
              )
            )
          })
        )
      })
    )
  )
})
const Refused = Schema.Struct({
  error: Schema.Struct({
    message: maybe(Schema.String),
    status: maybe(Schema.String),
    details: maybe(
      Schema.Array(
        Schema.Struct({
          reason: maybe(Schema.String),
          violations: maybe(Schema.Array(Schema.Struct({ quotaId: maybe(Schema.String) })))
        })
      )
    )
  })
})
const refused = Schema.decodeUnknownOption(Refused)
const blocking = /SAFETY|PROHIBITED|BLOCKLIST|SPII|RECITATION/

/** https://ai.google.dev/api/generate-content with an image model. It has no grades of quality: high is drawn larger. */
export const gemini: ImageVendor = {
  baseUrl: "https://generativelanguage.googleapis.com",
  authorize: (key) => ({ "x-goog-api-key": key }),
  request: ({ model, prompt, quality, references }) => ({
    path: `/v1beta/models/${encodeURIComponent(model)}:generateContent`,
    body: {
      contents: [
        {
          role: "user",
          parts: [
            { text: prompt },
            ...references.map((png) => ({
              inlineData: { mimeType: "image/png", data: Buffer.from(png).toString("base64") }
            }))
          ]
        }
      ],
      generationConfig: {
        responseModalities: ["TEXT", "IMAGE"],
        imageConfig: { aspectRatio: "1:1", imageSize: quality === "high" ? "2K" : "1K" }
      }
    }
  }),
  read: (answer) =>
    Effect.map(Schema.decodeUnknownEffect(Answer)(answer), ({ candidates, promptFeedback }) => {
      if (promptFeedback?.blockReason != null) return { kind: "blocked", said: promptFeedback.blockReason }
      const [first] = candidates ?? []
      // Thinking may have drafts of its own.
      const picture = (first?.content?.parts ?? []).findLast(
        (part) => part.thought !== true && part.inlineData?.data != null
      )
      const reason = first?.finishReason ?? "no candidate"
      if (picture?.inlineData?.data != null) return { kind: "picture", base64: picture.inlineData.data }
      return { kind: blocking.test(reason) ? "blocked" : "missing", said: reason }
    }),
  refusal: (answer) => {
    const found = refused(answer)
    if (found._tag === "None") return { codes: [], sentence: "" }
    const { details, message, status } = found.value.error
    const named = (details ?? []).flatMap(({ reason, violations }) => [
      reason,
      ...(violations ?? []).map(({ quotaId }) => quotaId)
    ])
    const codes = [status, ...named].flatMap((word) => word ?? [])
    return { codes, sentence: message ?? "" }
  },
  endings: { "gemini-2.5-flash-image": "2026-10-02", "gemini-2.5-flash-image-preview": "2026-10-02" }
}
