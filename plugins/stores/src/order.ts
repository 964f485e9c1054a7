const isHigh = (unit: number) => unit >= 0xd800 && unit <= 0xdbff

/** By code point: the same everywhere, unlike orders of a locale and of UTF-16 units. */
export const byCodePoint = (a: string, b: string): number => {
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at++) {
    if (a.charCodeAt(at) === b.charCodeAt(at)) continue
    // Where the units before are the first halves of a sign, or of two, the signs begin there.
    const from = at > 0 && isHigh(a.charCodeAt(at - 1)) ? at - 1 : at
    return pointAt(a, from) - pointAt(b, from) || pointAt(a, at) - pointAt(b, at)
  }
  return a.length - b.length
}

const pointAt = (text: string, at: number) => text.codePointAt(at) ?? -1
