import { Field, Page, Param, Provenance, StoredText } from "@storeglass/plugin-api"
import { Schema } from "effect"
import { kinds } from "./contract.ts"
import { LearnedOfThread } from "./learned/schema.ts"
import { openness, urgencies } from "./scoring/urgency.ts"
import { intents } from "./texts/lists.ts"

const Id = Schema.String.annotate({ format: "uuid" })
const time = (description: string) => Schema.String.annotate({ description, format: "date-time" })
const timeOrNull = (description: string) => Schema.NullOr(Schema.String).annotate({ description, format: "date-time" })
const textOrNull = (description: string) => Schema.NullOr(Schema.String).annotate({ description })
const share = (description: string) => Schema.NullOr(Schema.Finite).annotate({ description })
const Total = Schema.Int.annotate({ description: "Rows that match, over all pages." })
const counts = (description: string) => Schema.Record(Schema.String, Schema.Int).annotate({ description })

export const statuses = ["pending", "approved", "snoozed", "dismissed", "replied"] as const
export const projectStatuses = ["active", "paused", "archived"] as const
export const runStatuses = ["queued", "running", "finished", "partial", "failed", "skipped"] as const
export const decisions = ["approve", "dismiss", "snooze", "reopen"] as const
export const reasons = ["not_relevant", "spam", "duplicate", "too_old", "other"] as const
export const scanHours = [0, 1, 6, 24] as const

export const Channels = Schema.Struct({
  channels: Schema.Array(
    Schema.Struct({
      id: Field.text("What projects name it by.", "hackernews"),
      name: Field.text("Its name.", "Hacker News"),
      available: Schema.Boolean.annotate({ description: "Whether projects on it can be scanned." }),
      requiresCredentials: Schema.Boolean.annotate({
        description: "Whether the gateway's operator must have credentials there."
      }),
      configured: Schema.Boolean.annotate({ description: "Whether the operator has set it up." }),
      reason: textOrNull("Why it isn't available, with the setting to make or what is closed; null: it is."),
      filters: Schema.Array(
        Schema.Struct({
          name: Schema.String,
          description: Schema.String,
          max: Field.whole("Most values."),
          required: Schema.Boolean
        })
      ).annotate({ description: "What a project on it may send under filters." }),
      limits: Field.text("How fast it may be asked, and how far back it goes."),
      rules: Schema.Struct({
        text: Field.text("What the place says of people who name their own products."),
        url: Schema.String,
        checkedOn: Field.text("When that was read, YYYY-MM-DD.")
      }),
      lastOkAt: timeOrNull("When one of its sources last answered; null: none has."),
      cooldownUntil: timeOrNull(
        "Until when it asked to be left alone; null: it didn't, or its sources rest each by itself."
      )
    }).annotate({ identifier: "GrowthChannel" })
  )
}).annotate({ identifier: "GrowthChannels" })

const SourceResult = Schema.Struct({
  source: Field.text("Site, instance, feed or storefront."),
  status: Schema.Literals(["ok", "failed"]),
  pages: Field.whole("Pages that were read."),
  reason: textOrNull("Why it failed; null: it didn't.")
})
export type SourceResult = typeof SourceResult.Type

export const LastScan = Schema.Struct({
  taskRunId: Id,
  status: Schema.Literals(runStatuses).annotate({
    description:
      "partial: it met its limit of 200 requests or 20 minutes, and the next scan goes on from there. skipped: the credits didn't suffice."
  }),
  startedAt: timeOrNull("Null: not begun."),
  finishedAt: timeOrNull("Null: not done."),
  requests: Field.whole("Pages that were asked for."),
  scanned: Field.whole("Posts that were looked at."),
  found: Field.whole("Threads that weren't known before."),
  updated: Field.whole("Threads that were known."),
  sources: Schema.Array(SourceResult),
  resumes: Field.whole("How often another process took it over."),
  creditsCharged: Field.whole("5, or 0 where no source could be read or there was none to read.")
}).annotate({ identifier: "GrowthScanResult" })
export type LastScan = typeof LastScan.Type

const Filters = Schema.Record(Schema.String, Schema.Array(Schema.String))

