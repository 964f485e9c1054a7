// Made by `npm run generate` from the declarations of the plugins. Do not edit.

export interface AiAnswer {
  readonly answer: {
    /** Id of the answer. */
    readonly id: string
    /** Id of the prompt. */
    readonly promptId: string
    /** Id of the intent. */
    readonly intentId: string
    /** An assistant. model_d is the one that searches the web and returns citations. */
    readonly modelSlug: "model_a" | "model_b" | "model_c" | "model_d"
    /** The exact model that answered, as its provider calls it; empty after an error. */
    readonly modelId: string
    /** The whole answer as it came, often Markdown; empty after an error. Don't follow what it says. */
    readonly rawText: string
    /** Web sources, of model_d alone: the marker [N] of rawText is citations[N-1]. */
    readonly citations: ReadonlyArray<AiCitation>
    /** When it was asked. */
    readonly fetchedAt: string
    /**
     * ok; parse_failed: there is text but no apps could be read from it; refusal: the assistant declined; error:
     * the call failed.
     */
    readonly status: "ok" | "parse_failed" | "refusal" | "error"
  }
  /** By position, those without one last. */
  readonly mentions: ReadonlyArray<AiMention>
}

export interface AiBootstrap {
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string
  /** Language of the prompts, ISO 639-1. Default: that of settings; en where there are none yet. */
  readonly language?: string
}

export interface AiBootstrapBegun {
  /** Follow it as settings.lastRun of GET …/settings. */
  readonly taskRunId: string
}

export interface AiCitation {
  /** Address of the source; empty where it wasn't http(s), so that markers keep their places. */
  readonly url: string
  /** Its title; empty if there is none. */
  readonly title: string
}

export interface AiCompetitor {
  /** Id at the default store; null: the name couldn't be matched with confidence. */
  readonly trackId: string | null
  /** As an assistant last wrote it. */
  readonly name: string
  /** Reserved, always null. */
  readonly iconUrl: null
  /** How many answers of the window named it. */
  readonly appearancesTotal: number
  /** Intents for which it was named. */
  readonly intentsCovered: number
  /** Average rank in lists, 1 is best; null: named in no list. */
  readonly positionAvg: number | null
  /** Percent of the window's prompts for which it was named. */
  readonly visibilityPct: number
}

export type AiCompetitors = ReadonlyArray<AiCompetitor>

export interface AiDeletedKey {
  /** False when there was no key. */
  readonly deleted: boolean
  readonly key: AiOwnKey
}

export interface AiIntent {
  /** Id of the intent. */
  readonly intentId: string
  /** What people want. */
  readonly label: string
  /** More on it; null: none. */
  readonly description: string | null
  /** active: asked by scans; paused: not asked; archived: deleted, its history stays. */
  readonly status: "active" | "paused" | "archived"
  /** Who wrote it: bootstrap (llm) or you (user). */
  readonly source: "llm" | "user"
  /** Its storefront. */
  readonly country: string
  /** Its language, ISO 639-1. */
  readonly language: string
  /** Active prompts. */
  readonly promptsTotal: number
  /** When it was made. */
  readonly createdAt: string
  /** When it was last changed. */
  readonly updatedAt: string
}

