import { parseOneAddress } from "email-addresses"

/** Labels of domains beyond ASCII, as IDNA writes them: by another implementation than ours. */
export const idnLabels: Readonly<Record<string, string>> = {
  bücher: "xn--bcher-kva",
  münchen: "xn--mnchen-3ya",
  café: "xn--caf-dma",
  例え: "xn--r8jz45g",
  テスト: "xn--zckzah",
  пример: "xn--e1afmkfd",
  испытание: "xn--80akhbyknj4f",
  中国: "xn--fiqs8s",
  한국: "xn--3e0b707e"
}

const dots = /[.\u3002\uff0e\uff61]/
const isPrintable = (text: string) => [...text].every((each) => each >= " " && each <= "~")
const isNamePart = (label: string) =>
  label !== "" &&
  label.length <= 63 &&
  !label.startsWith("-") &&
  !label.endsWith("-") &&
  [...label].every((each) => each === "-" || /[A-Za-z0-9]/.test(each) || each > "\u007f")

/**
 * What a parser of RFC 5322 and 6532 takes for one plain address, less what RFC 5321 and we don't: names, comments, white space, domains
 * that are no names of at least two parts, and people's names beyond ASCII. Gives its two sides.
 */
export const referenceOf = (
  given: string
): { readonly local: string; readonly labels: ReadonlyArray<string> } | undefined => {
  const parsed = parseOneAddress({ input: given, strict: true, rfc6532: true })
  if (parsed === null || parsed.type !== "mailbox" || parsed.name !== null) return undefined
  const { comments, domain, local } = parsed.parts
  // Whatever is around its two sides, or in them, would be there too.
  if (comments.length > 0 || `${local.tokens}@${domain.tokens}` !== given) return undefined
  if (!isPrintable(local.tokens) || local.tokens.length > 64) return undefined
  if (!local.tokens.startsWith('"') && /\s/.test(local.tokens)) return undefined
  const labels = domain.tokens.split(dots)
  if (labels.length < 2 || !labels.every(isNamePart) || /^\d+$/.test(labels.at(-1) ?? "")) return undefined
  return { local: local.tokens, labels: labels.map((label) => idnLabels[label] ?? label.toLowerCase()) }
}
