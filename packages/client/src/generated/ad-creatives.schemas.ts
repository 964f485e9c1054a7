// Made by `npm run generate` from the declarations of the plugins. Do not edit.

export interface AdCopy {
  /** The text beside the picture, at most 125 characters. */
  readonly primaryText: string
  /** At most 40 characters. */
  readonly headline: string
  /** At most 30 characters. */
  readonly description: string
  /** One of 8 of the language. */
  readonly callToAction: string
}

export interface AdCreative {
  readonly copy: AdCopy
  /**
   * A square PNG of 1024x1024 pixels. The address is made anew at each read and good for 7 days; null: none was
   * asked for.
   */
  readonly imageUrl: string | null
  /** What a model was or would be asked for. */
  readonly imagePrompt: string | null
  /** As asked for. */
  readonly style: string
  readonly imagePreset: "branded_showcase" | "person_holding_phone" | "creator_testimonial" | "problem_solution_split" | "clean_app_store_mockup"
  /** As asked for, else inferred; null: nothing to infer it from. */
  readonly angle: string | null
  /** Of the model's picture; null: no model drew. */
  readonly quality: "low" | "medium" | "high" | null
  /** What drew it: the provider's model, or `layout@1`; null: no picture was asked for. */
  readonly model: string | null
  /** What wrote the copy: `copy-rules@1`, or an assistant. */
  readonly copyModel: string
}

export interface AdCreativeAccepted {
  /** Of GET /v1/app-ad-creatives/jobs/:jobId. */
  readonly jobId: string
  readonly status: "queued"
  /** Held now; charged when it's completed, given back when it isn't. */
  readonly estimatedCredits: number
  /** The bucket that pays. */
  readonly creditCategory: "general" | "creative"
}

export interface AdCreativeCheck {
  /** Which text of the copy. */
  readonly field: string
  /** number, superlative, award, rating, price, users, brand, store, text or length. */
  readonly kind: string
  /** What it said. */
  readonly claim: string
  /** removed, replaced or shortened. */
  readonly action: string
  /** Why. */
  readonly message: string
}

export interface AdCreativeJob {
  readonly jobId: string
  readonly status: "queued" | "processing" | "completed" | "failed"
  /** What it's at, or was at when it failed; null: done, or not begun. */
  readonly stage: "listing" | "analysis" | "copy" | "image" | "compose" | "store" | null
  readonly mode: "analyze" | "generate" | "edit"
  /** When it was asked for. */
  readonly createdAt: string
  /** When it last got on. */
  readonly updatedAt: string
  /** Null until it's completed. */
  readonly result: AdCreativeResult | null
  /**
   * Why it failed, and that it cost nothing: CREATIVE_BLOCKED, IMAGE_KEY_REJECTED, IMAGE_PROVIDER_UNAVAILABLE,
   * IMAGE_MISSING, LISTING_UNREADABLE, FILES_FULL, HOLD_EXPIRED or INTERNAL_ERROR.
   */
  readonly error: {
    readonly code: string
    readonly message: string
  } | null
  readonly creditCost: {
    /** The bucket that pays. */
    readonly category: "general" | "creative"
    /** Held while it runs, charged once it's completed, 0 when it failed. */
    readonly amount: number
  }
}

export interface AdCreativeResult {
  readonly keyPoints: ReadonlyArray<{
    /** The fact. */
    readonly text: string
    /** The sentence of the listing that it stands on, or `keyPoints.<name>` of the request. */
    readonly source: string
  }>
  /** As asked for, else inferred. */
  readonly audience: string | null
  /** The language of the copy. */
  readonly language: string
  /** Null with mode analyze. */
  readonly ad: AdCreative | null
  readonly sources: {
    /** The icon of the listing; null: it has none. */
    readonly iconUrl: string | null
    /** Those that are in the picture, first one first. */
    readonly screenshotUrls: ReadonlyArray<string>
    /** When the store told of the listing. */
    readonly asOf: string
  }
  /** What the copy claimed without a source, and what became of it. */
  readonly checks: ReadonlyArray<AdCreativeCheck>
  readonly warnings: ReadonlyArray<{
    readonly code: string
    readonly message: string
  }>
}

/** The codes of the gateway's errors. */
export type ErrorCode =
  | "PROVIDER_NOT_CONFIGURED"
  | "TOO_MANY_JOBS"
