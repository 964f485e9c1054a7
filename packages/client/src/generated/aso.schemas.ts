// Made by `npm run generate` from the declarations of the plugins. Do not edit.
import type { Change, Provenance, WriteWarning } from "./contract.schemas.ts"
export type { Change, Provenance, WriteWarning } from "./contract.schemas.ts"

export interface AsoAudit {
  /** App id: a number on storea, the package name on storeb. */
  readonly appId: number | string
  readonly platform: "storea" | "storeb"
  /** Storefront, lowercase ISO 3166-1 alpha-2. */
  readonly country: string
  /** 0 to 100: 10 × the weighted mean of the measured factors; null where less than half of the weight was measured. */
  readonly score: number | null
  /** The score to two decimals, in which expectedPoints counts; null where the score is. */
  readonly exactScore: number | null
  /** A from 85, B from 70, C from 55, D from 40, else F; null where the score is. */
  readonly grade: "A" | "B" | "C" | "D" | "F" | null
  /** Share of the weight that was measured, 0 to 1. */
  readonly measuredWeight: number
  readonly factors: ReadonlyArray<AsoFactor>
  /** Texts that are worth a point or more. At most five, of most points first. */
  readonly quickWins: ReadonlyArray<AsoFix>
  /** Of the rest, what is worth four points or more. At most five, of most points first. */
  readonly highImpact: ReadonlyArray<AsoFix>
  /** What is worth less, or takes longer. At most five, of most points first. */
  readonly strategic: ReadonlyArray<AsoFix>
  /** Over the basket of its and its competitors' keywords. */
  readonly keywords: {
    /** Keywords that it's ranked for; null: none was measured. */
    readonly ranked: number | null
    /** Of these, in the first ten; null: none was measured. */
    readonly top10: number | null
    /** Mean rank over those; null: none. */
    readonly avgRank: number | null
  }
  /** By field: title, subtitle and keywords on storea, title and shortDescription on storeb. */
  readonly metadata: Readonly<Record<string, {
    /** As it is; empty: there is none; null: it couldn't be seen. */
    readonly text: string | null
    /** In code points; null where the text is. */
    readonly charCount: number | null
    /** What the store takes. */
    readonly maxChars: number
  }>>
  /** What wasn't measured and why: it's null in the answer, and never 0. */
  readonly notMeasured: ReadonlyArray<{
    /** What wasn't measured. */
    readonly what: string
    /** Why. */
    readonly reason: string
  }>
  readonly language: ReadLanguage
  readonly snapshot: AsoSnapshot
  /** Model and version. */
  readonly model: string
  readonly provenance: Provenance
  /** With save: where the answer is kept; null: it isn't, see reason. */
  readonly savedReport?: {
    /** Id of the report. */
    readonly id: string
  } | null
  /** With save: why the answer wasn't kept. */
  readonly reason?: string
}

export interface AsoBeforeAfter {
  /** App id: a number on storea, the package name on storeb. */
  readonly appId: number | string
  readonly platform: "storea" | "storeb"
  /** Storefront, lowercase ISO 3166-1 alpha-2. */
  readonly country: string
  /** Device whose searches these are. */
  readonly device: string
  readonly version: AsoReleasedVersion
  /** The release before it in its language; null: you keep none. */
  readonly former: AsoReleasedVersion | null
  readonly windows: {
    /** Up to the day before the release, both days included; null: none is left. */
    readonly before: {
      /** YYYY-MM-DD (UTC). */
      readonly from: string
      /** YYYY-MM-DD (UTC). */
      readonly to: string
    } | null
    /** From the day after it, up to today or the next release, both days included; null: none is left. */
    readonly after: {
      /** YYYY-MM-DD (UTC). */
      readonly from: string
      /** YYYY-MM-DD (UTC). */
      readonly to: string
    } | null
  }
  readonly added: AsoTermComparison
  readonly removed: AsoTermComparison
  readonly untouched: AsoTermGroup
  /** The groups' ranks by day, around the release. */
  readonly lines: ReadonlyArray<{
    readonly name: "added" | "removed" | "untouched"
    readonly points: ReadonlyArray<{
      /** YYYY-MM-DD (UTC). */
      readonly day: string
      readonly phase: "before" | "release" | "after"
      /** Geometric mean of the ranks of that day's searches. */
      readonly position: number
      /** Terms that were searched for on that day. */
      readonly terms: number
    }>
  }>
  /** Added ones first, then removed and untouched ones. */
  readonly terms: ReadonlyArray<{
    /** One of your keywords. */
    readonly keyword: string
    /** Whether its words came into the searched texts with the release, left them, or neither. */
    readonly change: "added" | "removed" | "none"
    readonly before: AsoTermLevel
    readonly after: AsoTermLevel
    /** 1: the rank's number halved, as from 20 to 10; −1: it doubled; null: too few searches. */
    readonly gain: number | null
  }>
  /** Your releases in other languages within these windows: they may have touched the same ranks. */
  readonly otherReleases: ReadonlyArray<AsoReleasedVersion>
  /** What that means, in a sentence. */
  readonly says: string
  /** Model and version. */
  readonly model: string
  /** With save: where the answer is kept; null: it isn't, see reason. */
  readonly savedReport?: {
    /** Id of the report. */
    readonly id: string
  } | null
  /** With save: why the answer wasn't kept. */
  readonly reason?: string
  readonly provenance: Provenance
}

