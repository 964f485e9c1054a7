/** The public places that growth reads, each in its own format. Written from their documentation: no recordings exist here. */
import {
  bearerOf,
  type DoubleContext,
  defineDouble,
  gzipped,
  json,
  nothing,
  type Reply,
  type SandboxRequest,
  text,
  xml
} from "@storeglass/sandbox"
import { dayOf, ownedApps } from "@storeglass/sandbox/world"
import { streamOf, toldOf, type Written } from "./stream.ts"

interface State {
  /** Beside the stream, in any order. */
  added: Array<Written>
  deleted: Array<number>
  edited: Record<string, string>
  /** Seconds of rest that the next answer asks for; 0: none. */
  backoff: number
  /** Nothing before that is answered. */
  restsUntilMs: number
  questionsAsked: number
  /** What /search/advanced says is left of the day; null: as many as it hasn't been asked. */
  quotaRemaining: number | null
  isClosed: boolean
  /** Whether the Lemmy instance is one of version 1. */
  hasV3: boolean
  hasV4: boolean
  tokens: Array<string>
  isFeedGone: boolean
  feedText: string | null
  /** What /busy.xml answers 429 with; null: it answers. */
  retryAfter: string | null
  /** What was asked in a way that the place refuses: none of it may be. */
  violations: Array<string>
}
type Context = DoubleContext<undefined, State>
type Handler = (request: SandboxRequest, context: Context) => Reply | Promise<Reply>

const hitsMax = 1_000

const visible = ({ nowMs, state, worlds }: Context): ReadonlyArray<Written> =>
  [...state.added, ...streamOf(worlds.first, nowMs)]
    .filter(({ listedMs }) => listedMs <= nowMs)
    .map((written) => {
      const text = state.edited[written.id]
      return text === undefined ? written : { ...written, text }
    })
    .toSorted((a, b) => b.atMs - a.atMs || b.id - a.id)
const present = (context: Context) => visible(context).filter(({ id }) => !context.state.deleted.includes(id))

const lower = (given: string) => given.toLowerCase()
const indexed = new WeakMap<Written, ReadonlyArray<string>>()
const wordsOf = (written: Written): ReadonlyArray<string> => {
  const known = indexed.get(written)
  if (known !== undefined) return known
  const words = lower(`${written.title} ${written.text}`).split(/[^\p{L}\p{N}]+/u)
  indexed.set(written, words)
  return words
}
/** As an index matches: each word is in some word. */
const isHit = (query: string, written: Written): boolean => {
  const words = wordsOf(written)
  const wanted = lower(query)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  return wanted.every((word) => words.some((own) => own.includes(word)))
}
const escaped = (given: string) =>
  given.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("'", "&#x27;")
const seconds = (ms: number) => Math.floor(ms / 1_000)
const iso = (ms: number) => new Date(ms).toISOString()
const field = (input: unknown, name: string): unknown => Reflect.get(Object(input), name)

/** Notes what the place doesn't take; true: there was something. */
const refuses = ({ path, query }: SandboxRequest, { host, state }: Context, known: ReadonlyArray<string>): boolean => {
  const unknown = [...query.keys()].filter((name) => !known.includes(name))
  for (const name of unknown) state.violations.push(`${host}${path}: unknown parameter ${name}`)
  return unknown.length > 0
}
const number = (query: URLSearchParams, name: string, or: number) => Number(query.get(name) ?? or)

const hackernews: Handler = (request, context) => {
  const { path, query } = request
  if (path.startsWith("/items/")) {
    const found = visible(context).find(({ id }) => String(id) === path.slice("/items/".length))
    return found === undefined || context.state.deleted.includes(found.id)
      ? json(404, { status: 404, error: "Not Found" })
      : json(200, { id: found.id, title: found.isComment ? null : found.title, text: escaped(found.text) })
  }
  if (path !== "/search_by_date") return json(404, { message: "Not Found" })
  if (refuses(request, context, ["query", "tags", "numericFilters", "hitsPerPage", "page"])) {
    return json(400, { message: "Unknown parameter", status: 400 })
  }
  const filters = query.get("numericFilters") ?? ""
  const since = Number(/created_at_i>(\d+)/.exec(filters)?.[1] ?? 0)
  const until = Number(/created_at_i<=(\d+)/.exec(filters)?.[1] ?? Number.MAX_SAFE_INTEGER)
  // The index still has what was removed.
  const hits = visible(context)
    .filter(({ atMs }) => seconds(atMs) > since && seconds(atMs) <= until)
    .filter((written) => isHit((query.get("query") ?? "").replaceAll('"', " "), written))
  const perPage = Math.min(hitsMax, number(query, "hitsPerPage", 20))
  const page = number(query, "page", 0)
  const shown = hits.slice(0, hitsMax).slice(page * perPage, (page + 1) * perPage)
  return json(200, {
    hits: shown.map((written) => ({
      objectID: String(written.id),
      created_at: iso(written.atMs),
      created_at_i: seconds(written.atMs),
      author: written.author,
      ...(written.isComment
        ? { comment_text: `<p>${escaped(written.text)}</p>`, story_title: written.title, _tags: ["comment"] }
        : {
            title: written.title,
            url: written.link,
            story_text: written.link === null ? escaped(written.text) : null,
            points: written.points,
            num_comments: written.replies,
            _tags: ["story"]
          })
    })),
    nbHits: hits.length,
    page,
    nbPages: Math.ceil(Math.min(hitsMax, hits.length) / perPage),
    hitsPerPage: perPage
  })
}

const questionOf = (
  { atMs, author, id, isAnswered, isClosed, points, replies, text, title }: Written,
  site: string
) => ({
  question_id: id,
  title: escaped(title),
  body: `<p>${escaped(text)}</p>`,
  link: `https://${site}.stackexchange.com/questions/${id}/some-title`,
  creation_date: seconds(atMs),
  score: points,
  answer_count: replies,
  owner: { display_name: escaped(author), link: `https://${site}.stackexchange.com/users/1` },
  content_license: "CC BY-SA 4.0",
  ...(isAnswered ? { accepted_answer_id: id + 1 } : {}),
  ...(isClosed ? { closed_date: seconds(atMs) + 60 } : {})
})

/** Of the double, which has no day. */
const quotaMax = 1_000_000

const stackexchange: Handler = async (request, context) => {
  const { path, query } = request
  const { nowMs, state } = context
  if (nowMs < state.restsUntilMs) {
    state.violations.push(`${path}: asked before its backoff was over`)
    return gzipped(
      json(400, {
        error_id: 502,
        error_name: "throttle_violation",
        error_message: `too many requests from this IP, more requests available in ${Math.ceil((state.restsUntilMs - nowMs) / 1_000)} seconds`
      })
    )
  }
  state.questionsAsked += 1
  const left = state.quotaRemaining ?? quotaMax - state.questionsAsked
  const common = { has_more: false, quota_max: quotaMax, quota_remaining: left }
  const backoff = state.backoff === 0 ? {} : { backoff: state.backoff }
  if (state.backoff > 0) {
    state.restsUntilMs = nowMs + state.backoff * 1_000
    state.backoff = 0
  }
  const site = query.get("site") ?? ""
  const ids = /^\/questions\/([\d;]+)$/.exec(path)?.[1]
  if (ids !== undefined) {
    const wanted = new Set(ids.split(";"))
    const items = present(context)
      .filter(({ id }) => wanted.has(String(id)))
      .map((written) => questionOf(written, site))
    return gzipped(json(200, { items, ...common, ...backoff }))
  }
  if (path !== "/search/advanced")
    return gzipped(json(404, { error_id: 404, error_name: "no_method", error_message: "this method doesn't exist" }))
  const known = ["site", "q", "sort", "order", "fromdate", "page", "pagesize", "filter", "key"]
  if (refuses(request, context, known) || !/^[a-z]+$/.test(site)) {
    return gzipped(json(400, { error_id: 400, error_name: "bad_parameter", error_message: "No site found for name" }))
  }
  const since = number(query, "fromdate", 0)
  const found = present(context)
    .filter(({ atMs, isComment }) => !isComment && seconds(atMs) >= since)
    .filter((written) => isHit(query.get("q") ?? "", written))
  const size = number(query, "pagesize", 30)
  const page = number(query, "page", 1)
  const items = found.slice((page - 1) * size, page * size).map((written) => questionOf(written, site))
  return gzipped(json(200, { items, ...common, has_more: found.length > page * size, ...backoff }))
}

const lemmyView = (
  { atMs, author, id, isClosed, isComment, link, points, replies, text, title }: Written,
  origin: string
) => {
  const common = { creator: { name: author, actor_id: `${origin}/u/${author}` } }
  return isComment
    ? {
        ...common,
        comment: {
          id,
          content: text,
          ap_id: `https://lemmy.example.org/comment/${id}`,
          published: iso(atMs),
          deleted: false,
          removed: false
        },
        post: { locked: isClosed },
        counts: { score: points, child_count: replies }
      }
    : {
        ...common,
        post: {
          id,
          name: title,
          body: text,
          ...(link === null ? {} : { url: link }),
          ap_id: `https://lemmy.example.org/post/${id}`,
          published: iso(atMs),
          locked: isClosed,
          deleted: false,
          removed: false
        },
        counts: { score: points, comments: replies }
      }
}
/** As servers from 1.0 on give it: counts stand in the thing itself, and times are named otherwise. */
const lemmyView4 = ({ atMs, author, id, isClosed, isComment, link, points, replies, text, title }: Written) => {
  const common = {
    id,
    published_at: iso(atMs),
    deleted: false,
    removed: false,
    locked: isClosed,
    score: points
  }
  const creator = { name: author, ap_id: `https://lemmy.example.org/u/${author}` }
  return isComment
    ? {
        type_: "comment",
        creator,
        comment: { ...common, content: text, ap_id: `https://lemmy.example.org/comment/${id}`, child_count: replies },
        post: { locked: isClosed }
      }
    : {
        type_: "post",
        creator,
        post: {
          ...common,
          name: title,
          body: text,
          ap_id: `https://lemmy.example.org/post/${id}`,
          comments: replies,
          ...(link === null ? {} : { url: link })
        }
      }
}
/** A path that a server doesn't have. */
const noSuchPath = text(404, "")
/** One post or comment, by either version; what isn't there is named otherwise by each. */
const lemmyOne = ({ query }: Parameters<Handler>[0], context: Parameters<Handler>[1], missing: string) => {
  const found = visible(context).find(({ id }) => String(id) === query.get("id"))
  if (found === undefined) return json(404, { error: missing })
  const flags = { deleted: context.state.deleted.includes(found.id), removed: false }
  return json(200, found.isComment ? { comment_view: { comment: flags } } : { post_view: { post: flags } })
}
const lemmy4: Handler = (request, context) => {
  const { path, query } = request
  if (path === "/api/v4/post" || path === "/api/v4/comment") return lemmyOne(request, context, "not_found")
  if (path !== "/api/v4/search") return noSuchPath
  if (
    refuses(request, context, ["search_term", "q", "type_", "sort", "listing_type", "page_cursor", "limit"]) ||
    number(query, "limit", 10) > 50 ||
    query.get("sort") !== "new"
  ) {
    return json(400, { error: "unknown" })
  }
  const wantsComments = query.get("type_") === "comments"
  const limit = number(query, "limit", 10)
  const from = Number(/^from-(\d+)$/.exec(query.get("page_cursor") ?? "from-0")?.[1] ?? 0)
  const hits = present(context)
    .filter(({ isComment }) => isComment === wantsComments)
    .filter((written) => isHit(query.get("search_term") ?? "", written))
  return json(200, {
    search: hits.slice(from, from + limit).map(lemmyView4),
    ...(hits.length > from + limit ? { next_page: `from-${from + limit}` } : {})
  })
}
const lemmy: Handler = (request, context) => {
  const { path, query } = request
  const { origin } = context
  if (!/storeglass \(.+\)/.test(request.headers["user-agent"] ?? ""))
    context.state.violations.push("lemmy: no contact in User-Agent")
  if (path.startsWith("/api/v4/")) return context.state.hasV4 ? lemmy4(request, context) : noSuchPath
  if (!context.state.hasV3) return noSuchPath
  if (path === "/api/v3/post" || path === "/api/v3/comment") return lemmyOne(request, context, "couldnt_find_post")
  if (path !== "/api/v3/search") return noSuchPath
  if (
    refuses(request, context, ["q", "type_", "sort", "listing_type", "page", "limit"]) ||
    number(query, "limit", 10) > 50
  ) {
    return json(400, { error: "couldnt_parse" })
  }
  const wantsComments = query.get("type_") === "Comments"
  const limit = number(query, "limit", 10)
  const page = number(query, "page", 1)
  const views = present(context)
    .filter(({ isComment }) => isComment === wantsComments)
    .filter((written) => isHit(query.get("q") ?? "", written))
    .slice((page - 1) * limit, page * limit)
    .map((written) => lemmyView(written, origin))
  return json(
    200,
    wantsComments ? { type_: "Comments", comments: views, posts: [] } : { type_: "Posts", posts: views, comments: [] }
  )
}

