/** One store's fields as a problem of the search, and its solution as texts. */
import type { Checked, Known, Metadata } from "../rules/check.ts"
import { storeLocaleOf } from "../rules/locales.ts"
import { charCount, type FieldName, limitOf, type Platform } from "../rules/metadata.ts"
import type { Language } from "../words/words.ts"
import { type Chosen, type Found, type Held, type Part, Search, type Unit, type Weights } from "./search.ts"
import { contentOf, oneLine, runOf, type Term, Text } from "./terms.ts"
import { joints, listsOf, templatesOf, titled, titlesOf } from "./wording.ts"

/** `checkMetadata`, which judges what is suggested. */
export type Check = (metadata: Metadata, known: Known) => Pick<Checked, "issues" | "isValid" | "score" | "skipped">

export interface StoreInput {
  readonly platform: Platform
  readonly terms: ReadonlyArray<Term>
  readonly language: Language
  readonly locale: string
  readonly brand: string | undefined
  /** Texts of the live listing that may stay below the title as they are. */
  readonly live: ReadonlyArray<string>
  /** Words as the live listing writes them, by their lower case. */
  readonly spellings: ReadonlyMap<string, string>
  readonly known: Known
  readonly check: Check
  readonly weights: Weights
}

export interface Written {
  readonly chosen: Found
  readonly title: string | null
  /** The subtitle or the short description. */
  readonly second: string | null
  readonly keywords: ReadonlyArray<string>
  /** The brand and the phrases of the title, and those of the text below it, each by itself. */
  readonly titlePhrases: ReadonlyArray<string>
  readonly secondPhrases: ReadonlyArray<string>
}

const titlePartsMax = 2
const secondPartsMax = { storea: 4, storeb: 6 }
const secondField = { storea: "subtitle", storeb: "shortDescription" } as const
/** What doesn't go away when words are added. */
const growing: ReadonlySet<string> = new Set(["length.min", "length.underused"])
/** Terms that are checked at once: no rule tells of more. */
const checkedAtOnce = 3

interface Phrase {
  readonly phrase: string
  readonly isLive: boolean
}

/** A store's fields, to be filled with these keywords. */
export class StoreFields {
  readonly secondField: "subtitle" | "shortDescription"
  /** Why there can be no title; empty: there can. */
  readonly titleRules: ReadonlyArray<string>
  private readonly input: StoreInput
  private readonly phrases: ReadonlyArray<Phrase>
  private surfaces: ReadonlyArray<string> = []
  private search: Search | undefined
  private readonly written = new Map<string, string | undefined>()
  /** Rules that keep a term out of the texts, or its words out of the keyword field. */
  private readonly kept = new Map<string, Set<string>>()

  private constructor(input: StoreInput) {
    const { brand, live, platform, terms } = input
    this.input = input
    this.secondField = secondField[platform]
    this.titleRules =
      brand === undefined ? [] : this.rulesOf({ title: brand }, "title").filter((id) => !growing.has(id))
    this.phrases = [
      ...terms.map(({ keyword }) => ({ phrase: keyword, isLive: false })),
      ...live.map((phrase) => ({ phrase, isLive: true }))
    ]
  }

  /** Pauses after each phrase and some words, since each is checked by all rules. */
  static *of(input: StoreInput): Generator<void, StoreFields> {
    const fields = new StoreFields(input)
    yield
    yield* fields.prepare()
    return fields
  }

