/** How a mention stands in its answer. All but `prose` have a rank. */
export type MentionForm = "numbered" | "bulleted" | "bold" | "table" | "prose"

/** An app named in an answer. */
export interface Mention {
  /** As the assistant wrote it. */
  readonly name: string
  /** 1-based rank in its list; null in prose. */
  readonly position: number | null
  readonly form: MentionForm
  /** From -1 to 1; null without a word about it, and in languages without a lexicon. */
  readonly sentiment: number | null
  readonly isOwnerApp: boolean
  /** The first `[N]` near it, as an index into `citations`; null without one. */
  readonly citation: number | null
}

/** What is known of an app before its answers are read. */
export interface ReadingContext {
  /** ISO 639-1, of the prompt. */
  readonly language: string
  readonly owner: {
    /** The listing's name, and former names: `aliasesOf` adds the parts before separators. */
    readonly names: ReadonlyArray<string>
  }
  /** Names of other apps that are known, such as competitors: they're found in prose too. */
  readonly known?: ReadonlyArray<string>
  /** Words of the category, as its name and the app's terms: they tell an app from a common word of its name. */
  readonly category?: ReadonlyArray<string>
}

/** What was read from an answer. */
export interface Reading {
  /** `parse_failed`: the text is there, and isn't an answer that can be read, as JSON, markup or symbols alone. */
  readonly status: "ok" | "parse_failed"
  /** By position, nulls last by first occurrence; each app once. */
  readonly mentions: ReadonlyArray<Mention>
  /** Whether the language has a lexicon of sentiment. */
  readonly hasLexicon: boolean
}

/** An app as a store's search told it. */
export interface StoreHit {
  readonly trackId: string
  readonly name: string
}