const statusOf = ({ atMs, author, id, language, link, points, replies, text }: Written) => ({
  id: String(id),
  uri: `https://mastodon.example.org/users/${author}/statuses/${id}`,
  url: `https://mastodon.example.org/@${author}/${id}`,
  created_at: iso(atMs),
  content: `<p>${escaped(text)}</p>`,
  spoiler_text: "",
  language,
  account: { acct: author },
  replies_count: replies,
  favourites_count: points,
  in_reply_to_id: null,
  card: link === null ? null : { url: link }
})
const mastodon: Handler = (request, context) => {
  const { path, query } = request
  if (context.state.isClosed) return json(401, { error: "This method requires an authenticated user" })
  const one = /^\/api\/v1\/statuses\/(\d+)$/.exec(path)?.[1]
  if (one !== undefined) {
    const found = present(context).find(({ id }) => String(id) === one)
    return found === undefined ? json(404, { error: "Record not found" }) : json(200, statusOf(found))
  }
  const tag = /^\/api\/v1\/timelines\/tag\/(.+)$/.exec(path)?.[1]
  if (tag === undefined) return json(404, { error: "Not Found" })
  refuses(request, context, ["limit", "max_id"])
  const before = number(query, "max_id", Number.MAX_SAFE_INTEGER)
  const limit = Math.min(40, number(query, "limit", 20))
  return json(
    200,
    present(context)
      .filter((written) => written.tag === lower(decodeURIComponent(tag)) && written.id < before)
      .toSorted((a, b) => b.id - a.id)
      .slice(0, limit)
      .map(statusOf)
  )
}

