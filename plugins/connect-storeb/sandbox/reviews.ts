/** Reviews by the vendor's rules: with words, written or changed within a week, and one reply each. */
import { json, type Reply, type SandboxRequest, type Worlds } from "@storeglass/sandbox"
import {
  dayOf,
  hash,
  type InventedApp,
  type InventedReview,
  marketOf,
  ownedApps,
  reviewsPage,
  unit
} from "@storeglass/sandbox/world"
import { failure, noSuchPath, notFound, pageOf } from "./replies.ts"

interface Changed {
  readonly text: string
  readonly starRating: number
  readonly atMs: number
}
/** What was done to an app's reviews, beside what its users write anyway. */
export interface AppReviews {
  /** By the review's id; null: its reply was taken back in the console. */
  readonly replies: Record<string, { readonly text: string; readonly atMs: number } | null>
  readonly changes: Record<string, Changed>
  readonly deleted: Array<string>
  /** Every reply that arrived, in order. */
  readonly arrived: Array<{ readonly reviewId: string; readonly replyText: string; readonly atMs: number }>
}
interface WithReviews {
  readonly packageName: string
  readonly reviews: AppReviews
}
interface When {
  readonly nowMs: number
  readonly worlds: Worlds
}

export const noReviews = (): AppReviews => ({ replies: {}, changes: {}, deleted: [], arrived: [] })

const dayMs = 86_400_000
const shownMs = 7 * dayMs
const replyMax = 350
/** Where reviewers are, with the language in which they write. */
const places = [
  ["us", "en"],
  ["de", "de"],
  ["fr", "fr"],
  ["es", "es"]
] as const
const devices = [
  ["oriole", "Pixel 6", "Google", 8_192],
  ["a54x", "Galaxy A54", "Samsung", 6_144],
  ["fogos", "moto g34", "Motorola", 4_096]
] as const

/** Some change their review a day and a half later. */
const changedAfterMs = 1.5 * dayMs
/** Some are answered in the console. */
const answeredAfterMs = 6 * 3_600_000

interface Shown {
  readonly id: string
  readonly language: string
  readonly review: InventedReview
  readonly title: string
  readonly text: string
  readonly starRating: number
  readonly modifiedMs: number
  readonly reply: { readonly text: string; readonly atMs: number } | undefined
}

const appOf = (packageName: string, { nowMs, worlds: { second } }: When): InventedApp | undefined =>
  ownedApps(second, dayOf(nowMs), 24).find(({ bundleId }) => bundleId === packageName)

const shownAs = (
  { changes, replies }: AppReviews,
  language: string,
  review: InventedReview,
  nowMs: number
): Shown | undefined => {
  const id = `gp:AOqpTO${review.id}`
  const dice = hash(Number(review.id.slice(-9)), 71)
  const isChanged = dice % 8 === 0 && review.atMs + changedAfterMs <= nowMs
  const own = isChanged
    ? { text: `${review.text} (!)`, starRating: Math.max(1, review.rating - 1), atMs: review.atMs + changedAfterMs }
    : { text: review.text, starRating: review.rating, atMs: review.atMs }
  const { atMs, starRating, text } = changes[id] ?? own
  if (atMs > nowMs || atMs <= nowMs - shownMs) return undefined
  const answered =
    dice % 5 === 1 && review.atMs + answeredAfterMs <= nowMs
      ? { text: "Thank you for your review.", atMs: review.atMs + answeredAfterMs }
      : undefined
  const reply = replies[id] === undefined ? answered : (replies[id] ?? undefined)
  return { id, language, review, title: review.title, text, starRating, modifiedMs: atMs, reply }
}

/** All that the vendor shows of an app now, newest first. */
const shownOf = ({ packageName, reviews }: WithReviews, when: When): ReadonlyArray<Shown> => {
  const app = appOf(packageName, when)
  if (app === undefined) return []
  const day = dayOf(when.nowMs)
  const since = when.nowMs - shownMs - changedAfterMs
  return places
    .flatMap(([country, language]) => {
      const market = marketOf(country)
      const found: Array<Shown> = []
      for (let page = 1; market !== undefined && page <= 10; page++) {
        const written = reviewsPage(app, market, day, "mostrecent", page)
        for (const review of written) {
          const shown = shownAs(reviews, language, review, when.nowMs)
          if (shown !== undefined && !reviews.deleted.includes(shown.id)) found.push(shown)
        }
        if (written.length < 50 || (written.at(-1)?.atMs ?? 0) < since) break
      }
      return found
    })
    .toSorted((a, b) => b.modifiedMs - a.modifiedMs || (a.id < b.id ? 1 : -1))
}

const timeOf = (ms: number) => ({ seconds: String(Math.floor(ms / 1_000)), nanos: Math.round(ms % 1_000) * 1_000_000 })

