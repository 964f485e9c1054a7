const width = 116

/** Words in lines of at most `width` characters. */
const wrapped = (text: string, indent: number): ReadonlyArray<string> => {
  const lines: Array<string> = []
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1)
    if (last === undefined || indent + last.length + word.length + 1 > width) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}

/** A JSDoc block of paragraphs; nothing when there are none. */
export const jsDoc = (paragraphs: ReadonlyArray<string | undefined>, indent = ""): string => {
  const lines = paragraphs
    .filter((text) => text !== undefined && text.trim() !== "")
    .map((text = "") => wrapped(text.replaceAll("*/", "*\\/"), indent.length + 3))
  const only = lines.length === 1 && lines[0]?.length === 1 ? lines[0][0] : undefined
  if (lines.length === 0) return ""
  if (only !== undefined) return `${indent}/** ${only} */\n`
  const body = lines.flatMap((paragraph, index) => (index === 0 ? paragraph : ["", ...paragraph]))
  return `${indent}/**\n${body.map((line) => `${indent} *${line === "" ? "" : ` ${line}`}\n`).join("")}${indent} */\n`
}

/** A property name as TypeScript writes it. */
export const propertyName = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name))

/** `country-rankings` and `adLibrary` as `CountryRankings` and `AdLibrary`. */
export const pascal = (name: string): string =>
  name
    .split(/[^A-Za-z0-9]+/)
    .map((part) => part.slice(0, 1).toUpperCase() + part.slice(1))
    .join("")
    .replace(/^(?=\d)/, "_")

/** A value as TypeScript writes it. */
export const literal = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).map(([name, field]) => `${propertyName(name)}: ${literal(field)}`)
  return `{ ${fields.join(", ")} }`
}
