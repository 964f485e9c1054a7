import { Exchange, InvalidInput, pageOf } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { PlayApi } from "../api.ts"
import { makeAsked, saved } from "../asked.ts"
import { localeOf } from "../edits/limits.ts"
import { inboxCursor, reviewCursor } from "./api.ts"
import { Inbox } from "./Inbox.ts"
import { Replies } from "./Replies.ts"
import { ReviewCopies } from "./ReviewCopies.ts"
import { Reviews } from "./Reviews.ts"
import { reviewOf } from "./told.ts"

const dayMs = 86_400_000
const languageIn = (text: string | undefined) => {
  const language = text === undefined ? undefined : localeOf(text)
  return text === undefined || language !== undefined
    ? Effect.succeed(language)
    : Effect.fail(new InvalidInput("language (query): must be a language of BCP 47, such as en"))
}
const windowIn = ({ from, to }: { readonly from?: string; readonly to?: string }) =>
  from !== undefined && to !== undefined && from > to
    ? Effect.fail(new InvalidInput("from (query): must not be after to"))
    : Effect.succeed({
        fromMs: from === undefined ? undefined : Date.parse(from),
        untilMs: to === undefined ? undefined : Date.parse(to) + dayMs
      })
/** Tells where the next page is in the headers too. */
const paged = <A extends { readonly data: { readonly nextCursor: string | null } }, E, R>(
  answer: Effect.Effect<A, E, R>
) =>
  Effect.tap(answer, ({ data: { nextCursor } }) =>
    nextCursor === null ? Effect.void : Exchange.use((exchange) => exchange.nextPage(nextCursor))
  )
/** As the vendor's ids are: nothing that leads elsewhere in a path. */
const reviewIn = (id: string) =>
  /^[A-Za-z0-9_:.=-]{1,200}$/.test(id) && !/^\.{1,2}$/.test(id)
    ? Effect.succeed(id)
    : Effect.fail(new InvalidInput("reviewId (path): must be a review's id, as reviews lists it"))

export const reviewsHandlers = HttpApiBuilder.group(
  PlayApi,
  "connectStorebReviews",
  Effect.fn(function* (group) {
    const asked = yield* makeAsked
    const copies = yield* ReviewCopies
    const inbox = yield* Inbox
    const replies = yield* Replies
    const reviews = yield* Reviews
    return group.handleAll({
      reviews: Effect.fn(function* ({ params: { packageName }, query }) {
        const language = yield* languageIn(query.language)
        const window = yield* windowIn(query)
        return yield* paged(
          saved(
            asked(
              Effect.fnUntraced(function* (connection) {
                const live =
                  query.cursor === undefined
                    ? yield* reviews.live(connection, packageName, language)
                    : yield* reviews.kept(connection, packageName)
                const rows = yield* copies.list(connection.saved.accountId, packageName, {
                  ...window,
                  language,
                  limit: query.limit + 1,
                  after: query.cursor
                })
                const { items, nextCursor } = pageOf(rows, {
                  limit: query.limit,
                  cursor: reviewCursor,
                  positionOf: ({ modifiedAtMs, reviewId }) => ({ atMs: modifiedAtMs, id: reviewId })
                })
                return { items: items.map((copy) => reviewOf(copy, language)), nextCursor, live }
              })
            )
          )
        )
      }),
      inbox: Effect.fn(function* ({ params: { packageName }, query: { cursor, limit, ...days } }) {
        const window = yield* windowIn(days)
        return yield* paged(
          saved(
            asked(
              Effect.fnUntraced(function* (connection) {
                const { accountId } = connection.saved
                const live =
                  cursor === undefined
                    ? yield* reviews.live(connection, packageName, undefined)
                    : yield* reviews.kept(connection, packageName)
                const rows = yield* inbox.list(accountId, packageName, { ...window, limit, after: cursor })
                const { items, nextCursor } = pageOf(rows, {
                  limit,
                  cursor: inboxCursor,
                  positionOf: ({ copy }) => ({
                    answered: copy.replyText !== null,
                    atMs: copy.modifiedAtMs,
                    id: copy.reviewId
                  })
                })
                const summary = yield* inbox.summary(accountId, packageName, window)
                return { items: items.map(({ item }) => item), nextCursor, ...summary, live }
              })
            )
          )
        )
      }),
      reply: Effect.fn(function* ({ params: { packageName, reviewId }, payload, query: { validateOnly } }) {
        const id = yield* reviewIn(reviewId)
        return yield* saved(
          asked((connection) => replies.reply(connection, { packageName, reviewId: id }, payload, validateOnly))
        )
      })
    })
  })
)