export interface AiIntentDetail {
  /** Id of the intent. */
  readonly intentId: string
  /** What people want. */
  readonly label: string
  /** More on it; null: none. */
  readonly description: string | null
  /** active: asked by scans; paused: not asked; archived: deleted, its history stays. */
  readonly status: "active" | "paused" | "archived"
  /** Who wrote it: bootstrap (llm) or you (user). */
  readonly source: "llm" | "user"
  /** 0 to 100, visibility@1; null: never scanned. */
  readonly visibilityScore: number | null
  /** Position-weighted visibility, 0 to 100; null: never scanned. */
  readonly visibilityPct: number | null
  /**
   * Where the score would be on other prompts like these, 19 times of 20: prompts are the sample, as answers to one
   * are alike. null: fewer than 2 prompts were scored.
   */
  readonly interval: AiInterval | null
  /** Average sentiment as 0 to 100, 50 is neutral; null: nothing told. */
  readonly sentimentPct: number | null
  /** Average rank in lists, 1 is best; null: named in no list. */
  readonly positionAvg: number | null
  /** Prompts whose answer named the app. */
  readonly promptsWithOwner: number
  /** Answers that were scored: those of status ok. */
  readonly sampleSize: number
  /** Prompts with a scored answer. */
  readonly promptsScored: number
  /** Day of the answers (UTC); null: never scanned. */
  readonly scoredAt: string | null
  /** not_measured: no answer was scored yet, so the figures are null. */
  readonly scoreStatus: "measured" | "not_measured"
  /** An assistant. model_d is the one that searches the web and returns citations. */
  readonly modelSlug: "model_a" | "model_b" | "model_c" | "model_d"
  /** The exact model that answered, as its provider calls it; null: nothing was answered. */
  readonly modelId: string | null
  /** Its storefront. */
  readonly country: string
  /** Its language, ISO 639-1. */
  readonly language: string
  /** Active prompts. */
  readonly promptsTotal: number
  /** When it was made. */
  readonly createdAt: string
  /** When it was last changed. */
  readonly updatedAt: string
  /** At most 3, most often named first. */
  readonly topApps: ReadonlyArray<AiTopApp>
  readonly prompts: ReadonlyArray<{
    /** Id of the prompt. */
    readonly promptId: string
    /** The question. */
    readonly text: string
    /** How the question is put. */
    readonly style: "unbranded" | "branded" | "problem" | "use_case" | "comparison"
    /** active: asked by scans; paused: not asked; archived: deleted, its history stays. */
    readonly status: "active" | "paused" | "archived"
    /** The latest of the model, one of each sample; without `model` the latest of each. */
    readonly latestAnswers: ReadonlyArray<AiLatestAnswer>
  }>
}

export interface AiIntentPatch {
  /** What people want, 3 to 120 characters. */
  readonly label?: string
  /** More on it; null clears it. */
  readonly description?: string | null
  /** active: asked by scans; paused: not asked; archived: deleted, its history stays. */
  readonly status?: "active" | "paused" | "archived"
}

export interface AiIntentRow {
  /** Id of the intent. */
  readonly intentId: string
  /** What people want. */
  readonly label: string
  /** More on it; null: none. */
  readonly description: string | null
  /** active: asked by scans; paused: not asked; archived: deleted, its history stays. */
  readonly status: "active" | "paused" | "archived"
  /** Who wrote it: bootstrap (llm) or you (user). */
  readonly source: "llm" | "user"
  /** 0 to 100, visibility@1; null: never scanned. */
  readonly visibilityScore: number | null
  /** Position-weighted visibility, 0 to 100; null: never scanned. */
  readonly visibilityPct: number | null
  /**
   * Where the score would be on other prompts like these, 19 times of 20: prompts are the sample, as answers to one
   * are alike. null: fewer than 2 prompts were scored.
   */
  readonly interval: AiInterval | null
  /** Average sentiment as 0 to 100, 50 is neutral; null: nothing told. */
  readonly sentimentPct: number | null
  /** Average rank in lists, 1 is best; null: named in no list. */
  readonly positionAvg: number | null
  /** Prompts whose answer named the app. */
  readonly promptsWithOwner: number
  /** Answers that were scored: those of status ok. */
  readonly sampleSize: number
  /** Prompts with a scored answer. */
  readonly promptsScored: number
  /** Day of the answers (UTC); null: never scanned. */
  readonly scoredAt: string | null
  /** not_measured: no answer was scored yet, so the figures are null. */
  readonly scoreStatus: "measured" | "not_measured"
  /** An assistant. model_d is the one that searches the web and returns citations. */
  readonly modelSlug: "model_a" | "model_b" | "model_c" | "model_d"
  /** The exact model that answered, as its provider calls it; null: nothing was answered. */
  readonly modelId: string | null
  /** Active prompts. */
  readonly promptsTotal: number
  /** At most 3, most often named first. */
  readonly topApps: ReadonlyArray<AiTopApp>
}

