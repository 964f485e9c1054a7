/** By code point: the same everywhere, unlike orders of a locale and of UTF-16 units. */
export const byCodePoint = (a: string, b: string): number => {
  // UTF-16 puts surrogates before U+E000 to U+FFFF; code points don't.
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at++) {
    const one = a.charCodeAt(at)
    const other = b.charCodeAt(at)
    if (one !== other) return isSurrogate(one) === isSurrogate(other) ? one - other : isSurrogate(one) ? 1 : -1
  }
  return a.length - b.length
}

const isSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdfff
