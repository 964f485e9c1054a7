// Made by `npm run generate` from the declarations of the plugins. Do not edit.
import type { Provenance } from "./contract.schemas.ts"
export type { Provenance } from "./contract.schemas.ts"

export interface GrowthBootstrap {
  readonly project: GrowthProject
  readonly suggestedKeywords: ReadonlyArray<{
    readonly keyword: string
    readonly kind: "brand" | "competitor" | "topic" | "problem" | "alternative"
    /** Where it comes from. */
    readonly reason: string
    /** Whether the project looks for it. */
    readonly included: boolean
  }>
  readonly suggestedSources: ReadonlyArray<{
    /** A value of the channel's filter. */
    readonly value: string
    readonly reason: string
    readonly included: boolean
  }>
  /** True: it was made before for this channel and app. Nothing was changed, and it's free. */
  readonly existing: boolean
}

export interface GrowthChannel {
  /** What projects name it by. */
  readonly id: string
  /** Its name. */
  readonly name: string
  /** Whether projects on it can be scanned. */
  readonly available: boolean
  /** Whether the gateway's operator must have credentials there. */
  readonly requiresCredentials: boolean
  /** Whether the operator has set it up. */
  readonly configured: boolean
  /** Why it isn't available, with the setting to make or what is closed; null: it is. */
  readonly reason: string | null
  /** What a project on it may send under filters. */
  readonly filters: ReadonlyArray<{
    readonly name: string
    readonly description: string
    /** Most values. */
    readonly max: number
    readonly required: boolean
  }>
  /** How fast it may be asked, and how far back it goes. */
  readonly limits: string
  readonly rules: {
    /** What the place says of people who name their own products. */
    readonly text: string
    readonly url: string
    /** When that was read, YYYY-MM-DD. */
    readonly checkedOn: string
  }
  /** When one of its sources last answered; null: none has. */
  readonly lastOkAt: string | null
  /** Until when it asked to be left alone; null: it didn't, or its sources rest each by itself. */
  readonly cooldownUntil: string | null
}

export interface GrowthChannels {
  readonly channels: ReadonlyArray<GrowthChannel>
}

export interface GrowthDryRun {
  /** Where was looked. */
  readonly channel: string
  /** From when on posts were looked at: 7 days ago. */
  readonly since: string
  /** Until when: now. */
  readonly asOf: string
  /**
   * Whether all posts of these days were looked at; false: queries says what wasn't, and counts are so many at
   * least.
   */
  readonly isComplete: boolean
  /** Pages that were asked for, at most 20. */
  readonly requests: number
  /** Posts of these days that were looked at, each once. */
  readonly scanned: number
  /** Those that a scan would keep: they score 15 or more. */
  readonly found: number
  /** Those with a keyword or a name that score less than 15. */
  readonly lowScore: number
  /** Those that a scan would keep if there were no exclude. */
  readonly excluded: number
  /** Those that a scan would keep if languages were empty. */
  readonly otherLanguages: number
  /** In the order they were sent. A post with two keywords counts for each. */
  readonly byKeyword: ReadonlyArray<GrowthDryRunKeyword>
  readonly queries: ReadonlyArray<GrowthDryRunQuery>
  /**
   * Of each keyword the ten best of what a scan would keep, and the ten best that a name brought; each once, the
   * best first. None of them is kept.
   */
  readonly examples: ReadonlyArray<GrowthDryRunExample>
}

export interface GrowthDryRunExample {
  readonly kind: "post" | "comment" | "question" | "review"
  /** Plain text of a stranger; may be empty. */
  readonly title: string
  /** At most 500 characters around the match, plain text of a stranger. */
  readonly excerpt: string
  /** Null: it has no public address. */
  readonly url: string | null
  /** As the place shows it; null: it's not told. */
  readonly author: string | null
  /** As the source says it. */
  readonly publishedAt: string
  /** Keywords that it has; none: a name brought it. */
  readonly matched: ReadonlyArray<string>
  /** 0 to 100. */
  readonly relevanceScore: number
  readonly relevanceParts: GrowthRelevanceParts
  /** As of now: it sinks with age. */
  readonly urgency: "must_reply" | "should_reply" | "nice_to_have" | "ignore"
  /** null: nothing tells. */
  readonly intent: "alternative" | "recommendation" | "comparison" | "complaint" | "problem" | "question" | "praise" | "news" | null
  /** ISO 639-1; null: nothing tells. */
  readonly language: string | null
  /** The formulas. */
  readonly scoredBy: ReadonlyArray<string>
}

