import { type ReviewTheme, ReviewThemes, type ThemedReview } from "@storeglass/apps/contract"
import { Context, Effect, Layer, Option } from "effect"
import { draftOf } from "./drafts.ts"
import { type Copy, ReviewCopies } from "./ReviewCopies.ts"
import { reviewOf } from "./told.ts"

/** Of how many of the newest the themes are told. */
const themedMax = 500

/** A place in the inbox: what isn't answered comes first. */
export interface InboxPlace {
  readonly answered: boolean
  readonly atMs: number
  readonly id: string
}
interface InboxAsked {
  readonly limit: number
  readonly after?: InboxPlace | undefined
  readonly fromMs?: number | undefined
  readonly untilMs?: number | undefined
}

const themed = ({ body, modifiedAtMs, starRating, title }: Copy): ThemedReview | undefined =>
  starRating === null
    ? undefined
    : { rating: starRating, title, text: body, date: new Date(modifiedAtMs).toISOString() }

const make = Effect.gen(function* () {
  const copies = yield* ReviewCopies
  const themes = Option.getOrUndefined(yield* Effect.serviceOption(ReviewThemes))

  const itemOf = (copy: Copy) => {
    const read = themed(copy)
    const about = themes === undefined || read === undefined ? null : themes.inReview(read)
    const draft = copy.replyText === null ? draftOf({ ...copy, themes: about ?? [] }) : null
    return {
      ...reviewOf(copy),
      themes: about,
      draft: draft === null ? null : { ...draft, characters: [...draft.text].length }
    }
  }

  return {
    /** A page of an app's copies, unanswered first, and newest first among those. */
    list: Effect.fn("Inbox.list")(function* (
      accountId: string,
      packageName: string,
      { after, fromMs, limit, untilMs }: InboxAsked
    ) {
      const window = { fromMs, untilMs }
      const unanswered =
        after?.answered === true
          ? []
          : yield* copies.list(accountId, packageName, { ...window, limit: limit + 1, answered: false, after })
      const rest = limit + 1 - unanswered.length
      const answered =
        rest <= 0
          ? []
          : yield* copies.list(accountId, packageName, {
              ...window,
              limit: rest,
              answered: true,
              after: after?.answered === true ? after : undefined
            })
      return [...unanswered, ...answered].map((copy) => ({ copy, item: itemOf(copy) }))
    }),
    /** How much there is, and what the newest are about. */
    summary: Effect.fn("Inbox.summary")(function* (
      accountId: string,
      packageName: string,
      window: Pick<InboxAsked, "fromMs" | "untilMs">
    ) {
      const counts = yield* copies.counts(accountId, packageName, window)
      if (themes === undefined) return { ...counts, themes: null }
      const newest = yield* copies.list(accountId, packageName, { ...window, limit: themedMax })
      const about: ReadonlyArray<ReviewTheme> = themes.of(newest.flatMap((copy) => themed(copy) ?? []))
      return { ...counts, themes: about }
    })
  }
})

/** Reviews as work to do: what isn't answered first, what they're about, and a draft to begin with. */
export class Inbox extends Context.Service<Inbox, Effect.Success<typeof make>>()("@storeglass/connect-storeb/Inbox") {
  static readonly layer = Layer.effect(this, make)
}
