/** What other plugins may use of AI visibility. */
import { Context, Effect, Option, type Redacted } from "effect"
import type { SqlError } from "effect/sql"
import type { ModelSlug } from "./models.ts"
import type { AssistantFailed, JsonQuestion } from "./vendors/Assistants.ts"

export { ModelSlug, modelSlugs } from "./models.ts"
export type { AssistantFailed, JsonQuestion } from "./vendors/Assistants.ts"

/** The operator's assistants, asked by other plugins for JSON of a schema. It's paid on the operator's keys. */
export class JsonAssistants extends Context.Service<
  JsonAssistants,
  {
    /** Those with a model and a key in the config. */
    readonly available: ReadonlyArray<ModelSlug>
    /** The JSON as it was said: decode it. */
    readonly ask: (question: JsonQuestion) => Effect.Effect<unknown, AssistantFailed>
  }
>()("@storeglass/ai-visibility/JsonAssistants") {}

/** The assistant that a plugin's config names as its writer; undefined: none is named, or it has no model or key. */
export const writerOf = (writer: ModelSlug | undefined) =>
  Effect.map(Effect.serviceOption(JsonAssistants), (assistants) =>
    writer !== undefined && Option.isSome(assistants) && assistants.value.available.includes(writer)
      ? { writer, ask: assistants.value.ask }
      : undefined
  )

/** An app that is measured in a country. */
export interface ScannedPlace {
  readonly accountId: string
  readonly appId: string
  readonly country: string
  /** Days from scan to scan; 0: it's scanned by hand alone. */
  readonly cadenceDays: number
  /** When it was set up, ms since the epoch. */
  readonly sinceMs: number
}

export interface PastScan {
  readonly place: Pick<ScannedPlace, "accountId" | "appId" | "country">
  /** `YYYY-MM-DD`, before today (UTC). */
  readonly day: string
  /** With which a provider answers as of that day. */
  readonly keyOf: (model: ModelSlug) => Redacted.Redacted<string>
  /** Most calls that are made now. */
  readonly callsMax: number
}

/** Scans of days before an app was set up, for a development gateway whose providers can tell what they would have said. */
export class ScanHistory extends Context.Service<
  ScanHistory,
  {
    /** What was set up first and has its prompts; null where nothing has. */
    readonly first: Effect.Effect<ScannedPlace | null, unknown>
    /**
     * Goes on with the scan of a day, through all that a scan of today goes through but its queue and its price: it's free. Gives
     * true once it is added up.
     */
    readonly scan: (scan: PastScan) => Effect.Effect<boolean, unknown>
  }
>()("@storeglass/ai-visibility/ScanHistory") {}

/** How well an assistant knew an app on the last day on which it was asked. */
export interface AssistantScore {
  readonly model: ModelSlug
  /** `YYYY-MM-DD` (UTC). */
  readonly day: string
  /** 0 to 100, by `visibility@1`. */
  readonly score: number
  /** Answers that it's counted from. */
  readonly answers: number
  /** Of the day before that on which it was asked; null: there was none. */
  readonly before: { readonly day: string; readonly score: number } | null
}

/** The scores of an account's apps, as they're kept: nobody is asked for them. */
export class AssistantScores extends Context.Service<
  AssistantScores,
  {
    /** Up to a day, which is included; one of each assistant that has been asked. */
    readonly upTo: (
      place: Pick<ScannedPlace, "accountId" | "appId" | "country">,
      day: string
    ) => Effect.Effect<ReadonlyArray<AssistantScore>, SqlError.SqlError>
  }
>()("@storeglass/ai-visibility/AssistantScores") {}
