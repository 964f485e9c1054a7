import { readAnswer, Upstreams } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import type { GrowthConfig } from "../config.ts"
import type { GrowthChannel, Post } from "../contract.ts"
import { assertOk, hourMs, minuteMs, paced, quoted, sourceFailed, termsOf } from "./asking.ts"

const { NullOr, optionalKey } = Schema
const maybe = <S extends Schema.Constraint>(schema: S) => optionalKey(NullOr(schema))
const Hit = Schema.Struct({
  objectID: Schema.String,
  created_at_i: Schema.Finite,
  title: maybe(Schema.String),
  url: maybe(Schema.String),
  author: maybe(Schema.String),
  points: maybe(Schema.Finite),
  num_comments: maybe(Schema.Finite),
  story_text: maybe(Schema.String),
  comment_text: maybe(Schema.String),
  _tags: maybe(Schema.Array(Schema.String))
})
const Hits = Schema.Struct({ hits: Schema.Array(Hit), nbHits: optionalKey(Schema.Finite) })
const Item = Schema.Struct({ id: Schema.Finite, text: maybe(Schema.String), title: maybe(Schema.String) })

const hitsPerPage = 100
/** The search gives 1,000 hits of a query at most, whatever the page. */
const pagesMax = 10
const source = "hackernews"

const postOf = (hit: typeof Hit.Type): Post => {
  const isComment = typeof hit.comment_text === "string"
  const url = `https://news.ycombinator.com/item?id=${hit.objectID}`
  return {
    key: url,
    kind: isComment ? "comment" : "post",
    title: isComment ? "" : (hit.title ?? ""),
    text: hit.comment_text ?? hit.story_text ?? "",
    isHtml: true,
    url,
    author: hit.author ?? null,
    publishedMs: hit.created_at_i * 1_000,
    points: hit.points ?? null,
    replies: hit.num_comments ?? null,
    language: null,
    link: isComment ? null : hit.url || null,
    open: "open",
    nativeId: hit.objectID
  }
}

export const hackernews = Effect.fnUntraced(function* ({ contact, hackernews: own }: GrowthConfig) {
  const upstreams = yield* Upstreams
  const search = yield* upstreams.make({
    name: "growth.hackernews",
    baseUrl: own.baseUrl,
    rateLimit: paced(own.requestsPerMinute, minuteMs, 1),
    queueMsMax: 30_000,
    headers: { "user-agent": `storeglass (${contact})` }
  })

  const channel: GrowthChannel = {
    id: "hackernews",
    name: "Hacker News",
    requiresCredentials: false,
    unavailable: null,
    filters: [],
    limits: "One request a second. Comments come up late, so the last two hours are read again.",
    rules: {
      text: "Hacker News: answer what is asked, and say whom you work for. Don't use it mainly for promotion, and ask nobody for votes.",
      url: "https://news.ycombinator.com/newsguidelines.html",
      checkedOn: "2026-11-20"
    },
    halfLifeMs: 12 * hourMs,
    overlapMs: 2 * hourMs,
    restsTogether: true,
    plan: (asked, sinceMs) => termsOf(asked).map((query) => ({ source, query, sinceMs: sinceMs(source) })),

    page: Effect.fn("HackerNews.page")(function* (step, cursor) {
      // So few hits of a query are given that the window is cut behind each page instead.
      const [until, given] = cursor?.split("/") ?? []
      const page = Number(given ?? 0)
      const before = until === undefined ? "" : `,created_at_i<=${until}`
      const answer = yield* search
        .request({
          path: "/search_by_date",
          query: {
            query: quoted(step.query),
            tags: "(story,comment)",
            numericFilters: `created_at_i>${Math.floor(step.sinceMs / 1_000)}${before}`,
            hitsPerPage,
            ...(page === 0 ? {} : { page })
          }
        })
        .pipe(Effect.mapError(sourceFailed))
      yield* assertOk(answer)
      const { hits } = yield* readAnswer(search, Hits, answer, "a search").pipe(Effect.mapError(sourceFailed))
      const first = hits[0]?.created_at_i
      const last = hits.at(-1)?.created_at_i
      if (hits.length < hitsPerPage || last === undefined) return { posts: hits.map(postOf), next: null }
      // Those of one second can't be told apart by it: where a page has no other, its further pages are read.
      const isOne = first === last
      const next = !isOne ? `${last}` : page + 1 < pagesMax ? `${last}/${page + 1}` : `${last - 1}`
      return { posts: hits.map(postOf), next }
    }),

    looking: {
      atOnce: 1,
      gone: Effect.fn("HackerNews.gone")(function* (_, nativeIds) {
        const gone: Array<string> = []
        for (const id of nativeIds) {
          const answer = yield* search
            .request({ path: `/items/${encodeURIComponent(id)}` })
            .pipe(Effect.mapError(sourceFailed))
          if (answer.status === 404) {
            gone.push(id)
            continue
          }
          yield* assertOk(answer)
          const { text, title } = yield* readAnswer(search, Item, answer, "an item").pipe(Effect.mapError(sourceFailed))
          if ((text ?? "") === "" && (title ?? "") === "") gone.push(id)
        }
        return { gone }
      })
    }
  }
  return channel
})
