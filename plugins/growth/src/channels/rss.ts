import { Egress, Locks, rowsOf, type Upstream, Upstreams } from "@storeglass/plugin-api"
import { Clock, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { GrowthConfig } from "../config.ts"
import { type GrowthChannel, type Post, SourceFailed } from "../contract.ts"
import { canonicalUrl } from "../keys/canonical.ts"
import { primaryOf } from "../texts/language.ts"
import { cleaned, plainText, shortened } from "../texts/plain.ts"
import { makeForgotten } from "../upkeep/forgotten.ts"
import { dayMs, hourMs, restSecondsOf } from "./asking.ts"
import { type Entry, readFeed } from "./feed.ts"

const bytesMax = 2 * 1024 * 1024
const redirectsMax = 3
/** One read of a feed in so long, whoever asks. */
export const feedFreshMs = 15 * 60_000
/** With its redirects. */
const readMsMax = 60_000
const textMax = 5_000

const Kept = Schema.Struct({
  key: Schema.String,
  title: Schema.String,
  text: Schema.String,
  url: Schema.NullOr(Schema.String),
  author: Schema.NullOr(Schema.String),
  publishedMs: Schema.NullOr(Schema.Finite),
  language: Schema.NullOr(Schema.String)
})
const rows = rowsOf(
  Schema.Struct({
    readMs: Schema.Finite,
    etag: Schema.NullOr(Schema.String),
    modified: Schema.NullOr(Schema.String),
    problem: Schema.NullOr(Schema.String),
    isGone: Schema.Boolean,
    posts: Schema.Array(Kept)
  })
)
const keptMax = 300
const channelId = "rss"

const keptOf =
  (feed: string) =>
  (entry: Entry): ReadonlyArray<typeof Kept.Type> => {
    const url = entry.url
    const key =
      (url === null ? undefined : canonicalUrl(url)) ?? (entry.id === null ? undefined : `feed:${feed}#${entry.id}`)
    return key === undefined
      ? []
      : [
          {
            key,
            title: plainText(entry.title),
            text: shortened(plainText(entry.html), textMax),
            url,
            author: entry.author === null ? null : shortened(cleaned(entry.author), 200),
            publishedMs: entry.publishedMs,
            language: primaryOf(entry.language)
          }
        ]
  }

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  readonly url: string
}

/** Why a feed can't be asked for; undefined: it can, as far as its address tells. */
export const feedProblem =
  (refusedHosts: Readonly<Record<string, string>>) =>
  (text: string): string | undefined => {
    if (!/^https?:\/\/[^\s/]/i.test(text) || !URL.canParse(text)) return "must be an http or https address of a feed"
    const { hostname, password, username } = new URL(text)
    if (username !== "" || password !== "") return "must have no user name or password"
    const host = hostname.toLowerCase()
    const refused = Object.entries(refusedHosts).find(([name]) => host === name || host.endsWith(`.${name}`))
    return refused === undefined ? undefined : `feeds of ${refused[0]} aren't read; use the channel ${refused[1]}`
  }

