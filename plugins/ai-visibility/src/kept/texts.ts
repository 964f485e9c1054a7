/** What tells texts apart that aren't the same but for their case. */
export const foldedOf = (text: string): string => text.normalize("NFKC").toLowerCase()

export const promptMin = 15
export const promptMax = 220

/** Letters of any script with their marks and joiners, numbers, punctuation, symbols and spaces. */
const sayable = /^[\p{L}\p{M}\p{N}\p{P}\p{S} \u200c\u200d]*$/u
const address = /^(?:[a-z][a-z0-9+.-]*:\/\/\S+|(?:[a-z0-9-]+\.)+[a-z]{2,}(?:[/?#:]\S*)?)$/iu

/** A question as it's kept and asked, or what is wrong with it. */
export const promptTextOf = (given: string): { readonly text: string } | { readonly wrong: string } => {
  if (!given.isWellFormed()) return { wrong: "must be well-formed Unicode" }
  const text = given.normalize("NFC").replace(/\s+/gu, " ").trim()
  const { length } = [...text]
  if (length < promptMin || length > promptMax) {
    return { wrong: `must have ${promptMin} to ${promptMax} characters; it has ${length}` }
  }
  if (!sayable.test(text)) return { wrong: "must have no control, private-use or invisible characters" }
  if (address.test(text)) return { wrong: "must be a question; it's an address alone" }
  return { text }
}