export interface AsoBrief {
  /** App id: a number on storea, the package name on storeb. */
  readonly appId: number | string
  readonly platform: "storea" | "storeb"
  /** Storefront, lowercase ISO 3166-1 alpha-2. */
  readonly country: string
  readonly summary: {
    /** The fix of most points, in a sentence. */
    readonly headline: string
    /**
     * 0 to 100: 10 × the weighted mean of the measured factors; null where less than half of the weight was
     * measured.
     */
    readonly asoScore: number | null
    /** A from 85, B from 70, C from 55, D from 40, else F; null where the score is. */
    readonly grade: "A" | "B" | "C" | "D" | "F" | null
    /** Keywords that it's ranked for; null: none was measured. */
    readonly keywordsRanked: number | null
    /** Of these, in the first ten; null: none was measured. */
    readonly top10: number | null
    /** Mean rank over those; null: none. */
    readonly avgRank: number | null
  }
  readonly storefrontReadiness: {
    /** Mean of the parts, 0 to 100; null: not measured, and the others count alone. */
    readonly score: number | null
    /** excellent from 85, good from 70, fair from 55, weak from 40, else poor; null where the score is. */
    readonly gradeLabel: "excellent" | "good" | "fair" | "weak" | "poor" | null
    readonly parts: {
      /**
       * Title, subtitle or short description, keyword field, description and rankings, 0 to 100; null: not
       * measured, and the others count alone.
       */
      readonly asoCore: number | null
      /** Screenshots and preview, 0 to 100; null: not measured, and the others count alone. */
      readonly creative: number | null
      /** The score of the metadata rules, 0 to 100; null: not measured, and the others count alone. */
      readonly lint: number | null
    }
    /** That in a sentence. */
    readonly summary: string
  }
  /** Groups of keywords by what people want, or why there are none. */
  readonly intentClusters: {
    /** The prioritized first, then the most searched; at most 10. */
    readonly clusters: ReadonlyArray<AsoBriefCluster>
    /** Where the app has most to gain: most volume that it isn't seen in; null: none. */
    readonly prioritizeClusterId: string | null
  } | {
    readonly skipped: true
    /** Why there are no clusters. */
    readonly reason: string
  }
  /** The audit's fixes of most points, at most 7. */
  readonly prioritizedActions: ReadonlyArray<AsoFix>
  /** The first of the opportunities, at most 10. */
  readonly opportunitiesTop: ReadonlyArray<AsoOpportunity>
  readonly meta: {
    /** What wasn't measured or is old. */
    readonly warnings: ReadonlyArray<string>
  }
  readonly language: ReadLanguage
  readonly snapshot: AsoSnapshot
  /** Model and version. */
  readonly model: string
  readonly provenance: Provenance
  /** With save: where the answer is kept; null: it isn't, see reason. */
  readonly savedReport?: {
    /** Id of the report. */
    readonly id: string
  } | null
  /** With save: why the answer wasn't kept. */
  readonly reason?: string
}

export interface AsoBriefCluster {
  /** As in the intent clusters. */
  readonly clusterId: string
  /** Its most searched keyword whose words half of the others have. */
  readonly clusterLabel: string
  /** What people want who search for it; null where its language has no word lists, or none fits. */
  readonly intent: "brand" | "comparison" | "audience" | "problem" | "category" | "feature" | null
  /** Its most searched keywords, at most 5. */
  readonly keywords: ReadonlyArray<string>
  /** Keywords of it that the app is ranked for; null: none was measured. */
  readonly keywordsRanked: number | null
  /** Sum of volume / 100 × the weight of the rank; null: no volume of its measured keywords is known. */
  readonly weightedVisibility: number | null
  /** Mean opportunity of those that have a score; null: none has. */
  readonly avgOpportunityScore: number | null
}

export interface AsoComparedAds {
  /** Whether it was read. */
  readonly status: "measured" | "not_measured"
  /** Whether it had an ad in 90 days; null: not measured. */
  readonly isAdvertising: boolean | null
  /** Its ads, each once per storefront; null: not measured. */
  readonly totalAds: number | null
  /** Where, most ads first, ISO 3166-1 alpha-2; null: not measured. */
  readonly storefronts: ReadonlyArray<string> | null
  /** First shown, YYYY-MM-DD; null: not told. */
  readonly since: string | null
  /** Whether an ad was first shown over a year ago, of which no day is told; null: not measured. */
  readonly sinceOverOneYear: boolean | null
  /** Last shown, YYYY-MM-DD; null: not told. */
  readonly last: string | null
  /** When the store's repository of ads said so, ISO 8601; null: not measured. */
  readonly asOf: string | null
  /** Why it wasn't measured; null where it was. */
  readonly reason: string | null
}

/** By the latest searches, over one basket. */
export interface AsoComparedKeywords {
  readonly you: {
    /** 0 to 100 (kw-visibility@1); null: too little was measured. */
    readonly visibility: number | null
  }
  readonly competitors: ReadonlyArray<{
    /** App id: a number on storea, the package name on storeb. */
    readonly appId: number | string
    /** Over the same basket; null: too little was measured. */
    readonly visibility: number | null
    /** Keywords that both are ranked for. */
    readonly shared: number
    /** Of these, where you are ranked better. */
    readonly ahead: number
    /** Keywords that you alone are ranked for. */
    readonly onlyYou: number
    /** Keywords that they alone are ranked for; where your rank is measured. */
    readonly onlyThem: number
    /** Keywords of both. Most searched first, at most 10. */
    readonly sharedTop: ReadonlyArray<AsoContestedKeyword>
    /** Your own. Most searched first, at most 10. */
    readonly onlyYouTop: ReadonlyArray<AsoContestedKeyword>
    /** Theirs. Most searched first, at most 10. */
    readonly onlyThemTop: ReadonlyArray<AsoContestedKeyword>
  }>
}

export interface AsoComparedListing {
  /** Its name in the store. */
  readonly name: string
  /** Its seller. */
  readonly developer: string
  /** Its genre; null: not told. */
  readonly category: string | null
  /** As the store writes it; null: not told. */
  readonly price: string | null
  readonly title: {
    /** As it is; empty: there is none; null: it couldn't be seen. */
    readonly text: string | null
    /** In code points; null where the text is. */
    readonly charCount: number | null
    /** What the store takes. */
    readonly maxChars: number
  }
  /** Subtitle on storea, short description on storeb. */
  readonly second: {
    /** As it is; empty: there is none; null: it couldn't be seen. */
    readonly text: string | null
    /** In code points; null where the text is. */
    readonly charCount: number | null
    /** What the store takes. */
    readonly maxChars: number
  }
  /** Length of the description in code points. */
  readonly descriptionChars: number
  /** How many languages it's offered in; null: not told. */
  readonly languages: number | null
}

export interface AsoComparedRatings {
  /** 1 to 5; null: nobody has rated it, or not told. */
  readonly average: number | null
  /** How many rated it; null: not told. */
  readonly count: number | null
  readonly velocity: {
    /** Reviews in 30 days; null: not measured. */
    readonly per30Days: number | null
    /** extrapolated: the newest reviews that were read don't reach back 30 days. null: not measured. */
    readonly basis: "counted" | "extrapolated" | null
    /** Dated reviews that it's from. */
    readonly sampleSize: number
    /** Why it wasn't measured; null where it was. */
    readonly reason: string | null
  }
}

export interface AsoComparedScreenshots {
  /** Of phones; null: not known. */
  readonly count: number | null
  /** Whether its page shows a video; null: not read. */
  readonly hasPreview: boolean | null
  /** Why it isn't known; null where it is. */
  readonly reason: string | null
}

export interface AsoComparedUpdates {
  /** The present version; null: not told. */
  readonly version: string | null
  /** When it came, ISO 8601; null: not told. */
  readonly releasedAt: string | null
  /** Days since; null: not told. */
  readonly ageDays: number | null
}

