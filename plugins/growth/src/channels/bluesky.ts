import { readAnswer, type UpstreamResponse, Upstreams } from "@storeglass/plugin-api"
import { Effect, Redacted, Ref, Schema } from "effect"
import type { GrowthConfig } from "../config.ts"
import type { GrowthChannel, Post, SourceFailed } from "../contract.ts"
import { primaryOf } from "../texts/language.ts"
import { assertOk, hourMs, minuteMs, paced, quoted, sourceFailed, termsOf, timeOf } from "./asking.ts"

const { optionalKey } = Schema
const View = Schema.Struct({
  uri: Schema.String,
  author: Schema.Struct({ handle: Schema.String }),
  record: Schema.Struct({
    text: Schema.String,
    createdAt: Schema.String,
    langs: optionalKey(Schema.Array(Schema.String)),
    reply: optionalKey(Schema.Unknown)
  }),
  likeCount: optionalKey(Schema.Finite),
  replyCount: optionalKey(Schema.Finite)
})
const Found = Schema.Struct({ posts: Schema.Array(View), cursor: optionalKey(Schema.String) })
const Got = Schema.Struct({ posts: Schema.Array(Schema.Struct({ uri: Schema.String })) })
const Session = Schema.Struct({ accessJwt: Schema.NonEmptyString })
const Refusal = Schema.Struct({ error: Schema.String })

const postOf = ({ author, likeCount, record, replyCount, uri }: typeof View.Type): ReadonlyArray<Post> => {
  const publishedMs = timeOf(record.createdAt)
  if (publishedMs === undefined) return []
  return [
    {
      key: uri,
      kind: record.reply === undefined ? "post" : "comment",
      title: "",
      text: record.text,
      isHtml: false,
      url: `https://bsky.app/profile/${author.handle}/post/${uri.split("/").at(-1) ?? ""}`,
      author: author.handle,
      publishedMs,
      points: likeCount ?? null,
      replies: replyCount ?? null,
      language: primaryOf(record.langs?.[0]),
      link: null,
      open: "open",
      nativeId: uri
    }
  ]
}

const pageSize = 100
const queriesMax = 10
const urisMax = 25
const source = "bluesky"

type Settings = NonNullable<GrowthConfig["bluesky"]>

/** Everything but the asking. */
export const blueskyFacts = {
  id: "bluesky",
  name: "Bluesky",
  requiresCredentials: true,
  filters: [],
  limits: "One request in 3 seconds and 10 queries a project: its makers ask that the search serve people.",
  rules: {
    text: "Bluesky: answer people, don't advertise at them, and say that it's your app.",
    url: "https://bsky.social/about/support/community-guidelines",
    checkedOn: "2026-11-20"
  },
  halfLifeMs: 12 * hourMs,
  overlapMs: 2 * hourMs,
  restsTogether: true
} as const

export const bluesky = Effect.fnUntraced(function* (own: Settings) {
  const upstreams = yield* Upstreams
  const server = yield* upstreams.make({
    name: "growth.bluesky",
    baseUrl: own.baseUrl,
    rateLimit: paced(own.requestsPerMinute, minuteMs, 1),
    queueMsMax: 30_000
  })
  const kept = yield* Ref.make<Redacted.Redacted<string> | undefined>(undefined)

  const signIn = Effect.gen(function* () {
    const answer = yield* server
      .request({
        method: "POST",
        path: "/xrpc/com.atproto.server.createSession",
        repeatable: true,
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ identifier: own.identifier, password: Redacted.value(own.appPassword) })
      })
      .pipe(Effect.mapError(sourceFailed))
    yield* assertOk(answer)
    const { accessJwt } = yield* readAnswer(server, Session, answer, "a session").pipe(Effect.mapError(sourceFailed))
    const token = Redacted.make(accessJwt)
    yield* Ref.set(kept, token)
    return token
  })

  /** A token's end is told as 400 with its name, or as 401. */
  const isExpired = (answer: UpstreamResponse) =>
    answer.status === 401
      ? Effect.succeed(true)
      : answer.status === 400
        ? readAnswer(server, Refusal, answer, "a refusal").pipe(
            Effect.map(({ error }) => error === "ExpiredToken" || error === "InvalidToken"),
            Effect.orElseSucceed(() => false)
          )
        : Effect.succeed(false)

  const ask = (
    path: string,
    query: Readonly<Record<string, string | number | undefined>>
  ): Effect.Effect<UpstreamResponse, SourceFailed> =>
    Effect.gen(function* () {
      const known = yield* Ref.get(kept)
      const send = (token: Redacted.Redacted<string>) =>
        server
          .request({ path, query, headers: { authorization: Redacted.make(`Bearer ${Redacted.value(token)}`) } })
          .pipe(Effect.mapError(sourceFailed))
      const answer = yield* send(known ?? (yield* signIn))
      const again = known !== undefined && (yield* isExpired(answer))
      const last = again ? yield* send(yield* signIn) : answer
      yield* assertOk(last)
      return last
    })

  const channel: GrowthChannel = {
    ...blueskyFacts,
    unavailable: null,
    plan: (asked, sinceMs) =>
      termsOf(asked)
        .slice(0, queriesMax)
        .map((query) => ({ source, query, sinceMs: sinceMs(source) })),
    page: Effect.fn("Bluesky.page")(function* (step, cursor) {
      const answer = yield* ask("/xrpc/app.bsky.feed.searchPosts", {
        q: quoted(step.query),
        sort: "latest",
        since: new Date(step.sinceMs).toISOString(),
        limit: pageSize,
        cursor: cursor ?? undefined
      })
      const found = yield* readAnswer(server, Found, answer, "a search").pipe(Effect.mapError(sourceFailed))
      return { posts: found.posts.flatMap(postOf), next: found.posts.length === 0 ? null : (found.cursor ?? null) }
    }),
    looking: {
      atOnce: urisMax,
      gone: Effect.fn("Bluesky.gone")(function* (_, nativeIds) {
        const query = nativeIds.map((uri) => `uris=${encodeURIComponent(uri)}`).join("&")
        const answer = yield* ask(`/xrpc/app.bsky.feed.getPosts?${query}`, {})
        const { posts } = yield* readAnswer(server, Got, answer, "posts").pipe(Effect.mapError(sourceFailed))
        const there = new Set(posts.map(({ uri }) => uri))
        return { gone: nativeIds.filter((id) => !there.has(id)) }
      })
    }
  }
  return channel
})
