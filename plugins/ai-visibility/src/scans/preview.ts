/** What a scan would ask and cost, in the words of its answer. Pure. */
import { type ModelSlug, modelSlugs } from "../models.ts"
import { type Calls, degrade, scanCredits } from "../plans/budget.ts"
import type { KeyUse } from "../plans/keys.ts"
import type { Limits } from "../plans/limits.ts"
import type { ScanPreview } from "../schema.ts"

interface Planned {
  readonly settings: { readonly models: ReadonlyArray<ModelSlug>; readonly samples: number }
  readonly included: Pick<Limits, "models" | "prompts">
  readonly keys: KeyUse
  /** Active prompts, also those over the plan's. */
  readonly active: number
  readonly models: ReadonlyArray<ModelSlug>
  readonly counts: Calls
  readonly cost: number
  readonly remaining: number
  readonly promptsTotal: number
  readonly reused: number
}

const listed = (models: ReadonlyArray<ModelSlug>) => models.join(", ")

const warningsOf = (planned: Planned): ScanPreview["warnings"] => {
  const { active, cost, included, keys, promptsTotal, remaining, settings } = planned
  const over = settings.models.slice(included.models)
  const keyless = settings.models.slice(0, included.models).filter((model) => !keys.available.includes(model))
  return [
    cost <= remaining
      ? []
      : {
          code: "AI_VISIBILITY_QUOTA_EXCEEDED" as const,
          message: `a scan now would be refused: it costs ${cost} credits and ${remaining} are left`
        },
    over.length === 0
      ? []
      : {
          code: "MODELS_OVER_PLAN" as const,
          message: `${listed(over)} won't be asked: the plan asks ${included.models} at once`
        },
    keyless.length === 0
      ? []
      : {
          code: "MODELS_WITHOUT_KEY" as const,
          message: `${listed(keyless)} won't be asked: there's no key for it; GET /v1/connect/assistants/keys says why`
        },
    active <= promptsTotal
      ? []
      : {
          code: "PROMPTS_OVER_PLAN" as const,
          message: `${promptsTotal} of ${active} active prompts are asked, the oldest: the plan has ${included.prompts}`
        }
  ].flat()
}

export const previewOf = (planned: Planned): ScanPreview => {
  const { cost, counts, keys, models, promptsTotal, remaining, reused, settings } = planned
  const fitting = degrade(keys.prices, models, counts, remaining)
  return {
    dryRun: true,
    promptsTotal,
    models,
    samples: settings.samples,
    calls: modelSlugs
      .filter((slug) => models.includes(slug))
      .map((slug) => ({
        modelSlug: slug,
        creditsEach: keys.prices[slug],
        ownKey: keys.own.includes(slug),
        asked: counts[slug] ?? 0,
        reused: promptsTotal * settings.samples - (counts[slug] ?? 0),
        credits: scanCredits(keys.prices, [slug], counts)
      })),
    reused,
    estimatedCost: cost,
    creditsRemaining: remaining,
    fits: cost <= remaining,
    scheduled: {
      models: fitting?.models ?? [],
      modelsDropped: fitting?.dropped ?? models,
      estimatedCost: fitting === null ? 0 : scanCredits(keys.prices, fitting.models, counts),
      skipped: fitting === null
    },
    warnings: warningsOf(planned)
  }
}
