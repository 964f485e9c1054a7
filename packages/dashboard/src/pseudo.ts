const accents: Readonly<Record<string, string>> = {
  a: "á",
  e: "ë",
  i: "ï",
  o: "ø",
  u: "ü",
  y: "ý",
  c: "ç",
  n: "ñ",
  s: "š",
  A: "Å",
  E: "É",
  I: "Î",
  O: "Ö",
  U: "Û",
  C: "Ç",
  N: "Ñ",
  S: "Š"
}

/** The text in other letters and about a third longer, with its values as they are: what isn't translated shows. */
export const pseudo = (text: string): string => {
  const inner = (part: string) =>
    part.replace(/\{\w+\}|#|[A-Za-z]/g, (each) => (each.length > 1 ? each : (accents[each] ?? each)))
  const choice = /\{\w+, (?:plural|select), (?:[^{}]|\{[^{}]*\})*\}/
  const parts = text.split(new RegExp(`(${choice.source})`))
  const told = parts.map((part) =>
    choice.test(part)
      ? part.replace(/(\w+|=\d+) \{([^{}]*)\}/g, (_, name: string, words: string) => `${name} {${inner(words)}}`)
      : inner(part)
  )
  return `${told.join("")}${" ~~~".repeat(Math.ceil(text.length / 12))}`
}
