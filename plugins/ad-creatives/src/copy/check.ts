/** Takes out of a copy what nothing bears out, in the smallest pieces that leave sentences whole. */
import { type Claim, type Evidence, evidenceOf, unfounded } from "./claims.ts"
import { callsToAction } from "./frames.ts"
import { languageOf } from "./language.ts"
import { cutTo, everyMatch, lengthOf, type Piece, plain, sentencePieces, unspaced } from "./text.ts"
import { type About, type Check, type Copy, type CopyField, copyLimits } from "./types.ts"
import { writtenOf } from "./write.ts"

/** What's shorter says too little to stand. */
const leasts = { primaryText: 20, headline: 8, description: 6, callToAction: 2 } as const
const leastOf = (field: CopyField, text: string) =>
  Math.ceil(leasts[field] / (unspaced.test(text) || /\p{sc=Hangul}/u.test(text) ? 2.5 : 1))

const joiners =
  /^(?:and|or|but|so|und|oder|aber|et|ou|mais|y|o|pero|e|ma|en|of|maar|i|lub|ale|и|или|но|а|ve|veya|و|और|या)\s/iu
/** Begins what can't stand for itself. */
const subordinate =
  /^(?:if|when|while|because|since|after|before|whether|as|with|for|from|in|by|without|unlike|like|until|although|wenn|weil|ob|mit|für|si|quand|avec|pour|cuando|con|para|se|quando|per|als|met|voor|jeśli|gdy|z|если|когда|с|для)\s/iu
const trailing =
  /^(?:and|or|but|with|while|plus|from|for|by|in|on|at|as|including|rated|trusted|loved|used|starting|now|all|no|without|just|even|better|unlike|thanks|und|mit|ab|für|et|avec|pour|y|con|para|e|per|com|en|met|voor|i|z|oraz|и|с|для|ve|و)\s/iu
const leading = /^(?:with|rated|trusted|loved|used|featured|named|voted|for|from|at|over|unlike|as)\s/iu
const orphan =
  /^(?:and|but|so|that's|that is|which|because|it's why|und|aber|deshalb|et|mais|y|pero|e|ma|и|но|поэтому)(?![\p{L}])/iu

