/** Copies of reviews as the routes tell them. */
import type { Copy } from "./ReviewCopies.ts"
import type { Review } from "./schema.ts"

export const iso = (ms: number) => new Date(ms).toISOString()

/** With `language`, in its translation where one is kept. */
export const reviewOf = (copy: Copy, language?: string): Review => {
  const { body, repliedAtMs, replyText, title, translatedBody, translatedTitle } = copy
  const translated =
    language !== undefined && translatedBody !== null && (translatedBody !== body || translatedTitle !== title)
      ? { title: translatedTitle, text: translatedBody, originalText: body, translatedTo: language }
      : { title, text: body, originalText: null, translatedTo: null }
  return {
    reviewId: copy.reviewId,
    authorName: copy.authorName,
    starRating: copy.starRating,
    ...translated,
    reviewerLanguage: copy.language,
    device: copy.device,
    deviceMetadata: copy.deviceMetadata,
    androidOsVersion: copy.androidOsVersion,
    appVersionCode: copy.appVersionCode,
    appVersionName: copy.appVersionName,
    thumbsUpCount: copy.thumbsUp,
    thumbsDownCount: copy.thumbsDown,
    lastModified: iso(copy.modifiedAtMs),
    developerComment:
      replyText === null ? null : { text: replyText, lastModified: iso(repliedAtMs ?? copy.modifiedAtMs) },
    versions: copy.versions.map(({ lastModified, ...version }) => ({ ...version, lastModified: iso(lastModified) })),
    firstSeenAt: iso(copy.firstSeenAtMs),
    lastSeenAt: iso(copy.lastSeenAtMs)
  }
}