const linkOf = ({ atMs, author, id, isClosed, link, points, replies, text, title }: Written, isDeleted: boolean) => ({
  kind: "t3",
  data: {
    name: `t3_${id}`,
    title,
    selftext: isDeleted ? "[removed]" : link === null ? text : "",
    permalink: `/r/apps/comments/${id}/some_title/`,
    url: link ?? `https://www.reddit.com/r/apps/comments/${id}/some_title/`,
    is_self: link === null,
    author: isDeleted ? "[deleted]" : author,
    created_utc: seconds(atMs),
    score: points,
    num_comments: replies,
    locked: isClosed,
    archived: false,
    removed_by_category: isDeleted ? "moderator" : null
  }
})
const tokenOf = (state: State, prefix: string) => {
  const token = `${prefix}-${state.tokens.length + 1}`
  state.tokens.push(token)
  return token
}
const reddit: Handler = (request, context) => {
  const { body, headers, method, path, query } = request
  const { state } = context
  if (path === "/api/v1/access_token") {
    const isApp = headers.authorization === `Basic ${btoa("sandbox-app:sandbox-secret")}`
    if (method !== "POST" || !isApp || body !== "grant_type=client_credentials")
      return json(401, { message: "Unauthorized", error: 401 })
    return json(200, { access_token: tokenOf(state, "reddit"), token_type: "bearer", expires_in: 86_400, scope: "*" })
  }
  if (!state.tokens.includes(bearerOf(request) ?? "")) return json(401, { message: "Unauthorized", error: 401 })
  const isDeleted = ({ id }: Written) => state.deleted.includes(id)
  if (path === "/api/info") {
    const names = new Set((query.get("id") ?? "").split(","))
    const children = visible(context)
      .filter(({ id }) => names.has(`t3_${id}`))
      .map((written) => linkOf(written, isDeleted(written)))
    return json(200, { kind: "Listing", data: { after: null, children } })
  }
  const isNew = /^\/r\/\w+\/new$/.test(path)
  if (!isNew && path !== "/search" && !/^\/r\/\w+\/search$/.test(path))
    return json(404, { message: "Not Found", error: 404 })
  refuses(request, context, ["limit", "after", "raw_json", "q", "sort", "type", "restrict_sr"])
  const all = visible(context)
    .filter(({ isComment }) => !isComment)
    .filter((written) => isNew || isHit((query.get("q") ?? "").replaceAll('"', " "), written))
  const after = query.get("after")
  const from = after === null ? 0 : all.findIndex(({ id }) => `t3_${id}` === after) + 1
  const limit = number(query, "limit", 25)
  const shown = all.slice(from, from + limit)
  const last = shown.at(-1)
  return json(200, {
    kind: "Listing",
    data: {
      after: last === undefined || from + limit >= all.length ? null : `t3_${last.id}`,
      children: shown.map((written) => linkOf(written, isDeleted(written)))
    }
  })
}

const uriOf = ({ author, id }: Written) => `at://did:plc:${author}/app.bsky.feed.post/${id}`
const bluesky: Handler = (request, context) => {
  const { body, method, path, query } = request
  const { state } = context
  if (path === "/xrpc/com.atproto.server.createSession") {
    const isMine =
      method === "POST" && body === JSON.stringify({ identifier: "sandbox.example.org", password: "sandbox-password" })
    return isMine
      ? json(200, {
          accessJwt: tokenOf(state, "bluesky"),
          refreshJwt: "refresh",
          handle: "sandbox.example.org",
          did: "did:plc:sandbox"
        })
      : json(401, { error: "AuthenticationRequired", message: "Invalid identifier or password" })
  }
  if (!state.tokens.includes(bearerOf(request) ?? ""))
    return json(400, { error: "ExpiredToken", message: "Token has expired" })
  if (path === "/xrpc/app.bsky.feed.getPosts") {
    const wanted = new Set(query.getAll("uris"))
    return json(200, {
      posts: present(context)
        .map((written) => ({ uri: uriOf(written) }))
        .filter(({ uri }) => wanted.has(uri))
    })
  }
  if (path !== "/xrpc/app.bsky.feed.searchPosts")
    return json(501, { error: "MethodNotImplemented", message: "Method Not Implemented" })
  if (refuses(request, context, ["q", "sort", "since", "limit", "cursor"]))
    return json(400, { error: "InvalidRequest", message: "unknown parameter" })
  const since = Date.parse(query.get("since") ?? iso(0))
  const all = present(context)
    .filter(({ atMs }) => atMs >= since)
    .filter((written) => isHit((query.get("q") ?? "").replaceAll('"', " "), written))
  const limit = Math.min(100, number(query, "limit", 25))
  const from = number(query, "cursor", 0)
  return json(200, {
    posts: all.slice(from, from + limit).map((written) => ({
      uri: uriOf(written),
      author: { did: `did:plc:${written.author}`, handle: `${written.author}.example.org` },
      record: { text: `${written.title} ${written.text}`, createdAt: iso(written.atMs), langs: [written.language] },
      likeCount: written.points,
      replyCount: written.replies
    })),
    ...(all.length > from + limit ? { cursor: String(from + limit) } : {})
  })
}

const feedItems = (context: Context) =>
  present(context)
    .filter(({ isComment }) => !isComment)
    .slice(0, 60)
