import { Context, Effect, Layer } from "effect"
import { writeByTemplates } from "../writing/templateWriter.ts"
import type { WritingInput, Written } from "../writing/Writing.ts"

/** Writes what is asked about an app: without a provider, from templates. */
export class Writer extends Context.Service<
  Writer,
  { readonly write: (input: WritingInput) => Effect.Effect<Written> }
>()("@storeglass/ai-visibility/Writer") {
  static readonly layer = Layer.succeed(
    Writer,
    Writer.of({ write: (input) => Effect.sync(() => writeByTemplates(input)) })
  )
}