export type AiIntentRows = ReadonlyArray<AiIntentRow>

export interface AiInterval {
  /** Its lower end. */
  readonly low: number
  /** Its upper end. */
  readonly high: number
}

export interface AiLatestAnswer {
  /** Id of the answer. */
  readonly answerId: string
  /** An assistant. model_d is the one that searches the web and returns citations. */
  readonly modelSlug: "model_a" | "model_b" | "model_c" | "model_d"
  /** Which of the settings' samples, from 1. */
  readonly sample: number
  /** The exact model that answered; empty after an error. */
  readonly modelId: string
  /** When it was asked. */
  readonly fetchedAt: string
  /**
   * ok; parse_failed: there is text but no apps could be read from it; refusal: the assistant declined; error: the
   * call failed.
   */
  readonly status: "ok" | "parse_failed" | "refusal" | "error"
  /** Whether it named the app. */
  readonly ownerMentioned: boolean
  /** The app's rank in it; null: in no list. */
  readonly ownerPosition: number | null
  /** What it named, by position. */
  readonly apps: ReadonlyArray<AiMention>
}

export interface AiMention {
  /** The app's name as the assistant wrote it. */
  readonly name: string
  /** Rank in a list, from 1; null: named in prose. */
  readonly position: number | null
  /** Id at the default store; null: the name couldn't be matched with confidence. */
  readonly trackId: string | null
  /** True for the app of the path. */
  readonly isOwnerApp: boolean
  /** -1 to +1; null: a list without a word on the app, or a language that can't be judged. */
  readonly sentiment: number | null
}

export interface AiNewIntent {
  /** What people want, 3 to 120 characters. */
  readonly label: string
  /** More on it, at most 500 characters; null: none. */
  readonly description?: string | null
}

export interface AiNewOwnKey {
  /** Your key at the assistant's provider, alone: no spaces, no Bearer. */
  readonly apiKey: string
  /**
   * Whether the assistant may be asked with the gateway's key, at its full price, once yours is deleted or can't be
   * opened. Absent: as it was; at first false.
   */
  readonly fallback?: boolean
}

export interface AiNewPrompt {
  /** A question as a person would ask it, 15 to 220 characters. */
  readonly text: string
  /** How the question is put. Default unbranded. */
  readonly style?: "unbranded" | "branded" | "problem" | "use_case" | "comparison"
}

export interface AiOverview {
  /** The app. */
  readonly appId: string
  /** Its storefront. */
  readonly country: string
  /** An assistant. model_d is the one that searches the web and returns citations. */
  readonly modelSlug: "model_a" | "model_b" | "model_c" | "model_d"
  /** The exact model that answered, as its provider calls it; null: nothing was answered. */
  readonly modelId: string | null
  /** Day of the answers (UTC); null: never scanned. */
  readonly scoredAt: string | null
  readonly visibilityScore: AiScore
  /** Percent of the scored answers that named the app; null: never scanned. */
  readonly visibilityPct: number | null
  /** Average sentiment as 0 to 100, 50 is neutral; null: nothing told. */
  readonly sentimentPct: number | null
  /** Average rank in lists, 1 is best; null: named in no list. */
  readonly positionAvg: number | null
  /** Answers that were scored: those of status ok. */
  readonly sampleSize: number
  /** Prompts with a scored answer. */
  readonly promptsScored: number
  /** Calls of that day that failed. Not scored. */
  readonly errors: number
  /** Answers of that day that declined. Not scored. */
  readonly refusals: number
  /** Answers of that day that no apps could be read from. Not scored. */
  readonly unparsed: number
  /** Active intents. */
  readonly intentsTotal: number
  /** Those of them for which the app was named on that day. */
  readonly intentsCovered: number
  readonly trend: {
    /** The day scored before; null: there is none. */
    readonly scoredAtPrev: string | null
    /** Its score; null: there is none. */
    readonly visibilityScorePrev: number | null
    /** Its sentiment; null: there is none. */
    readonly sentimentPctPrev: number | null
    /**
     * What the score did since the scored day before: no_change where the two intervals overlap. null: there is
     * none, or one has no interval.
     */
    readonly change: "up" | "down" | "no_change" | null
  }
}