const told = (
  { id, language, modifiedMs, reply, review, starRating, text, title }: Shown,
  translate: string | null
) => {
  const [device, productName, manufacturer, ramMb] = devices[review.authorId % devices.length] ?? devices[0]
  const written = `${title}\t${text}`
  const isTranslated = translate !== null && translate.slice(0, 2) !== language
  return {
    reviewId: id,
    authorName: review.author,
    comments: [
      {
        userComment: {
          text: isTranslated ? `[${translate}] ${title}\t[${translate}] ${text}` : written,
          ...(isTranslated ? { originalText: written } : {}),
          lastModified: timeOf(modifiedMs),
          starRating,
          reviewerLanguage: language,
          device,
          androidOsVersion: 33 + (review.authorId % 4),
          appVersionCode: Number(review.version.replace(/\D/g, "").slice(0, 8)) || 1,
          appVersionName: review.version,
          thumbsUpCount: review.voteSum,
          thumbsDownCount: review.voteCount - review.voteSum,
          // Older devices tell nothing about themselves.
          ...(unit(review.authorId, 72) < 0.2
            ? {}
            : {
                deviceMetadata: {
                  productName: `${device} (${productName})`,
                  manufacturer,
                  deviceClass: "phone",
                  screenWidthPx: 1_080,
                  screenHeightPx: 2_400,
                  nativePlatform: "arm64-v8a",
                  screenDensityDpi: 420,
                  glEsVersion: 196_610,
                  ramMb
                }
              })
        }
      },
      ...(reply === undefined ? [] : [{ developerComment: { text: reply.text, lastModified: timeOf(reply.atMs) } }])
    ]
  }
}

const replyIn = (request: SandboxRequest): string => {
  try {
    const body: unknown = JSON.parse(request.body)
    const text: unknown = typeof body === "object" && body !== null ? Reflect.get(body, "replyText") : undefined
    return typeof text === "string" ? text : ""
  } catch {
    return ""
  }
}
const invalid = (message: string) =>
  failure(400, "INVALID_ARGUMENT", message, { reason: "badRequest", domain: "androidpublisher" })

/** What is asked about an app's reviews, its path below the app's. */
export const answerReviews = (request: SandboxRequest, below: string, app: WithReviews, when: When): Reply => {
  const { method, query } = request
  const translate = query.get("translationLanguage")
  if (below === "reviews" && method === "GET") {
    const { nextPageToken, page } = pageOf(shownOf(app, when), query, {
      sizeName: "maxResults",
      tokenName: "token",
      usual: 10,
      most: 100
    })
    return json(200, {
      reviews: page.map((shown) => told(shown, translate)),
      ...(nextPageToken === undefined ? {} : { tokenPagination: { nextPageToken } }),
      pageInfo: { totalResults: page.length, resultPerPage: page.length, startIndex: 0 }
    })
  }
  const [, id = "", reply] = /^reviews\/([^/]+?)(:reply)?$/.exec(below) ?? []
  const shown = shownOf(app, when).find((one) => one.id === decodeURIComponent(id))
  if (shown === undefined) return notFound("Review was")
  if (reply === undefined) return method === "GET" ? json(200, told(shown, translate)) : noSuchPath
  if (method !== "POST") return noSuchPath
  const text = replyIn(request)
    .replace(/<\/?[a-z][^<>]*>/gi, "")
    .trim()
  if (text === "") return invalid("The reply text is empty.")
  if ([...text].length > replyMax) return invalid("The reply text is too long.")
  app.reviews.replies[shown.id] = { text, atMs: when.nowMs }
  app.reviews.arrived.push({ reviewId: shown.id, replyText: text, atMs: when.nowMs })
  return json(200, { result: { replyText: text, lastEdited: timeOf(when.nowMs) } })
}

/** A review that nobody has answered, for trying things out; else the newest. */
export const newestReview = (app: WithReviews, when: When): string | undefined => {
  const shown = shownOf(app, when)
  return (shown.find(({ reply }) => reply === undefined) ?? shown[0])?.id
}

type Owning = (email: string) => { readonly apps: ReadonlyArray<WithReviews> }
const at = (input: unknown, name: string): unknown =>
  typeof input === "object" && input !== null ? Reflect.get(input, name) : undefined

/** What tests do to reviews of `{ email, packageName }`, and see of them. */
export const reviewControls = <Context extends When & { readonly stateOf: Owning }>() => {
  const appOf = (input: unknown, { stateOf }: Context) => {
    const found = stateOf(String(at(input, "email"))).apps.find(
      ({ packageName }) => packageName === at(input, "packageName")
    )
    if (found === undefined) throw new Error("There's no such app.")
    return found
  }
  return {
    /** Its author changes a review now: `{ reviewId, text, starRating }`. */
    changeReview: (input: unknown, context: Context) => {
      appOf(input, context).reviews.changes[String(at(input, "reviewId"))] = {
        text: String(at(input, "text")),
        starRating: Number(at(input, "starRating")),
        atMs: context.nowMs
      }
    },
    /** Somebody replies in the console, or takes a reply back: `{ reviewId, text }`, null to take it back. */
    replyInConsole: (input: unknown, context: Context) => {
      const text = at(input, "text")
      appOf(input, context).reviews.replies[String(at(input, "reviewId"))] =
        typeof text === "string" ? { text, atMs: context.nowMs } : null
    },
    /** The vendor no longer shows a review. */
    forgetReview: (input: unknown, context: Context) => {
      appOf(input, context).reviews.deleted.push(String(at(input, "reviewId")))
    },
    /** What the vendor shows, with what arrived. */
    reviews: (input: unknown, context: Context) => {
      const app = appOf(input, context)
      return {
        shown: shownOf(app, context).map(({ id, language, modifiedMs, reply, starRating, text, title }) => ({
          id,
          language,
          title,
          text,
          starRating,
          modifiedMs,
          reply: reply ?? null
        })),
        arrived: app.reviews.arrived
      }
    }
  }
}