  private *prepare(): Generator<void, void> {
    const { brand, language, platform, terms, weights } = this.input
    const title = limitOf(platform, "title")?.max ?? 0
    const second = limitOf(platform, this.secondField)?.max ?? 0
    const field = limitOf(platform, "keywords")?.max

    const needs = new Needs(terms, language)
    const stems = new Ids()
    const heldIn = (text: Text): Held => ({
      gives: needs.heldBy(text),
      whole: terms.flatMap(({ keyword, run }, k) => (text.holdsPhrase(keyword, run) ? [k] : [])),
      words: [...new Set(contentOf(text.words).map(({ stem }) => stems.of(stem)))]
    })
    const { brand: brandJoint, list: listJoint } = joints(templatesOf(language))
    const partOf = ({ isLive, phrase }: Phrase): Part => {
      const text = new Text(phrase, language)
      const held = heldIn(text)
      const length = charCount(phrase)
      const share = (need: number) => charCount(needs.nameOf(need))
      const all = held.gives.reduce((sum, need) => sum + share(need), 0)
      return {
        ...held,
        length,
        shares: held.gives.map((need) => ((length + listJoint) * share(need)) / all),
        isAlone: isLive,
        mayLead: !isLive && length <= title && this.isClean({ title: this.display(phrase, "title") }, "title", phrase),
        mayFollow:
          length <= second &&
          this.isClean(
            { [this.secondField]: isLive ? phrase : this.display(phrase, "second") },
            this.secondField,
            phrase
          )
      }
    }
    const parts: Array<Part> = []
    for (const phrase of this.phrases) {
      parts.push(partOf(phrase))
      yield
    }
    const surfaces = field === undefined ? [] : yield* this.cleanSurfaces(needs, language)
    this.surfaces = surfaces.map(({ surface }) => surface)
    const units = surfaces.map(({ need, surface }): Unit => {
      const text = new Text(surface, language)
      return { cost: charCount(surface) + 1, gives: [...new Set([need, ...needs.heldBy(text)])] }
    })
    const room = title - (brand === undefined ? 0 : charCount(brand) + brandJoint)
    const brandHeld = brand === undefined ? nothing : heldIn(new Text(brand, language))
    const hasTitle = this.titleRules.length === 0
    this.search = new Search({
      keywords: terms.map(({ value }, k) => ({ value, needs: needs.of(k) })),
      needs: needs.count,
      weights: field === undefined ? { ...weights, field: 0 } : weights,
      brand: hasTitle ? brandHeld : { ...nothing, words: brandHeld.words },
      parts,
      units,
      titlePartsMax: hasTitle ? titlePartsMax : 0,
      secondPartsMax: secondPartsMax[platform],
      secondRoom: second,
      secondJoin: listJoint,
      mayRepeat: platform === "storeb",
      fieldRoom: field === undefined ? 0 : field + 1,
      titleFits: (chosen) =>
        chosen.reduce((sum, p) => sum + (parts[p]?.length ?? 0), listJoint * (chosen.length - 1)) <= room ||
        chosen.length === 0,
      titleReads: (chosen) =>
        this.titleOf(chosen) !== undefined || !hasTitle || (brand === undefined && chosen.length === 0),
      secondReads: (chosen) => this.secondOf(chosen) !== undefined,
      passes: (chosen) => this.passes(chosen)
    })
  }

  /** The best within so many nodes, without these phrases in its title. */
  *best(nodesMax: number, without?: ReadonlySet<number>): Generator<void, Written | undefined> {
    const may = (chosen: ReadonlyArray<number>) =>
      without === undefined || (chosen.length > 0 && !chosen.some((p) => without.has(p)))
    const chosen = this.search && (yield* this.search.best(nodesMax, may))
    if (chosen === undefined) return undefined
    const phrases = (parts: ReadonlyArray<number>) => parts.map((p) => this.phrases[p]?.phrase ?? "")
    const texts = this.textsOf(chosen)
    const { brand } = this.input
    return {
      chosen,
      ...texts,
      titlePhrases: texts.title === null ? [] : [...(brand === undefined ? [] : [brand]), ...phrases(chosen.title)],
      secondPhrases: texts.second === null ? [] : phrases(chosen.second)
    }
  }

  /** Rules that keep this keyword out, where it isn't for want of room. */
  rulesAgainst(keyword: string): ReadonlyArray<string> {
    return [...(this.kept.get(keyword) ?? [])].sort()
  }

  metadataOf({ keywords, second, title }: Pick<Written, "keywords" | "second" | "title">): Metadata {
    return {
      ...this.context(),
      ...(title === null ? {} : { title }),
      ...(second === null ? {} : { [this.secondField]: second }),
      ...(keywords.length === 0 ? {} : { keywords: keywords.join(",") })
    }
  }

