// Made by `npm run generate` from the declarations of the plugins. Do not edit.

export interface MetadataIssue {
  /** Rule, such as title.price. */
  readonly ruleId: string
  /** error: the store refuses it, or its policy forbids it; warning: likely to; info: worth a look. */
  readonly severity: "error" | "warning" | "info"
  /** Text that it's in, or the locale. */
  readonly field: "title" | "subtitle" | "keywords" | "shortDescription" | "fullDescription" | "promotionalText" | "whatsNew" | "developerName" | "locale"
  /** What is wrong. */
  readonly message: string
  /** Where, in code points of the field's value; null: all of it, or what isn't there. */
  readonly span: {
    /** First character. */
    readonly start: number
    /** Behind the last character. */
    readonly end: number
  } | null
  /** What to do; null: nothing to say. */
  readonly suggestion: string | null
  /** What the rule stands on: the store's help, API or a guideline, or practice. */
  readonly basis: string
  /** Address of the store's page; null for the operator's own rules. */
  readonly source: string | null
}

/** Language that the texts were read in. */
export interface ReadLanguage {
  /** BCP 47 tag. */
  readonly tag: string
  /** given by the caller, the storefront's, or the one that most texts in this script are in. */
  readonly detectedBy: "given" | "storefront" | "script"
  /** Whether there is a list of its stop words. */
  readonly stopWords: boolean
  /** What stems its words; null: they're compared whole. */
  readonly stemmer: string | null
  /** What sets words apart: spaces, a dictionary, or spaces with pairs of characters beside. */
  readonly segmentation: "spaces" | "dictionary" | "bigrams"
}

export interface ValidatedMetadata {
  readonly platform: "storea" | "storeb"
  /** As given; null: none was. */
  readonly locale: string | null
  readonly language: ReadLanguage
  readonly fields: ReadonlyArray<{
    readonly field: "title" | "subtitle" | "keywords" | "shortDescription" | "fullDescription" | "promotionalText" | "whatsNew" | "developerName"
    /** As it was checked; keywords with commas. */
    readonly value: string
    /** Code points in normal form C. */
    readonly charCount: number
    /** The store's limit; null: it has no such field. */
    readonly maxChars: number | null
    /** Bytes of UTF-8. */
    readonly utf8Bytes: number
    /** Units of UTF-16. */
    readonly utf16Units: number
    /** No error in it. */
    readonly isValid: boolean
    /** Such as 24/30 characters (6 remaining). */
    readonly message: string
  }>
  /** Errors first, then by field and place; at most 3 of a rule in a field. */
  readonly issues: ReadonlyArray<MetadataIssue>
  /** Rules that weren't applied, or not in full, and why. */
  readonly skipped: ReadonlyArray<{
    readonly ruleId: string
    readonly reason: string
  }>
  /** 100 − 25 for an error, 8 for a warning, 2 for information; 0 at least. */
  readonly score: number
  /** No error. */
  readonly isValid: boolean
  /** Version of the rules, such as metadata-rules@2026-11. */
  readonly model: string
}

/** The codes of the gateway's errors. */
export type ErrorCode =
  | "FORBIDDEN"
  | "IDEMPOTENCY_IN_PROGRESS"
  | "IDEMPOTENCY_KEY_REUSED"
  | "IDEMPOTENCY_QUOTA_EXCEEDED"
  | "INTERNAL_ERROR"
  | "INVALID_API_KEY"
  | "INVALID_APP_ID"
  | "INVALID_COUNTRY"
  | "INVALID_INPUT"
  | "MISSING_API_KEY"
  | "PAYLOAD_TOO_LARGE"
  | "RATE_LIMIT_EXCEEDED"
  | "SERVICE_UNAVAILABLE"
  | "TOO_MANY_REQUESTS"
  | "UNSUPPORTED_MEDIA_TYPE"
