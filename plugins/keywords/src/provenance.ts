/** What answers say of where their figures come from. */

/** Said wherever ranks come from the store's search service. */
export const searchOrder = "the order of the store's search service differs from that on a device"
export const mixedSources = "snapshots of another source than the latest are left out: their ranks do not compare"

export const latestMs = (values: ReadonlyArray<number | null>): number | null => {
  const known = values.flatMap((value) => (value === null ? [] : [value]))
  return known.length === 0 ? null : Math.max(...known)
}
