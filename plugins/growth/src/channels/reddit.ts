import { readAnswer, type UpstreamResponse, Upstreams } from "@storeglass/plugin-api"
import { Clock, Effect, Redacted, Ref, Schema } from "effect"
import type { GrowthConfig } from "../config.ts"
import type { GrowthChannel, Post, SourceFailed } from "../contract.ts"
import { canonicalUrl } from "../keys/canonical.ts"
import { assertOk, hourMs, minuteMs, paced, quoted, reachesBefore, sourceFailed, termsOf } from "./asking.ts"

const { NullOr, optionalKey } = Schema
const Link = Schema.Struct({
  name: Schema.String,
  title: Schema.String,
  selftext: optionalKey(Schema.String),
  permalink: Schema.String,
  url: optionalKey(NullOr(Schema.String)),
  is_self: optionalKey(Schema.Boolean),
  author: optionalKey(NullOr(Schema.String)),
  created_utc: Schema.Finite,
  score: optionalKey(Schema.Finite),
  num_comments: optionalKey(Schema.Finite),
  locked: optionalKey(Schema.Boolean),
  archived: optionalKey(Schema.Boolean),
  removed_by_category: optionalKey(NullOr(Schema.String))
})
const Listing = Schema.Struct({
  data: Schema.Struct({
    after: optionalKey(NullOr(Schema.String)),
    children: Schema.Array(Schema.Struct({ data: Link }))
  })
})
const Token = Schema.Struct({ access_token: Schema.NonEmptyString, expires_in: Schema.Finite })

const deleted = new Set(["[deleted]", "[removed]"])
const isDeleted = ({ author, removed_by_category, selftext }: typeof Link.Type) =>
  deleted.has(author ?? "[deleted]") || deleted.has(selftext ?? "") || typeof removed_by_category === "string"

const postOf = (link: typeof Link.Type): ReadonlyArray<Post> => {
  if (isDeleted(link)) return []
  const url = `https://www.reddit.com${link.permalink}`
  return [
    {
      key: canonicalUrl(url) ?? url,
      kind: "post",
      title: link.title,
      text: link.selftext ?? "",
      isHtml: false,
      url,
      author: link.author ?? null,
      publishedMs: link.created_utc * 1_000,
      points: link.score ?? null,
      replies: link.num_comments ?? null,
      language: null,
      link: link.is_self === false ? (link.url ?? null) : null,
      open: link.locked === true || link.archived === true ? "closed" : "open",
      nativeId: link.name
    }
  ]
}

const pageSize = 100
const everywhere = "all"
const newest = ""

type Settings = NonNullable<GrowthConfig["reddit"]>

/** Everything but the asking. */
export const redditFacts = {
  id: "reddit",
  name: "Reddit",
  requiresCredentials: true,
  filters: [
    {
      name: "subreddits",
      description: "Subreddits to read, without r/. Default: all are searched.",
      max: 20,
      isRequired: false,
      problem: (value: string) => (/^\w{2,21}$/.test(value) ? undefined : "must be a subreddit's name, without r/")
    }
  ],
  limits: "100 requests a minute, with an application that Reddit has approved; free for non-commercial use alone.",
  rules: {
    text: "Reddit: each subreddit has its own rules, many forbid to name one's own product. Read them, and say that it's your app.",
    url: "https://support.reddithelp.com/hc/en-us/articles/360043504051",
    checkedOn: "2026-11-20"
  },
  halfLifeMs: 18 * hourMs,
  overlapMs: 2 * hourMs,
  restsTogether: true
} as const

