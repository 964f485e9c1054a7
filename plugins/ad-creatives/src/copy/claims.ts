/** The claims of a text, and which of them neither the listing nor the key points bear out. */
import { capitals, common, known } from "./brands.ts"
import { awards, endorsed, type Pattern, priceWords, superlativesOf, type Words, wordsOf } from "./claimWords.ts"
import { isEnglish } from "./dictionary.ts"
import { type Numeral, numeralsOf } from "./numbers.ts"
import { stemOf, stemsOf, tokensOf } from "./stems.ts"
import { lintText } from "./stores.ts"
import { contact, everyMatch, folded, plain, plainLines, sentencePieces, toMachine, unspaced } from "./text.ts"
import type { About, CheckKind, Listing } from "./types.ts"

export interface Claim {
  readonly kind: CheckKind
  readonly start: number
  readonly end: number
  readonly text: string
}

interface Said {
  readonly key: string
  readonly matched: string
  /** Stems of what it's said of. */
  readonly of: ReadonlyArray<string>
  readonly stems: ReadonlySet<string>
  readonly sentence: string
  readonly isTrial: boolean
}

interface Counted extends Numeral {
  readonly stems: ReadonlySet<string>
}

export interface Evidence {
  readonly listing: Listing
  readonly lang: string
  readonly words: Words
  /** Folded, for what isn't parted in words. */
  readonly text: string
  readonly tokens: ReadonlySet<string>
  readonly stems: ReadonlySet<string>
  readonly numerals: ReadonlyArray<Counted>
  readonly superlatives: ReadonlyArray<Said>
  readonly awards: ReadonlyArray<Said>
  readonly prices: ReadonlyArray<Said>
  readonly ratings: ReadonlyArray<number>
  readonly trust: ReadonlyArray<ReadonlySet<string>>
}

interface Match {
  readonly key: string
  readonly start: number
  readonly end: number
  readonly matched: string
}

const matchesOf = (text: string, patterns: ReadonlyArray<Pattern>): ReadonlyArray<Match> => {
  const found = patterns.flatMap(({ key, sign }) =>
    everyMatch(text, sign)
      .filter(({ 0: { length } }) => length > 0)
      .map((match) => ({ key, start: match.index, end: match.index + match[0].length, matched: match[0] }))
  )
  // What's said within something longer isn't said for itself: `free` in `free forever`.
  return found.filter(
    (one) =>
      !found.some(
        (other) =>
          other !== one &&
          other.start <= one.start &&
          other.end >= one.end &&
          other.end - other.start > one.end - one.start
      )
  )
}

