import { readAnswer } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import type { GrowthConfig } from "../config.ts"
import { type GrowthChannel, type Post, SourceFailed } from "../contract.ts"
import { canonicalUrl } from "../keys/canonical.ts"
import { primaryOf } from "../texts/language.ts"
import { assertOk, hourMs, reachesBefore, sidesOf, sourceFailed, termsOf, timeOf } from "./asking.ts"
import { instancesOf } from "./instances.ts"

const { NullOr, optionalKey } = Schema
const Status = Schema.Struct({
  id: Schema.String,
  uri: Schema.String,
  url: optionalKey(NullOr(Schema.String)),
  created_at: Schema.String,
  content: Schema.String,
  spoiler_text: optionalKey(Schema.String),
  language: optionalKey(NullOr(Schema.String)),
  account: Schema.Struct({ acct: Schema.String }),
  replies_count: optionalKey(Schema.Finite),
  favourites_count: optionalKey(Schema.Finite),
  card: optionalKey(NullOr(Schema.Struct({ url: Schema.String }))),
  in_reply_to_id: optionalKey(NullOr(Schema.String))
})
const Statuses = Schema.Array(Status)
const pageSize = 40
const tagPattern = /^[\p{L}\p{N}_]{2,60}$/u

const postOf = (status: typeof Status.Type): ReadonlyArray<Post> => {
  const publishedMs = timeOf(status.created_at)
  if (publishedMs === undefined) return []
  return [
    {
      key: canonicalUrl(status.uri) ?? status.uri,
      kind: (status.in_reply_to_id ?? null) === null ? "post" : "comment",
      title: status.spoiler_text ?? "",
      text: status.content,
      isHtml: true,
      url: status.url ?? null,
      author: status.account.acct,
      publishedMs,
      points: status.favourites_count ?? null,
      replies: status.replies_count ?? null,
      language: primaryOf(status.language),
      link: status.card?.url ?? null,
      open: "open",
      nativeId: status.id
    }
  ]
}

/** A keyword, or a side of one, as a tag. */
const tagOf = (term: string) => term.replaceAll(/[^\p{L}\p{N}_]/gu, "").toLowerCase()

export const mastodon = Effect.fnUntraced(function* ({ contact, mastodon: own }: GrowthConfig) {
  const instances = yield* instancesOf("mastodon", own, contact)

  const channel: GrowthChannel = {
    id: "mastodon",
    name: "Mastodon",
    requiresCredentials: false,
    unavailable: null,
    filters: [
      {
        name: "tags",
        description: "Tags to read, without #. Default: the keywords, written together.",
        max: 10,
        isRequired: false,
        problem: (value) => (tagPattern.test(value) ? undefined : "must be 2 to 60 letters, digits or _, without #")
      }
    ],
    limits:
      "300 requests in 5 minutes to an instance. Posts are found by tags alone; an instance may close them to the anonymous.",
    rules: {
      text: "Mastodon: each instance has its own rules. Answer people, don't advertise at them, and say that it's your app.",
      url: "https://mastodon.social/about",
      checkedOn: "2026-11-20"
    },
    halfLifeMs: 12 * hourMs,
    overlapMs: 2 * hourMs,
    restsTogether: false,
    sources: instances.sources,
    lacking: () =>
      instances.sources.length === 0
        ? "channel: the operator has set no instance; set plugins.growth.mastodon.instances"
        : "keywords: none of them makes a tag of 2 to 60 letters, digits or _; add one, or send filters.tags",
    plan: (asked, sinceMs) => {
      const tags =
        asked.filters.tags ??
        termsOf(asked)
          .flatMap(sidesOf)
          .map(tagOf)
          .filter((tag) => tagPattern.test(tag))
      return instances.sources.flatMap((source) =>
        [...new Set(tags)].map((query) => ({ source, query, sinceMs: sinceMs(source) }))
      )
    },
    page: Effect.fn("Mastodon.page")(function* (step, cursor) {
      const instance = yield* instances.of(step.source)
      const answer = yield* instance
        .request({
          path: `/api/v1/timelines/tag/${encodeURIComponent(step.query)}`,
          query: { limit: pageSize, max_id: cursor ?? undefined }
        })
        .pipe(Effect.mapError(sourceFailed))
      if (answer.status === 401 || answer.status === 422) {
        return yield* new SourceFailed({ message: "the instance has closed its tags to the anonymous", isClosed: true })
      }
      yield* assertOk(answer)
      const statuses = yield* readAnswer(instance, Statuses, answer, "a timeline").pipe(Effect.mapError(sourceFailed))
      const posts = statuses.flatMap(postOf)
      const last = statuses.at(-1)
      const isLast = last === undefined || statuses.length < pageSize || reachesBefore(posts, step.sinceMs)
      return { posts, next: isLast ? null : last.id }
    }),
    looking: {
      atOnce: 1,
      gone: Effect.fn("Mastodon.gone")(function* (source, nativeIds) {
        const instance = yield* instances.of(source)
        const gone: Array<string> = []
        for (const id of nativeIds) {
          const answer = yield* instance
            .request({ path: `/api/v1/statuses/${encodeURIComponent(id)}` })
            .pipe(Effect.mapError(sourceFailed))
          if (answer.status === 404 || answer.status === 410) gone.push(id)
          else yield* assertOk(answer)
        }
        return { gone }
      })
    }
  }
  return channel
})
