/**
 * Agglomerative clustering by average linkage: the two groups that are most alike on average become one, until none are
 * as alike as `floor`. Of equal pairs the one with the smallest member goes first, then the one whose other group has
 * the smallest. Similarities are integers, so the order of sums changes nothing.
 */
export const averageLinkage = (
  size: number,
  similarity: (a: number, b: number) => number,
  floor: number
): ReadonlyArray<ReadonlyArray<number>> => {
  const groups: Array<Array<number> | undefined> = Array.from({ length: size }, (_, at) => [at])
  /** Sums over all pairs between two groups, whose index is that of their smallest member. */
  const sums = Array.from({ length: size }, (_, a) =>
    Array.from({ length: size }, (__, b) => (a === b ? 0 : similarity(Math.min(a, b), Math.max(a, b))))
  )
  const averageOf = (a: number, b: number) =>
    (sums[a]?.[b] ?? 0) / ((groups[a]?.length ?? 1) * (groups[b]?.length ?? 1))

  /** The one behind it that a group is most like, smallest first. */
  const nearest: Array<{ readonly at: number; readonly average: number } | undefined> = []
  const lookFrom = (a: number) => {
    let best: (typeof nearest)[number]
    if (groups[a] !== undefined)
      for (let b = a + 1; b < size; b++) {
        if (groups[b] === undefined) continue
        const average = averageOf(a, b)
        if (best === undefined || average > best.average) best = { at: b, average }
      }
    nearest[a] = best
  }
  for (let a = 0; a < size; a++) lookFrom(a)

  for (;;) {
    let from = -1
    let most = -1
    for (let a = 0; a < size; a++) {
      const average = nearest[a]?.average ?? -1
      if (average > most) {
        most = average
        from = a
      }
    }
    const to = nearest[from]?.at
    const one = groups[from]
    const other = to === undefined ? undefined : groups[to]
    if (to === undefined || one === undefined || other === undefined || most < floor) break
    groups[from] = [...one, ...other].sort((a, b) => a - b)
    groups[to] = undefined
    for (let each = 0; each < size; each++) {
      const sum = (sums[from]?.[each] ?? 0) + (sums[to]?.[each] ?? 0)
      const row = sums[from]
      const column = sums[each]
      if (row !== undefined) row[each] = sum
      if (column !== undefined) column[from] = sum
    }
    for (let a = 0; a < size; a++) {
      const best = nearest[a]
      if (a === from || a === to || best?.at === from || best?.at === to) lookFrom(a)
      else if (a < from && best !== undefined) {
        const average = averageOf(a, from)
        if (average > best.average || (average === best.average && from < best.at)) nearest[a] = { at: from, average }
      }
    }
  }
  return groups.flatMap((group) => (group === undefined ? [] : [group]))
}
