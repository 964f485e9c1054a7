/** What other plugins may use of growth, and how one brings a channel of its own. */
import { defineEvent, type Param } from "@storeglass/plugin-api"
import { Context, Data, type Effect, Schema } from "effect"
import type { SqlError } from "effect/sql"

export const kinds = ["post", "comment", "question", "review"] as const
export type Kind = (typeof kinds)[number]

/** A setting of a project that a channel takes under `filters`. */
export interface ChannelFilter {
  readonly name: string
  readonly description: string
  /** Most values. */
  readonly max: number
  readonly isRequired: boolean
  /** Why a value can't be; undefined: it can. */
  readonly problem: (value: string) => string | undefined
  /** The same for what only a service knows. */
  readonly check?: (value: string) => Effect.Effect<string | undefined>
}

/** What a scan looks for. */
export interface Asked {
  readonly platform: Param.Platform
  readonly appId: string | null
  readonly country: string
  readonly keywords: ReadonlyArray<string>
  readonly competitors: ReadonlyArray<string>
  /** Ids of competitors at the store, where they're known. */
  readonly competitorIds: ReadonlyArray<string>
  readonly filters: Readonly<Record<string, ReadonlyArray<string>>>
}

/** A query at a source, whose pages are read one after the other. */
export interface Step {
  /** Its failure is one: a site, an instance, a feed, a storefront. */
  readonly source: string
  readonly query: string
  /** What is older isn't wanted, ms since the epoch. */
  readonly sinceMs: number
}

/** A post as all channels give it. */
export interface Post {
  /** The same for the same thread, however it was found. */
  readonly key: string
  readonly kind: Kind
  /** Plain text or HTML of strangers: it's made plain before anything is done with it. */
  readonly title: string
  readonly text: string
  readonly isHtml: boolean
  /** Null: it has no public address. */
  readonly url: string | null
  readonly author: string | null
  readonly publishedMs: number
  readonly points: number | null
  readonly replies: number | null
  /** Primary tag; null: not told. */
  readonly language: string | null
  /** What it leads to. */
  readonly link: string | null
  readonly open: "open" | "answered" | "closed"
  readonly review?: { readonly rating: number; readonly of: "app" | "competitor"; readonly appId?: string } | undefined
  /** By which the source is asked for it again; null: it can't be. */
  readonly nativeId: string | null
}

export interface Page {
  readonly posts: ReadonlyArray<Post>
  /** Where the next one begins; null: this was the last. */
  readonly next: string | null
  /** For so long the source wants to be left alone. */
  readonly restSeconds?: number | undefined
}

/** A source gave nothing; `message` is for whoever reads the scan. */
export class SourceFailed extends Data.TaggedError("SourceFailed")<{
  readonly message: string
  /** Nothing of the source is asked before that. */
  readonly retryAfterSeconds?: number | undefined
  /** It won't come back: it isn't asked again in this scan. */
  readonly isGone?: boolean
  /** It's closed to whoever asks as we do. */
  readonly isClosed?: boolean
  /** It wasn't asked, as our own limit to it has no turn until `retryAfterSeconds`: nothing has failed. */
  readonly isOurs?: boolean
  readonly cause?: unknown
}> {}

export interface Rules {
  readonly text: string
  readonly url: string
  /** YYYY-MM-DD. */
  readonly checkedOn: string
}

/** A public place whose threads are looked through. It only reads. */
export interface GrowthChannel {
  readonly id: string
  readonly name: string
  readonly requiresCredentials: boolean
  /** Why it can't be used, with the setting to make; null: it can. */
  readonly unavailable: string | null
  readonly filters: ReadonlyArray<ChannelFilter>
  /** In a sentence. */
  readonly limits: string
  readonly rules: Rules
  /** After which a post is half as urgent. */
  readonly halfLifeMs: number
  /** How long after its time a post may come up for the first time. */
  readonly overlapMs: number
  /** Whether a rest that one source asks for is one of all. */
  readonly restsTogether: boolean
  /** One request at a time over all nodes: where asking once too often within a pause shuts everybody out. */
  readonly asksOneByOne?: boolean
  /** Where it's asked one by one: so long after an answer nothing is asked, ms. */
  readonly spacingMs?: number
  /** A store's own place: ids of competitors there are looked up for it. */
  readonly ofStore?: Param.Platform
  /** All that it asks, where the operator names them. */
  readonly sources?: ReadonlyArray<string>
  /** What to change where `plan` gives no step, with the field first. */
  readonly lacking?: (asked: Asked) => string
  readonly plan: (asked: Asked, sinceMs: (source: string) => number) => ReadonlyArray<Step>
  /** One page. The first has no cursor. */
  readonly page: (step: Step, cursor: string | null, asked: Asked) => Effect.Effect<Page, SourceFailed>
  /** By which a post that is gone at its source is told from one that is there. Absent: the source doesn't tell. */
  readonly looking?: {
    /** So many posts are asked for at once: what one request tells. */
    readonly atOnce: number
    /** Which of these are gone. */
    readonly gone: (source: string, nativeIds: ReadonlyArray<string>) => Effect.Effect<Looked, SourceFailed>
  }
}

export interface Looked {
  readonly gone: ReadonlyArray<string>
  /** For so long the source wants to be left alone. */
  readonly restSeconds?: number | undefined
}

/** The channels of this gateway. */
export class GrowthChannels extends Context.Service<
  GrowthChannels,
  {
    readonly all: Effect.Effect<ReadonlyArray<GrowthChannel>>
    readonly get: (id: string) => Effect.Effect<GrowthChannel | undefined>
    /** Adds a channel, or puts it in another's place. Once, at boot. */
    readonly register: (channel: GrowthChannel) => Effect.Effect<void>
  }
>()("@storeglass/growth/GrowthChannels") {}

/** What was found for an account on a day (UTC). */
export interface DaysFindings {
  readonly scanned: number
  readonly found: number
  readonly mustReply: number
  readonly replied: number
  /** Over all days. */
  readonly pending: number
}

/** Counts for plugins that tell people what to do. */
export class GrowthFindings extends Context.Service<
  GrowthFindings,
  {
    /** `day` is YYYY-MM-DD (UTC). */
    readonly of: (accountId: string, day: string) => Effect.Effect<DaysFindings, SqlError.SqlError>
    /** The same by the projects of one app that aren't archived; undefined: it has none. */
    readonly ofApp: (
      accountId: string,
      /** As the store writes its id. */
      app: { readonly platform: Param.Platform; readonly appId: string },
      day: string
    ) => Effect.Effect<DaysFindings | undefined, SqlError.SqlError>
  }
>()("@storeglass/growth/GrowthFindings") {}

/** A thread was found that wasn't known before; published in the transaction that keeps it. */
export const OpportunityFound = defineEvent(
  "growth.opportunity.found",
  Schema.Struct({
    accountId: Schema.String,
    id: Schema.String,
    projectId: Schema.String,
    channel: Schema.String,
    relevanceScore: Schema.Int
  })
)
