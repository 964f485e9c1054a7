// What changed between two texts, word by word.

export interface Piece {
  readonly op: "same" | "removed" | "added"
  readonly text: string
}

/** Beyond so many changed words the rest is told as one removal and one addition. */
const editsMax = 1_000

const segmenterOf = (language: string) => {
  try {
    return new Intl.Segmenter(language, { granularity: "word" })
  } catch {
    return new Intl.Segmenter("en", { granularity: "word" })
  }
}

/** Words, and what is between them: together the text again. */
export const wordsOf = (text: string, language: string): ReadonlyArray<string> =>
  Array.from(segmenterOf(language).segment(text), ({ segment }) => segment)

const joined = (pieces: ReadonlyArray<Piece>): ReadonlyArray<Piece> => {
  const all: Array<Piece> = []
  for (const piece of pieces) {
    if (piece.text === "") continue
    const last = all.at(-1)
    if (last?.op === piece.op) all[all.length - 1] = { op: piece.op, text: last.text + piece.text }
    else all.push(piece)
  }
  return all
}

/**
 * The fewest removals and additions by which `a` becomes `b`: E. W. Myers, "An O(ND) Difference Algorithm and Its
 * Variations", Algorithmica 1 (1986). Undefined beyond `editsMax`.
 */
const shortest = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): ReadonlyArray<Piece> | undefined => {
  const most = Math.min(a.length + b.length, editsMax)
  const offset = most + 1
  const ends = new Int32Array(2 * most + 3)
  const trace: Array<Int32Array> = []
  const endOf = (k: number) => ends[offset + k] ?? 0
  for (let d = 0; d <= most; d += 1) {
    trace.push(ends.slice(offset - d - 1, offset + d + 2))
    for (let k = -d; k <= d; k += 2) {
      const isDown = k === -d || (k !== d && endOf(k - 1) < endOf(k + 1))
      let x = isDown ? endOf(k + 1) : endOf(k - 1) + 1
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x += 1
      ends[offset + k] = x
      if (x >= a.length && x - k >= b.length) return walked(a, b, trace)
    }
  }
  return undefined
}

const walked = (
  a: ReadonlyArray<string>,
  b: ReadonlyArray<string>,
  trace: ReadonlyArray<Int32Array>
): ReadonlyArray<Piece> => {
  const pieces: Array<Piece> = []
  let x = a.length
  let y = b.length
  for (let d = trace.length - 1; d >= 0; d -= 1) {
    const ends = trace[d] ?? new Int32Array()
    const endOf = (k: number) => ends[k + d + 1] ?? 0
    const k = x - y
    const isDown = k === -d || (k !== d && endOf(k - 1) < endOf(k + 1))
    const before = isDown ? k + 1 : k - 1
    const beforeX = d === 0 ? 0 : endOf(before)
    const beforeY = d === 0 ? 0 : beforeX - before
    while (x > beforeX && y > beforeY) {
      pieces.push({ op: "same", text: a[x - 1] ?? "" })
      x -= 1
      y -= 1
    }
    if (d === 0) break
    pieces.push(isDown ? { op: "added", text: b[y - 1] ?? "" } : { op: "removed", text: a[x - 1] ?? "" })
    x = beforeX
    y = beforeY
  }
  return pieces.reverse()
}

/** Without additions the pieces give `from`, without removals `to`. */
export const wordDiff = (from: string, to: string, language: string): ReadonlyArray<Piece> => {
  const a = wordsOf(from, language)
  const b = wordsOf(to, language)
  let head = 0
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1
  let tail = 0
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail += 1
  const [a2, b2] = [a.slice(head, a.length - tail), b.slice(head, b.length - tail)]
  const middle = shortest(a2, b2) ?? [
    { op: "removed" as const, text: a2.join("") },
    { op: "added" as const, text: b2.join("") }
  ]
  return joined([
    { op: "same", text: a.slice(0, head).join("") },
    ...middle,
    { op: "same", text: a.slice(a.length - tail).join("") }
  ])
}

/** Whether a text has all words of a term in it, as the stores look for them: in any order. */
export const hasTerm = (text: string, language: string): ((term: string) => boolean) => {
  const plain = (each: string) => each.normalize("NFKC").toLowerCase()
  const words = new Set(wordsOf(text, language).map(plain))
  const whole = plain(text)
  return (term) => {
    const wanted = wordsOf(term, language)
      .map(plain)
      .filter((word) => /[\p{L}\p{N}]/u.test(word))
    // Scripts without spaces are cut in other places in a sentence than alone.
    return wanted.every((word) => words.has(word)) || (/[^\p{ASCII}]/u.test(term) && whole.includes(plain(term)))
  }
}