export interface AsoCompetitorReport {
  /** App id: a number on storea, the package name on storeb. */
  readonly appId: number | string
  readonly platform: "storea" | "storeb"
  /** Those that are compared, without those unavailable. */
  readonly competitorIds: ReadonlyArray<number | string>
  /** Named in the request, tracked in your workspace, or found beside the app in searches. */
  readonly competitorsFrom: "given" | "tracked" | "found"
  /** Storefront, lowercase ISO 3166-1 alpha-2. */
  readonly country: string
  /** What the listings say. */
  readonly metadata: {
    readonly you: AsoComparedListing
    readonly competitors: ReadonlyArray<{
      /** App id: a number on storea, the package name on storeb. */
      readonly appId: number | string
      readonly is: AsoComparedListing
    }>
  }
  readonly keywords: AsoComparedKeywords
  /** Ratings, and how many reviews come in 30 days. */
  readonly ratings: {
    readonly you: AsoComparedRatings
    readonly competitors: ReadonlyArray<{
      /** App id: a number on storea, the package name on storeb. */
      readonly appId: number | string
      readonly is: AsoComparedRatings
    }>
  }
  /** Screenshots and videos. */
  readonly screenshots: {
    readonly you: AsoComparedScreenshots
    readonly competitors: ReadonlyArray<{
      /** App id: a number on storea, the package name on storeb. */
      readonly appId: number | string
      readonly is: AsoComparedScreenshots
    }>
  }
  /** The present versions. */
  readonly updates: {
    readonly you: AsoComparedUpdates
    readonly competitors: ReadonlyArray<{
      /** App id: a number on storea, the package name on storeb. */
      readonly appId: number | string
      readonly is: AsoComparedUpdates
    }>
  }
  /**
   * Whether they advertise on storea: ads that were shown in its EU storefronts within 90 days. Nothing is
   * published of other storefronts.
   */
  readonly ads: {
    readonly you: AsoComparedAds
    readonly competitors: ReadonlyArray<{
      /** App id: a number on storea, the package name on storeb. */
      readonly appId: number | string
      readonly is: AsoComparedAds
    }>
  }
  /** Where you are ahead, by rules. */
  readonly strengths: ReadonlyArray<AsoDifference>
  /** Where they are ahead, by the same rules. */
  readonly weaknesses: ReadonlyArray<AsoDifference>
  /** What follows: where most competitors are ahead first. */
  readonly recommendations: ReadonlyArray<{
    /** The measure, or keywords. */
    readonly code: string
    /** What to do. */
    readonly action: string
    /** Those that are ahead in it. */
    readonly competitorIds: ReadonlyArray<number | string>
    /** Of the code keywords: which. */
    readonly keywords: ReadonlyArray<string>
  }>
  /** Competitors that aren't in this storefront, or couldn't be read. */
  readonly unavailable: ReadonlyArray<{
    /** App id: a number on storea, the package name on storeb. */
    readonly appId: number | string
    /** Why it isn't compared. */
    readonly reason: string
  }>
  /** What wasn't measured and why: it's null in the answer, and never 0. */
  readonly notMeasured: ReadonlyArray<{
    /** What wasn't measured. */
    readonly what: string
    /** Why. */
    readonly reason: string
  }>
  readonly language: ReadLanguage
  readonly snapshot: AsoSnapshot
  /** Model and version. */
  readonly model: string
  readonly provenance: Provenance
  /** With save: where the answer is kept; null: it isn't, see reason. */
  readonly savedReport?: {
    /** Id of the report. */
    readonly id: string
  } | null
  /** With save: why the answer wasn't kept. */
  readonly reason?: string
}

export interface AsoContestedKeyword {
  /** The keyword in its normalized form. */
  readonly keyword: string
  /** Estimated search volume, 0 to 100 (kw-volume@2); null: not measured. */
  readonly volumeScore: number | null
  /** Null: not in the ranks that were read. */
  readonly yourRank: number | null
  /** Null: not in the ranks that were read. */
  readonly theirRank: number | null
}

export interface AsoDifference {
  /** What differs. */
  readonly measure: "average" | "ratings" | "velocity" | "visibility" | "screenshots" | "age"
  /** App id: a number on storea, the package name on storeb. */
  readonly competitorId: number | string
  /** Your figure. */
  readonly yours: number
  /** Theirs. */
  readonly theirs: number
  /** Both in a phrase. */
  readonly message: string
}

export interface AsoEvidence {
  /** What it's about. */
  readonly field: string
  /** What is there; null: nothing, or it wasn't measured. */
  readonly found: number | string | null
  /** Of a finding what gets all points, of a fix what it makes of it; null where neither can be said. */
  readonly wanted: number | string | null
  /** Where in the text; null: all of it, or none. */
  readonly span: {
    /** First code point of the text, from 0. */
    readonly start: number
    /** The code point behind the last. */
    readonly end: number
  } | null
  /** Metadata rules that it's by. */
  readonly ruleIds: ReadonlyArray<string>
}

export interface AsoFactor {
  /** Id of a factor. */
  readonly id: "title" | "subtitle" | "shortDescription" | "keywordField" | "description" | "screenshots" | "preview" | "icon" | "ratings" | "rankings" | "conversion" | "updates" | "localisation" | "positioning"
  /** Its name. */
  readonly label: string
  /** Its part of the whole; 125 on storea, 120 on storeb. */
  readonly weight: number
  /** 0 to 10; null: not measured, which is never 0. */
  readonly score: number | null
  /**
   * measured; not_measured: it could be; not_measurable: only the app's owner or a person can tell; not_scored: no
   * rule says what is good.
   */
  readonly status: "measured" | "not_measured" | "not_measurable" | "not_scored"
  /** What the score is made of. */
  readonly parts: ReadonlyArray<{
    /** As in the findings' code. */
    readonly id: string
    /** Points that it can have. */
    readonly maxPoints: number
    /** Points that it has; null: not measured, and the other parts are scaled to 10. */
    readonly points: number | null
  }>
  /** Why it has these points. */
  readonly findings: ReadonlyArray<AsoFinding>
}

export interface AsoFinding {
  /** By the share of its points: error under half, warning under all, else info. */
  readonly severity: "error" | "warning" | "info"
  /** The part of the factor, or the metadata rule. */
  readonly code: string
  /** What was found, in a sentence. */
  readonly message: string
  readonly evidence: AsoEvidence
}

