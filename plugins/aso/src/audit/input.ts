/** What an audit stands on: what was read of a listing, or why it wasn't. */
import type { PageConversion } from "@storeglass/apps/contract"
import type { Param } from "@storeglass/plugin-api"
import type { Checked, Known, Metadata } from "../rules/check.ts"
import type { Language } from "../words/words.ts"

/** The metadata rules, with the operator's own. */
export type Check = (metadata: Metadata, known: Known) => Pick<Checked, "issues" | "score">

/** Not measured: it could have been. Not measurable: nobody but the app's owner can see it. Not scored: seen, or not, and no rule says what is good. */
export interface Gap {
  readonly status: "not_measured" | "not_measurable" | "not_scored"
  readonly reason: string
  /** What was seen and isn't scored. */
  readonly found?: number
}
export type Told<A> = { readonly value: A } | Gap
export const told = <A>(value: A): Told<A> => ({ value })
export const notMeasured = (reason: string): Gap => ({ status: "not_measured", reason })
export const isTold = <A>(part: Told<A>): part is { readonly value: A } => "value" in part

/** A term that the listing should hold; `value` is volume × (1 − difficulty/100) × relevance/100. */
export interface Target {
  readonly keyword: string
  readonly value: number
}

/** A keyword of the basket that visibility is over. */
export interface Ranked {
  readonly keyword: string
  readonly volume: number
  readonly rank: number
}

/** kw-visibility@1 over a fixed basket of keywords. */
export interface Rankings {
  readonly visibility: number
  /** Of the whole basket; null: not told. */
  readonly volume: number | null
  /** Of those with a volume, which alone count. */
  readonly ranked: number
  readonly size: number
  /** Those that it is ranked for, as far as they are known. */
  readonly terms: ReadonlyArray<Ranked>
}

export interface Peer {
  readonly appId: string
  readonly average: number | null
  readonly count: number | null
  readonly visibility: number | null
}

/** A hit of the metadata rules. */
export interface Hit {
  readonly ruleId: string
  readonly message: string
  /** In code points. */
  readonly span: { readonly start: number; readonly end: number } | null
}

/** A text and what the metadata rules have against it. */
export interface TextFacts {
  readonly text: string
  readonly errors: ReadonlyArray<Hit>
  readonly warnings: ReadonlyArray<Hit>
}

/** How often a description says a target. */
export interface Said {
  readonly keyword: string
  readonly times: number
  /** Words of the target and of the description; characters where words fail. */
  readonly words: number
  readonly of: number
}

export interface DescriptionFacts {
  readonly text: string
  /** In code points, as are the rest. */
  readonly length: number
  readonly firstLine: number
  readonly said: ReadonlyArray<Said>
  readonly errors: ReadonlyArray<Hit>
  readonly warnings: ReadonlyArray<Hit>
}

export interface AuditInput {
  readonly platform: Param.Platform
  readonly language: Language
  readonly check: Check
  /** What the app is called, in which the rules let more pass; null: what its title begins with. */
  readonly brand: string | null
  readonly otherBrands: ReadonlyArray<string>
  readonly targets: Told<ReadonlyArray<Target>>
  readonly title: TextFacts
  /** Of storeb the short description. Empty text: there is none. */
  readonly subtitle: Told<TextFacts>
  /** On storea; from the account's own released version. */
  readonly keywordField: Told<TextFacts>
  readonly description: DescriptionFacts
  readonly screenshots: Told<{
    readonly count: number
    /** Of tablets; null: not known. */
    readonly tablet: { readonly runs: boolean | null; readonly count: number | null }
  }>
  readonly previews: Told<number>
  readonly ratings: {
    /** Null: nobody has rated it, or not told. */
    readonly average: number | null
    readonly count: number | null
    /** Stars of the newest reviews. */
    readonly newest: Told<ReadonlyArray<number>>
  }
  readonly rankings: Told<Rankings>
  readonly conversion: Told<
    PageConversion & {
      /** The share that gets all points; null: the operator has none for its genre. */
      readonly benchmark: number | null
    }
  >
  /** Since the present version. */
  readonly daysSinceUpdate: Told<number>
  readonly languages: Told<number>
  readonly peers: ReadonlyArray<Peer>
}