const pageOf = ({ id }: Written) => `https://blog.example.org/posts/${id}?utm_source=feed`
const rssOf = (context: Context, dateOf: (written: Written, at: number) => string) =>
  `<?xml version="1.0" encoding="utf-8"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>Blog</title><language>en-us</language>${feedItems(
    context
  )
    .map(
      (written, at) =>
        `<item><title>${escaped(written.title)}</title><link>${escaped(pageOf(written))}</link><guid isPermaLink="false">${written.id}</guid><dc:creator>${written.author}</dc:creator><pubDate>${dateOf(written, at)}</pubDate><description>${escaped(`<p>${escaped(written.text)}</p>`)}</description></item>`
    )
    .join("")}</channel></rss>`
const atomOf = (context: Context) =>
  `<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en"><title>News</title>${feedItems(
    context
  )
    .map(
      (written) =>
        `<entry><id>tag:blog.example.org,2026:${written.id}</id><title>${escaped(written.title)}</title><link rel="alternate" href="${escaped(pageOf(written))}"/><author><name>${written.author}</name></author><published>${iso(written.atMs)}</published><content type="html">${escaped(escaped(written.text))}</content></entry>`
    )
    .join("")}</feed>`

const feeds: Handler = (request, context) => {
  const { headers, path } = request
  const { address, state } = context
  switch (path) {
    case "/blog.xml": {
      if (state.isFeedGone) return nothing(410)
      const body = state.feedText ?? rssOf(context, ({ atMs }) => new Date(atMs).toUTCString())
      const newestMs = state.feedText === null ? (feedItems(context)[0]?.atMs ?? 0) : 0
      const etag = `"${body.length}-${seconds(newestMs)}"`
      return headers["if-none-match"] === etag ? nothing(304, { etag }) : xml(200, body, { etag })
    }
    case "/news.atom":
      return xml(200, atomOf(context))
    case "/feed.json":
      return json(200, {
        version: "https://jsonfeed.org/version/1.1",
        title: "Feed",
        items: feedItems(context).map((written) => ({
          id: String(written.id),
          url: pageOf(written),
          title: written.title,
          content_text: written.text,
          date_published: iso(written.atMs),
          authors: [{ name: written.author }]
        }))
      })
    case "/dates.xml":
      return xml(
        200,
        rssOf(context, (_, at) => (at % 2 === 0 ? "yesterday" : "Fri, 31 Dec 2099 23:59:59 GMT"))
      )
    case "/moved.xml":
      return nothing(301, { location: `${address("feeds")}/blog.xml` })
    case "/busy.xml":
      return context.state.retryAfter === null
        ? xml(
            200,
            rssOf(context, ({ atMs }) => new Date(atMs).toUTCString())
          )
        : text(429, "Too many requests", { "retry-after": context.state.retryAfter })
    case "/private.xml":
      return nothing(302, { location: "http://10.0.0.1/blog.xml" })
    case "/bomb.xml":
      return xml(
        200,
        `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;&lol;">]><rss><channel><item><title>&lol2;</title></item></channel></rss>`
      )
    case "/page.html":
      return text(200, "<html><body>No feed here.</body></html>", { "content-type": "text/html" })
    default:
      return nothing(404)
  }
}

const isWritten = (input: unknown): input is Written =>
  typeof field(input, "id") === "number" &&
  typeof field(input, "atMs") === "number" &&
  typeof field(input, "text") === "string"