export const reddit = Effect.fnUntraced(function* ({ contact }: GrowthConfig, own: Settings) {
  const upstreams = yield* Upstreams
  const headers = { "user-agent": `storeglass (${contact})` }
  const api = yield* upstreams.make({
    name: "growth.reddit",
    baseUrl: own.baseUrl,
    rateLimit: paced(own.requestsPerMinute, minuteMs),
    queueMsMax: 30_000,
    headers
  })
  const tokenUrl = new URL(own.tokenUrl)
  const tokens = yield* upstreams.make({ name: "growth.reddit.token", baseUrl: tokenUrl.origin, headers })
  const kept = yield* Ref.make<{ readonly token: Redacted.Redacted<string>; readonly untilMs: number } | undefined>(
    undefined
  )

  const mint = Effect.gen(function* () {
    const basic = Redacted.make(`Basic ${btoa(`${Redacted.value(own.clientId)}:${Redacted.value(own.clientSecret)}`)}`)
    const answer = yield* tokens
      .request({
        method: "POST",
        path: tokenUrl.pathname,
        repeatable: true,
        headers: { authorization: basic, "content-type": "application/x-www-form-urlencoded" },
        body: "grant_type=client_credentials"
      })
      .pipe(Effect.mapError(sourceFailed))
    yield* assertOk(answer)
    const { access_token, expires_in } = yield* readAnswer(tokens, Token, answer, "a token").pipe(
      Effect.mapError(sourceFailed)
    )
    const nowMs = yield* Clock.currentTimeMillis
    const token = Redacted.make(access_token)
    yield* Ref.set(kept, { token, untilMs: nowMs + Math.max(0, expires_in - 60) * 1_000 })
    return token
  })

  const ask = (
    path: string,
    query: Readonly<Record<string, string | number | undefined>>
  ): Effect.Effect<UpstreamResponse, SourceFailed> =>
    Effect.gen(function* () {
      const nowMs = yield* Clock.currentTimeMillis
      const own = yield* Ref.get(kept)
      const isKept = own !== undefined && own.untilMs > nowMs
      const token = isKept ? own.token : yield* mint
      const send = (token: Redacted.Redacted<string>) =>
        api
          .request({ path, query, headers: { authorization: Redacted.make(`Bearer ${Redacted.value(token)}`) } })
          .pipe(Effect.mapError(sourceFailed))
      const answer = yield* send(token)
      // Revoked before its time: one fresh token, once.
      return answer.status === 401 && isKept ? yield* send(yield* mint) : answer
    })

  const listed = Effect.fnUntraced(function* (
    path: string,
    query: Readonly<Record<string, string | number | undefined>>
  ) {
    const answer = yield* ask(path, query)
    yield* assertOk(answer)
    return yield* readAnswer(api, Listing, answer, "a listing").pipe(Effect.mapError(sourceFailed))
  })

  const channel: GrowthChannel = {
    ...redditFacts,
    unavailable: null,
    plan: (asked, sinceMs) => {
      const subreddits = asked.filters.subreddits ?? []
      const sources = subreddits.length === 0 ? [everywhere] : subreddits
      return sources.flatMap((source) =>
        [...termsOf(asked), ...(source === everywhere ? [] : [newest])].map((query) => ({
          source,
          query,
          sinceMs: sinceMs(source)
        }))
      )
    },
    page: Effect.fn("Reddit.page")(function* (step, cursor) {
      const query = { limit: pageSize, after: cursor ?? undefined, raw_json: 1 }
      const { data } =
        step.query === newest
          ? yield* listed(`/r/${step.source}/new`, query)
          : yield* listed(step.source === everywhere ? "/search" : `/r/${step.source}/search`, {
              ...query,
              q: quoted(step.query),
              sort: "new",
              type: "link",
              restrict_sr: step.source === everywhere ? undefined : "true"
            })
      const posts = data.children.flatMap(({ data }) => postOf(data))
      return { posts, next: reachesBefore(posts, step.sinceMs) ? null : (data.after ?? null) }
    }),
    looking: {
      atOnce: pageSize,
      gone: Effect.fn("Reddit.gone")(function* (_, nativeIds) {
        const { data } = yield* listed("/api/info", { id: nativeIds.join(","), raw_json: 1 })
        const there = new Set(data.children.flatMap(({ data }) => (isDeleted(data) ? [] : [data.name])))
        return { gone: nativeIds.filter((id) => !there.has(id)) }
      })
    }
  }
  return channel
})
