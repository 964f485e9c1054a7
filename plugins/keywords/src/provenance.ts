/** What answers say of where their figures come from. */

/** Said wherever ranks come from the store's search service. */
export const searchOrder = "the order of the store's search service differs from the order on a device"
export const mixedSources =
  "snapshots from a different source than the latest are left out: their ranks aren't comparable"

export const latestMs = (values: ReadonlyArray<number | null>): number | null => {
  const known = values.flatMap((value) => (value === null ? [] : [value]))
  return known.length === 0 ? null : Math.max(...known)
}
