import { readAnswer, type Upstream, type UpstreamResponse } from "@storeglass/plugin-api"
import { Clock, Effect, Option, Schema } from "effect"
import type { GrowthConfig } from "../config.ts"
import type { GrowthChannel, Post } from "../contract.ts"
import { canonicalUrl } from "../keys/canonical.ts"
import { assertOk, dayMs, hourMs, reachesBefore, sourceFailed, termsOf, timeOf } from "./asking.ts"
import { instancesOf } from "./instances.ts"

const { NullOr, optionalKey } = Schema
const Person = Schema.Struct({ name: Schema.String, actor_id: optionalKey(Schema.String) })
const Counts = Schema.Struct({
  score: optionalKey(Schema.Finite),
  comments: optionalKey(Schema.Finite),
  child_count: optionalKey(Schema.Finite)
})
const flags = { deleted: optionalKey(Schema.Boolean), removed: optionalKey(Schema.Boolean) }
const LemmyPost = Schema.Struct({
  id: Schema.Finite,
  name: Schema.String,
  body: optionalKey(NullOr(Schema.String)),
  url: optionalKey(NullOr(Schema.String)),
  ap_id: Schema.String,
  published: Schema.String,
  locked: optionalKey(Schema.Boolean),
  ...flags
})
const PostView = Schema.Struct({ post: LemmyPost, creator: Person, counts: optionalKey(Counts) })
const LemmyComment = Schema.Struct({
  id: Schema.Finite,
  content: Schema.String,
  ap_id: Schema.String,
  published: Schema.String,
  ...flags
})
const CommentView = Schema.Struct({
  comment: LemmyComment,
  creator: Person,
  post: optionalKey(Schema.Struct({ locked: optionalKey(Schema.Boolean) })),
  counts: optionalKey(Counts)
})
const Found = Schema.Struct({
  posts: optionalKey(Schema.Array(PostView)),
  comments: optionalKey(Schema.Array(CommentView))
})
const flags4 = { ...flags, locked: optionalKey(Schema.Boolean), score: optionalKey(Schema.Finite) }
/** Of a server from version 1 on: the counts of a thing stand in it, and its time has another name. */
const Post4 = Schema.Struct({
  type_: Schema.Literal("post"),
  creator: Person,
  post: Schema.Struct({
    id: Schema.Finite,
    name: Schema.String,
    body: optionalKey(NullOr(Schema.String)),
    url: optionalKey(NullOr(Schema.String)),
    ap_id: Schema.String,
    published_at: Schema.String,
    comments: optionalKey(Schema.Finite),
    ...flags4
  })
})
const Comment4 = Schema.Struct({
  type_: Schema.Literal("comment"),
  creator: Person,
  comment: Schema.Struct({
    id: Schema.Finite,
    content: Schema.String,
    ap_id: Schema.String,
    published_at: Schema.String,
    child_count: optionalKey(Schema.Finite),
    ...flags4
  }),
  post: optionalKey(Schema.Struct({ locked: optionalKey(Schema.Boolean) }))
})
const Found4 = Schema.Struct({
  search: Schema.Array(Schema.Union([Post4, Comment4])),
  next_page: optionalKey(NullOr(Schema.String))
})
const OnePost = Schema.Struct({ post_view: Schema.Struct({ post: Schema.Struct(flags) }) })
const OneComment = Schema.Struct({ comment_view: Schema.Struct({ comment: Schema.Struct(flags) }) })

/** How a server says that a thing isn't there. Of a path that it doesn't have, it says 404 and no word. */
const NotThere = Schema.fromJsonString(
  Schema.Struct({ error: Schema.String.check(Schema.isPattern(/^(?:not_found|couldnt_find_\w+)$/)) })
)
const saysNotThere = ({ body, status }: UpstreamResponse) =>
  (status === 400 || status === 404) && Option.isSome(Schema.decodeUnknownOption(NotThere)(body))

