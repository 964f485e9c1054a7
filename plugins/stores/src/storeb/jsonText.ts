/** JSON inside other text: where it ends is told by its brackets and strings, and nothing is ever evaluated. */

/** The index after the array or object that begins at `start`; undefined when there is none or it is cut. */
export const jsonEnd = (text: string, start: number): number | undefined => {
  let depth = 0
  for (let index = start; index < text.length; index++) {
    const char = text[index]
    if (char === '"') {
      const end = stringEnd(text, index)
      if (end === undefined) return undefined
      index = end
    } else if (char === "[" || char === "{") depth++
    else if (char === "]" || char === "}") {
      depth--
      if (depth === 0) return index + 1
    }
    if (depth === 0) return undefined
  }
  return undefined
}

/** The index of the quote that closes the string opened at `start`. */
const stringEnd = (text: string, start: number): number | undefined => {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0
    while (text[end - 1 - backslashes] === "\\") backslashes++
    if (backslashes % 2 === 0) return end
  }
  return undefined
}

/** Strict: undefined is never a JSON value, so it says that the text is none. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