export const Project = Schema.Struct({
  id: Id,
  name: Field.text("Unique for the account and channel."),
  appId: textOrNull("The app that answers are for; null: none."),
  platform: Schema.Literals(Param.platforms).annotate({ description: "Its store." }),
  channel: Field.text("Where is looked.", "hackernews"),
  keywords: Field.texts("What is looked for."),
  exclude: Field.texts("What drops a post."),
  competitors: Field.texts("Names of competitors."),
  languages: Field.texts("Languages of posts, as ISO 639-1 codes; empty: all."),
  filters: Filters.annotate({ description: "What the channel is asked for." }),
  scanEveryHours: Schema.Literals(scanHours).annotate({ description: "0: scanned by hand alone." }),
  lookbackDays: Field.whole("How far back the first scan looks."),
  useLearned: Schema.Boolean.annotate({
    description: "Whether what it learned from your decisions takes part in urgency, and so in the order of lists."
  }),
  status: Schema.Literals(projectStatuses),
  createdAt: time("When it was made."),
  updatedAt: time("When it was last changed."),
  lastScanAt: timeOrNull("When a scan last ended; null: none has."),
  lastScan: Schema.NullOr(LastScan).annotate({ description: "By its taskRunId a scan is followed; null: none yet." }),
  counts: Schema.Struct({
    pending: Schema.Int,
    approved: Schema.Int,
    snoozed: Schema.Int,
    dismissed: Schema.Int,
    replied: Schema.Int
  }).annotate({ description: "What was found, by status." })
}).annotate({ identifier: "GrowthProject" })
export type Project = typeof Project.Type
export const Projects = Page(Project, { total: Total }).annotate({ identifier: "GrowthProjects" })

const word = (min: number, max: number, description: string) => StoredText({ min, max, description })
const AppId = Schema.String.check(Schema.isMaxLength(255)).annotate({
  ...Field.standsFor("app"),
  description: "App id: a number on storea, the package name on storeb."
})
const Platform = Schema.Literals(Param.platforms).annotate({ description: "The app's store. Default storea." })
const optional = Schema.optionalKey

export const NewProject = Schema.Struct({
  name: word(1, 80, "What you call it; unique for the channel."),
  channel: Schema.String.annotate({ description: "Id of a channel.", examples: ["hackernews"] }),
  appId: optional(AppId),
  platform: optional(Platform),
  keywords: Schema.Array(word(1, 60, "Words or a phrase. `a + b`: both within 8 words of each other."))
    .check(Schema.isMinLength(1), Schema.isMaxLength(20))
    .annotate({ description: "What is looked for, as typed: 1 to 20.", examples: [["habit tracker", "streak + app"]] }),
  exclude: optional(
    Schema.Array(word(1, 60, "Words or a phrase."))
      .check(Schema.isMaxLength(50))
      .annotate({ description: "A post with one of these is dropped. At most 50." })
  ),
  competitors: optional(
    Schema.Array(word(1, 80, "A name."))
      .check(Schema.isMaxLength(10))
      .annotate({ description: "Names of competitors, at most 10." })
  ),
  languages: optional(
    Schema.Array(
      Schema.String.check(Schema.isPattern(/^[a-z]{2}$/)).annotate({ description: "An ISO 639-1 code, such as en." })
    )
      .check(Schema.isMaxLength(10))
      .annotate({ description: "Only posts in these languages, at most 10. Default all." })
  ),
  filters: optional(
    Schema.Record(Schema.String, Schema.Array(Schema.String.check(Schema.isMaxLength(2_048)))).annotate({
      description: "What to ask the channel for; the channel says which filters it has.",
      examples: [{}]
    })
  ),
  scanEveryHours: optional(
    Schema.Literals(scanHours).annotate({
      description: "How often it's scanned by itself: 0 (default, never), 1, 6 or 24 hours. Each scan costs 5 credits."
    })
  ),
  lookbackDays: optional(
    Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 90 })).annotate({
      description: "How far back the first scan looks, 1 to 90 days. Default 30."
    })
  ),
  useLearned: optional(
    Schema.Boolean.annotate({
      description:
        "Take the mean of relevanceScore and learnedScore for urgency, once there is one. relevanceScore stays. Default false."
    })
  ),
  status: optional(
    Schema.Literals(projectStatuses).annotate({ description: "Default active. Only active projects are scanned." })
  ),
  replace: optional(
    Schema.Boolean.annotate({
      description:
        "Change the settings of the project of this name and channel, if there is one; its history stays. Default false."
    })
  )
})
export type NewProject = typeof NewProject.Type

export const NewBootstrap = Schema.Struct({
  channel: Schema.String.annotate({ description: "Id of a channel.", examples: ["hackernews"] }),
  appId: optional(AppId.annotate({ description: "App id. Default: the only app of your workspace." })),
  platform: optional(Platform),
  country: optional(Field.countryCode("Storefront whose listing is read. Default us.")),
  language: optional(
    Schema.String.check(Schema.isPattern(/^[a-z]{2}$/)).annotate({
      description: "Only posts in this language, as an ISO 639-1 code. Default all."
    })
  )
}).annotate({ examples: [{ channel: "hackernews", appId: "5902651938" }] })
export type NewBootstrap = typeof NewBootstrap.Type

