import { writerOf } from "@storeglass/ai-visibility/contract"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import type { CofounderConfig } from "../config.ts"
import { filled, type Masked, masked, reworded, sentencesOf } from "./masks.ts"
import { fitted } from "./reportOf.ts"
import type { Report } from "./schema.ts"

const outputTokensMax = 4_000
const writerMs = 60_000

const Said = Schema.Struct({ sentences: Schema.Array(Schema.Struct({ id: Schema.Int, text: Schema.String })) })
const schema = {
  type: "object",
  properties: {
    sentences: {
      type: "array",
      items: {
        type: "object",
        properties: { id: { type: "integer" }, text: { type: "string" } },
        required: ["id", "text"],
        additionalProperties: false
      }
    }
  },
  required: ["sentences"],
  additionalProperties: false
}
const instructions = [
  "The input is JSON with sentences about what happened to an app in a store. Say each of them as a friendly colleague would to the app's owner, in one or two short sentences of plain English.",
  "Marks like {1} stand for figures, names and keywords that you aren't shown. Use each mark of a sentence once, in the same order, exactly as it's written, and no other.",
  "Write no digits and no numbers in words. Add no fact, cause, judgement or advice, and leave none out. What rose must rise, and what fell must fall.",
  "No quotation marks, mark-up, addresses or emoji. Answer with the same ids."
].join("\n")

const make = ({ writer }: CofounderConfig) =>
  Effect.gen(function* () {
    const by = yield* writerOf(writer)

    return {
      /** Why the config's writer can't be asked; undefined: it can, or none is wanted. */
      problem:
        writer === undefined || by !== undefined
          ? undefined
          : `${writer} words no findings: give ai-visibility a model and a key for it`,
      /** The report as the config's assistant words it. Whatever doesn't say the same, or isn't said, stays as rules say it. */
      of: Effect.fn("Wording.of")(function* (report: Report) {
        const sentences = sentencesOf(report)
        if (by === undefined || sentences.length === 0) return report
        const asked: ReadonlyArray<readonly [text: string, masked: Masked]> = sentences.map((finding) => [
          finding.text,
          masked(finding)
        ])
        const { sentences: said } = yield* by
          .ask({
            slug: by.writer,
            instructions,
            input: JSON.stringify({ sentences: asked.map(([, { text }], id) => ({ id, text })) }),
            name: "sentences",
            schema,
            outputTokensMax,
            untilMs: (yield* Clock.currentTimeMillis) + writerMs
          })
          .pipe(
            Effect.flatMap(Schema.decodeUnknownEffect(Said)),
            Effect.catch((cause) =>
              Effect.as(
                Effect.logWarning("The report stays in the words of its rules.", {
                  detail: String(cause.message).slice(0, 300)
                }),
                { sentences: [] }
              )
            )
          )
        const words = new Map(
          asked.flatMap(([text, sentence], id) => {
            const [one, ...more] = said.filter((each) => each.id === id)
            const other = one === undefined || more.length > 0 ? undefined : filled(sentence, one.text)
            return other === undefined || other === text ? [] : [[text, other] as const]
          })
        )
        return fitted(reworded(report, words, by.writer))
      })
    }
  })

/** Words findings by an assistant of the operator's, where the config names one. */
export class Wording extends Context.Service<Wording, Effect.Success<ReturnType<typeof make>>>()(
  "@storeglass/cofounder/Wording"
) {
  static readonly layer = (config: CofounderConfig) => Layer.effect(this, make(config))
}