export interface GrowthDryRunKeyword {
  /** As it was sent. */
  readonly keyword: string
  /** Posts that have it, at any score. */
  readonly matched: number
  /** Those of them that a scan would keep. */
  readonly found: number
  /** Median relevanceScore of those that a scan would keep; null: there are none. */
  readonly relevanceMedian: number | null
}

export interface GrowthDryRunQuery {
  /** Site, instance, feed or storefront. */
  readonly source: string
  /** What it was asked for. */
  readonly query: string
  /** partial: it has more than was read. not_asked: requests or time ended before. */
  readonly status: "read" | "partial" | "failed" | "not_asked"
  /** Pages that were read. */
  readonly pages: number
  /** Why it isn't read; null: it is. */
  readonly reason: string | null
}

export interface GrowthInsight {
  readonly projectId: string
  /** First day of publication, YYYY-MM-DD in UTC. */
  readonly from: string
  /** Last day: today. */
  readonly to: string
  /** Threads that were looked at: the newest 1,000 of these days at most, without those that you dismissed. */
  readonly looked: number
  /** Whether those are all of these days; false: older ones weren't looked at, and counts are so many at least. */
  readonly isComplete: boolean
  /** Those of them that neither ask nor complain: praise, news, and reviews of 4 stars and more. */
  readonly notAsking: number
  /** Those that complain of a competitor, each once. What is left asks: looked is the sum of the three. */
  readonly complaining: number
  readonly asked: GrowthInsightAsked
  /**
   * Problems and complaints that name a competitor, and its reviews of 3 stars and fewer, of most threads first. A
   * thread that names two is in both.
   */
  readonly competitors: ReadonlyArray<GrowthInsightCompetitor>
  readonly provenance: Provenance
  /** With save: where the answer is kept; null: it isn't, see reason. */
  readonly savedReport?: {
    /** Id of the report. */
    readonly id: string
  } | null
  /** With save: why the answer wasn't kept. */
  readonly reason?: string
}

/** What people ask for, and what they complain of where it isn't a competitor. */
export interface GrowthInsightAsked {
  /** Threads, each once. */
  readonly threads: number
  /** Those of them that share their words with too few others, or that are in smaller topics than are shown. */
  readonly ungrouped: number
  /** Of most threads first. */
  readonly topics: ReadonlyArray<GrowthInsightTopic>
}

export interface GrowthInsightCompetitor {
  /** As the project or the workspace calls it. */
  readonly name: string
  /** Threads, each once. */
  readonly threads: number
  /** Those of them that share their words with too few others, or that are in smaller topics than are shown. */
  readonly ungrouped: number
  /** Of most threads first. */
  readonly topics: ReadonlyArray<GrowthInsightTopic>
}

export interface GrowthInsightTopic {
  /** One or two words that its threads share, as most of them write it. */
  readonly topic: string
  /** Other words that its threads have and others have less, at most 5. */
  readonly words: ReadonlyArray<string>
  /** Threads in it. A thread is in one topic. */
  readonly threads: number
  /** How many people wrote them, at least 2; whoever isn't told counts for each thread. */
  readonly authors: number
  /** Its threads, of all that ask or complain, 0 to 1. */
  readonly share: number
  /** Its threads by intent; unknown: nothing told. */
  readonly byIntent: Readonly<Record<string, number>>
  /** When the newest of them was published. */
  readonly lastAt: string
  /** The most relevant ones, each of another author and in other words. */
  readonly quotes: ReadonlyArray<GrowthQuote>
}