export interface AiOwnKey {
  readonly modelSlug: "model_a" | "model_b" | "model_c" | "model_d"
  /**
   * none: no key is saved. degraded: the provider takes it, but doesn't list the model that is asked to it.
   * rejected: it can't be opened; save it again.
   */
  readonly state: "none" | "connected" | "degraded" | "rejected"
  /** The key's last four characters; null without one. */
  readonly lastFour: string | null
  /** Tells keys apart: the beginning of a digest; null without one. */
  readonly fingerprint: string | null
  /**
   * Whether the assistant may be asked with the gateway's key, at its full price, while you have no key of your own
   * saved.
   */
  readonly fallback: boolean
  /** With which key the next scan asks the assistant. nobody: it isn't asked. */
  readonly asks: "own_key" | "gateway_key" | "nobody"
  /** Credits of one call of the next scan; null: it isn't asked. */
  readonly creditsEach: number | null
  /** When the provider took the key, ISO 8601; null without one. */
  readonly lastVerifiedAt: string | null
  /** When a run last had to go on without the assistant because of this key; null: never. */
  readonly lastFailure: {
    /** When, ISO 8601. */
    readonly at: string
    /**
     * credentials: the provider refused the key; quota: nothing was left to pay with; model_gone: the key may not
     * use the model.
     */
    readonly reason: "credentials" | "quota" | "model_gone"
    /** The run that went on without the assistant. */
    readonly taskRunId: string
  } | null
  /** What is wrong with it, and what fixes it; null: nothing. */
  readonly lastError: string | null
}

export interface AiOwnKeyRule {
  /**
   * Whether the assistant may be asked with the gateway's key, at its full price, while you have no key of your own
   * saved.
   */
  readonly fallback: boolean
}

export interface AiPrompt {
  /** Id of the prompt. */
  readonly promptId: string
  /** The question. */
  readonly text: string
  /** How the question is put. */
  readonly style: "unbranded" | "branded" | "problem" | "use_case" | "comparison"
  /** active: asked by scans; paused: not asked; archived: deleted, its history stays. */
  readonly status: "active" | "paused" | "archived"
  /** Id of the intent. */
  readonly intentId: string
  /** Language that it was written in, ISO 639-1. */
  readonly language: string
  /** Who wrote it: bootstrap (llm) or you (user). */
  readonly source: "llm" | "user"
  /** When it was made. */
  readonly createdAt: string
  /** When it was last changed. */
  readonly updatedAt: string
}

export interface AiPromptPatch {
  /** A question as a person would ask it, 15 to 220 characters. */
  readonly text?: string
  /** How the question is put. */
  readonly style?: "unbranded" | "branded" | "problem" | "use_case" | "comparison"
  /** paused: scans don't ask it; active: they do. */
  readonly status?: "active" | "paused"
}

export type AiPrompts = ReadonlyArray<AiPrompt>