export const rss = Effect.fnUntraced(function* ({ contact, rss: own }: GrowthConfig) {
  const egress = yield* Egress
  const upstreams = yield* Upstreams
  const locks = yield* Locks
  const forgotten = yield* makeForgotten
  const sql = yield* SqlClient.SqlClient
  const ownUpstream: Upstream | undefined =
    own.ownFeeds === undefined
      ? undefined
      : yield* upstreams.make({ name: "growth.feeds", baseUrl: own.ownFeeds, bodyBytesMax: bytesMax, attempts: 2 })
  const isOwn = (url: string) => own.ownFeeds !== undefined && url.startsWith(`${own.ownFeeds.replace(/\/$/, "")}/`)
  const problemOf = feedProblem(own.feedHostsRefused)

  /** A host whose feeds aren't read isn't asked for one that another host leads to either. */
  const redirectProblem = (url: string) => {
    const problem = problemOf(url)
    return problem === undefined ? undefined : `it leads elsewhere: ${problem}`
  }
  const fetched = (url: string, headers: Readonly<Record<string, string>>): Effect.Effect<Answer, SourceFailed> =>
    ownUpstream !== undefined && isOwn(url)
      ? ownUpstream.requestBytes({ path: url.slice((own.ownFeeds ?? "").replace(/\/$/, "").length), headers }).pipe(
          Effect.mapError(
            (error) =>
              new SourceFailed({
                message: error.reason === "foreign" ? "it leads to another host" : `it can't be read: ${error.reason}`,
                retryAfterSeconds: error.retryAfterSeconds,
                cause: error
              })
          )
        )
      : egress
          .request({ url, headers, bodyBytesMax: bytesMax, redirectsMax, redirectProblem, timeoutMs: 20_000 })
          .pipe(Effect.mapError((error) => new SourceFailed({ message: error.message, cause: error })))

  const away = (cause: unknown) => new SourceFailed({ message: "what is kept of it can't be read", cause })

  const look = (url: string) =>
    Effect.map(
      rows(sql`
        SELECT read_ms::float8 AS "readMs", etag, modified, problem, is_gone AS "isGone", posts FROM growth_feeds
        WHERE url = ${url}`),
      ([known]) => known
    ).pipe(Effect.mapError(away))
  type Known = Effect.Success<ReturnType<typeof look>>

  /** What the last reading says, as long as it stands for the feed; undefined: the feed must be asked. */
  const standing = Effect.fnUntraced(function* (known: Known) {
    if (known === undefined) return undefined
    if (known.isGone) return yield* new SourceFailed({ message: "the feed has ended (410)", isGone: true })
    if (known.readMs <= (yield* Clock.currentTimeMillis) - feedFreshMs) return undefined
    return known.problem === null ? known.posts : yield* new SourceFailed({ message: known.problem })
  })

  const readAnew = Effect.fnUntraced(function* (url: string, known: Known) {
    const nowMs = yield* Clock.currentTimeMillis
    const keep = (feed: Omit<Known & object, "readMs">) =>
      sql`
        INSERT INTO growth_feeds (url, read_ms, etag, modified, problem, is_gone, posts)
        VALUES (${url}, ${nowMs}::bigint, ${feed.etag}, ${feed.modified}, ${feed.problem}, ${feed.isGone},
          ${JSON.stringify(feed.posts)}::text::jsonb)
        ON CONFLICT (url) DO UPDATE SET read_ms = excluded.read_ms, etag = excluded.etag, modified = excluded.modified,
          problem = excluded.problem, is_gone = excluded.is_gone, posts = excluded.posts`.pipe(Effect.mapError(away))
    // What was read before stays: once the feed is back, it may say that nothing changed.
    const before = known ?? { etag: null, modified: null, posts: [] }
    const failed = Effect.fnUntraced(function* (message: string, retryAfterSeconds?: number, isGone = false) {
      yield* keep({ ...before, problem: message, isGone })
      return yield* new SourceFailed({ message, retryAfterSeconds, isGone })
    })
    const answer = yield* fetched(url, {
      accept: "application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, */*;q=0.5",
      "user-agent": `storeglass (${contact})`,
      ...(known?.etag == null ? {} : { "if-none-match": known.etag }),
      ...(known?.modified == null ? {} : { "if-modified-since": known.modified })
    }).pipe(Effect.tapError(({ message }) => keep({ ...before, problem: message, isGone: false })))
    if (answer.status === 304 && known !== undefined) {
      yield* keep({ ...known, problem: null })
      return known.posts
    }
    if (answer.status === 410) return yield* failed("the feed has ended (410)", undefined, true)
    if (answer.status >= 300 && answer.status < 400) return yield* failed("it leads to another host, which isn't asked")
    if (answer.status !== 200) {
      return yield* failed(`it answered with ${answer.status}`, yield* restSecondsOf(answer.headers))
    }
    const feed = readFeed(answer.body, answer.url, answer.headers["content-type"])
    if ("problem" in feed) return yield* failed(feed.problem)
    const read = feed.entries.flatMap(keptOf(url)).slice(0, keptMax)
    const isForgotten = yield* forgotten(channelId, read).pipe(Effect.mapError(away))
    const posts = read.map((post) => (isForgotten(post) ? { ...post, author: null } : post))
    yield* keep({
      etag: answer.headers.etag ?? null,
      modified: answer.headers["last-modified"] ?? null,
      problem: null,
      isGone: false,
      posts
    })
    return posts
  })

  /** What the feed has, at most 15 minutes old, whichever account had it read. Those who ask at once wait for one reading. */
  const read = Effect.fn("Feeds.read")(function* (url: string) {
    const problem = problemOf(url)
    if (problem !== undefined) return yield* new SourceFailed({ message: problem, isGone: true })
    const there = yield* standing(yield* look(url))
    if (there !== undefined) return there
    const inTurn = Effect.gen(function* () {
      const known = yield* look(url)
      return (yield* standing(known)) ?? (yield* readAnew(url, known))
    })
    return yield* locks.withKey(`growth.feed ${url}`, inTurn, { waitMs: readMsMax }).pipe(
      Effect.catchTag("LockUnavailable", (cause) => {
        const message = cause.reason === "busy" ? "another scan is reading it" : "it couldn't be read in turn"
        return new SourceFailed({ message, retryAfterSeconds: 10, cause })
      })
    )
  })

  /** Also what only a look at the rules of the network tells: no private address. */
  const check = (url: string): Effect.Effect<string | undefined> =>
    isOwn(url)
      ? Effect.undefined
      : egress.check(url).pipe(
          Effect.as(undefined),
          Effect.catchTag("EgressRefused", ({ message }) => Effect.succeed(message.replace(/^url: /, "")))
        )

  const channel: GrowthChannel = {
    id: channelId,
    name: "Feeds",
    requiresCredentials: false,
    unavailable: null,
    filters: [
      {
        name: "feeds",
        description: "Addresses of RSS, Atom or JSON feeds.",
        max: 25,
        isRequired: true,
        problem: problemOf,
        check
      }
    ],
    limits: "A feed is read once in 15 minutes, up to 2 MiB, and has what its site puts into it.",
    rules: {
      text: "Sites have their own rules for comments. Say that it's your app.",
      url: "https://www.rssboard.org/rss-specification",
      checkedOn: "2026-11-20"
    },
    halfLifeMs: 48 * hourMs,
    overlapMs: dayMs,
    restsTogether: false,
    plan: ({ filters }, sinceMs) =>
      (filters.feeds ?? []).map((source) => ({ source, query: "", sinceMs: sinceMs(source) })),
    page: Effect.fn("Feeds.page")(function* (step) {
      const kept = yield* read(step.source)
      const nowMs = yield* Clock.currentTimeMillis
      const posts = kept.map(
        (post): Post => ({
          ...post,
          kind: "post",
          isHtml: false,
          // An entry without a date, or with one to come, is as new as its reading.
          publishedMs: Math.min(post.publishedMs ?? nowMs, nowMs),
          points: null,
          replies: null,
          link: null,
          open: "open",
          nativeId: null
        })
      )
      return { posts, next: null }
    })
  }
  return channel
})
