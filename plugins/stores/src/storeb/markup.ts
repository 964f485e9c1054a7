/** Texts of the store hold a few tags and entities; this makes plain text of them. */

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0" }

const decode = (text: string): string =>
  text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]+);/gi, (whole, entity: string) => {
    if (!entity.startsWith("#")) return named[entity.toLowerCase()] ?? whole
    const code = /^#x/i.test(entity) ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1))
    const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
    return isCharacter ? String.fromCodePoint(code) : whole
  })

/** Line breaks become lines, other tags go, entities are decoded once. */
export const plainText = (html: string): string =>
  decode(
    html
      .replace(/<br\s*\/?>|<\/(p|li|div|h\d)\s*>/gi, "\n")
      // A tag begins with a letter: "a < b" is text.
      .replace(/<\/?[a-z][^<>]*>/gi, "")
  ).trim()