export default defineDouble({
  name: "growth",
  hosts: {
    hackernews: { handle: hackernews },
    feeds: { handle: feeds },
    stackexchange: { handle: stackexchange },
    lemmy: { handle: lemmy },
    mastodon: { handle: mastodon },
    reddit: { handle: reddit },
    bluesky: { handle: bluesky }
  },
  seed: (): State => ({
    added: [],
    deleted: [],
    edited: {},
    backoff: 0,
    restsUntilMs: 0,
    questionsAsked: 0,
    quotaRemaining: null,
    isClosed: false,
    hasV3: true,
    hasV4: false,
    tokens: [],
    isFeedGone: false,
    feedText: null,
    retryAfter: null,
    violations: []
  }),
  control: {
    /** Posts that somebody writes beside the stream. */
    write: (input, { nowMs, stateOf }) => {
      const posts = Array.isArray(input) ? input : [input]
      for (const post of posts) {
        const written = {
          listedMs: 0,
          language: "en",
          title: "",
          author: "somebody",
          isComment: false,
          link: null,
          points: 1,
          replies: 0,
          isAnswered: false,
          isClosed: false,
          tag: "",
          atMs: nowMs,
          ...Object(post)
        }
        if (!isWritten(written)) throw new Error("A post needs id and text.")
        stateOf("").added.push(written)
      }
    },
    delete: (input, { stateOf }) => {
      stateOf("").deleted.push(Number(field(input, "id")))
    },
    edit: (input, { stateOf }) => {
      stateOf("").edited[String(field(input, "id"))] = String(field(input, "text"))
    },
    /** Sets how the places behave: `backoff`, `isClosed`, `hasV3`, `hasV4`, `isFeedGone`, `feedText`, `retryAfter`, `quotaRemaining`. */
    behave: (input, { stateOf }) => {
      const state = stateOf("")
      if (typeof field(input, "backoff") === "number") state.backoff = Number(field(input, "backoff"))
      if (typeof field(input, "isClosed") === "boolean") state.isClosed = field(input, "isClosed") === true
      if (typeof field(input, "hasV3") === "boolean") state.hasV3 = field(input, "hasV3") === true
      if (typeof field(input, "hasV4") === "boolean") state.hasV4 = field(input, "hasV4") === true
      if (typeof field(input, "isFeedGone") === "boolean") state.isFeedGone = field(input, "isFeedGone") === true
      const quotaRemaining = field(input, "quotaRemaining")
      if (typeof quotaRemaining === "number" || quotaRemaining === null) state.quotaRemaining = quotaRemaining
      const feedText = field(input, "feedText")
      const retryAfter = field(input, "retryAfter")
      if (typeof retryAfter === "string" || retryAfter === null) state.retryAfter = retryAfter
      if (typeof feedText === "string" || feedText === null) state.feedText = feedText
    },
    /** Tokens that were given are good no more. */
    expire: (_, { stateOf }) => {
      stateOf("").tokens.splice(0, Number.POSITIVE_INFINITY, "expired")
    },
    /** Where the feeds are. */
    feeds: (_, { address }) => address("feeds"),
    violations: (_, { stateOf }) => stateOf("").violations,
    /** What is written, newest first. */
    written: (_, { nowMs, worlds }) => streamOf(worlds.first, nowMs)
  },
  /** A project for each place that needs no key, with what it found in 30 days. */
  demo: ({ address, nowMs, worlds }) => {
    const [first] = toldOf(worlds.first, nowMs)
    const [second] = ownedApps(worlds.second, dayOf(nowMs), 1)
    const bootstraps = [
      ...["hackernews", "stackexchange", "lemmy", "mastodon", "storea_reviews"].map((channel) => ({
        channel,
        appId: String(first?.id ?? "")
      })),
      { channel: "storeb_reviews", appId: second?.bundleId ?? "", platform: "storeb" }
    ].filter(({ appId }) => appId !== "")
    const project = (channel: string) => `/v1/growth/projects?channel=${channel}`
    const made = [
      ...bootstraps.map((body) => ({ channel: body.channel, path: "/v1/growth/projects/bootstrap", body })),
      {
        channel: "rss",
        path: "/v1/growth/projects",
        body: {
          name: "Blogs",
          channel: "rss",
          keywords: ["app", "habit tracker"],
          filters: { feeds: ["/blog.xml", "/news.atom", "/feed.json"].map((path) => `${address("feeds")}${path}`) }
        }
      }
    ]
    return [
      ...made.map(({ body, channel, path }) => ({
        method: "POST",
        path,
        body,
        isOnce: true,
        unless: project(channel)
      })),
      ...made.map(({ channel }) => ({
        method: "POST",
        path: "/v1/growth/projects/:item/scan",
        isOfItem: true,
        isOnce: true,
        unless: `/v1/growth/opportunities?channel=${channel}&limit=1`,
        until: { path: project(channel), holds: (items: ReadonlyArray<unknown>) => items.length > 0 }
      }))
    ]
  }
})
