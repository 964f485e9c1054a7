/** What an answer is, told from its text: the vendor's content types are not to be trusted. */
export type Body =
  | { readonly kind: "empty" }
  | { readonly kind: "json"; readonly value: unknown }
  /** HTML or XML. */
  | { readonly kind: "markup"; readonly text: string }
  | { readonly kind: "text"; readonly text: string }
  /** Begins like JSON and is none: cut or malformed. */
  | { readonly kind: "broken" }

/** Reads the text of an answer; what it begins with decides the parser. */
export const readBody = (raw: string): Body => {
  const text = raw.replace(/^\uFEFF/, "").trim()
  if (text === "") return { kind: "empty" }
  if (text.startsWith("<")) return { kind: "markup", text }
  const json = text.startsWith(")]}'") ? text.slice(4).trimStart() : text
  return json.startsWith("{") || json.startsWith("[") ? parse(json) : { kind: "text", text }
}

const parse = (json: string): Body => {
  const strict = tryParse(json)
  if (strict.kind === "json") return strict
  // Old feeds hold raw line breaks and tabs inside strings. Between tokens they are white space all the same.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is replaced here.
  return tryParse(json.replace(/[\u0000-\u001f]/g, " "))
}

const tryParse = (json: string): Body => {
  try {
    return { kind: "json", value: JSON.parse(json) }
  } catch {
    return { kind: "broken" }
  }
}