export interface AsoFix {
  /** The same for the same kind of fix. */
  readonly id: string
  /** What to do. */
  readonly action: string
  /** Id of a factor. */
  readonly factorId: "title" | "subtitle" | "shortDescription" | "keywordField" | "description" | "screenshots" | "preview" | "icon" | "ratings" | "rankings" | "conversion" | "updates" | "localisation" | "positioning"
  /** Points of this score, by the audit computed again with the fix in place. Not installs. */
  readonly expectedPoints: number
  /** S: texts. M: pictures. L: the product, or its ratings. */
  readonly effort: "S" | "M" | "L"
  readonly evidence: AsoEvidence
}

/** As of POST /v1/aso/metadata/validate. */
export interface AsoFolderLint {
  /** Errors of our rules. */
  readonly errors: number
  /** Warnings. */
  readonly warnings: number
  /** 0 to 100. */
  readonly score: number
}

export interface AsoFolderRead {
  /** App id: a number on storea, the package name on storeb. */
  readonly appId: number | string
  readonly platform: "storea" | "storeb"
  /** true: nothing was written; send preview: false to write it. */
  readonly isPreview: boolean
  /** Drafts that were made, or would be. */
  readonly drafted: number
  /** By locale. */
  readonly listings: ReadonlyArray<{
    /** As its folder is called. */
    readonly locale: string
    /**
     * drafted: it says something else than the latest version in its language; unchanged: it doesn't; skipped: see
     * reason.
     */
    readonly status: "drafted" | "unchanged" | "skipped"
    /** Why it's skipped; null otherwise. */
    readonly reason: string | null
    /** The draft; null where there's none. */
    readonly version: {
      /** Id of the draft; null in a preview. */
      readonly id: string | null
      /** What it's called. */
      readonly versionName: string
      /** BCP 47 tag. */
      readonly language: string
    } | null
    /** Texts that differ from the latest version in its language. */
    readonly changes: ReadonlyArray<{
      readonly field: "title" | "subtitle" | "keywords" | "shortDescription" | "fullDescription" | "promotionalText" | "whatsNew" | "developerName"
      /** What the latest version says; null: nothing. */
      readonly before: string | null
      /** What the folder says. */
      readonly after: string
    }>
    /** Of what the folder has; null where it's skipped. */
    readonly lint: AsoFolderLint | null
  }>
  /** Listings of the other store in the archive, which aren't looked at. */
  readonly otherStore: number
}

export interface AsoIntentCluster {
  /** Lasts as long as the app, the market and the label's stems do. */
  readonly clusterId: string
  /** Its most searched keyword whose words half of the others have. */
  readonly clusterLabel: string
  /** What people want who search for it, by word lists; null where a language has none. */
  readonly intent: "brand" | "comparison" | "audience" | "problem" | "category" | "feature" | null
  /** How many keywords it has. */
  readonly keywords: number
  /** How many of them the app is ranked for. */
  readonly keywordsRanked: number
  /** Mean rank over those; null: none. */
  readonly avgRank: number | null
  /**
   * Sum of volume / 100 × the weight of the rank, as /v1/keywords/visibility weighs it; null: no volume of its
   * keywords is known.
   */
  readonly weightedVisibility: number | null
  /** Keywords whose volume isn't known. They weigh 0. */
  readonly keywordsWithoutVolume: number
  /** Its most searched keywords, at most 5. */
  readonly topKeywords: ReadonlyArray<string>
  /**
   * strong: weightedVisibility ≥ 10 and avgRank ≤ 15; moderate: ≥ 4 and ≤ 30; else weak. Null with
   * weightedVisibility.
   */
  readonly strength: "strong" | "moderate" | "weak" | null
}

export interface AsoIntentClusters {
  /** App id: a number on storea, the package name on storeb. */
  readonly appId: number | string
  readonly platform: "storea" | "storeb"
  /** Storefront. */
  readonly country: string
  /** Device that was searched on. */
  readonly device: string
  /** When the snapshot was made, ISO 8601. */
  readonly asOf: string
  /** Number of clusters in which the app is ranked. */
  readonly total: number
  /** Most visible first. */
  readonly clusters: ReadonlyArray<AsoIntentCluster>
  /** Clusters in which competitors are ranked and the app isn't: most searched first. */
  readonly gaps: ReadonlyArray<AsoIntentGap>
  /** Clusters in which neither the app nor a competitor is ranked. */
  readonly idle: number
  /** Clusters in which the app's rank isn't measured. */
  readonly unmeasured: number
  readonly keywords: {
    /** Keywords of the app and its competitors that were grouped, most searched first, at most 300. */
    readonly read: number
    /** Keywords beyond those. */
    readonly leftOut: number
    /** Of those read, how many have no known volume. */
    readonly withoutVolume: number
  }
  /** Whose keywords were read beside the app's. */
  readonly competitorIds: ReadonlyArray<number | string>
  /** Named in the request, tracked in your workspace, or found beside the app in searches. */
  readonly competitorsFrom: "given" | "tracked" | "found"
  /** What wasn't measured and why: it's null in the answer, and never 0. */
  readonly notMeasured: ReadonlyArray<{
    /** What wasn't measured. */
    readonly what: string
    /** Why. */
    readonly reason: string
  }>
  readonly language: ReadLanguage
  readonly snapshot: AsoSnapshot
  /** Model and version of the clusters. */
  readonly model: string
  /** The model of the clusters, and that of the words it reads by. */
  readonly models: ReadonlyArray<"intent-clusters@1" | "words@1-icu78">
  readonly provenance: Provenance
}

export interface AsoIntentGap {
  /** Lasts as long as the app, the market and the label's stems do. */
  readonly clusterId: string
  /** Its most searched keyword whose words half of the others have. */
  readonly clusterLabel: string
  /** What people want who search for it, by word lists; null where a language has none. */
  readonly intent: "brand" | "comparison" | "audience" | "problem" | "category" | "feature" | null
  /** How many keywords it has. */
  readonly keywords: number
  /** Its most searched keywords, at most 5. */
  readonly topKeywords: ReadonlyArray<string>
  /** How many competitors are ranked for some of them. */
  readonly competitorsPresent: number
  /** Mean of their best ranks in it. */
  readonly competitorAvgRank: number
  /** Always null: the app isn't among the places that were looked at. */
  readonly yourRank: null
  /** What that says. */
  readonly interpretation: string
}