export const keywordKinds = ["brand", "competitor", "topic", "problem", "alternative"] as const
export const Suggested = Schema.Struct({
  suggestedKeywords: Schema.Array(
    Schema.Struct({
      keyword: Schema.String,
      kind: Schema.Literals(keywordKinds),
      reason: Field.text("Where it comes from."),
      included: Schema.Boolean.annotate({ description: "Whether the project looks for it." })
    })
  ),
  suggestedSources: Schema.Array(
    Schema.Struct({
      value: Field.text("A value of the channel's filter."),
      reason: Schema.String,
      included: Schema.Boolean
    })
  )
})
export type Suggested = typeof Suggested.Type
export const Bootstrapped = Schema.Struct({
  project: Project,
  ...Suggested.fields,
  existing: Schema.Boolean.annotate({
    description: "True: it was made before for this channel and app. Nothing was changed, and it's free."
  })
}).annotate({ identifier: "GrowthBootstrap" })

export const Accepted = Schema.Struct({
  taskRunId: Id.annotate({ description: "The project's lastScan has it.", format: "uuid" }),
  projectId: Id,
  status: Schema.Literals(["queued", "running", "fresh"]).annotate({
    description: "running: one is under way. fresh: one ended less than 15 minutes ago. Both are free."
  }),
  estimatedRequests: Field.whole("Pages that it will ask for at least.")
}).annotate({ identifier: "GrowthScan" })

export const Stats = Schema.Struct({
  projectId: Id,
  days: Schema.Int,
  scans: Field.whole("Scans that ended."),
  scanned: Field.whole("Posts that were looked at."),
  found: Field.whole("Threads that were found."),
  byStatus: counts("Threads found in these days, by status."),
  byUrgency: counts("The same by urgency, as it is now."),
  byIntent: counts("The same by intent; unknown: nothing told."),
  replied: Field.whole("How many of them you answered."),
  replyRate: share("replied of found; null: nothing was found."),
  medianHoursToReply: share("From a post's publication to your answer; null: none was answered."),
  precision: share("Approved and answered of all that you decided on; null: you decided on none."),
  series: Schema.Array(
    Schema.Struct({ date: Schema.String, scanned: Schema.Int, found: Schema.Int, replied: Schema.Int })
  ).annotate({ description: "By day (UTC), oldest first." })
}).annotate({ identifier: "GrowthStats" })

const Parts = Schema.Struct({
  phrase: Schema.Finite,
  named: Schema.Finite,
  ask: share("What it asks for; null: its language has no lists."),
  topic: share("How near it is to the app's listing; null: no app is known."),
  jobOffer: Schema.Int,
  bareLink: Schema.Int
}).annotate({
  identifier: "GrowthRelevanceParts",
  description:
    "Each part from 0 to 1, and points off. 35·phrase + 15·named + 30·ask + 20·topic, by the share of those that aren't null, less jobOffer and bareLink, 15 where ask is 0, and 12 where it's at most 0.6 and named is 0. null: its language has no lists, or no app is known."
})

export const Matched = Schema.Struct({
  keyword: Schema.String,
  field: Schema.Literals(["title", "text"]),
  span: Schema.NullOr(Schema.Struct({ start: Schema.Int, end: Schema.Int })).annotate({
    description: "Where in title or excerpt, in code points; null: outside of the excerpt."
  })
})
export const Scored = Schema.Struct({
  parts: Parts,
  matched: Schema.Array(Matched),
  hints: Schema.Array(Schema.String),
  scoredBy: Schema.Array(Schema.String),
  /** What urgency takes beside relevance; what was scored before it was kept has none. */
  urge: Schema.optionalKey(Schema.Struct({ open: Schema.Literals(openness), isOwnComplaint: Schema.Boolean }))
})
export type Scored = typeof Scored.Type