export interface GrowthLearned {
  readonly projectId: string
  /** The formula. */
  readonly model: string
  /**
   * too_few: under 30 decisions. one_sided: fewer than 5 of either side. Decisions are the newest 500 threads of
   * the project that are approved, answered, or dismissed as not_relevant or spam.
   */
  readonly status: "learned" | "too_few" | "one_sided"
  /** Whether the learned score takes part in the project's urgency. */
  readonly useLearned: boolean
  /** Decisions that it stands on, at most 500. */
  readonly decisions: number
  /** Those that were approved or answered. */
  readonly helpful: number
  /** Those that were dismissed as not_relevant or spam. */
  readonly unhelpful: number
  /** ln((helpful + 1) / (unhelpful + 1)), to 4 decimals; null: nothing is learned yet. */
  readonly prior: number | null
  /**
   * Parts of relevance first: unknown (null), none (0), low (under 0.5), mid (under 0.8), high; points off are none
   * or high; a level that no decision has isn't there and says nothing. Then at most 200 words that 3 decisions or
   * more have, those that move most first. Empty: nothing is learned yet.
   */
  readonly weights: ReadonlyArray<GrowthLearnedWeight>
}

/**
 * What learnedScore is made of: 100 / (1 + e^−x), x being prior and all weights added, rounded. The project of
 * projectId has learned it.
 */
export interface GrowthLearnedScore {
  /**
   * too_few: under 30 decisions. one_sided: fewer than 5 of either side. Decisions are the newest 500 threads of
   * the project that are approved, answered, or dismissed as not_relevant or spam.
   */
  readonly status: "learned" | "too_few" | "one_sided"
  /** The formula. */
  readonly model: string
  /** Decisions that it stands on, at most 500. */
  readonly decisions: number
  /** ln((helpful + 1) / (unhelpful + 1)), to 4 decimals; null: nothing is learned yet. */
  readonly prior: number | null
  /** What the thread has of what the project's weights know. */
  readonly features: ReadonlyArray<{
    /** A part with its level, or a word by its stem. */
    readonly feature: string
    readonly weight: number
  }>
}

export interface GrowthLearnedWeight {
  /** A part with its level, or a word by its stem. */
  readonly feature: string
  /** Decisions of that side that have it. */
  readonly helpful: number
  /** Decisions of the other side that have it. */
  readonly unhelpful: number
  /**
   * ln(((h + 1) / (H + k)) / ((u + 1) / (U + k))), to 4 decimals: h and u are helpful and unhelpful here, H and U
   * those of all decisions, k is 5 for a part and 2 for a word.
   */
  readonly weight: number
}

export interface GrowthOpportunities {
  readonly items: ReadonlyArray<GrowthOpportunity>
  /** Send it as `cursor` to get the next page; null on the last page. */
  readonly nextCursor: string | null
  /**
   * Rows that match, over all pages; with totalIsExact: false, so many at least. Never less than that: counting
   * ends after 5,000 rows of an account that has more.
   */
  readonly total: number
  /**
   * Whether total is all of them. When false, a page may have fewer rows than limit, or none, and still a
   * nextCursor: go on with it.
   */
  readonly totalIsExact: boolean
}

