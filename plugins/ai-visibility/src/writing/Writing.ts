export const promptStyles = ["unbranded", "branded", "problem", "use_case", "comparison"] as const
export type PromptStyle = (typeof promptStyles)[number]

export interface WrittenPrompt {
  /** Passes `promptText`. */
  readonly text: string
  readonly style: PromptStyle
}

export interface WrittenIntent {
  /** 3 to 120 code points. */
  readonly label: string
  readonly description: string | null
  /** 5 to 8, of three styles at least. */
  readonly prompts: ReadonlyArray<WrittenPrompt>
}

/** What prompts are written from. */
export interface WritingInput {
  /** ISO 639-1. One that the writer lacks is written in English, and `language` of the answer says so. */
  readonly language: string
  /** ISO 3166-1 alpha-2, lower case. */
  readonly country: string
  readonly app: {
    readonly name: string
    /** As the store tells it, in any language; null when unknown. */
    readonly category: string | null
    readonly subtitle: string | null
    readonly description: string | null
  }
  /** Terms that it ranks for, best first; may be empty. */
  readonly terms: ReadonlyArray<string>
}

export interface Written {
  /** 8 to 12. */
  readonly intents: ReadonlyArray<WrittenIntent>
  /** `prompt-templates@1`, or the provider's model. */
  readonly promptsModel: string
  readonly language: string
}