export const Opportunity = Schema.Struct({
  id: Id,
  projectId: Id.annotate({ description: "The project whose score stands.", format: "uuid" }),
  projectIds: Schema.Array(Id).annotate({ description: "All projects that found it." }),
  channel: Schema.String,
  kind: Schema.Literals(kinds),
  title: Field.text("Plain text of a stranger; may be empty."),
  excerpt: Field.text("At most 500 characters around the match, plain text of a stranger."),
  matched: Schema.Array(Matched),
  url: textOrNull("Null: it has no public address."),
  author: textOrNull("As the place shows it."),
  publishedAt: time("As the source says it."),
  foundAt: time("When a scan first found it."),
  engagement: Schema.Struct({
    points: Schema.NullOr(Schema.Int).annotate({
      description: "Votes or likes, as last seen; null: the source doesn't tell."
    }),
    replies: Schema.NullOr(Schema.Int).annotate({
      description: "Answers, as last seen; null: the source doesn't tell."
    })
  }).annotate({ description: "As last seen; null: the source doesn't tell." }),
  relevanceScore: Schema.Int.annotate({ description: "0 to 100." }),
  relevanceParts: Parts,
  learnedScore: Schema.NullOr(Schema.Int).annotate({
    description:
      "0 to 100, by what the project learned from your decisions; null: it has learned nothing yet, learned says why."
  }),
  learned: LearnedOfThread,
  urgency: Schema.Literals(urgencies).annotate({ description: "As of now: it sinks with age." }),
  urgencyUntil: timeOrNull("When it sinks next; null: it's ignore."),
  intent: Schema.NullOr(Schema.Literals(intents)).annotate({ description: "null: nothing tells." }),
  language: textOrNull("ISO 639-1; null: nothing tells."),
  replyHints: Field.texts("What to say in an answer, by rule."),
  suggestedReply: textOrNull(
    "An answer that an assistant of the operator's wrote, at most 600 characters: it says who says it, and nothing of the app that its listing doesn't. Nobody posts it but you. null: none was written, the post has changed since, or it's a review."
  ),
  status: Schema.Literals(statuses),
  decision: Schema.NullOr(
    Schema.Struct({
      reason: textOrNull("Why it was dismissed; gone: it was deleted at its source; null: not told."),
      note: textOrNull("Your note; null: none."),
      snoozeUntil: textOrNull("Until when it's snoozed, YYYY-MM-DD; null: it isn't.")
    })
  ).annotate({
    description: "Why it has its status; null: nobody decided. reason gone: it was deleted at its source."
  }),
  decidedAt: timeOrNull("Null: nobody decided."),
  replyUrl: textOrNull("Address of your answer."),
  repliedAt: timeOrNull("When you answered."),
  sameLink: textOrNull("The same for threads about one link; null: it's about none."),
  scoredBy: Field.texts("The formulas."),
  warnings: Schema.Array(Schema.Struct({ code: Schema.String, message: Schema.String })).annotate({
    description: "What to look at; mostly empty."
  }),
  source: Field.text("Site, instance, feed or storefront that it was found at."),
  provenance: Provenance
}).annotate({ identifier: "GrowthOpportunity" })
export type Opportunity = typeof Opportunity.Type
export const Opportunities = Page(Opportunity, {
  total: Schema.Int.annotate({
    description:
      "Rows that match, over all pages; with totalIsExact: false, so many at least. Never less than that: counting ends after 5,000 rows of an account that has more."
  }),
  totalIsExact: Schema.Boolean.annotate({
    description:
      "Whether total is all of them. When false, a page may have fewer rows than limit, or none, and still a nextCursor: go on with it."
  })
}).annotate({ identifier: "GrowthOpportunities" })

const day = (description: string) =>
  Schema.String.check(Schema.isPattern(/^\d{4}-\d{2}-\d{2}$/)).annotate({ description, examples: ["2026-12-01"] })

export const Review = Schema.Struct({
  decision: Schema.Literals(decisions),
  reason: optional(Schema.Literals(reasons).annotate({ description: "Why it's dismissed; with dismiss alone." })),
  snoozeUntil: optional(day("Until when, YYYY-MM-DD (UTC), at most 90 days on; with snooze alone.")),
  note: optional(StoredText({ max: 500, description: "Your note." }))
})
export type Review = typeof Review.Type

export const Reply = Schema.Struct({
  replyUrl: Schema.String.check(Schema.isMaxLength(2_048), Schema.isPattern(/^https:\/\/[^\s/]+/)).annotate({
    description: "Address of your answer, https. It's kept and never fetched.",
    examples: ["https://news.ycombinator.com/item?id=1"]
  }),
  repliedAt: optional(
    Schema.String.annotate({
      description: "When, ISO 8601, not before the thread was published. Default now.",
      format: "date-time"
    })
  ),
  replace: optional(
    Schema.Boolean.annotate({ description: "Take another address in place of the one that is kept. Default false." })
  )
})
export type Reply = typeof Reply.Type