export interface AsoListingFiles {
  /** App id: a number on storea, the package name on storeb. */
  readonly appId: number | string
  readonly platform: "storea" | "storeb"
  /** As release tools read them. */
  readonly files: ReadonlyArray<{
    /** Within the archive. */
    readonly path: string
    readonly field: "title" | "subtitle" | "keywords" | "shortDescription" | "fullDescription" | "promotionalText" | "whatsNew" | "developerName"
    /** What is in it, with a line break at the end. */
    readonly text: string
  }>
  /** By locale. */
  readonly listings: ReadonlyArray<{
    /** The store's locale, which the folder is called after. */
    readonly locale: string
    /** Where its files are. */
    readonly folder: string
    /** Id of the version in your workspace. */
    readonly versionId: string
    /** What you call it. */
    readonly versionName: string
    /** false: a draft. */
    readonly isReleased: boolean
    readonly lint: AsoFolderLint
  }>
  /** Versions that aren't in it. */
  readonly skipped: ReadonlyArray<{
    /** Id of the version. */
    readonly versionId: string
    /** BCP 47 tag that it's in. */
    readonly language: string
    /**
     * no_locale: the store has no such locale; no_texts: none that the folders hold; same_locale: another version
     * stands for it.
     */
    readonly reason: "no_locale" | "no_texts" | "same_locale"
  }>
  /** With zip=true: the files as an archive; null without, and where zipReason says why. */
  readonly zip: {
    /** Where to load it: who has the address may, without a key. */
    readonly url: string
    /** File name. */
    readonly name: string
    /** Size. */
    readonly bytes: number
    /** Until when, ISO 8601. */
    readonly expiresAt: string
  } | null
  /** Why there's no archive though it was asked for; null else. */
  readonly zipReason: string | null
}

export interface AsoLocalePlan {
  /** App id: a number on storea, the package name on storeb. */
  readonly appId: number | string
  readonly platform: "storea" | "storeb"
  /** Storefront, lowercase ISO 3166-1 alpha-2. */
  readonly country: string
  /** Locales whose keywords the storefront searches, its own first; null: nothing is published about it. */
  readonly searched: ReadonlyArray<string> | null
  /** Those that the listing has. */
  readonly used: ReadonlyArray<string>
  /**
   * given in the request; workspace: languages of your released versions; assumed: the storefront's first alone, as
   * nobody can see which locales another's listing has.
   */
  readonly usedFrom: "given" | "workspace" | "assumed"
  /** In the storefront's order. */
  readonly locales: ReadonlyArray<AsoPlannedLocale>
  /** Keywords about the app that the used locales say already. */
  readonly covered: number
  /** Keywords that no locale says, worth most first, at most 100. */
  readonly leftOver: ReadonlyArray<{
    /** The keyword in its normalized form: lowercase, single spaces. */
    readonly keyword: string
    /** Estimated search volume, 0 to 100 (kw-volume@2); null if it wasn't measured. */
    readonly volumeScore: number | null
    /** How hard it is to rank, 0 to 100 (kw-difficulty@2); null if it wasn't measured. */
    readonly difficulty: number | null
    /** How much it's about the app, 0 to 100 (aso-relevance@1); null if nothing tells. */
    readonly relevance: number | null
    /** The app's rank; null for the other two statuses. */
    readonly currentRank: number | null
    /** ranked; not_in_top_n: not in the part of the list that was read; not_measured: no data. */
    readonly rankStatus: "ranked" | "not_in_top_n" | "not_measured"
    /**
     * no_room: other keywords are worth more; rules: it breaks those in ruleIds; script: no unused locale is
     * written like it; words: its words aren't told apart in a field; not_measured: its search wasn't, so that it
     * may be another app's name.
     */
    readonly reason: "no_room" | "rules" | "script" | "words" | "not_measured"
    /** Rules that keep it out, where the reason is rules. */
    readonly ruleIds: ReadonlyArray<string>
  }>
  /** How many there are of them. */
  readonly leftOverTotal: number
  /** What wasn't measured and why: it's null in the answer, and never 0. */
  readonly notMeasured: ReadonlyArray<{
    /** What wasn't measured. */
    readonly what: string
    /** Why. */
    readonly reason: string
  }>
  readonly language: ReadLanguage
  readonly snapshot: AsoSnapshot
  /** Model and version. */
  readonly model: string
  /** With save: where the answer is kept; null: it isn't, see reason. */
  readonly savedReport?: {
    /** Id of the report. */
    readonly id: string
  } | null
  /** With save: why the answer wasn't kept. */
  readonly reason?: string
  readonly provenance: Provenance
}

export interface AsoOpportunities {
  /** App id: a number on storea, the package name on storeb. */
  readonly appId: number | string
  /** The store. */
  readonly platform: "storea" | "storeb"
  /** Storefront, lowercase ISO 3166-1 alpha-2. */
  readonly country: string
  /** Opportunities on all pages. */
  readonly total: number
  /** Best first; those that can't be scored come last, most relevant first. */
  readonly opportunities: ReadonlyArray<AsoOpportunity>
  /** Terms left out since they're hardly about the app: relevance under 30. */
  readonly excluded: ReadonlyArray<{
    /** The keyword in its normalized form: lowercase, single spaces. */
    readonly keyword: string
    /** How much it's about the app, 0 to 100 (aso-relevance@1); null if nothing tells. */
    readonly relevance: number | null
    /** Estimated search volume, 0 to 100 (kw-volume@2); null if it wasn't measured. */
    readonly volumeScore: number | null
  }>
  /** Other apps' brands, which belong in no listing but theirs. */
  readonly brandTerms: ReadonlyArray<{
    /** The keyword in its normalized form: lowercase, single spaces. */
    readonly keyword: string
    /** The app whose brand it is. */
    readonly brandOf: number | string
    /** Estimated search volume, 0 to 100 (kw-volume@2); null if it wasn't measured. */
    readonly volumeScore: number | null
    /** The app's rank; null for the other two statuses. */
    readonly currentRank: number | null
    /** ranked; not_in_top_n: not in the part of the list that was read; not_measured: no data. */
    readonly rankStatus: "ranked" | "not_in_top_n" | "not_measured"
  }>
  /** Whose ranks it's compared with: those your workspace tracks, or else apps found beside it in searches. */
  readonly competitorsFrom: "given" | "tracked" | "found"
  /** Send it as `cursor` to get the next page; null on the last page. */
  readonly nextCursor: string | null
  /** What wasn't measured and why: it's null in the answer, and never 0. */
  readonly notMeasured: ReadonlyArray<{
    /** What wasn't measured. */
    readonly what: string
    /** Why. */
    readonly reason: string
  }>
  readonly language: ReadLanguage
  readonly snapshot: AsoSnapshot
  /** Model and version of the scores. */
  readonly model: string
  readonly provenance: Provenance
  /** With save: where the answer is kept; null: it isn't, see reason. */
  readonly savedReport?: {
    /** Id of the report. */
    readonly id: string
  } | null
  /** With save: why the answer wasn't kept. */
  readonly reason?: string
}

