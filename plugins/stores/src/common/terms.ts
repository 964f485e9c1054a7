/** One form for what people type: NFC, single spaces, ASCII letters in lower case (other scripts have their own rules). */
export const canonicalTerm = (term: string): string =>
  term
    .normalize("NFC")
    .trim()
    .replace(/\s+/g, " ")
    .replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