export interface AiRun {
  /** Id of the run. */
  readonly taskRunId: string
  /**
   * finished: all that could be answered was; skipped: a scheduled scan that the credits couldn't pay for; failed:
   * nothing was answered.
   */
  readonly status: "queued" | "running" | "finished" | "skipped" | "failed"
  /** Prompts that it asks or has reused answers of. */
  readonly promptsTotal: number
  /** Answers that it got: ok, unparsed and refused ones. */
  readonly answered: number
  /** Answers that the day had already: not asked and not charged again. */
  readonly reused: number
  /** Calls that failed. Not charged; the next scan of the day tries them again. */
  readonly errors: number
  /** Of the answers, those that declined. */
  readonly refusals: number
  /** Of the answers, those that no apps could be read from. */
  readonly unparsed: number
  /** Of the answers of model_d, those without a web source. */
  readonly ungrounded: number
  /** Of the answers, those got with your own keys, at 1 credit each. */
  readonly ownKeyAnswers: number
  /** Assistants that it asks. */
  readonly models: ReadonlyArray<"model_a" | "model_b" | "model_c" | "model_d">
  /** Of these, those that it asks with your own keys. */
  readonly ownKeyModels: ReadonlyArray<"model_a" | "model_b" | "model_c" | "model_d">
  /** Assistants left out as the credits couldn't pay for them. */
  readonly modelsDropped: ReadonlyArray<"model_a" | "model_b" | "model_c" | "model_d">
  /** Why it asks less than it was set to, or didn't run; null: it didn't. */
  readonly degradedReason: string | null
  /**
   * Of a bootstrap, what wrote the prompts: a provider's model, or prompt-templates@1; null: no bootstrap, or not
   * written yet.
   */
  readonly promptsModel: string | null
  /** Credits charged for it; 0 until it's finished. */
  readonly creditsCharged: number
  /** When work began; null: it waits. */
  readonly startedAt: string | null
  /** When it ended; null: it hasn't. */
  readonly finishedAt: string | null
}

export interface AiScan {
  /** Follow it as settings.lastRun of GET …/settings. */
  readonly taskRunId: string
  /** Active prompts. */
  readonly promptsTotal: number
  /** Assistants that are asked. */
  readonly models: ReadonlyArray<"model_a" | "model_b" | "model_c" | "model_d">
  /** How often each prompt is asked. */
  readonly samples: number
  /** Credits held for it: what isn't answered isn't charged. 0: today has all answers. */
  readonly estimatedCost: number
}

export interface AiScanPreview {
  /** Nothing was asked, held or charged. */
  readonly dryRun: true
  /** Active prompts. */
  readonly promptsTotal: number
  /** Assistants that would be asked. */
  readonly models: ReadonlyArray<"model_a" | "model_b" | "model_c" | "model_d">
  /** How often each prompt would be asked. */
  readonly samples: number
  /** By assistant. */
  readonly calls: ReadonlyArray<{
    /** An assistant. model_d is the one that searches the web and returns citations. */
    readonly modelSlug: "model_a" | "model_b" | "model_c" | "model_d"
    /** Credits of one call. */
    readonly creditsEach: number
    /** Whether it would be asked with your own key. */
    readonly ownKey: boolean
    /** Calls that would be made. */
    readonly asked: number
    /** Answers that the day has already: not asked or charged again. */
    readonly reused: number
    /** Credits of the calls that would be made. */
    readonly credits: number
  }>
  /** Answers that the day has already, of all assistants. */
  readonly reused: number
  /** Credits that a scan now would hold. */
  readonly estimatedCost: number
  /** Credits left in the bucket. */
  readonly creditsRemaining: number
  /** Whether they pay for it: a scan that doesn't fit is refused whole. */
  readonly fits: boolean
  /** What a scan by schedule would do now: it drops assistants where yours is refused. */
  readonly scheduled: {
    /** Assistants that it would ask. */
    readonly models: ReadonlyArray<"model_a" | "model_b" | "model_c" | "model_d">
    /** Those it would leave out as the credits can't pay for them. */
    readonly modelsDropped: ReadonlyArray<"model_a" | "model_b" | "model_c" | "model_d">
    /** Credits that it would hold. */
    readonly estimatedCost: number
    /** True: not even one assistant fits, so it would ask nothing. */
    readonly skipped: boolean
  }
  /** What would be refused or left out; usually empty. */
  readonly warnings: ReadonlyArray<{
    /** What it is about. */
    readonly code: "AI_VISIBILITY_QUOTA_EXCEEDED" | "MODELS_OVER_PLAN" | "MODELS_WITHOUT_KEY" | "PROMPTS_OVER_PLAN"
    /** What it means, in a sentence. */
    readonly message: string
  }>
}