const upper = (text: string) =>
  text.replace(/^(["“„«(¿¡]*)(\p{Ll})/u, (_, open, first) => open + String(first).toUpperCase())
const tidy = (text: string) =>
  text
    .replace(/\s+/gu, " ")
    .replace(/\s+([.,。，、！？])/gu, "$1")
    .replace(/([,;:])(?=[.!?])/gu, "")
    .replace(/^[\s,;:.!?·|•–—-]+|[\s,;:·|•–—-]+$/gu, "")
    .trim()
const ending = (text: string) => /[.!?…。！？]+$/u.exec(text)?.[0] ?? ""
const wordsIn = (text: string) => text.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu)?.length ?? 0
const isWhole = (text: string) =>
  (unspaced.test(text) ? lengthOf(text) >= 4 : wordsIn(text) >= 2) && !joiners.test(text)

/** Parts a sentence by what stands between clauses, and says where each begins. */
const segmentsOf = (text: string, between: RegExp): ReadonlyArray<Piece> => {
  const pieces: Array<Piece> = []
  let from = 0
  for (const match of everyMatch(text, between)) {
    pieces.push({ start: from, end: match.index, text: text.slice(from, match.index) })
    from = match.index + match[0].length
  }
  pieces.push({ start: from, end: text.length, text: text.slice(from) })
  return pieces
}

const strong = /\s[–—|•·]\s|\s-\s|;\s|\s?[｜·•]\s?|：|(?<!\d):\s|，/gu

/** Readings of a sentence without what holds a claim, the fullest first. */
const readingsOf = (sentence: string, claim: Piece): ReadonlyArray<string> => {
  const readings: Array<string> = []
  const end = ending(sentence)
  const finish = (text: string) => {
    const said = tidy(text)
    return said === "" || ending(said) !== "" ? upper(said) : upper(said) + end
  }
  for (const match of sentence.matchAll(/\s?[(（][^()（）]*[)）]/gu)) {
    if (match.index <= claim.start && match.index + match[0].length >= claim.end) {
      readings.push(finish(sentence.slice(0, match.index) + sentence.slice(match.index + match[0].length)))
    }
  }
  const segments = segmentsOf(sentence, strong)
  const at = segments.findIndex(({ end, start }) => claim.start >= start && claim.end <= end)
  if (segments.length > 1 && at >= 0) {
    const before = segments[at - 1]
    const behind = segments[at + 1]
    const parts = [
      before === undefined ? "" : sentence.slice(0, before.end),
      behind === undefined ? "" : sentence.slice(behind.start)
    ].filter((part) => part !== "")
    const isPaired = before !== undefined && behind !== undefined
    const between = isPaired ? sentence.slice(before.end, segments[at]?.start) : ""
    const rest = parts.join(between)
    if (parts.every((part) => isWhole(tidy(part)))) readings.push(finish(rest))
  }
  const commas = segmentsOf(sentence.slice(0, sentence.length - end.length), /,\s/gu)
  const holds = commas.findIndex(({ end, start }) => claim.start >= start && claim.end <= end)
  const held = commas[holds]
  if (commas.length > 1 && held !== undefined) {
    const head = sentence.slice(0, commas[holds - 1]?.end ?? 0)
    if (
      holds === commas.length - 1 &&
      trailing.test(held.text) &&
      !subordinate.test(head) &&
      isWhole(head) &&
      wordsIn(head) >= 3
    ) {
      const listed = commas.length >= 3 && /^and\s/iu.test(held.text)
      const cut = head.lastIndexOf(", ")
      readings.push(finish(listed && cut > 0 ? `${head.slice(0, cut)} and ${head.slice(cut + 2)}` : head))
    }
    const rest = sentence.slice(commas[1]?.start ?? sentence.length)
    if (holds === 0 && commas.length === 2 && leading.test(held.text) && isWhole(rest) && wordsIn(rest) >= 3)
      readings.push(finish(rest))
  }
  return readings
}

interface Removal {
  readonly text: string
  readonly removed: ReadonlyArray<Claim>
}

const isWithin = (claim: { readonly start: number }, { end, start }: Piece) => claim.start >= start && claim.start < end

const withoutFirst = (text: string, claims: ReadonlyArray<Claim>, evidence: Evidence): string => {
  const [claim] = claims
  const pieces = sentencePieces(text)
  const at = pieces.findIndex((piece) => claim !== undefined && isWithin(claim, piece))
  const piece = pieces[at]
  if (claim === undefined || piece === undefined) return ""
  const inner = {
    start: claim.start - piece.start,
    end: Math.min(claim.end, piece.end) - piece.start,
    text: claim.text
  }
  const least = unspaced.test(piece.text) ? 4 : 10
  const kept = readingsOf(piece.text, inner).find(
    (reading) => lengthOf(reading) >= least && unfounded(reading, evidence).length === 0
  )
  const rest = pieces.flatMap((one, place) => {
    if (place !== at) return kept === undefined && place === at + 1 && orphan.test(one.text) ? [] : [one.text]
    return kept === undefined ? [] : [kept]
  })
  const gap = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}。！？]/u.test(text) ? "" : " "
  return rest.join(gap).trim()
}

const withoutClaims = (text: string, evidence: Evidence): Removal => {
  const removed: Array<Claim> = []
  let left = text
  for (let round = 0; round < 20 && left !== ""; round++) {
    const claims = unfounded(left, evidence)
    if (claims.length === 0) return { text: left, removed }
    const next = withoutFirst(left, claims, evidence)
    const now = unfounded(next, evidence)
    removed.push(...claims.filter((claim, at) => at === 0 || !now.some((other) => other.text === claim.text)))
    if (next === left) return { text: "", removed }
    left = next
  }
  return { text: unfounded(left, evidence).length === 0 ? left : "", removed }
}

/** Whole sentences where enough of them fit, else words. */
const within = (text: string, max: number, least: number): string => {
  if (lengthOf(text) <= max) return text
  const pieces = sentencePieces(text)
  for (let count = pieces.length - 1; count > 0; count--) {
    const kept = text.slice(0, pieces[count - 1]?.end ?? 0)
    if (lengthOf(kept) <= max && lengthOf(kept) >= Math.max(least, max / 3)) return kept
  }
  return cutTo(text, max)
}