export interface AsoOpportunity {
  /** The keyword in its normalized form: lowercase, single spaces. */
  readonly keyword: string
  /** What there is to win, 0 to 100; null where a part of it wasn't measured. */
  readonly opportunityScore: number | null
  /** The score with volume and difficulty at the ends of their ranges; null where the score is. */
  readonly range: {
    readonly low: number
    readonly high: number
  } | null
  /** Estimated search volume, 0 to 100 (kw-volume@2); null if it wasn't measured. */
  readonly volumeScore: number | null
  /** How hard it is to rank, 0 to 100 (kw-difficulty@2); null if it wasn't measured. */
  readonly difficulty: number | null
  /** How much it's about the app, 0 to 100 (aso-relevance@1); null if nothing tells. */
  readonly relevance: number | null
  /** The app's rank; null for the other two statuses. */
  readonly currentRank: number | null
  /** ranked; not_in_top_n: not in the part of the list that was read; not_measured: no data. */
  readonly rankStatus: "ranked" | "not_in_top_n" | "not_measured"
  /** The competitor with the best rank; null if none is ranked, or it wasn't measured. */
  readonly bestCompetitor: number | string | null
  /** Its rank. */
  readonly bestCompetitorRank: number | null
  /**
   * defend: ranked 3 or better. ignore: the listing says it already, or has no room. Else the most searched field
   * in which it fits.
   */
  readonly recommendedAction: "add_to_title" | "add_to_subtitle" | "add_to_keyword_field" | "add_to_short_description" | "add_to_description" | "defend" | "ignore"
  /** Why, with the characters that are free. */
  readonly reason: string
}

/** What our rules say of the planned texts. */
export interface AsoPlannedChecks {
  /** As of POST /v1/aso/metadata/validate. */
  readonly issues: ReadonlyArray<MetadataIssue>
  /** Rules that weren't applied, and why: a language without word lists is named here. */
  readonly skipped: ReadonlyArray<{
    readonly ruleId: string
    readonly reason: string
  }>
  /** 0 to 100. */
  readonly score: number
  /** No error. */
  readonly isValid: boolean
}

/** Keyword field: words with commas between. */
export interface AsoPlannedKeywords {
  /** The text; null: none, see reason. */
  readonly text: string | null
  /** Its code points in normal form C; null without a text. */
  readonly charCount: number | null
  /** The store's limit. */
  readonly maxChars: number
  /** Why there is none; null where there's a text. */
  readonly reason: string | null
}

export interface AsoPlannedLocale {
  /** A locale that the storefront searches and the listing lacks. */
  readonly locale: string
  /** Terms planned for it. */
  readonly keywordCount: number
  /** The plan in a sentence. */
  readonly summary: string
  readonly title: AsoPlannedName
  readonly keywords: AsoPlannedKeywords
  /** Worth most first; each term is in one locale. */
  readonly terms: ReadonlyArray<AsoPlannedTerm>
  readonly checks: AsoPlannedChecks
  readonly language: ReadLanguage
}

/** A name with one of the terms; null where the live name should stand. */
export interface AsoPlannedName {
  /** The text; null: none, see reason. */
  readonly text: string | null
  /** Its code points in normal form C; null without a text. */
  readonly charCount: number | null
  /** The store's limit. */
  readonly maxChars: number
  /** Why there is none; null where there's a text. */
  readonly reason: string | null
}

export interface AsoPlannedTerm {
  /** The keyword in its normalized form: lowercase, single spaces. */
  readonly keyword: string
  /** Estimated search volume, 0 to 100 (kw-volume@2); null if it wasn't measured. */
  readonly volumeScore: number | null
  /** How hard it is to rank, 0 to 100 (kw-difficulty@2); null if it wasn't measured. */
  readonly difficulty: number | null
  /** How much it's about the app, 0 to 100 (aso-relevance@1); null if nothing tells. */
  readonly relevance: number | null
  /** The app's rank; null for the other two statuses. */
  readonly currentRank: number | null
  /** ranked; not_in_top_n: not in the part of the list that was read; not_measured: no data. */
  readonly rankStatus: "ranked" | "not_in_top_n" | "not_measured"
  /** volume × (1 − difficulty/100) × relevance/100; null where one of them isn't known. */
  readonly value: number | null
  /** title: as a phrase; keyword_field: its words, with those of the name. */
  readonly place: "title" | "keyword_field"
}

export interface AsoProductPage {
  /** What to call it, at most 64 characters: only you see it. */
  readonly name: string
  /** As in the intent clusters. */
  readonly clusterId: string
  /** What people want who search so; null where the language has no word lists. */
  readonly intent: "brand" | "comparison" | "audience" | "problem" | "category" | "feature" | null
  /** Keywords of your field to assign to it, of most volume first. */
  readonly keywords: ReadonlyArray<string>
  /** The most searched that hold these keywords, at most 5. */
  readonly searches: ReadonlyArray<{
    /** What is searched for. */
    readonly keyword: string
    /** Estimated search volume, 0 to 100 (kw-volume@2); null if it wasn't measured. */
    readonly volumeScore: number | null
    /** The app's rank; null for the other two statuses. */
    readonly currentRank: number | null
    /** ranked; not_in_top_n: not in the part of the list that was read; not_measured: no data. */
    readonly rankStatus: "ranked" | "not_in_top_n" | "not_measured"
  }>
  /** How many searches hold them. */
  readonly searchCount: number
  /** Volume of those searches together; null: none of them is known. */
  readonly volume: number | null
  /** For how many of these the app is ranked. */
  readonly searchesRanked: number
  /** Mean rank over those; null: none. */
  readonly avgRank: number | null
  /** Why it's a page. */
  readonly why: string
}

