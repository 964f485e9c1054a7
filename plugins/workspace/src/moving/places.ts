// Countries and languages as exports write them.

const languages = [
  "en",
  "de",
  "fr",
  "es",
  "pt",
  "it",
  "nl",
  "pl",
  "tr",
  "ru",
  "uk",
  "sv",
  "ja",
  "ko",
  "zh-Hans",
  "zh-Hant"
]
const letters = [...Array.from({ length: 26 }, (_, index) => String.fromCharCode(97 + index))]

const folded = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}]+/gu, " ")
    .trim()

/** Each name of a country in these languages, made once. */
const byName = (() => {
  let made: ReadonlyMap<string, string> | undefined
  return () => {
    made ??= new Map([
      ...languages.flatMap((language) => {
        const names = new Intl.DisplayNames([language], { type: "region", fallback: "none" })
        return letters.flatMap((first) =>
          letters.flatMap((second) => {
            const code = first + second
            const name = names.of(code.toUpperCase())
            // Countries that are no more have names too.
            const isPresent = Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code.toUpperCase()}`
            return name === undefined || !isPresent ? [] : [[folded(name), code] as const]
          })
        )
      }),
      ["usa", "us"],
      ["united states of america", "us"],
      ["uk", "gb"],
      ["great britain", "gb"],
      ["england", "gb"]
    ])
    return made
  }
})()

/** `us`, `US`, `en-US`, `en_us`, `United States` or `Deutschland (DE)` as a two-letter code; undefined: no country. */
export const countryIn = (cell: string): string | undefined => {
  const text = cell.trim()
  if (/^[a-z]{2}$/i.test(text)) return text.toLowerCase() === "uk" ? "gb" : text.toLowerCase()
  const locale = /^[a-z]{2,3}(?:[-_][a-z]{4})?[-_]([a-z]{2})$/i.exec(text)
  if (locale !== null) return locale[1]?.toLowerCase()
  const bracketed = /\(([a-z]{2})\)$/i.exec(text)
  if (bracketed !== null) return bracketed[1]?.toLowerCase()
  return byName().get(folded(text))
}

/** The app that an id or a store's address names. */
export const appIn = (cell: string): string | undefined => {
  const text = cell.trim()
  if (/^https?:\/\//i.test(text)) {
    const numbered = /\/id(\d{4,15})(?:[/?#]|$)/.exec(text)?.[1]
    return numbered ?? /[?&]id=([A-Za-z][\w]*(?:\.\w+)+)/.exec(text)?.[1]
  }
  if (/^(?:id)?\d{4,15}$/i.test(text)) return text.replace(/^id/i, "")
  return /^[A-Za-z]\w*(?:\.\w+)+$/.test(text) ? text : undefined
}
