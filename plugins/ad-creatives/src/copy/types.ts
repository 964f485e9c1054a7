/** What an app's listing says of it. */
export interface Listing {
  readonly platform: "storea" | "storeb"
  readonly name: string
  readonly seller: string
  readonly subtitle: string | null
  readonly description: string
  readonly genreName: string | null
  readonly price: number | null
  readonly formattedPrice: string | null
  readonly currency: string | null
  readonly averageRating: number | null
  readonly ratingCount: number | null
  readonly installs: { readonly min: number; readonly label: string } | null
  readonly languages: ReadonlyArray<string>
  readonly releaseNotes: string | null
}

export interface KeyPoint {
  readonly text: string
  /** The sentence it stands on, or `keyPoints.<name>` where it was given. */
  readonly source: string
}

export const styles = ["ugc", "professional", "problem_solution", "before_after", "lifestyle"] as const
export type Style = (typeof styles)[number]

export interface Brief {
  /** One of `styles`, or own words of up to 60 characters. */
  readonly style: string
  readonly angle: string | null
  readonly audience: string | null
  /** BCP 47, as asked for. */
  readonly lang: string
}

export const copyFields = ["primaryText", "headline", "description", "callToAction"] as const
export type CopyField = (typeof copyFields)[number]

export interface Copy {
  readonly primaryText: string
  readonly headline: string
  readonly description: string
  readonly callToAction: string
}

/** Code points at most. */
export const copyLimits = { primaryText: 125, headline: 40, description: 30, callToAction: 30 } as const

/** `text`: an address, a telephone number or words to a machine, which no ad holds. */
const checkKinds = [
  "number",
  "superlative",
  "award",
  "rating",
  "price",
  "users",
  "brand",
  "store",
  "length",
  "text"
] as const
export type CheckKind = (typeof checkKinds)[number]

const checkActions = ["removed", "replaced", "shortened"] as const

export interface Check {
  readonly field: CopyField
  readonly kind: CheckKind
  readonly claim: string
  readonly action: (typeof checkActions)[number]
  readonly message: string
}

/** What claims are held against. */
export interface About {
  readonly listing: Listing
  readonly keyPoints: ReadonlyArray<KeyPoint>
  readonly brief: Brief
}