  private context() {
    const { locale, platform } = this.input
    return { platform, locale: storeLocaleOf(platform, locale) ?? locale }
  }

  /** Ids of the rules that this breaks in a field. */
  private rulesOf(texts: Partial<Metadata>, field: FieldName): ReadonlyArray<string> {
    const { issues } = this.input.check({ ...this.context(), ...texts }, this.input.known)
    return issues.filter((issue) => issue.field === field && issue.severity !== "info").map(({ ruleId }) => ruleId)
  }

  private isClean(texts: Partial<Metadata>, field: FieldName, phrase: string): boolean {
    const rules = this.rulesOf(texts, field).filter((id) => !growing.has(id))
    if (rules.length > 0) this.keep(phrase, rules)
    return rules.length === 0
  }

  private keep(phrase: string, rules: ReadonlyArray<string>): void {
    const kept = this.kept.get(phrase) ?? new Set()
    for (const rule of rules) kept.add(rule)
    this.kept.set(phrase, kept)
  }

  private display(phrase: string, as: "title" | "second" | "inside"): string {
    const { language, platform, spellings } = this.input
    const isShort = platform === "storeb" && as === "second"
    return titled(phrase, language, spellings, as === "inside" ? "inside" : isShort ? "sentence" : "title")
  }

  /** The first wording of these parts that breaks no rule. */
  private titleOf(chosen: ReadonlyArray<number>): string | undefined {
    return this.once(`title ${chosen.join()}`, () => {
      const { brand, language } = this.input
      const phrases = chosen.map((p) => this.display(this.phrases[p]?.phrase ?? "", "title"))
      return titlesOf(brand, phrases, templatesOf(language)).find((title) => this.reads({ title }, "title"))
    })
  }

  private secondOf(chosen: ReadonlyArray<number>): string | undefined {
    return this.once(`second ${chosen.join()}`, () => {
      const isSentence = this.input.platform === "storeb"
      const phrases = chosen.map((p, at) => {
        const { isLive, phrase } = this.phrases[p] ?? { isLive: true, phrase: "" }
        return isLive ? phrase : this.display(phrase, isSentence && at > 0 ? "inside" : "second")
      })
      const texts = listsOf(phrases, templatesOf(this.input.language))
      return texts.find((text) => this.reads({ [this.secondField]: text }, this.secondField))
    })
  }

  private once(key: string, write: () => string | undefined): string | undefined {
    if (!this.written.has(key)) this.written.set(key, write())
    return this.written.get(key)
  }

  private reads(texts: Partial<Metadata>, field: FieldName): boolean {
    const max = limitOf(this.input.platform, field)?.max ?? 0
    const length = charCount(texts[field] ?? "")
    return length <= max && this.rulesOf(texts, field).length === 0
  }

  private textsOf(chosen: Chosen): Pick<Written, "keywords" | "second" | "title"> {
    return {
      title: this.titleRules.length > 0 ? null : (this.titleOf(chosen.title) ?? null),
      second: chosen.second.length === 0 ? null : (this.secondOf(chosen.second) ?? null),
      keywords: [...chosen.units].sort((a, b) => a - b).map((u) => this.surfaces[u] ?? "")
    }
  }

  /** Whether all texts together break no rule; else the units that do, or none. */
  private passes(chosen: Chosen): true | ReadonlyArray<number> {
    const texts = this.textsOf(chosen)
    const { issues } = this.input.check(this.metadataOf(texts), this.input.known)
    const ours = issues.filter(({ field, severity }) => severity !== "info" && field !== "locale")
    if (ours.length === 0) return true
    if (ours.some(({ field }) => field !== "keywords")) return []
    const units = [...chosen.units].sort((a, b) => a - b)
    if (ours.some(({ span }) => span === null)) return units
    const found: Array<number> = []
    let at = 0
    for (const u of units) {
      const end = at + [...(this.surfaces[u] ?? "")].length
      if (ours.some(({ span }) => span !== null && span.start < end && at < span.end)) found.push(u)
      at = end + 1
    }
    return found
  }