const halts = /[.!?;:,()[\]"“”«»|·•—–/。、，！？：；؟،\n]|\s-\s/u

const said = (text: string, end: number, words: Words): ReadonlyArray<string> => {
  const rest = (text.slice(end, end + 60).split(halts, 1)[0] ?? "").trimStart()
  if (unspaced.test(rest[0] ?? "")) return [rest.slice(0, 8)]
  const of: Array<string> = []
  for (const word of tokensOf(rest)) {
    if (words.stops.has(word) || of.length >= 4 || /^(?:ever|yet|\d.*)$/u.test(word)) break
    of.push(word)
  }
  return of
}

const trialNear =
  /trial|probe|essai|prueba|prova|teste grátis|proef|próbn|пробн|deneme|تجر|体験|トライアル|お試し|체험|试用|試用|ทดลอง|ट्रायल/u
const daysNear =
  /^(?:[-\s]?\p{L}+){0,2}\s?(?:for (?:the first )?|for your first )?(?:\d+|one|two|three|four|a|first)?[-\s]?(?:days?|weeks?|months?)\b|^.{0,14}(?:tage|wochen|monat|jours|semaine|mois|días|semana|mes |giorni|settiman|dias|dagen|weken|dni|tydzień|дн|недел|месяц|gün|hafta|أيام|أسبوع|شهر|日間|天|일|วัน)/u
const daysBefore =
  /(?:days?|weeks?|months?|неделя|недели|дней|tage?|wochen?|jours|días|giorni|dias|dagen|dni|gün|日間|天|일간?|วัน)[-\s]*$/u

const isTrialAt = (text: string, start: number, end: number) =>
  /^ (?:\p{L}+ )?(?:days?|weeks?|months?)(?!\p{L})/u.test(text.slice(end)) ||
  trialNear.test(text.slice(Math.max(0, start - 14), end + 16)) ||
  (/^ for (?:\d|one|two|three|a|the first)/u.test(text.slice(end)) &&
    daysNear.test(text.slice(end, end + 30).replace(/^ for /u, " "))) ||
  daysBefore.test(text.slice(Math.max(0, start - 12), start))

const saidIn = (sentence: string, patterns: ReadonlyArray<Pattern>, words: Words): ReadonlyArray<Said> => {
  const matches = matchesOf(sentence, patterns)
  if (matches.length === 0) return []
  const stems = new Set(stemsOf(sentence))
  return matches.map(({ end, key, matched, start }) => ({
    key,
    matched,
    of: said(sentence, end, words),
    stems,
    sentence,
    isTrial: isTrialAt(sentence, start, end)
  }))
}

interface Rating {
  readonly start: number
  readonly end: number
  readonly value: number
  readonly decimals: number
  readonly isLeast: boolean
}

const starWords =
  "stars?(?! (?:wars|trek|sign|map|gaz)\\p{L}*)|★|⭐|sternen?|étoiles?|estrellas?|stelle|estrelas?|sterren|gwiazd\\p{L}*|зв[её]зд\\p{L}*|yıldız\\p{L}*|つ星|星|별점|점|نجوم|نجمة|نجمات|ดาว|स्टार|सितार\\p{M}*"
const ratingSigns: ReadonlyArray<RegExp> = [
  new RegExp(`(?<![\\d.,])(?<value>[0-5](?:[.,]\\d{1,2})?)(?<least>\\+)?[-\\s]?(?:${starWords})`, "giu"),
  /(?<![\d.,])(?<value>[0-5][.,]\d{1,2}|[0-5])(?<least>\+)?\s?(?:\/|out of|von|sur|de|su|di|van|na|из)\s?5(?![\d.,]*\d)(?: stars?)?/giu,
  /(?:rated|ratings?(?: of)?|score[sd]?(?: of)?|averag(?:e|ing)|bewertung(?:en)?(?: von)?|bewertet mit|notée?|note(?: de)?|valoración(?: de)?|valorad[oa]|puntuación(?: de)?|valutazione(?: di)?|avaliação(?: de)?|avaliad[oa]|beoordeling(?: van)?|beoordeeld|ocen[aąy]?(?: na)?|oceni\p{L}+|оценк\p{L}+|рейтинг\p{L}*|puan\p{L}*|評価|評分|评分|评价|평점|별점|تقييم\p{L}*|คะแนน|रेटिंग)(?:\s|:|は|为|為|an? )*(?:over |above |at least )?(?<value>[0-5][.,]\d{1,2}|[0-5])(?<least>\+)?(?!\s?\d|[.,]\d|\p{L}|%)/giu,
  /(?<![\p{L}])(?<word>five|fünf|cinq|cinco|cinque|vijf|pięć|пять|пяти|beş|خمس|ห้า|पांच|पाँच|四|五|다섯|four|vier)[-\s]?(?:star(?!t)s?|sterne\p{L}*|étoiles?|estrellas?|stelle|estrelas?|sterren|gwiazd\p{L}*|зв[её]зд\p{L}*|yıldız\p{L}*|つ星|星|개의? 별|별|نجوم|ดาว|स्टार|सितार\p{M}*)/giu,
  /(?<run>[★⭐🌟]\ufe0f?(?:\s?[★⭐🌟]\ufe0f?){2,})/giu
]

const ratingsIn = (text: string): ReadonlyArray<Rating> => {
  const found = ratingSigns.flatMap((sign) =>
    everyMatch(text, sign).map((match) => {
      const { least, run, value, word } = match.groups ?? {}
      const written =
        value ??
        (run !== undefined
          ? String(Math.min(5, run.match(/[★⭐🌟]/gu)?.length ?? 5))
          : word !== undefined && /four|vier|四/u.test(word)
            ? "4"
            : "5")
      return {
        start: match.index,
        end: match.index + match[0].length,
        value: Number(written.replace(",", ".")),
        decimals: /[.,](\d+)/u.exec(written)?.[1]?.length ?? 0,
        isLeast:
          least !== undefined ||
          /(?:over|above|at least|über|mehr als|plus de|más de)\s$/u.test(
            text.slice(Math.max(0, match.index - 10), match.index)
          )
      }
    })
  )
  return found.filter(
    (one, at) =>
      !found.some(
        (other, place) =>
          other !== one &&
          other.start <= one.start &&
          other.end >= one.end &&
          (other.end - other.start > one.end - one.start || place < at)
      )
  )
}

const sourcesOf = ({ keyPoints, listing }: Pick<About, "keyPoints" | "listing">): ReadonlyArray<string> => [
  listing.name,
  listing.seller,
  listing.subtitle ?? "",
  listing.genreName ?? "",
  listing.formattedPrice ?? "",
  listing.installs?.label ?? "",
  listing.releaseNotes ?? "",
  listing.description,
  ...keyPoints.map(({ text }) => text)
]

export const evidenceOf = (about: Pick<About, "keyPoints" | "listing">, lang: string): Evidence => {
  const words = wordsOf(lang)
  const sentences = new Set(
    sourcesOf(about).flatMap((source) =>
      plainLines(source)
        .split("\n")
        .flatMap((line) => sentencePieces(line).map(({ text }) => text.trim()))
        .filter((sentence) => !toMachine.test(sentence))
    )
  )
  const superlatives = superlativesOf(lang)
  const evidence = {
    numerals: [] as Counted[],
    superlatives: [] as Said[],
    awards: [] as Said[],
    prices: [] as Said[],
    ratings: [] as number[],
    trust: [] as ReadonlySet<string>[]
  }
  const texts: Array<string> = []
  for (const sentence of sentences) {
    const text = folded(sentence)
    texts.push(text)
    const rated = ratingsIn(text)
    evidence.ratings.push(...rated.map(({ value }) => value))
    for (const numeral of numeralsOf(text, sentence, words)) {
      evidence.numerals.push({ ...numeral, stems: new Set(stemsOf(numeral.around)) })
    }
    evidence.superlatives.push(...saidIn(text, superlatives, words))
    evidence.awards.push(...saidIn(text, awards, words))
    evidence.prices.push(...saidIn(text, priceWords, words))
    if (matchesOf(text, [{ key: "trust", sign: endorsed }]).length > 0) evidence.trust.push(new Set(stemsOf(text)))
  }
  const text = texts.join("\n")
  const tokens = new Set(tokensOf(text).flatMap((token) => [token, token.replace(/'s?$/u, "")]))
  return { ...evidence, listing: about.listing, lang, words, text, tokens, stems: new Set(stemsOf(text)) }
}

const shared = (one: string, other: string, length: number) => {
  for (let at = 0; at + length <= one.length; at++) {
    const part = one.slice(at, at + length)
    if (!/[\s\p{P}\p{sc=Hiragana}]/u.test(part) && other.includes(part)) return true
  }
  return false
}

const isPlural = (word: string) => /[^su]s$/u.test(word) && word.length > 3

/** Whether what's counted here is what's counted there. */
const isSameThing = (counted: ReadonlyArray<string>, found: Counted, lang: string): boolean => {
  const [first] = counted
  if (first === undefined) return true
  const { around, stems } = found
  if (unspaced.test(first[0] ?? "")) {
    const isThai = /\p{sc=Thai}/u.test(first)
    const [head = first] = first.split(/[\sのをがはに的]/u)
    if (shared(head, around, isThai ? 3 : 2)) return true
    if (isThai) return head.length < 4 && around.includes(head)
    // Counters that go with anything tell nothing.
    const counter = head.slice(0, 1)
    return (
      !/^[個个種种]?$/u.test(counter) &&
      around
        .split(counter)
        .slice(0, -1)
        .some((part) => /\d\s?$/u.test(part))
    )
  }
  const head = lang === "en" ? counted.find(isPlural) : undefined
  if (head === undefined) return counted.some((word) => stems.has(stemOf(word)))
  // `60 layouts and 40 frames`: what's counted there is told by its own plural.
  const heads = found.counted.filter(isPlural)
  return heads.length > 0 ? heads.some((word) => stemOf(word) === stemOf(head)) : stems.has(stemOf(head))
}

const isBound = (claim: Numeral, found: Numeral): boolean => {
  if (claim.bound === "over") return found.bound === "over"
  if (claim.bound === "under") return found.bound === "under"
  if (claim.bound === "upTo") return found.bound !== "under"
  // `ten plants` of `up to ten plants` is right; `30 %` of `up to 30 %` is more.
  return found.bound !== "upTo" || claim.unit === "count"
}

const near = (a: number, b: number) => Math.abs(a - b) <= Math.max(1e-6, Math.abs(b) * 1e-9)

const isCountFigure = (claim: Numeral, { installs, ratingCount }: Listing, isReviews: boolean): boolean => {
  if (claim.bound === "under" || claim.bound === "upTo") return false
  if (isReviews) {
    if (ratingCount === null) return false
    const isExact = near(claim.value, ratingCount) || (claim.value <= ratingCount && claim.value >= ratingCount * 0.9)
    return isExact || ((claim.bound === "over" || claim.unit === "vague") && claim.value <= ratingCount)
  }
  const least = Math.max(installs?.min ?? 0, ratingCount ?? 0)
  return (
    claim.value <= least && (claim.bound === "over" || claim.unit === "vague" || claim.value <= (installs?.min ?? 0))
  )
}

const isMoneySaid = (claim: Numeral, { listing, numerals }: Evidence): boolean =>
  numerals.some(
    (found) =>
      found.unit === "money" &&
      found.coin === claim.coin &&
      near(found.value, claim.value) &&
      found.period === claim.period &&
      isBound(claim, found)
  ) ||
  (claim.period === undefined &&
    listing.price !== null &&
    near(listing.price, claim.value) &&
    listing.price > 0 &&
    claim.bound === undefined)

/** One is no claim, but of time. */
const timed =
  /^(?:second|minute|hour|week|month|year|minuten?|stunde|woche|monat|jahr|semaine|mois|heure|mes(?:es)?$|semana|hora|settiman|mese|mês|maand|tydzień|miesi|минут|недел|месяц|час)/u

const isNumberSaid = (claim: Numeral, evidence: Evidence): boolean => {
  const { lang, listing, numerals, words } = evidence
  if (claim.unit === "money") return isMoneySaid(claim, evidence)
  if (claim.isYear) return numerals.some(({ value }) => value === claim.value)
  if (claim.unit === "count" && claim.value === 1 && !timed.test(claim.counted[0] ?? "")) return true
  const isReviews = claim.counted.some(words.isReviews)
  const isAnyone =
    claim.counted.some(words.isAnyone) && !claim.counted.some((word) => words.isPeople(word) && !words.isAnyone(word))
  if (
    (claim.unit === "count" || claim.unit === "vague") &&
    (isReviews || isAnyone || (claim.unit === "vague" && claim.counted.length === 0)) &&
    isCountFigure(claim, listing, isReviews)
  ) {
    return true
  }
  return numerals.some((found) => {
    if (!isSameThing(claim.counted, found, lang)) return false
    if (claim.unit === "vague") {
      return found.unit === "vague"
        ? found.value >= claim.value
        : found.unit === "count" && found.value >= claim.value && claim.counted.length > 0
    }
    return found.unit === claim.unit && near(found.value, claim.value) && isBound(claim, found)
  })
}

const isRatingSaid = ({ decimals, isLeast, value }: Rating, { listing, ratings }: Evidence): boolean => {
  if (ratings.some((said) => near(said, value))) return true
  const { averageRating, ratingCount } = listing
  if (averageRating === null || ratingCount === 0) return false
  if (isLeast) return value > 0 && averageRating >= value
  // A whole star is a promise of nothing less.
  if (decimals === 0) return Math.abs(averageRating - value) < 0.05
  return (
    near(Number(averageRating.toFixed(decimals)), value) ||
    near(Math.round(averageRating * 10 ** decimals) / 10 ** decimals, value)
  )
}

const isSuperlativeSaid = (match: Match, text: string, { superlatives, words }: Evidence): boolean => {
  const of = said(text, match.end, words)
  return superlatives.some((found) => {
    if (found.key !== match.key) return false
    const isWorded = match.key === "est" || match.key === "most" || match.key === "beyond"
    if (isWorded && stemOf(found.matched.split(" ").at(-1) ?? "") !== stemOf(match.matched.split(" ").at(-1) ?? ""))
      return false
    if (of.length === 0) return found.of.length === 0 || (isWorded && found.matched === match.matched)
    const [first = ""] = of
    if (unspaced.test(first)) return found.of.some((other) => shared(first.slice(0, 4), other, 2))
    const head = stemOf(of.at(-1) ?? "")
    return found.of.some((word) => stemOf(word) === head)
  })
}

const capitalised = /(?<![\p{L}\p{N}])(?:\p{Lu}[\p{L}\p{M}\p{N}]*|\d[\d.,]*)/gu

const isAwardSaid = (match: Match, text: string, original: string, { awards: given, words }: Evidence): boolean => {
  const found = given.filter(({ key }) => key === match.key)
  if (found.length === 0) return false
  const before = text.slice(0, match.start).split(halts).at(-1) ?? ""
  const behind = text.slice(match.end).split(/[.!?;:,()|·•—–。、，！？：；؟،\n]|\s-\s/u, 1)[0] ?? ""
  const from = match.start - Math.min(before.length, 30)
  const to = match.end + Math.min(behind.length, 45)
  const clause = original.slice(from, to)
  if (!/[\p{Lu}\p{Ll}]/u.test(clause)) {
    const core = text.slice(from, to).replace(/\s/gu, "")
    return found.some(({ sentence }) => sentence.replace(/\s/gu, "").includes(core))
  }
  const start = from + (clause.length - clause.trimStart().length)
  const names = everyMatch(clause, capitalised)
    .filter(({ 0: word, index }) => {
      const at = from + index
      const isWithin = at >= match.start && at < match.end
      return !isWithin && (at !== start || start > 0 || word === word.toUpperCase())
    })
    .map(([word]) => stemOf(folded(word)))
  const next =
    match.key === "seen" || match.key === "proof"
      ? tokensOf(behind)
          .filter((word) => !words.stops.has(word))
          .slice(0, 2)
          .map(stemOf)
      : []
  return found.some(({ stems }) => [...names, ...next].every((stem) => stems.has(stem)))
}

const plainBehindFree = new Set(
  "to for from app apps download downloads and on with or in at today now version plan plans basic trial start forever of every install is until yours if while tier use account, edition as the by your".split(
    " "
  )
)

/** `a free week` isn't a free month. */
const freeUnit = /^ (?:\p{L}+ )?(days?|weeks?|months?|years?)(?!\p{L})/u

const isPriceSaid = (match: Match, text: string, evidence: Evidence): boolean => {
  const { lang, listing, prices, stems } = evidence
  const found = prices.filter(({ key }) => key === match.key)
  if (match.key === "trial") return found.length > 0 || prices.some(({ isTrial, key }) => key === "free" && isTrial)
  if (match.key !== "free") return found.length > 0
  if (isTrialAt(text, match.start, match.end)) {
    const trials = prices.filter(({ isTrial, key }) => key === "trial" || (key === "free" && isTrial))
    const unit = freeUnit.exec(text.slice(match.end))?.[1]
    return trials.some(({ stems }) => unit === undefined || stems.has(stemOf(unit)))
  }
  const next = /^ ([\p{L}']+)(?: ([\p{L}']+))?/u.exec(text.slice(match.end))
  const isFreeApp = listing.price === 0 || found.some(({ isTrial }) => !isTrial)
  if (lang !== "en" || next === null || plainBehindFree.has(next[1] ?? "")) return isFreeApp
  return isFreeApp && [next[1], next[2]].some((word) => word !== undefined && stems.has(stemOf(word)))
}

const isTrustSaid = (
  match: Match,
  text: string,
  numerals: ReadonlyArray<Numeral>,
  { trust, words }: Evidence
): boolean => {
  // What's counted is held against the figures.
  const counted = numerals.find(({ start }) => start >= match.end && start <= match.end + 14)
  if (counted !== undefined && (counted.counted.length === 0 || counted.counted.some(words.isPeople))) return true
  const by = tokensOf(text.slice(match.end).split(/[.!?;:—–]/u, 1)[0] ?? "").filter(
    (word) => !words.stops.has(word) && !/^\d/u.test(word)
  )
  return trust.some((stems) => by.slice(0, 4).every((word) => stems.has(stemOf(word))))
}

/** Languages in which a capital within a sentence tells a name. */
const capitalsTellNames = (lang: string) => !["de", "lb"].includes(lang.split("-", 1)[0] ?? "")
const name = /(?<![\p{L}\p{N}'’])[\p{Lu}\p{Lt}][\p{L}\p{M}\p{N}]*(?:['’-][\p{L}\p{M}\p{N}]+)*/gu
const latinName = /(?<![\p{L}\p{N}])(?:[A-ZÀ-Þ][\p{L}\p{N}]+|[a-z]+[A-Z]\w*)/gu

/** What a title in capitals leaves small. */
const small = new Set(
  "a an and as at but by for from in into nor of on or per so the to up via vs with your is".split(" ")
)
/** Behind which a title, too, names somebody. */
const besides = /(?:^|\s)(?:with|than|vs\.?|like|unlike|via|beats)\s$/iu
const commonBesides = new Set(
  "ease friends family love style care confidence never you your others people magic music ai pro pros clarity focus purpose one every everyone just less more photos videos custom smart simple real daily us a an the all no zero magic before ever".split(
    " "
  )
)

const isKnownWord = (word: string, { text, tokens }: Evidence): boolean => {
  const parts = tokensOf(folded(word)).flatMap((token) =>
    token.split("'").filter((part) => part.length > 1 || !token.includes("'"))
  )
  if (parts.every((part) => tokens.has(part) || tokens.has(`${part}s`) || tokens.has(part.replace(/s$/u, ""))))
    return true
  return unspaced.test(word) && text.includes(folded(word))
}

const nameInGerman = /(?:^|\s)(?:von|mit|wie|als|bei|statt)\s(\p{Lu}\p{Ll}+\s\p{Lu}\p{Ll}+)/gu

const brandsIn = (piece: string, evidence: Evidence): ReadonlyArray<Claim> => {
  const claims: Array<Claim> = []
  const add = (start: number, text: string) => {
    if (!claims.some((claim) => start < claim.end && start + text.length > claim.start)) {
      claims.push({ kind: "brand", start, end: start + text.length, text })
    }
  }
  for (const { 0: matched, index } of everyMatch(piece, known)) if (!isKnownWord(matched, evidence)) add(index, matched)
  const isLatin =
    /\p{Script=Latin}/u.test(piece) &&
    !/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Arabic}\p{sc=Devanagari}\p{sc=Cyrillic}]/u.test(
      piece
    )
  if (!isLatin) {
    for (const { 0: matched, index } of everyMatch(piece, latinName)) {
      if (!common.has(matched.toUpperCase()) && !isKnownWord(matched, evidence)) add(index, matched)
    }
    if (!/\p{sc=Cyrillic}/u.test(piece)) return claims
  }
  // German writes nouns with capitals: only two in a row behind a preposition tell a name.
  const german = evidence.lang === "de" ? everyMatch(piece, nameInGerman) : []
  for (const { 0: whole, 1: both = "", index } of german) {
    if (both.split(" ").every((word) => !isKnownWord(word, evidence))) add(index + whole.length - both.length, both)
  }
  const words = piece.match(/\p{L}[\p{L}\p{M}'’-]*/gu) ?? []
  const isTitle =
    words.length >= 2 && !/[.!?]$/u.test(piece) && words.every((word) => !/^\p{Ll}/u.test(word) || small.has(word))
  const isShouted = !/\p{Ll}/u.test(piece)
  for (const { 0: whole, index } of everyMatch(piece, name)) {
    const word = whole.replace(/['’]s?$/u, "")
    if (common.has(word.toUpperCase()) || isKnownWord(word, evidence)) continue
    const before = piece.slice(0, index)
    const isFirst = !/[\p{L}\p{N}]/u.test(before) || /[:.!?"“«„(•·|—–/-]\s?$/u.test(before)
    const isInner = /\p{Ll}\p{Lu}/u.test(word)
    const isWord = /^I(?:['’]\w+)?$/u.test(word)
    if (isWord || isShouted) continue
    if (
      isInner ||
      (capitals.has(word) && !isFirst) ||
      (!isFirst && !isTitle && capitalsTellNames(evidence.lang)) ||
      (isTitle && evidence.lang === "en" && besides.test(before) && !commonBesides.has(word.toLowerCase())) ||
      // At the start of a sentence and in titles a capital tells nothing: there a name is what's no word.
      (evidence.lang === "en" && !isEnglish(word))
    )
      add(index, whole)
  }
  return claims
}

const withinOne = /\b(?:within|under|less than) an? (?:second|minute|hour|day|week|month)\b/gu

const overlaps = (
  claims: ReadonlyArray<{ readonly start: number; readonly end: number }>,
  start: number,
  end: number
) => claims.some((claim) => start < claim.end && end > claim.start)

const spansOf = (text: string, sign: RegExp) =>
  everyMatch(text, sign.global ? sign : new RegExp(sign.source, `${sign.flags}g`)).map((match) => ({
    start: match.index,
    end: match.index + match[0].length
  }))

/** What in a text nothing bears out, by where it stands. */
export const unfounded = (original: string, evidence: Evidence): ReadonlyArray<Claim> => {
  const text = folded(original)
  const { words } = evidence
  const claims: Array<Claim> = []
  const add = (kind: CheckKind, { end, start }: { readonly start: number; readonly end: number }) => {
    claims.push({ kind, start, end, text: original.slice(start, end).trim() })
  }
  for (const found of lintText(original)) add("store", found)
  for (const span of [...spansOf(original, contact), ...spansOf(original, toMachine)]) add("text", span)
  const rated = ratingsIn(text).filter(({ end, start }) => !overlaps(claims, start, end))
  for (const rating of rated) if (!isRatingSaid(rating, evidence)) add("rating", rating)
  const numerals = numeralsOf(text, original, words)
  for (const piece of sentencePieces(original)) {
    const inner = folded(piece.text)
    const shifted = (match: Match) => ({ start: match.start + piece.start, end: match.end + piece.start })
    for (const match of matchesOf(inner, awards))
      if (!isAwardSaid(match, inner, piece.text, evidence)) add("award", shifted(match))
    for (const match of matchesOf(inner, superlativesOf(evidence.lang))) {
      if (!isSuperlativeSaid(match, inner, evidence)) add("superlative", shifted(match))
    }
    for (const match of matchesOf(inner, priceWords))
      if (!isPriceSaid(match, inner, evidence)) add("price", shifted(match))
    const inPiece = numeralsOf(inner, piece.text, words)
    for (const match of matchesOf(inner, [{ key: "trust", sign: endorsed }])) {
      if (!isTrustSaid(match, inner, inPiece, evidence)) add("users", shifted(match))
    }
    for (const brand of brandsIn(piece.text, evidence)) {
      const [start, end] = [brand.start + piece.start, brand.end + piece.start]
      if (
        !overlaps(
          claims.filter(({ kind }) => kind === "store"),
          start,
          end
        )
      )
        add("brand", { start, end })
    }
  }
  // A time of one is a number, too, where something is promised within it.
  for (const { 0: said, index } of everyMatch(text, withinOne)) {
    const unit = said.split(" ").at(-1) ?? ""
    if (!new RegExp(`\\b(?:an?|one|1)[ -]${unit}\\b`, "u").test(evidence.text)) {
      add("number", { start: index, end: index + said.length })
    }
  }
  for (const numeral of numerals) {
    if (overlaps(rated, numeral.start, numeral.end)) continue
    if (
      overlaps(
        claims.filter(({ kind }) => kind === "superlative" || kind === "text"),
        numeral.start,
        numeral.end
      )
    )
      continue
    if (isNumberSaid(numeral, evidence)) continue
    const isPeople =
      numeral.counted.some(words.isPeople) || numeral.counted.some(words.isReviews) || numeral.unit === "vague"
    add(numeral.unit === "money" ? "price" : isPeople ? "users" : "number", numeral)
  }
  return claims.sort((a, b) => a.start - b.start)
}

export const isFounded = (text: string, evidence: Evidence): boolean => unfounded(plain(text), evidence).length === 0
