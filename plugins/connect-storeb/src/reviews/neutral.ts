/** The vendor's reviews in our words. */
import type { DeviceMetadata } from "./schema.ts"
import type * as V from "./shapes.ts"

/** A reply as the vendor shows it. */
export interface ShownReply {
  readonly text: string
  readonly atMs: number
}
/** A review as the vendor shows it. */
export interface ShownReview {
  readonly reviewId: string
  readonly authorName: string | null
  readonly starRating: number | null
  readonly title: string | null
  /** As it was written. */
  readonly body: string
  /** In the language that was asked for, where that is another. */
  readonly translated: { readonly title: string | null; readonly body: string } | null
  readonly language: string | null
  readonly device: string | null
  readonly deviceMetadata: DeviceMetadata | null
  readonly androidOsVersion: number | null
  readonly appVersionCode: string | null
  readonly appVersionName: string | null
  readonly thumbsUp: number | null
  readonly thumbsDown: number | null
  readonly modifiedAtMs: number
  readonly reply: ShownReply | null
}

/** Text as the database takes it. */
const plain = (text: string) => text.toWellFormed().replaceAll("\u0000", "")
const textOf = (text: string | null | undefined) =>
  text === null || text === undefined || text === "" ? null : plain(text)

/** A whole number that the database takes; null where there's none. */
const wholeOf = (told: number | null | undefined, min = 0, max = 2_147_483_647) =>
  told === null || told === undefined || told < min || told > max ? null : told

/** Milliseconds since 1970; undefined where it's no time. */
export const msOf = (time: V.Timestamp | null | undefined): number | undefined => {
  const seconds = time?.seconds ?? ""
  return /^-?\d{1,12}$/.test(seconds) ? Number(seconds) * 1_000 + Math.floor((time?.nanos ?? 0) / 1e6) : undefined
}

/** The title and the text are told in one, with a tab between them. */
export const partsOf = (told: string): { readonly title: string | null; readonly body: string } => {
  const tab = told.indexOf("\t")
  if (tab < 0) return { title: null, body: plain(told).trim() }
  return { title: textOf(told.slice(0, tab).trim()), body: plain(told.slice(tab + 1)).trim() }
}

/** Undefined where there's no review in it: a comment without words, or of a shape that nobody knows. */
export const shownOf = (review: V.Review): ShownReview | undefined => {
  const comments = review.comments ?? []
  const user = comments.find(({ userComment }) => (userComment ?? null) !== null)?.userComment
  const developer = comments.find(({ developerComment }) => (developerComment ?? null) !== null)?.developerComment
  const modifiedAtMs = msOf(user?.lastModified)
  if (user === null || user === undefined || modifiedAtMs === undefined) return undefined
  const original = textOf(user.originalText)
  const told = user.text ?? ""
  const written = partsOf(original ?? told)
  const { deviceMetadata: about } = user
  const replyText = textOf(developer?.text)
  return {
    reviewId: review.reviewId,
    authorName: textOf(review.authorName),
    starRating: wholeOf(user.starRating, 1, 5),
    ...written,
    translated: original === null || original === told ? null : partsOf(told),
    language: textOf(user.reviewerLanguage)?.replace("_", "-") ?? null,
    device: textOf(user.device),
    deviceMetadata:
      about === null || about === undefined
        ? null
        : {
            productName: textOf(about.productName),
            manufacturer: textOf(about.manufacturer),
            deviceClass: textOf(about.deviceClass),
            screenWidthPx: wholeOf(about.screenWidthPx),
            screenHeightPx: wholeOf(about.screenHeightPx),
            nativePlatform: textOf(about.nativePlatform),
            screenDensityDpi: wholeOf(about.screenDensityDpi),
            glEsVersion: wholeOf(about.glEsVersion),
            cpuModel: textOf(about.cpuModel),
            cpuMake: textOf(about.cpuMake),
            ramMb: wholeOf(about.ramMb)
          },
    androidOsVersion: wholeOf(user.androidOsVersion),
    appVersionCode:
      user.appVersionCode === null || user.appVersionCode === undefined ? null : String(user.appVersionCode),
    appVersionName: textOf(user.appVersionName),
    thumbsUp: wholeOf(user.thumbsUpCount),
    thumbsDown: wholeOf(user.thumbsDownCount),
    modifiedAtMs,
    reply: replyText === null ? null : { text: replyText, atMs: msOf(developer?.lastModified) ?? modifiedAtMs }
  }
}

/** What the store makes of a reply. */
export const strippedOf = (text: string): string => text.replace(/<\/?[a-z][^<>]*>/gi, "")
export const sameReply = (a: string, b: string): boolean => strippedOf(a).trim() === strippedOf(b).trim()
