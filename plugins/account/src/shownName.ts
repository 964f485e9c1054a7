/** A name that others gave, as it can be kept and shown: one line of `max` characters, without what turns the direction of text. */
export const shownName = (name: unknown, max: number): string | undefined => {
  if (typeof name !== "string") return undefined
  const line = name
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu, " ")
    .replace(/\s+/g, " ")
    .trim()
  const characters = [...line]
  if (characters.length === 0) return undefined
  return characters.length > max ? `${characters.slice(0, max - 1).join("")}…` : line
}
