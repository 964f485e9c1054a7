import { readAnswer, Upstreams } from "@storeglass/plugin-api"
import { Effect, Redacted, Schedule, Schema } from "effect"
import type { GrowthConfig } from "../config.ts"
import { type GrowthChannel, type Post, SourceFailed } from "../contract.ts"
import { canonicalUrl } from "../keys/canonical.ts"
import { cleaned, plainText } from "../texts/plain.ts"
import { assertOk, dayMs, quoted, sourceFailed, termsOf } from "./asking.ts"
import { makeDaily } from "./daily.ts"

const { optionalKey } = Schema
const Question = Schema.Struct({
  question_id: Schema.Finite,
  title: Schema.String,
  body: optionalKey(Schema.String),
  link: Schema.String,
  creation_date: Schema.Finite,
  score: optionalKey(Schema.Finite),
  answer_count: optionalKey(Schema.Finite),
  accepted_answer_id: optionalKey(Schema.Finite),
  closed_date: optionalKey(Schema.Finite),
  locked_date: optionalKey(Schema.Finite),
  owner: optionalKey(Schema.Struct({ display_name: optionalKey(Schema.String) }))
})
const Questions = Schema.Struct({
  items: Schema.Array(Question),
  has_more: optionalKey(Schema.Boolean),
  backoff: optionalKey(Schema.Finite),
  quota_remaining: optionalKey(Schema.Finite)
})
const Refusal = Schema.Struct({
  error_id: Schema.Finite,
  error_name: optionalKey(Schema.String),
  error_message: optionalKey(Schema.String)
})
const throttled = 502
const passing = new Set(["timeout", "unreachable", "failed"])
const pageSize = 100

const postOf = (question: typeof Question.Type): Post => ({
  key: canonicalUrl(question.link) ?? question.link,
  kind: "question",
  // Titles come with entities.
  title: plainText(question.title),
  text: plainText(question.body ?? ""),
  isHtml: false,
  url: question.link,
  author: question.owner?.display_name === undefined ? null : plainText(question.owner.display_name),
  publishedMs: question.creation_date * 1_000,
  points: question.score ?? null,
  replies: question.answer_count ?? null,
  language: null,
  link: null,
  open:
    question.closed_date !== undefined || question.locked_date !== undefined
      ? "closed"
      : question.accepted_answer_id !== undefined
        ? "answered"
        : "open",
  nativeId: String(question.question_id)
})

export const stackexchange = Effect.fnUntraced(function* ({ stackexchange: own }: GrowthConfig) {
  const upstreams = yield* Upstreams
  const api = yield* upstreams.make({
    name: "growth.stackexchange",
    baseUrl: own.baseUrl,
    // Each attempt is counted, so it's made below.
    attempts: 1,
    headers: { "accept-encoding": "gzip" }
  })
  const key = own.key === undefined ? {} : { key: Redacted.value(own.key) }
  const perDay = own.requestsPerDay ?? (own.key === undefined ? 300 : 10_000)
  const daily = yield* makeDaily("stackexchange", perDay)

  const ask = Effect.fnUntraced(function* (
    path: string,
    query: Readonly<Record<string, string | number>>,
    keptBack: number
  ) {
    const answer = yield* daily.take(keptBack).pipe(
      Effect.andThen(api.request({ path, query: { ...query, ...key } })),
      Effect.retry({
        while: (error) =>
          error._tag === "UpstreamError" && passing.has(error.reason) && error.retryAfterSeconds === undefined,
        times: 2,
        schedule: Schedule.exponential(500)
      }),
      Effect.catchTag("UpstreamError", (error) => Effect.fail(sourceFailed(error)))
    )
    if (answer.status === 400) {
      const refusal = yield* readAnswer(api, Refusal, answer, "a refusal").pipe(Effect.mapError(sourceFailed))
      const seconds = /(\d+) seconds/.exec(refusal.error_message ?? "")?.[1]
      return yield* new SourceFailed(
        refusal.error_id === throttled
          ? { message: "it takes no more requests right now", retryAfterSeconds: Number(seconds ?? 60) }
          : {
              message: `it refuses the question: ${cleaned(refusal.error_message ?? String(refusal.error_id)).slice(0, 200)}`
            }
      )
    }
    yield* assertOk(answer)
    const told = yield* readAnswer(api, Questions, answer, "questions").pipe(Effect.mapError(sourceFailed))
    if (told.quota_remaining !== undefined) yield* daily.told(told.quota_remaining)
    return told
  })

  const channel: GrowthChannel = {
    id: "stackexchange",
    name: "Stack Exchange",
    requiresCredentials: false,
    unavailable: null,
    filters: [
      {
        name: "sites",
        description: "Sites, as the API names them, such as softwarerecs or apple.",
        max: 5,
        isRequired: false,
        problem: (value) =>
          /^[a-z0-9.-]{2,60}$/.test(value) ? undefined : "must be a site's API name, such as softwarerecs"
      }
    ],
    limits: "300 requests a day, 10,000 with the operator's key. Pauses that it asks for are kept.",
    rules: {
      text: "Stack Exchange: say in the answer that it's your app, answer the question itself, and don't answer only to promote.",
      url: "https://stackoverflow.com/help/promotion",
      checkedOn: "2026-11-20"
    },
    halfLifeMs: 14 * dayMs,
    overlapMs: dayMs / 12,
    restsTogether: true,
    asksOneByOne: true,
    // More than 30 requests in a second shut an address out.
    spacingMs: 34,
    plan: (asked, sinceMs) =>
      (asked.filters.sites ?? own.sites).flatMap((site) =>
        termsOf(asked).map((query) => ({ source: site, query, sinceMs: sinceMs(site) }))
      ),
    page: Effect.fn("StackExchange.page")(function* (step, cursor) {
      const page = cursor === null ? 1 : Number(cursor)
      const query = {
        site: step.source,
        q: quoted(step.query),
        sort: "creation",
        order: "desc",
        fromdate: Math.floor(step.sinceMs / 1_000),
        page,
        pagesize: pageSize,
        filter: "withbody"
      }
      // A tenth of the day is kept back for looking whether what was found is still there.
      const told = yield* ask("/search/advanced", query, Math.floor(perDay / 10))
      return {
        posts: told.items.map(postOf),
        next: told.has_more === true ? String(page + 1) : null,
        restSeconds: told.backoff
      }
    }),
    looking: {
      atOnce: pageSize,
      gone: Effect.fn("StackExchange.gone")(function* (source, nativeIds) {
        const told = yield* ask(`/questions/${nativeIds.join(";")}`, { site: source, pagesize: pageSize }, 0)
        const there = new Set(told.items.map(({ question_id }) => String(question_id)))
        return { gone: nativeIds.filter((id) => !there.has(id)), restSeconds: told.backoff }
      })
    }
  }
  return channel
})