const pageSize = 50
const pagesMax = 20
/** Servers give times of UTC, older ones without saying so. */
const momentOf = (text: string) => timeOf(/(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`)

const isGone = ({ deleted, removed }: { readonly deleted?: boolean; readonly removed?: boolean }) =>
  deleted === true || removed === true

const common = { isHtml: false, language: null } as const
const postOf = ({ counts, creator, post }: typeof PostView.Type): ReadonlyArray<Post> => {
  const publishedMs = momentOf(post.published)
  if (isGone(post) || publishedMs === undefined) return []
  return [
    {
      ...common,
      key: canonicalUrl(post.ap_id) ?? post.ap_id,
      kind: "post",
      title: post.name,
      text: post.body ?? "",
      url: post.ap_id,
      author: creator.name,
      publishedMs,
      points: counts?.score ?? null,
      replies: counts?.comments ?? null,
      link: post.url || null,
      open: post.locked === true ? "closed" : "open",
      nativeId: `post:${post.id}`
    }
  ]
}
const commentOf = ({ comment, counts, creator, post }: typeof CommentView.Type): ReadonlyArray<Post> => {
  const publishedMs = momentOf(comment.published)
  if (isGone(comment) || publishedMs === undefined) return []
  return [
    {
      ...common,
      key: canonicalUrl(comment.ap_id) ?? comment.ap_id,
      kind: "comment",
      title: "",
      text: comment.content,
      url: comment.ap_id,
      author: creator.name,
      publishedMs,
      points: counts?.score ?? null,
      replies: counts?.child_count ?? null,
      link: null,
      open: post?.locked === true ? "closed" : "open",
      nativeId: `comment:${comment.id}`
    }
  ]
}

/** What version 4 gives, as version 3 would. */
const view4 = (view: (typeof Found4.Type)["search"][number]): ReadonlyArray<Post> => {
  const { creator } = view
  if (view.type_ === "post") {
    const { comments, published_at, score, ...post } = view.post
    const counts = { ...(comments === undefined ? {} : { comments }), ...(score === undefined ? {} : { score }) }
    return postOf({ creator, post: { ...post, published: published_at }, counts })
  }
  const { child_count, published_at, score, ...comment } = view.comment
  const counts = { ...(child_count === undefined ? {} : { child_count }), ...(score === undefined ? {} : { score }) }
  const post = { locked: view.post?.locked === true || comment.locked === true }
  return commentOf({ creator, comment: { ...comment, published: published_at }, post, counts })
}

const cursor4 = "v4:"
const types = ["Posts", "Comments"] as const
/** For so long it's known which version a server has. */
const versionMs = dayMs

export const lemmy = Effect.fnUntraced(function* ({ contact, lemmy: own }: GrowthConfig) {
  const instances = yield* instancesOf("lemmy", own, contact)
  const oldUntilMs = new Map<string, number>()

  interface Search {
    readonly type: string
    readonly term: string
    readonly sinceMs: number
  }
  /** Undefined: the server has version 3 only. */
  const newPage = Effect.fnUntraced(function* (
    instance: Upstream,
    { sinceMs, term, type }: Search,
    cursor: string | null
  ) {
    const answer = yield* instance
      .request({
        path: "/api/v4/search",
        query: {
          search_term: term,
          type_: type.toLowerCase(),
          sort: "new",
          listing_type: "all",
          limit: pageSize,
          ...(cursor === null ? {} : { page_cursor: cursor })
        }
      })
      .pipe(Effect.mapError(sourceFailed))
    if (answer.status === 404) return undefined
    yield* assertOk(answer)
    const found = yield* readAnswer(instance, Found4, answer, "a search").pipe(Effect.mapError(sourceFailed))
    const posts = found.search.flatMap(view4)
    return {
      posts,
      next: reachesBefore(posts, sinceMs) || found.next_page == null ? null : `${cursor4}${found.next_page}`
    }
  })
  const oldPage = Effect.fnUntraced(function* (
    instance: Upstream,
    source: string,
    { sinceMs, term, type }: Search,
    page: number
  ) {
    const answer = yield* instance
      .request({
        path: "/api/v3/search",
        query: { q: term, type_: type, sort: "New", listing_type: "All", page, limit: pageSize }
      })
      .pipe(Effect.mapError(sourceFailed))
    // It has moved to version 4 since: the next try begins there.
    if (answer.status === 404) oldUntilMs.delete(source)
    yield* assertOk(answer)
    const found = yield* readAnswer(instance, Found, answer, "a search").pipe(Effect.mapError(sourceFailed))
    const views = (found.posts?.length ?? 0) + (found.comments?.length ?? 0)
    const posts = [...(found.posts ?? []).flatMap(postOf), ...(found.comments ?? []).flatMap(commentOf)]
    const isLast = views < pageSize || page >= pagesMax || reachesBefore(posts, sinceMs)
    return { posts, next: isLast ? null : String(page + 1) }
  })

  /** Asks for one thing by the version that the server is known to have, and by the other where it lacks that. */
  const look = Effect.fnUntraced(function* (instance: Upstream, source: string, what: string, id: string) {
    const nowMs = yield* Clock.currentTimeMillis
    const ask = (version: string) =>
      instance.request({ path: `/api/${version}/${what}`, query: { id } }).pipe(Effect.mapError(sourceFailed))
    const isOld = (oldUntilMs.get(source) ?? 0) > nowMs
    const answer = yield* ask(isOld ? "v3" : "v4")
    if (answer.status !== 404 || saysNotThere(answer)) return answer
    const other = yield* ask(isOld ? "v4" : "v3")
    if (other.status === 404 && !saysNotThere(other)) return other
    if (isOld) oldUntilMs.delete(source)
    else oldUntilMs.set(source, nowMs + versionMs)
    return other
  })

  const channel: GrowthChannel = {
    id: "lemmy",
    name: "Lemmy",
    requiresCredentials: false,
    unavailable: null,
    filters: [],
    limits: "The instance's own: on a large one 100 searches in 10 minutes.",
    rules: {
      text: "Lemmy: each community has its own rules, mostly against promotion. Read them, and say that it's your app.",
      url: "https://join-lemmy.org/docs/code_of_conduct.html",
      checkedOn: "2026-11-20"
    },
    halfLifeMs: dayMs,
    overlapMs: 2 * hourMs,
    restsTogether: false,
    sources: instances.sources,
    lacking: () => "channel: the operator has set no instance; set plugins.growth.lemmy.instances",
    plan: (asked, sinceMs) =>
      instances.sources.flatMap((source) =>
        termsOf(asked).flatMap((term) =>
          types.map((type) => ({ source, query: `${type}:${term.replaceAll(" + ", " ")}`, sinceMs: sinceMs(source) }))
        )
      ),
    page: Effect.fn("Lemmy.page")(function* (step, cursor) {
      const instance = yield* instances.of(step.source)
      const nowMs = yield* Clock.currentTimeMillis
      const at = step.query.indexOf(":")
      const asked = { type: step.query.slice(0, at), term: step.query.slice(at + 1), sinceMs: step.sinceMs }
      // A search ends with the version that it began with.
      const isNew = cursor === null ? (oldUntilMs.get(step.source) ?? 0) <= nowMs : cursor.startsWith(cursor4)
      if (isNew) {
        const page = yield* newPage(instance, asked, cursor?.slice(cursor4.length) ?? null)
        if (page !== undefined) return page
        oldUntilMs.set(step.source, nowMs + versionMs)
      }
      return yield* oldPage(instance, step.source, asked, cursor === null || isNew ? 1 : Number(cursor))
    }),
    looking: {
      atOnce: 1,
      gone: Effect.fn("Lemmy.gone")(function* (source, nativeIds) {
        const instance = yield* instances.of(source)
        const gone: Array<string> = []
        for (const nativeId of nativeIds) {
          const [kind = "", id = ""] = nativeId.split(":")
          const what = kind === "comment" ? "comment" : "post"
          const answer = yield* look(instance, source, what, id)
          if (saysNotThere(answer)) {
            gone.push(nativeId)
            continue
          }
          yield* assertOk(answer)
          const read =
            what === "comment"
              ? Effect.map(
                  readAnswer(instance, OneComment, answer, "a comment"),
                  ({ comment_view }) => comment_view.comment
                )
              : Effect.map(readAnswer(instance, OnePost, answer, "a post"), ({ post_view }) => post_view.post)
          if (isGone(yield* Effect.mapError(read, sourceFailed))) gone.push(nativeId)
        }
        return { gone }
      })
    }
  }
  return channel
})
