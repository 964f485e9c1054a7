import { served } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { Saving } from "../saving.ts"
import { Suggestions } from "./Suggestions.ts"
import type { SuggestBody } from "./schema.ts"
import { suggestModel } from "./suggest.ts"

export const suggestHandlers = Effect.gen(function* () {
  const saving = yield* Saving
  const suggestions = yield* Suggestions
  return {
    suggest: ({ payload: { save = false, ...body } }: { readonly payload: SuggestBody }) =>
      served(
        saving.keepBoth(save, suggestions.of(body), {
          answer: ({ answer }) => answer,
          beside: suggestions.draft,
          none: (reason) => ({ draftVersion: null, draftReason: reason }),
          report: ({ appId, country, platform }) => ({
            kind: "aso.suggest",
            title: `Metadata for ${appId} (${country})`,
            platform,
            appId: String(appId),
            country,
            model: suggestModel,
            params: body
          })
        })
      )
  }
})