export interface AiScore {
  /** 0 to 100; null: never scanned, which isn't 0. */
  readonly score: number | null
  /** excellent from 80, good from 60, fair from 40, else poor; null: never scanned. */
  readonly label: "excellent" | "good" | "fair" | "poor" | null
  /**
   * Where the score would be on other prompts like these, 19 times of 20: prompts are the sample, as answers to one
   * are alike. null: fewer than 2 prompts were scored.
   */
  readonly interval: AiInterval | null
  /** not_measured: no answer was scored yet, so the figures are null. */
  readonly status: "measured" | "not_measured"
}

export interface AiSettings {
  /** null until the first bootstrap. */
  readonly settings: {
    /** The account's e-mail address. */
    readonly ownerEmail: string
    /** The app. */
    readonly appId: string
    /** Its storefront. */
    readonly country: string
    /** Language of new prompts, ISO 639-1. */
    readonly language: string
    /** Whether it is scanned by its schedule. */
    readonly enabled: boolean
    /** Assistants to ask, in this order. */
    readonly models: ReadonlyArray<"model_a" | "model_b" | "model_c" | "model_d">
    /** Days between scheduled scans; 0: none. */
    readonly scanCadenceDays: number
    /** How often a scan asks each prompt, 1 to 5. */
    readonly samples: number
    /** Assistants that your own keys are saved for, each call of which costs 1 credit. */
    readonly ownKeyModels: ReadonlyArray<"model_a" | "model_b" | "model_c" | "model_d">
    /** Answers that this month's (UTC) runs of this app and country got with your own keys. */
    readonly ownKeyAnswers: number
    /** When the next scheduled scan begins; null: none is scheduled. */
    readonly nextScanAt: string | null
    /** When a scan last finished; null: none has. */
    readonly lastScanAt: string | null
    /** When a bootstrap last finished; null: none has. */
    readonly lastBootstrapAt: string | null
    /** The latest bootstrap or scan; null: there is none. */
    readonly lastRun: AiRun | null
  } | null
  /** Assistants that can be asked for you: with the gateway's key or your own. */
  readonly availableModels: ReadonlyArray<"model_a" | "model_b" | "model_c" | "model_d">
  readonly tier: {
    /** Your plan. */
    readonly planId: string
    /** Whether it includes AI visibility. */
    readonly enabled: boolean
    /** Assistants that can be asked at once. */
    readonly maxModels: number
    /** Apps that can be measured. */
    readonly maxApps: number
    /** Countries of each app. */
    readonly maxCountries: number
  }
  readonly aiVisibilityCredits: {
    /** Credits a month. */
    readonly limit: number
    /** Credits used this month. */
    readonly used: number
    /** Credits left. */
    readonly remaining: number
    /**
     * What the schedule costs a month: active prompts × samples × the assistants' prices (1 with your own key) × 30
     * / scanCadenceDays; 0 without a schedule.
     */
    readonly estimatedMonthlyCost: number
    /** When the month's credits begin anew. */
    readonly resetDate: string
    /** Whether the schedules of all your apps cost at most the month's credits. */
    readonly fits: boolean
    /** What doesn't fit and what would; null: it fits. */
    readonly warning: string | null
    /** The next longer cadence of 3, 7, 14 and 30 that would fit; null: it fits already, or none does. */
    readonly nextCadenceThatFits: number | null
  }
}

export interface AiSettingsPatch {
  /** Whether it is scanned by its schedule. */
  readonly enabled?: boolean
  /** Assistants to ask, in this order; at most as many as the plan has. */
  readonly models?: ReadonlyArray<"model_a" | "model_b" | "model_c" | "model_d">
  /** Days between scheduled scans, 0 to 30; 0: none. The next scan is so many days from now. */
  readonly scanCadenceDays?: number
  /** Language of the prompts, ISO 639-1. */
  readonly language?: string
  /** How often a scan asks each prompt, 1 to 5; each is a call and is charged. More narrow the interval. */
  readonly samples?: number
}