export interface GrowthOpportunity {
  readonly id: string
  /** The project whose score stands. */
  readonly projectId: string
  /** All projects that found it. */
  readonly projectIds: ReadonlyArray<string>
  readonly channel: string
  readonly kind: "post" | "comment" | "question" | "review"
  /** Plain text of a stranger; may be empty. */
  readonly title: string
  /** At most 500 characters around the match, plain text of a stranger. */
  readonly excerpt: string
  readonly matched: ReadonlyArray<{
    readonly keyword: string
    readonly field: "title" | "text"
    /** Where in title or excerpt, in code points; null: outside of the excerpt. */
    readonly span: {
      readonly start: number
      readonly end: number
    } | null
  }>
  /** Null: it has no public address. */
  readonly url: string | null
  /** As the place shows it. */
  readonly author: string | null
  /** As the source says it. */
  readonly publishedAt: string
  /** When a scan first found it. */
  readonly foundAt: string
  /** As last seen; null: the source doesn't tell. */
  readonly engagement: {
    /** Votes or likes, as last seen; null: the source doesn't tell. */
    readonly points: number | null
    /** Answers, as last seen; null: the source doesn't tell. */
    readonly replies: number | null
  }
  /** 0 to 100. */
  readonly relevanceScore: number
  readonly relevanceParts: GrowthRelevanceParts
  /** 0 to 100, by what the project learned from your decisions; null: it has learned nothing yet, learned says why. */
  readonly learnedScore: number | null
  readonly learned: GrowthLearnedScore
  /** As of now: it sinks with age. */
  readonly urgency: "must_reply" | "should_reply" | "nice_to_have" | "ignore"
  /** When it sinks next; null: it's ignore. */
  readonly urgencyUntil: string | null
  /** null: nothing tells. */
  readonly intent: "alternative" | "recommendation" | "comparison" | "complaint" | "problem" | "question" | "praise" | "news" | null
  /** ISO 639-1; null: nothing tells. */
  readonly language: string | null
  /** What to say in an answer, by rule. */
  readonly replyHints: ReadonlyArray<string>
  /**
   * An answer that an assistant of the operator's wrote, at most 600 characters: it says who says it, and nothing
   * of the app that its listing doesn't. Nobody posts it but you. null: none was written, the post has changed
   * since, or it's a review.
   */
  readonly suggestedReply: string | null
  readonly status: "pending" | "approved" | "snoozed" | "dismissed" | "replied"
  /** Why it has its status; null: nobody decided. reason gone: it was deleted at its source. */
  readonly decision: {
    /** Why it was dismissed; gone: it was deleted at its source; null: not told. */
    readonly reason: string | null
    /** Your note; null: none. */
    readonly note: string | null
    /** Until when it's snoozed, YYYY-MM-DD; null: it isn't. */
    readonly snoozeUntil: string | null
  } | null
  /** Null: nobody decided. */
  readonly decidedAt: string | null
  /** Address of your answer. */
  readonly replyUrl: string | null
  /** When you answered. */
  readonly repliedAt: string | null
  /** The same for threads about one link; null: it's about none. */
  readonly sameLink: string | null
  /** The formulas. */
  readonly scoredBy: ReadonlyArray<string>
  /** What to look at; mostly empty. */
  readonly warnings: ReadonlyArray<{
    readonly code: string
    readonly message: string
  }>
  /** Site, instance, feed or storefront that it was found at. */
  readonly source: string
  readonly provenance: Provenance
}

export interface GrowthOutcome {
  readonly opportunityId: string
  /** Of the thread, plain text of a stranger; may be empty, and is once it's gone at its source. */
  readonly title: string
  /** Of the thread; null: it has no public address, or is gone. */
  readonly url: string | null
  /** Of your answer. */
  readonly replyUrl: string
  /** Where it is. */
  readonly channel: string
  /** When you answered. Its day is in neither window. */
  readonly repliedAt: string
  readonly before: GrowthOutcomeDays
  /** Days that are over; null: none is yet. */
  readonly after: {
    /** First day, YYYY-MM-DD in UTC. */
    readonly from: string
    /** Last day. */
    readonly to: string
    /** How many. */
    readonly days: number
  } | null
  /** Whether all days after it are over. */
  readonly isOver: boolean
  /** Other answers of yours for this app from the first day to the last: their days are the same ones. */
  readonly otherReplies: number
  readonly storeVisits: GrowthOutcomeVisits
  readonly downloads: GrowthOutcomeDownloads
  readonly keywordRanks: GrowthOutcomeRanks
  readonly chartRank: GrowthOutcomeChart
}

export interface GrowthOutcomeChart {
  /**
   * not_measured: nobody measures it on this gateway or for this account, or not on days of both windows.
   * too_early: no day after the answer is over. no_app: the project is for no app.
   */
  readonly status: "measured" | "not_measured" | "too_early" | "no_app"
  /**
   * Mean rank over the days; a day on which the chart didn't hold the app counts as one place behind its last.
   * null: see status.
   */
  readonly before: number | null
  /** The same after. */
  readonly after: number | null
  /** Days that were counted. */
  readonly daysBefore: number
  /** Days that were counted. */
  readonly daysAfter: number
  /** Of the charts of the project's country the one in which the app stood best; null: see status. */
  readonly chart: string | null
}

export interface GrowthOutcomeDays {
  /** First day, YYYY-MM-DD in UTC. */
  readonly from: string
  /** Last day. */
  readonly to: string
  /** How many. */
  readonly days: number
}