  /** What can stand in the keyword field for each need, without what rules refuse. */
  private *cleanSurfaces(needs: Needs, language: Language) {
    const all = needs.surfaces(language)
    const rules = new Map<string, ReadonlyArray<string>>()
    for (let at = 0; at < all.length; at += checkedAtOnce) {
      yield
      const some = all.slice(at, at + checkedAtOnce)
      if (this.rulesOf({ keywords: some.map(({ surface }) => surface).join(",") }, "keywords").length === 0) continue
      for (const { surface } of some) rules.set(surface, this.rulesOf({ keywords: surface }, "keywords"))
    }
    const clean = all.filter(({ surface }) => (rules.get(surface) ?? []).length === 0)
    const given = new Set(clean.map(({ need }) => need))
    for (const { need, surface } of all) {
      if (given.has(need)) continue
      this.input.terms.forEach(({ keyword }, k) => {
        if (needs.of(k).includes(need)) this.keep(keyword, rules.get(surface) ?? [])
      })
    }
    const once = new Set<number>()
    return clean.filter(({ need }) => !once.has(need) && once.add(need))
  }
}

const nothing: Held = { gives: [], whole: [], words: [] }

class Ids {
  private readonly ids = new Map<string, number>()

  of(name: string): number {
    const known = this.ids.get(name)
    if (known !== undefined) return known
    const id = this.ids.size
    this.ids.set(name, id)
    return id
  }
}

/** What must be held for a keyword to be: its words, or itself where its script has no words to combine. */
class Needs {
  private readonly names: Array<{
    readonly name: string
    readonly run: string | undefined
    readonly surfaces: Array<string>
  }> = []
  private readonly ofTerms: ReadonlyArray<ReadonlyArray<number>>

  constructor(terms: ReadonlyArray<Term>, language: Language) {
    const ids = new Map<string, number>()
    const idOf = (name: string, run: string | undefined, surface: string): number => {
      const key = `${run === undefined} ${name}`
      const id = ids.get(key) ?? this.names.length
      if (!ids.has(key)) {
        ids.set(key, id)
        this.names.push({ name, run, surfaces: [] })
      }
      this.names[id]?.surfaces.push(surface.toLocaleLowerCase(language.tag).normalize("NFC"))
      return id
    }
    this.ofTerms = terms.map(({ isWhole, keyword, words }) => {
      if (isWhole) return [idOf(keyword, runOf(words), keyword.replaceAll(" ", ""))]
      const signs = [...keyword]
      return [
        ...new Set(
          contentOf(words).map(({ end, start, text }) => idOf(text, undefined, signs.slice(start, end).join("")))
        )
      ]
    })
  }

  get count(): number {
    return this.names.length
  }

  of(term: number): ReadonlyArray<number> {
    return this.ofTerms[term] ?? []
  }

  nameOf(need: number): string {
    return this.names[need]?.name ?? ""
  }

  heldBy(text: Text): ReadonlyArray<number> {
    return this.names.flatMap(({ name, run }, need) =>
      (run === undefined ? text.holdsWord(name) : text.holdsPhrase(name, run)) ? [need] : []
    )
  }

  /** Each need as people write it, the shortest first, where that holds it. */
  surfaces(language: Language): ReadonlyArray<{ readonly need: number; readonly surface: string }> {
    return this.names.flatMap(({ surfaces }, need) =>
      [...new Set(surfaces)]
        .filter((surface) => /^[^\s,，、;]+$/u.test(surface) && this.heldBy(new Text(surface, language)).includes(need))
        .sort((a, b) => charCount(a) - charCount(b) || (a < b ? -1 : 1))
        .slice(0, 2)
        .map((surface) => ({ need, surface }))
    )
  }
}

/** The live texts that may stay as they are. */
export const liveTexts = (texts: ReadonlyArray<string | null | undefined>): ReadonlyArray<string> => [
  ...new Set(
    texts.flatMap((text) => (text === null || text === undefined ? [] : [oneLine(text)])).filter((text) => text !== "")
  )
]
