/** Edits between two words; two letters that changed places are one. */
const distance = (a: string, b: string): number => {
  const rows: Array<Array<number>> = [Array.from({ length: b.length + 1 }, (_, column) => column)]
  const cell = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    rows.push(row)
    for (let j = 1; j <= b.length; j++) {
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row.push(
        Math.min(
          cell(i - 1, j) + 1,
          cell(i, j - 1) + 1,
          cell(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
          swapped ? cell(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY
        )
      )
    }
  }
  return cell(a.length, b.length)
}

/** The name that was likely meant; undefined when none is near. */
export const closest = (word: string, names: Iterable<string>): string | undefined => {
  const small = word.toLowerCase()
  const ranked = [...names]
    .map((name) => ({ name, edits: distance(small, name.toLowerCase()) }))
    .filter(({ edits, name }) => edits <= Math.max(1, Math.floor(Math.min(word.length, name.length) / 3)))
    .sort((a, b) => a.edits - b.edits || a.name.localeCompare(b.name))
  return ranked[0]?.name
}