/** First downloads in all countries, as your own console tells them. */
export interface GrowthOutcomeDownloads {
  /**
   * not_measured: nobody measures it on this gateway or for this account, or not on days of both windows.
   * too_early: no day after the answer is over. no_app: the project is for no app.
   */
  readonly status: "measured" | "not_measured" | "too_early" | "no_app"
  /** On a day before, on average over those that were counted; null: see status. */
  readonly before: number | null
  /** On a day after. */
  readonly after: number | null
  /** Days that were counted. */
  readonly daysBefore: number
  /** Days that were counted. */
  readonly daysAfter: number
}

export interface GrowthOutcomeRanks {
  /**
   * not_measured: nobody measures it on this gateway or for this account, or not on days of both windows.
   * too_early: no day after the answer is over. no_app: the project is for no app.
   */
  readonly status: "measured" | "not_measured" | "too_early" | "no_app"
  /** Keywords that you track in the project's country and that were searched for in both windows. */
  readonly keywords: number
  /**
   * Mean rank over these keywords, each by its mean over the searches; not found counts as one place behind what
   * was looked at. null: see status.
   */
  readonly before: number | null
  /** The same after. */
  readonly after: number | null
  /** Keywords whose mean rank is better after. */
  readonly better: number
  /** Those whose is worse. */
  readonly worse: number
}

export interface GrowthOutcomes {
  readonly items: ReadonlyArray<GrowthOutcome>
  /** Send it as `cursor` to get the next page; null on the last page. */
  readonly nextCursor: string | null
  /** Answers of this project, over all pages. */
  readonly total: number
  /** Days of each window. */
  readonly windowDays: number
  /** Of visits and ranks: the project's. */
  readonly country: string
  /** What these figures don't say. */
  readonly note: string
  readonly provenance: Provenance
}

/** Views of the app's page in the project's country, as your own console tells them. */
export interface GrowthOutcomeVisits {
  /**
   * not_measured: nobody measures it on this gateway or for this account, or not on days of both windows.
   * too_early: no day after the answer is over. no_app: the project is for no app.
   */
  readonly status: "measured" | "not_measured" | "too_early" | "no_app"
  /** On a day before, on average over those that were counted; null: see status. */
  readonly before: number | null
  /** On a day after. */
  readonly after: number | null
  /** Days that were counted. */
  readonly daysBefore: number
  /** Days that were counted. */
  readonly daysAfter: number
}

export interface GrowthProject {
  readonly id: string
  /** Unique for the account and channel. */
  readonly name: string
  /** The app that answers are for; null: none. */
  readonly appId: string | null
  /** Its store. */
  readonly platform: "storea" | "storeb"
  /** Where is looked. */
  readonly channel: string
  /** What is looked for. */
  readonly keywords: ReadonlyArray<string>
  /** What drops a post. */
  readonly exclude: ReadonlyArray<string>
  /** Names of competitors. */
  readonly competitors: ReadonlyArray<string>
  /** Languages of posts, as ISO 639-1 codes; empty: all. */
  readonly languages: ReadonlyArray<string>
  /** What the channel is asked for. */
  readonly filters: Readonly<Record<string, ReadonlyArray<string>>>
  /** 0: scanned by hand alone. */
  readonly scanEveryHours: 0 | 1 | 6 | 24
  /** How far back the first scan looks. */
  readonly lookbackDays: number
  /** Whether what it learned from your decisions takes part in urgency, and so in the order of lists. */
  readonly useLearned: boolean
  readonly status: "active" | "paused" | "archived"
  /** When it was made. */
  readonly createdAt: string
  /** When it was last changed. */
  readonly updatedAt: string
  /** When a scan last ended; null: none has. */
  readonly lastScanAt: string | null
  /** By its taskRunId a scan is followed; null: none yet. */
  readonly lastScan: GrowthScanResult | null
  /** What was found, by status. */
  readonly counts: {
    readonly pending: number
    readonly approved: number
    readonly snoozed: number
    readonly dismissed: number
    readonly replied: number
  }
}

export interface GrowthProjects {
  readonly items: ReadonlyArray<GrowthProject>
  /** Send it as `cursor` to get the next page; null on the last page. */
  readonly nextCursor: string | null
  /** Rows that match, over all pages. */
  readonly total: number
}