export interface AsoProductPages {
  /** App id: a number on storea, the package name on storeb. */
  readonly appId: number | string
  readonly platform: "storea" | "storeb"
  /** Storefront, lowercase ISO 3166-1 alpha-2. */
  readonly country: string
  /** Where the keywords are from: nobody but the app's owner sees them in the store. */
  readonly keywordField: {
    /** Id of the released version in your workspace. */
    readonly versionId: string
    /** What you call it. */
    readonly versionName: string
    /** BCP 47 tag that it's in. */
    readonly versionLanguage: string
  }
  /** Pages that an app may have. */
  readonly maxPages: number
  /** Of most volume first. Each keyword is on one page. */
  readonly pages: ReadonlyArray<AsoProductPage>
  /** Keywords of the field without a page. */
  readonly leftOver: ReadonlyArray<{
    /** A keyword of your field. */
    readonly keyword: string
    /**
     * no_search: no known search holds it; brand: only searches for a brand do; no_page_left: over the limit;
     * no_words: signs alone.
     */
    readonly reason: "no_search" | "brand" | "no_page_left" | "no_words"
  }>
  /** Clusters that no keyword of the field serves: they can't have a page yet. */
  readonly unserved: ReadonlyArray<{
    /** As in the intent clusters. */
    readonly clusterId: string
    /** Its most searched keyword that stands for it. */
    readonly clusterLabel: string
    /** Volume of those searches together; null: none of them is known. */
    readonly volume: number | null
  }>
  /** What wasn't measured and why: it's null in the answer, and never 0. */
  readonly notMeasured: ReadonlyArray<{
    /** What wasn't measured. */
    readonly what: string
    /** Why. */
    readonly reason: string
  }>
  readonly language: ReadLanguage
  readonly snapshot: AsoSnapshot
  /** Model and version. */
  readonly model: string
  /** With save: where the answer is kept; null: it isn't, see reason. */
  readonly savedReport?: {
    /** Id of the report. */
    readonly id: string
  } | null
  /** With save: why the answer wasn't kept. */
  readonly reason?: string
  readonly provenance: Provenance
}

export interface AsoPublished {
  /** Package name. */
  readonly appId: string
  readonly platform: "storea" | "storeb"
  /** true: nothing was committed. */
  readonly isPreview: boolean
  /** Whether the store takes it. false: warnings say what it objects to; only in a preview. */
  readonly valid: boolean
  /** The store has these texts already; nothing was committed. */
  readonly unchanged: boolean
  /** In a preview: send it back with preview: false. PLAN_STALE if the listing has changed since; null otherwise. */
  readonly planId: string | null
  /** Field by field, such as de-DE.title. */
  readonly changes: ReadonlyArray<Change>
  /** What to know before you commit. */
  readonly warnings: ReadonlyArray<WriteWarning>
  /** By locale. */
  readonly listings: ReadonlyArray<{
    /** The store's locale, which the folder is called after. */
    readonly locale: string
    /** Id of the version in your workspace. */
    readonly versionId: string
    /** What you call it. */
    readonly versionName: string
    /** false: a draft. */
    readonly isReleased: boolean
    readonly lint: AsoFolderLint
  }>
  /** Versions that aren't in it. */
  readonly skipped: ReadonlyArray<{
    /** Id of the version. */
    readonly versionId: string
    /** BCP 47 tag that it's in. */
    readonly language: string
    /**
     * no_locale: the store has no such locale; no_texts: none that the folders hold; same_locale: another version
     * stands for it.
     */
    readonly reason: "no_locale" | "no_texts" | "same_locale"
  }>
}

export interface AsoReleasedVersion {
  /** Id in your workspace. */
  readonly id: string
  /** What you call it. */
  readonly versionName: string
  /** BCP 47 tag. */
  readonly language: string
  /** When it was released, ISO 8601. */
  readonly releasedAt: string
}

/** What the answer stands on beside the texts. */
export interface AsoRulesSnapshot {
  /** Of the analysis whose terms count; null: appId wasn't given, or none was made in the last 15 minutes. */
  readonly id: string | null
  /** When that was made, ISO 8601. */
  readonly asOf: string | null
  /** What was read of the app; empty without appId. */
  readonly inputs: ReadonlyArray<{
    /** What was read. */
    readonly source: string
    /** When the source said so, ISO 8601; of several answers the oldest. */
    readonly asOf: string
    /** The source failed, and this is an older answer. */
    readonly stale: boolean
  }>
}

/** What the answer stands on. */
export interface AsoSnapshot {
  /** Analyses with the same id stand on the same figures. */
  readonly id: string
  /** When it was made, ISO 8601. It holds for 15 minutes. */
  readonly asOf: string
  readonly inputs: ReadonlyArray<{
    /** What was read. */
    readonly source: string
    /** When the source said so, ISO 8601; of several answers the oldest. */
    readonly asOf: string
    /** The source failed, and this is an older answer. */
    readonly stale: boolean
  }>
}

/** Terms that came into the searched texts with the release, or left them, beside the untouched ones. */
export interface AsoTermComparison {
  /**
   * measured; no_former_version: this is the first that you keep in its language; too_early: fewer than 3 days
   * since; too_few_terms: fewer than 3 in either group; too_little_measured: fewer than 3 of them have enough
   * searches.
   */
  readonly status: "measured" | "no_former_version" | "too_early" | "too_few_terms" | "too_little_measured"
  /**
   * no_evidence: the groups' intervals overlap, or that of the difference holds 0. climbed_more, fell_more: these
   * terms went up or down more than untouched ones in the same days. Null unless measured.
   */
  readonly verdict: "no_evidence" | "climbed_more" | "fell_more" | null
  /** Mean change of these terms less that of the untouched ones; null unless measured. */
  readonly difference: number | null
  /** 95% interval of the difference (Welch); null where that is. */
  readonly interval: {
    /** Low end. */
    readonly low: number
    /** High end. */
    readonly high: number
  } | null
  readonly group: AsoTermGroup
}

/** A group of your keywords and how their ranks changed; the untouched ones are the control. */
export interface AsoTermGroup {
  /** Keywords of the group that you keep for this storefront and device. */
  readonly terms: number
  /** Those with 3 searches or more in each window. */
  readonly measured: number
  /** Their mean change (1: the rank's number halved, as from 20 to 10; −1: it doubled); null with fewer than 3. */
  readonly mean: number | null
  /** 95% interval of the mean (Student); null where that is. */
  readonly interval: {
    /** Low end. */
    readonly low: number
    /** High end. */
    readonly high: number
  } | null
}

export interface AsoTermLevel {
  /** Geometric mean of the ranks; null: too few searches. */
  readonly position: number | null
  /** Searches in the window. */
  readonly searches: number
  /** Those that found the app. */
  readonly ranked: number
}

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

export interface SuggestedChecks {
  /** As of POST /v1/aso/metadata/validate. */
  readonly issues: ReadonlyArray<MetadataIssue>
  /** Rules that weren't applied, and why. */
  readonly skipped: ReadonlyArray<{
    readonly ruleId: string
    readonly reason: string
  }>
  /** 0 to 100. */
  readonly score: number
  /** No error. */
  readonly isValid: boolean
}