const reasons: Readonly<Record<Check["kind"], string>> = {
  number: "this number is neither in the key points nor in the listing",
  superlative: "neither the key points nor the listing say so",
  award: "neither the key points nor the listing tell of it",
  rating: "the listing's rating is another",
  price: "the price is neither in the key points nor in the listing",
  users: "neither the key points nor the listing bear out how many use it",
  brand: "neither the key points nor the listing name it",
  store: "an ad names no store",
  length: "it was too long",
  text: "an ad holds no addresses, telephone numbers or words to a machine"
}

interface FieldResult {
  readonly text: string
  readonly checks: ReadonlyArray<Check>
}

/** What an assistant says at greater length is no copy. */
const givenMax = 1_000

export const checkField = (
  field: CopyField,
  given: string,
  evidence: Evidence
): FieldResult & { readonly isEnough: boolean } => {
  const max = copyLimits[field]
  const cleaned = plain(given.slice(0, givenMax))
  const first = withoutClaims(cleaned, evidence)
  const least = leastOf(field, first.text)
  let text = within(first.text, max, least)
  const isCut = text !== first.text
  // A cut may leave a claim that the whole didn't make: `free` of `free trial`.
  const second = isCut ? withoutClaims(text, evidence) : { text, removed: [] }
  text = second.text
  const isEnough = text !== "" && lengthOf(text) <= max && (text === cleaned || lengthOf(text) >= least)
  const action = isEnough ? "removed" : "replaced"
  // What is an award and a brand is told of once.
  const removed = [...first.removed, ...second.removed]
  const checks = removed
    .filter((one, at) => removed.findIndex(({ text }) => text === one.text) === at)
    .map(
      ({ kind, text: claim }): Check => ({
        field,
        kind,
        claim,
        action,
        message: `“${claim}” was ${action}: ${reasons[kind]}.`
      })
    )
  const cut: ReadonlyArray<Check> = isCut
    ? [
        {
          field,
          kind: "length",
          claim: first.text,
          action: isEnough ? "shortened" : "replaced",
          message: `It was cut to ${max} characters.`
        }
      ]
    : []
  return { text, checks: [...checks, ...cut], isEnough }
}

const checkedCall = (given: string, lang: string, evidence: Evidence, written: () => Copy): FieldResult => {
  const calls = callsToAction(lang)
  const said = plain(given.slice(0, givenMax))
  if (calls.includes(given)) return { text: given, checks: [] }
  const text = calls.find((call) => call.toLowerCase() === said.toLowerCase()) ?? written().callToAction
  const [claim] = unfounded(said, evidence)
  const kind = claim?.kind ?? "text"
  const message =
    claim === undefined
      ? "The call to action isn't one of those of the language."
      : `“${claim.text}” was replaced: ${reasons[kind]}.`
  return {
    text,
    checks: [{ field: "callToAction", kind, claim: claim?.text ?? said, action: "replaced", message }]
  }
}

/** A copy of which every claim is found in the key points or the listing, and what was done to it. */
export const checkClaims = (
  copy: Copy,
  about: About
): { readonly copy: Copy; readonly checks: ReadonlyArray<Check> } => {
  const lang = languageOf(about.listing, about.brief.lang)
  const evidence = evidenceOf(about, lang)
  let fallback: Copy | undefined
  const written = () => {
    fallback ??= writtenOf(about, evidence)
    return fallback
  }
  const checked = (field: "primaryText" | "headline" | "description"): FieldResult => {
    const { checks, isEnough, text } = checkField(field, copy[field], evidence)
    if (isEnough) return { text, checks }
    const all: ReadonlyArray<Check> =
      checks.length > 0
        ? checks
        : [
            {
              field,
              kind: "length",
              claim: plain(copy[field].slice(0, givenMax)),
              action: "replaced",
              message: "There was nothing to keep."
            }
          ]
    return { text: written()[field], checks: all }
  }
  const primaryText = checked("primaryText")
  const headline = checked("headline")
  const description = checked("description")
  const callToAction = checkedCall(copy.callToAction, lang, evidence, written)
  return {
    copy: {
      primaryText: primaryText.text,
      headline: headline.text,
      description: description.text,
      callToAction: callToAction.text
    },
    checks: [primaryText, headline, description, callToAction].flatMap(({ checks }) => checks)
  }
}