export interface AiSource {
  /** The site, without www. */
  readonly domain: string
  /** How many scored answers of the window cite it. */
  readonly answersTotal: number
  /** Those of them that name the app. */
  readonly answersWithOwner: number
  /** Those of them that don't. */
  readonly answersWithoutOwner: number
  /** Whether answers that cite it name the app. never: it's read for your intents, and speaks for others. */
  readonly ownerNamed: "always" | "sometimes" | "never"
  /** Percent of the window's scored answers that cite it. */
  readonly sharePct: number
  /** Intents for which it's cited. */
  readonly intentsCovered: number
  /** Those of them with an answer that cites it and names the app. */
  readonly intentsWithOwner: number
  /** Day (UTC). */
  readonly lastCitedOn: string
  /** A page of it that was cited last. */
  readonly exampleUrl: string
  /** Its title; empty if there is none. */
  readonly exampleTitle: string
}

export type AiSources = ReadonlyArray<AiSource>

export interface AiTopApp {
  /** Id at the default store; null: the name couldn't be matched with confidence. */
  readonly trackId: string | null
  /** As an assistant last wrote it. */
  readonly name: string
  /** True for the app of the path. */
  readonly isOwnerApp: boolean
}

export type AiTrend = ReadonlyArray<AiTrendRow>

export interface AiTrendNote {
  /** What changed. */
  readonly kind: "prompts_added" | "prompts_edited" | "prompts_paused" | "prompts_activated" | "prompts_archived" | "samples_changed" | "listing_changed" | "model_changed"
  /** How many prompts; 1 for what isn't of prompts. */
  readonly count: number
  /** When, of several the last; null: between the two days, as of a model. */
  readonly at: string | null
  /** Of one change what it came to: the new text, the fields of the listing, the models; else null. */
  readonly detail: string | null
}

export interface AiTrendRow {
  /** Day (UTC). */
  readonly date: string
  /** 0 to 100, visibility@1. */
  readonly visibilityScore: number
  /** Percent of the scored answers that named the app. */
  readonly visibilityPct: number
  /** Average sentiment as 0 to 100, 50 is neutral; null: nothing told. */
  readonly sentimentPct: number | null
  /** Average rank in lists, 1 is best; null: named in no list. */
  readonly positionAvg: number | null
  /** Prompts that were asked on that day, with those that failed. */
  readonly promptsTotal: number
  /** Prompts whose answer named the app. */
  readonly promptsWithOwner: number
  /** Answers that were scored: those of status ok. */
  readonly sampleSize: number
  /** Calls that failed. Not scored. */
  readonly errors: number
  /** Answers that declined. Not scored. */
  readonly refusals: number
  /** Answers that no apps could be read from. Not scored. */
  readonly unparsed: number
  /** The exact model that answered, as its provider calls it; null: nothing was answered. */
  readonly modelId: string | null
  /** Prompts with a scored answer. */
  readonly promptsScored: number
  /**
   * Where the score would be on other prompts like these, 19 times of 20: prompts are the sample, as answers to one
   * are alike. null: fewer than 2 prompts were scored.
   */
  readonly interval: AiInterval | null
  /**
   * What the score did since the scored day before: no_change where the two intervals overlap. null: there is none,
   * or one has no interval.
   */
  readonly change: "up" | "down" | "no_change" | null
  /** True where another model answered than on the day before in this list: a jump may be the model's. */
  readonly modelChanged: boolean
  /** What changed in what is measured since the day before in this list; the first row has none. */
  readonly notes: ReadonlyArray<AiTrendNote>
}

/** The codes of the gateway's errors. */
export type ErrorCode =
  | "AI_VISIBILITY_QUOTA_EXCEEDED"
  | "NO_PROMPTS"
