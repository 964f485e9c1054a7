import { Schema } from "effect"

/**
 * Where a figure comes from.
 * - `status`: `measured` read from the source; `estimated` by a model; `unavailable` the source does not tell or did
 *   not answer; `not_measured` nobody has looked yet.
 * - `asOf`: when the source said so (ISO 8601), null when nothing was read.
 * - `model`: `name@version` of the model, with estimates.
 */
export const Provenance = Schema.Struct({
  source: Schema.Literals([
    "store_live",
    "store_feed",
    "store_page",
    "stored",
    "connected_account",
    "official_ads",
    "model",
    "llm",
    "sandbox"
  ]),
  asOf: Schema.NullOr(Schema.String).annotate({
    description: "When the source said so, ISO 8601; null if nothing was measured or the source gives no time."
  }),
  status: Schema.Literals(["measured", "estimated", "unavailable", "not_measured"]),
  stale: Schema.optionalKey(Schema.Boolean).annotate({
    description: "True when the source didn't answer and an older answer is served."
  }),
  confidence: Schema.optionalKey(Schema.Literals(["high", "medium", "low", "none"])),
  model: Schema.optionalKey(Schema.String),
  sampleSize: Schema.optionalKey(Schema.Int),
  limitations: Schema.optionalKey(Schema.Array(Schema.String))
}).annotate({ identifier: "Provenance", description: "Where a figure comes from and how far to trust it." })
export type Provenance = typeof Provenance.Type

/** The envelope of a success: one key, `data`. */
export const Data = <S extends Schema.Constraint>(schema: S) => Schema.Struct({ data: schema })

/** A moment, ms since the epoch, as ISO 8601. */
export const isoOf = (ms: number): string => new Date(ms).toISOString()

const noted = (limitations: ReadonlyArray<string> = []) => (limitations.length === 0 ? {} : { limitations })

/** Provenance of what a source said, with what to know about it. */
export const measured = (
  sourced: { readonly source: Provenance["source"]; readonly asOfMs: number; readonly stale: boolean },
  limitations?: ReadonlyArray<string>
): Provenance => ({
  source: sourced.source,
  asOf: isoOf(sourced.asOfMs),
  status: "measured",
  ...(sourced.stale ? { stale: true } : {}),
  ...noted(limitations)
})

/** Provenance of what was collected before; by default `not_measured` where nothing was, with `asOfMs` null. */
export const stored = (
  asOfMs: number | null,
  {
    limitations,
    model,
    sampleSize,
    stale,
    status = asOfMs === null ? "not_measured" : "measured"
  }: Partial<Pick<Provenance, "status" | "stale" | "model" | "sampleSize" | "limitations">> = {}
): Provenance => ({
  source: "stored",
  asOf: asOfMs === null ? null : isoOf(asOfMs),
  status,
  ...(stale === true ? { stale } : {}),
  ...(model === undefined ? {} : { model }),
  ...(sampleSize === undefined ? {} : { sampleSize }),
  ...noted(limitations)
})
