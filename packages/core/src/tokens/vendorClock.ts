import { DateTime, Option } from "effect"

/** Smaller differences come from the network, and from the whole seconds of a `Date` header. */
const skewMsMin = 5_000

/** The difference between a vendor's clock and ours, as its answers tell it. */
export const makeVendorClock = () => {
  let skewMs = 0
  return {
    /** The vendor's clock is ahead of ours by this; 0 when they agree. */
    skewMs: () => skewMs,
    /**
     * Takes the time from an answer to a request that was sent at `sentMs` and answered at `nowMs`. Returns whether the
     * difference has changed. A cached copy says nothing.
     */
    hear: (headers: Readonly<Record<string, string>>, sentMs: number, nowMs: number): boolean => {
      const text = headers.date
      const date = text === undefined || "age" in headers ? Option.none() : DateTime.make(text)
      if (Option.isNone(date)) return false
      const measured = Math.round(DateTime.toEpochMillis(date.value) + 500 - (sentMs + nowMs) / 2)
      const next = Math.abs(measured) > skewMsMin + (nowMs - sentMs) / 2 ? measured : 0
      if (Math.abs(next - skewMs) <= skewMsMin && next !== 0) return false
      const changed = next !== skewMs
      skewMs = next
      return changed
    }
  }
}
export type VendorClock = ReturnType<typeof makeVendorClock>
