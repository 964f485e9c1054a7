/**
 * What is said of a thread where it can't be erased with its post: what its author wrote stays out, and who that is.
 */
import { addressNamesAuthor } from "./upkeep/forgotten.ts"

export interface Told {
  readonly channel: string
  readonly intent: string | null
  readonly key: string
  readonly url: string | null
  readonly author: string | null
  readonly nativeId: string | null
  readonly score: number
}

export const tellOf = (
  thread: Told
): { readonly what: string; readonly url: string | null; readonly isNamed: boolean } => {
  const { channel, intent, score, url } = thread
  const isNamed = addressNamesAuthor(thread)
  return {
    what: `${channel}, relevance ${score}${intent === null ? "" : `, ${intent}`}`,
    url: isNamed ? null : url,
    isNamed
  }
}
