import { Context, Effect, Layer } from "effect"
import type { ModelSlug } from "../models.ts"
import { Assistants } from "../vendors/Assistants.ts"
import { writePrompts } from "../writing/providerWriter.ts"
import type { WritingInput, Written } from "../writing/Writing.ts"

/** Writes what is asked about an app: by an assistant where the operator chose one, and else from templates. */
export class Writer extends Context.Service<
  Writer,
  { readonly write: (input: WritingInput) => Effect.Effect<Written> }
>()("@storeglass/ai-visibility/Writer") {
  static readonly layer = ({ writer }: { readonly writer?: ModelSlug }) =>
    Layer.effect(
      Writer,
      Effect.map(Assistants, (assistants) => {
        const by = writer !== undefined && assistants.available.includes(writer) ? { slug: writer } : undefined
        return Writer.of({
          write: (input) => Effect.provideService(writePrompts(input, by), Assistants, assistants)
        })
      })
    )
}
