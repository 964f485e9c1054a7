import { lastUsed } from "../cache/lastUsed.ts"

/** A token bucket: `burst` at once, and `perSecond` more each second. */
export interface Rate {
  readonly perSecond: number
  readonly burst: number
}

/** Tells the other nodes of `count` requests; hears what is left over all nodes, or undefined when nobody knows. */
export type Share = (id: string, rate: Rate, count: number, heard: (left: number | undefined) => void) => void

interface TokenBucket {
  tokens: number
  atMs: number
  /** Taken here, and not told to the other nodes yet. */
  untold: number
  telling: boolean
}

/** Beyond this many ids, one that comes back starts full again. */
const bucketsMax = 100_000

/** A node tells the others of a twentieth of a burst at a time, so each node exceeds the rate by no more than that. */
const toldAtOnce = ({ burst }: Rate) => Math.max(1, Math.floor(burst / 20))

/**
 * Token buckets by id. A request is decided by what this node knows, so that none waits for another; nodes tell each other
 * afterwards, and one that hears that all is spent owes until the rate has made up for it.
 */
export const makeBuckets = (share?: Share) => {
  const buckets = lastUsed<string, TokenBucket>(bucketsMax)

  const tell = (id: string, rate: Rate, bucket: TokenBucket, share: Share) => {
    const told = bucket.untold
    bucket.untold = 0
    bucket.telling = true
    share(id, rate, told, (left) => {
      bucket.telling = false
      if (left === undefined) bucket.untold = Math.min(bucket.untold + told, rate.burst)
      else bucket.tokens = Math.min(bucket.tokens, left - bucket.untold)
    })
  }

  return {
    /** Takes one; 0, or in how many milliseconds there will be one. */
    take: (id: string, rate: Rate, nowMs: number): number => {
      let bucket = buckets.get(id)
      if (bucket === undefined) {
        bucket = { tokens: rate.burst, atMs: nowMs, untold: 0, telling: false }
        buckets.set(id, bucket)
      } else if (nowMs > bucket.atMs) {
        bucket.tokens = Math.min(rate.burst, bucket.tokens + ((nowMs - bucket.atMs) * rate.perSecond) / 1000)
        bucket.atMs = nowMs
      }
      if (bucket.tokens < 1) return ((1 - bucket.tokens) / rate.perSecond) * 1000
      bucket.tokens -= 1
      if (share !== undefined) {
        bucket.untold += 1
        if (!bucket.telling && bucket.untold >= toldAtOnce(rate)) tell(id, rate, bucket, share)
      }
      return 0
    },
    giveBack: (id: string, rate: Rate) => {
      const bucket = buckets.get(id)
      if (bucket === undefined) return
      bucket.tokens = Math.min(rate.burst, bucket.tokens + 1)
      bucket.untold = Math.max(0, bucket.untold - 1)
    }
  }
}
