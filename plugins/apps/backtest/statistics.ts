/** The value below which this share of values lies, between neighbours in proportion. */
export const quantile = (values: ReadonlyArray<number>, share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (sorted.length - 1) * share
  const low = sorted[Math.floor(at)] ?? Number.NaN
  const high = sorted[Math.ceil(at)] ?? Number.NaN
  return low + (high - low) * (at - Math.floor(at))
}

export const median = (values: ReadonlyArray<number>) => quantile(values, 0.5)

export const shareOf = <A>(values: ReadonlyArray<A>, holds: (value: A) => boolean) =>
  values.length === 0 ? Number.NaN : values.filter(holds).length / values.length
