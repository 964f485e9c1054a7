// Made by `npm run generate` from the declarations of the plugins. Do not edit.
import type { Bind, Operation } from "../operation.ts"
import type * as S from "./ad-creatives.schemas.ts"

export interface AdCreativesGenerateInput {
  /**
   * Your own key at the image provider of this gateway, 20 to 200 characters. The job then costs 1 general credit.
   * It's kept sealed until the job ends.
   */
  readonly "x-imageprovider-key"?: string | undefined
  /** Address of the listing in either store. It isn't fetched: id, country and language are taken from it. */
  readonly appUrl?: string | undefined
  /** With appId: the store that lists it. */
  readonly platform?: "storea" | "storeb" | undefined
  /** With platform: digits on storea, the package name on storeb. */
  readonly appId?: string | undefined
  /** Storefront, as a two-letter ISO 3166-1 code. Default: that of appUrl, else us. */
  readonly country?: string | undefined
  /** Language of the copy, as BCP 47; storeb is asked for its listing in it. Default: that of appUrl, else en. */
  readonly lang?: string | undefined
  /**
   * analyze: facts of the listing alone. generate (default): copy and picture. edit: an earlier ad, changed as
   * editInstruction says.
   */
  readonly mode?: "analyze" | "generate" | "edit" | undefined
  /** ugc (default), professional, problem_solution, before_after, lifestyle, or a style of your own. */
  readonly style?: string | undefined
  /** How the picture is laid out. Default branded_showcase. */
  readonly imagePreset?: "branded_showcase" | "person_holding_phone" | "creator_testimonial" | "problem_solution_split" | "clean_app_store_mockup" | undefined
  /** What the ad is about. Default: inferred. */
  readonly angle?: string | undefined
  /** Whom it's for. Default: inferred. */
  readonly audience?: string | undefined
  /**
   * Confirmed facts of the product: name to text or list of texts, at most 20 of 300 characters. Given, nothing is
   * inferred beside them.
   */
  readonly keyPoints?: Readonly<Record<string, string | ReadonlyArray<string>>> | undefined
  /** Further screenshots, at most 8. They come before those of the listing. */
  readonly extraScreenshotUrls?: ReadonlyArray<string> | undefined
  /** false: analysis and copy alone. Default true. */
  readonly generateImage?: boolean | undefined
  /** Of the model's picture, which sets the price. Default medium. */
  readonly quality?: "low" | "medium" | "high" | undefined
  /** With mode edit: what to change. */
  readonly editInstruction?: string | undefined
  /** The earlier `ad` with its imageUrl, or `{ jobId }`. Only pictures that jobs of yours made are edited. */
  readonly previousAd?: {
    /** The job that made it. */
    readonly jobId?: string
    /** The address of its picture, as an answer gave it; it's good for 7 days. */
    readonly imageUrl?: string
    /** Its copy, changed or not. Absent: as it was made. */
    readonly copy?: {
      /** As it is to stay. */
      readonly primaryText?: string
      /** As it is to stay. */
      readonly headline?: string
      /** As it is to stay. */
      readonly description?: string
      /** As it is to stay. */
      readonly callToAction?: string
    }
    /** Taken, and not read. */
    readonly imagePrompt?: string | null
    /** Taken, and not read. */
    readonly style?: string | null
    /** Taken, and not read. */
    readonly imagePreset?: string | null
    /** Taken, and not read. */
    readonly angle?: string | null
    /** Taken, and not read. */
    readonly quality?: string | null
    /** Taken, and not read. */
    readonly model?: string | null
    /** Taken, and not read. */
    readonly copyModel?: string | null
  } | undefined
}

export interface AdCreativesJobInput {
  /** The jobId of generate. */
  readonly jobId: string | number
}

export interface AdCreatives {
  /**
   * Make an ad from a store listing.
   *
   * Takes a job that makes ad copy and a square picture from an app's listing, with its real screenshots and no
   * claim that the listing or your keyPoints don't make. 1 general credit with mode analyze, generateImage false or
   * your own X-ImageProvider-Key; else low 1, medium 2, high 5 creative credits, held now and charged when it's
   * completed. Poll the job until it's completed or failed.
   *
   * Its price depends on the input (bucket general). `POST /v1/app-ad-creatives/generate`
   */
  readonly generate: Operation<AdCreativesGenerateInput, S.AdCreativeAccepted>
  /**
   * Read an ad's job.
   *
   * How a job stands: queued, processing, completed with its result, or failed with the reason, which costs
   * nothing. It's kept for 30 days. Ask every 3 to 5 seconds.
   *
   * Costs no credits. `GET /v1/app-ad-creatives/jobs/{jobId}`
   */
  readonly job: Operation<AdCreativesJobInput, S.AdCreativeJob>
}

export interface Operations {
  readonly adCreatives: AdCreatives
}

export const operations = (bind: Bind): Operations => ({
  adCreatives: {
    generate: bind.operation({ method: "POST", path: "/v1/app-ad-creatives/generate", access: "key", headers: ["x-imageprovider-key"], body: ["appUrl", "platform", "appId", "country", "lang", "mode", "style", "imagePreset", "angle", "audience", "keyPoints", "extraScreenshotUrls", "generateImage", "quality", "editInstruction", "previousAd"] }),
    job: bind.operation({ method: "GET", path: "/v1/app-ad-creatives/jobs/{jobId}", access: "key" })
  }
})

/** What to do about each error code. */
export const retryAdvice = { APP_NOT_FOUND: "fix", FORBIDDEN: "fix", IDEMPOTENCY_IN_PROGRESS: "retry", IDEMPOTENCY_KEY_REUSED: "fix", IDEMPOTENCY_QUOTA_EXCEEDED: "wait", INTERNAL_ERROR: "fix", INVALID_API_KEY: "fix", INVALID_APP_ID: "fix", INVALID_COUNTRY: "fix", INVALID_INPUT: "fix", MISSING_API_KEY: "fix", NOT_FOUND: "fix", PAYLOAD_TOO_LARGE: "fix", PLATFORM_UNSUPPORTED: "fix", PROVIDER_NOT_CONFIGURED: "fix", RATE_LIMIT_EXCEEDED: "wait", SERVICE_UNAVAILABLE: "retry", TOO_MANY_JOBS: "retry", TOO_MANY_REQUESTS: "retry", UNSUPPORTED_MEDIA_TYPE: "fix", UPSTREAM_ERROR: "retry", UPSTREAM_RATE_LIMITED: "retry", UPSTREAM_TIMEOUT: "retry" } as const
