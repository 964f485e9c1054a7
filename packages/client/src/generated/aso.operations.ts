// Made by `npm run generate` from the declarations of the plugins. Do not edit.
import type { Bind, Operation } from "../operation.ts"
import type * as S from "./aso.schemas.ts"

export interface AsoValidateInput {
  /** Store. Default storea. */
  readonly platform?: "storea" | "storeb" | undefined
  /** Locale of the texts. It decides which word lists apply. */
  readonly locale?: string | undefined
  /** Title. */
  readonly title?: string | undefined
  /** Subtitle (storea). */
  readonly subtitle?: string | undefined
  /** Keyword field (storea): text with commas, or a list. */
  readonly keywords?: string | ReadonlyArray<string> | undefined
  /** Short description (storeb). */
  readonly shortDescription?: string | undefined
  /** Description. */
  readonly fullDescription?: string | undefined
  /** Promotional text (storea). */
  readonly promotionalText?: string | undefined
  /** What's new. */
  readonly whatsNew?: string | undefined
  /** Developer name (storeb). */
  readonly developerName?: string | undefined
  /** The app's own name. What a rule finds in it is only information. */
  readonly brand?: string | undefined
  /** The app's other locales (storea), at most 49. */
  readonly otherLocales?: ReadonlyArray<{
    /** Its locale. */
    readonly locale: string
    /** Its title. */
    readonly title?: string
    /** Its subtitle. */
    readonly subtitle?: string
    /** Its keyword field. */
    readonly keywords?: string | ReadonlyArray<string>
  }> | undefined
}

export interface Aso {
  /**
   * Validate metadata.
   *
   * Checks a listing's texts against the store's limits and policies and what is known to work. Each issue says
   * where it is, what the rule stands on and what to do. Texts that break rules are answered with 200.
   *
   * Costs 1 general credit. `POST /v1/aso/metadata/validate`
   */
  readonly validate: Operation<AsoValidateInput, S.ValidatedMetadata>
}

export interface Operations {
  readonly aso: Aso
}

export const operations = (bind: Bind): Operations => ({
  aso: {
    validate: bind.operation({ method: "POST", path: "/v1/aso/metadata/validate", access: "key", body: ["platform", "locale", "title", "subtitle", "keywords", "shortDescription", "fullDescription", "promotionalText", "whatsNew", "developerName", "brand", "otherLocales"] })
  }
})

/** What to do about each error code. */
export const retryAdvice = { FORBIDDEN: "fix", IDEMPOTENCY_IN_PROGRESS: "retry", IDEMPOTENCY_KEY_REUSED: "fix", IDEMPOTENCY_QUOTA_EXCEEDED: "wait", INTERNAL_ERROR: "fix", INVALID_API_KEY: "fix", INVALID_APP_ID: "fix", INVALID_COUNTRY: "fix", INVALID_INPUT: "fix", MISSING_API_KEY: "fix", PAYLOAD_TOO_LARGE: "fix", RATE_LIMIT_EXCEEDED: "wait", SERVICE_UNAVAILABLE: "retry", TOO_MANY_REQUESTS: "retry", UNSUPPORTED_MEDIA_TYPE: "fix" } as const
