import type { Bucket } from "@storeglass/plugin-api"

/** The buckets in the order of their number in the database. */
export const buckets = ["general", "aiVisibility", "creative"] as const satisfies ReadonlyArray<Bucket>
export const bucketNumber: Readonly<Record<Bucket, number>> = { general: 0, aiVisibility: 1, creative: 2 }

/** Credits a month of each bucket, by plan id: documents 1 (Limits) and 3 (Bucket and plans). */
export const plans = {
  free: { general: 100, aiVisibility: 0, creative: 0 },
  indie: { general: 5_000, aiVisibility: 3_000, creative: 10 },
  small: { general: 10_000, aiVisibility: 8_000, creative: 40 },
  growth: { general: 50_000, aiVisibility: 20_000, creative: 120 },
  medium: { general: 100_000, aiVisibility: 50_000, creative: 250 },
  large: { general: 1_000_000, aiVisibility: 150_000, creative: 500 },
  // The creative quota of the web bundles is not shown in the documents: docs/decisions/0004.
  web_indie: { general: 1_000, aiVisibility: 0, creative: 10 },
  web_startup: { general: 1_000, aiVisibility: 0, creative: 40 },
  web_agentic_scale: { general: 1_000, aiVisibility: 0, creative: 120 }
} as const satisfies Readonly<Record<string, Readonly<Record<Bucket, number>>>>

export type PlanId = keyof typeof plans
export const planIds = Object.keys(plans)
export const isPlanId = (input: string): input is PlanId => Object.hasOwn(plans, input)