export interface SuggestedMetadata {
  /** App id: a number on storea, the package name on storeb. */
  readonly appId: number | string
  /** The store that was read. */
  readonly platform: "storea" | "storeb"
  /** Storefront, lowercase ISO 3166-1 alpha-2. */
  readonly country: string
  /** What the titles begin with; null: no brand is known. */
  readonly brand: string | null
  readonly storea: {
    readonly title: SuggestedText
    readonly subtitle: SuggestedText
    /** Keyword field: words that title and subtitle don't have, separated by commas. */
    readonly keywords: {
      /** The text; null: none, see reason. */
      readonly text: string | null
      /** Its code points in normal form C; null without a text. */
      readonly charCount: number | null
      /** The store's limit. */
      readonly maxChars: number
      /** Why there is none; null where there's a text. */
      readonly reason: string | null
      /** Terms in it. */
      readonly keywordCount: number
    }
  }
  readonly storeb: {
    readonly title: SuggestedText
    readonly shortDescription: SuggestedText
  }
  /** The keywords, worth most first: volume × (100 − difficulty) × relevance. */
  readonly targetKeywords: ReadonlyArray<{
    /** The keyword as given. */
    readonly keyword: string
    /** Estimated search volume, 0 to 100; null: not measured. */
    readonly volumeScore: number | null
    /** How hard it is to rank for, 0 to 100; null: not measured. */
    readonly difficulty: number | null
    /** How close it is to the live listing, 0 to 100; null: nothing to go by. */
    readonly relevance: number | null
    /** Figures that are null and were counted as the worst of the other keywords'. */
    readonly assumed: ReadonlyArray<"volumeScore" | "difficulty" | "relevance">
  }>
  /** Up to three more for each store, each with other phrases in its title. */
  readonly alternatives: {
    readonly storea: ReadonlyArray<{
      readonly title: SuggestedText
      readonly subtitle: SuggestedText
      /** Keyword field: words that title and subtitle don't have, separated by commas. */
      readonly keywords: {
        /** The text; null: none, see reason. */
        readonly text: string | null
        /** Its code points in normal form C; null without a text. */
        readonly charCount: number | null
        /** The store's limit. */
        readonly maxChars: number
        /** Why there is none; null where there's a text. */
        readonly reason: string | null
        /** Terms in it. */
        readonly keywordCount: number
      }
      /** What it's worth beside the best, 0 to 1. */
      readonly share: number
    }>
    readonly storeb: ReadonlyArray<{
      readonly title: SuggestedText
      readonly shortDescription: SuggestedText
      /** What it's worth beside the best, 0 to 1. */
      readonly share: number
    }>
  }
  /** Where each keyword that could be placed stands. */
  readonly coverage: ReadonlyArray<{
    /** The keyword as given. */
    readonly keyword: string
    readonly storea: {
      /** The title has it as a phrase. */
      readonly title: boolean
      /** The subtitle has it as a phrase. */
      readonly subtitle: boolean
      /** The keyword field has all its words. */
      readonly keywordField: boolean
      /**
       * Its words stand apart in title, subtitle and keyword field; null: whether words combine isn't known in its
       * script.
       */
      readonly viaCombination: boolean | null
    }
    readonly storeb: {
      /** The title has it as a phrase. */
      readonly title: boolean
      /** The short description has it as a phrase. */
      readonly shortDescription: boolean
      /** The live description has it as a phrase; null: there's no description. */
      readonly fullDescription: boolean | null
    }
  }>
  readonly uncovered: ReadonlyArray<{
    /** The keyword as given. */
    readonly keyword: string
    /**
     * other_brand: it's another app's; avoided: you asked to avoid it; no_words: signs or stop words alone; rules:
     * it breaks ruleIds; no_room: others are worth more.
     */
    readonly reason: "other_brand" | "avoided" | "no_words" | "rules" | "no_room"
    /** Where it isn't covered. */
    readonly stores: ReadonlyArray<"storea" | "storeb">
    /** Rules that keep it out. */
    readonly ruleIds: ReadonlyArray<string>
  }>
  /** Keywords that the live description doesn't say; storeb searches it. null: there's no description. */
  readonly missingInDescription: ReadonlyArray<string> | null
  /** What our own rules say of the suggested texts: no errors and no warnings. */
  readonly checks: {
    readonly storea: SuggestedChecks
    readonly storeb: SuggestedChecks
  }
  /**
   * How much more the best of all texts could be worth, as a share of that. 0: these are the best. Up to 12
   * keywords are searched to the end.
   */
  readonly gap: {
    /** On storea. */
    readonly storea: number
    /** On storeb. */
    readonly storeb: number
  }
  /** What a place counts for. */
  readonly placeWeights: {
    /** The title has it as a phrase. */
    readonly title: number
    /** The title has its words. */
    readonly titleWords: number
    /** Title and subtitle have its words. */
    readonly subtitle: number
    /** Title, subtitle and keyword field have its words. */
    readonly keywordField: number
    /** No store has published such weights. */
    readonly basis: "community_practice"
  }
  /** What wasn't measured and why: it's null in the answer, and never 0. */
  readonly notMeasured: ReadonlyArray<{
    /** What wasn't measured. */
    readonly what: string
    /** Why. */
    readonly reason: string
  }>
  readonly language: ReadLanguage
  readonly snapshot: AsoSnapshot
  /** Model and version. */
  readonly model: string
  readonly provenance: Provenance
  /** With save: the draft in your workspace; null: there's none, see draftReason. */
  readonly draftVersion?: {
    /** Id of the version. */
    readonly id: string
    /** Its name. */
    readonly versionName: string
    /** Its language, a BCP 47 tag. */
    readonly language: string
  } | null
  /** With save: why no draft was made. */
  readonly draftReason?: string
  /** With save: where the answer is kept; null: it isn't, see reason. */
  readonly savedReport?: {
    /** Id of the report. */
    readonly id: string
  } | null
  /** With save: why the answer wasn't kept. */
  readonly reason?: string
}

export interface SuggestedText {
  /** The text; null: none, see reason. */
  readonly text: string | null
  /** Its code points in normal form C; null without a text. */
  readonly charCount: number | null
  /** The store's limit. */
  readonly maxChars: number
  /** Why there is none; null where there's a text. */
  readonly reason: string | null
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
  readonly snapshot: AsoRulesSnapshot
  readonly provenance: Provenance
  /** Version of the rules, such as metadata-rules@2026-11. */
  readonly model: string
}

export interface WorkspaceVersionIssue {
  readonly ruleId: string
  readonly severity: "error" | "warning" | "info"
  /** As it's called in the version's row. */
  readonly field: string
  readonly message: string
  /** Where in the field's text, in code points; null: all of it. */
  readonly span: {
    readonly start: number
    readonly end: number
  } | null
  /** What to write instead; null: none. */
  readonly suggestion: string | null
  /** Why it's a rule. */
  readonly basis: string
  /** Address of what the rule is from. */
  readonly source: string
}

/** The codes of the gateway's errors. */
export type ErrorCode =
  | "EDIT_IN_PROGRESS"
  | "LINT_FAILED"