export interface GrowthQuote {
  /** The thread. */
  readonly opportunityId: string
  /**
   * What was written, at most 240 characters around the topic's words, plain text of a stranger; null: it's in a
   * saved report, or gone.
   */
  readonly text: string | null
  /** Null: it has no public address, or it's in a saved report and names its author. */
  readonly url: string | null
  /** As the place shows it; null: it isn't told, it's in a saved report, or gone. */
  readonly author: string | null
  /** Where it is. */
  readonly channel: string
  /** null: nothing tells. */
  readonly intent: "alternative" | "recommendation" | "comparison" | "complaint" | "problem" | "question" | "praise" | "news" | null
  /** As the source says it. */
  readonly publishedAt: string
}

/**
 * Each part from 0 to 1, and points off. 35·phrase + 15·named + 30·ask + 20·topic, by the share of those that
 * aren't null, less jobOffer and bareLink, 15 where ask is 0, and 12 where it's at most 0.6 and named is 0. null:
 * its language has no lists, or no app is known.
 */
export interface GrowthRelevanceParts {
  readonly phrase: number
  readonly named: number
  /** What it asks for; null: its language has no lists. */
  readonly ask: number | null
  /** How near it is to the app's listing; null: no app is known. */
  readonly topic: number | null
  readonly jobOffer: number
  readonly bareLink: number
}

export interface GrowthScan {
  /** The project's lastScan has it. */
  readonly taskRunId: string
  readonly projectId: string
  /** running: one is under way. fresh: one ended less than 15 minutes ago. Both are free. */
  readonly status: "queued" | "running" | "fresh"
  /** Pages that it will ask for at least. */
  readonly estimatedRequests: number
}

export interface GrowthScanResult {
  readonly taskRunId: string
  /**
   * partial: it met its limit of 200 requests or 20 minutes, and the next scan goes on from there. skipped: the
   * credits didn't suffice.
   */
  readonly status: "queued" | "running" | "finished" | "partial" | "failed" | "skipped"
  /** Null: not begun. */
  readonly startedAt: string | null
  /** Null: not done. */
  readonly finishedAt: string | null
  /** Pages that were asked for. */
  readonly requests: number
  /** Posts that were looked at. */
  readonly scanned: number
  /** Threads that weren't known before. */
  readonly found: number
  /** Threads that were known. */
  readonly updated: number
  readonly sources: ReadonlyArray<{
    /** Site, instance, feed or storefront. */
    readonly source: string
    readonly status: "ok" | "failed"
    /** Pages that were read. */
    readonly pages: number
    /** Why it failed; null: it didn't. */
    readonly reason: string | null
  }>
  /** How often another process took it over. */
  readonly resumes: number
  /** 5, or 0 where no source could be read or there was none to read. */
  readonly creditsCharged: number
}

export interface GrowthStats {
  readonly projectId: string
  readonly days: number
  /** Scans that ended. */
  readonly scans: number
  /** Posts that were looked at. */
  readonly scanned: number
  /** Threads that were found. */
  readonly found: number
  /** Threads found in these days, by status. */
  readonly byStatus: Readonly<Record<string, number>>
  /** The same by urgency, as it is now. */
  readonly byUrgency: Readonly<Record<string, number>>
  /** The same by intent; unknown: nothing told. */
  readonly byIntent: Readonly<Record<string, number>>
  /** How many of them you answered. */
  readonly replied: number
  /** replied of found; null: nothing was found. */
  readonly replyRate: number | null
  /** From a post's publication to your answer; null: none was answered. */
  readonly medianHoursToReply: number | null
  /** Approved and answered of all that you decided on; null: you decided on none. */
  readonly precision: number | null
  /** By day (UTC), oldest first. */
  readonly series: ReadonlyArray<{
    readonly date: string
    readonly scanned: number
    readonly found: number
    readonly replied: number
  }>
}

/** The codes of the gateway's errors. */
export type ErrorCode =
  | "ALREADY_REPLIED"
  | "CHANNEL_NOT_AVAILABLE"
  | "DUPLICATE"
  | "PROJECT_PAUSED"
