/**
 * What saved searches are written in: words, "phrases", OR, groups in brackets, a minus for what mustn't be there, and
 * site:, author: and lang:. Words side by side must all be there.
 */
import { folded, wordsOf } from "../texts/words.ts"

export const queryCharsMax = 500
const termsMax = 40
const depthMax = 8
export const filters = ["site", "author", "lang"] as const
type FilterName = (typeof filters)[number]

export type Expression =
  | { readonly kind: "all" | "any"; readonly of: ReadonlyArray<Expression> }
  | { readonly kind: "not"; readonly of: Expression }
  | { readonly kind: "words"; readonly text: string }
  | { readonly kind: FilterName; readonly value: string }

/** What of a thread is searched. */
export interface Searchable {
  readonly title: string
  readonly excerpt: string
  readonly url: string | null
  readonly source: string
  readonly author: string | null
  readonly language: string | null
}

interface Token {
  readonly kind: "(" | ")" | "-" | "OR" | "atom"
  readonly expression?: Expression
  /** Where it begins, from 1. */
  readonly at: number
}

export type Parsed = { readonly expression: Expression } | { readonly problem: string }

const piece = /\s+|\(|\)|-(?=[^\s-])|(?:(\p{L}+):)?(?:"([^"]*)"|([^\s()"]+))|"/gu

class Wrong {
  readonly problem: string
  constructor(problem: string) {
    this.problem = problem
  }
}

const atomOf = (name: string | undefined, value: string, at: number): Expression | Wrong => {
  if (name === undefined) {
    return folded(value) === ""
      ? new Wrong(`at ${at}: '${value.slice(0, 30)}' has neither letters nor digits`)
      : { kind: "words", text: value }
  }
  const known = filters.find((filter) => filter === name.toLowerCase())
  if (known === undefined) {
    return new Wrong(
      `at ${at}: '${name.slice(0, 30)}:' isn't a filter; send ${filters.map((filter) => `${filter}:`).join(", ")}, or put it in quotes`
    )
  }
  const plain = value.trim().toLowerCase()
  if (plain === "") return new Wrong(`at ${at}: ${known}: needs a value`)
  if (known === "lang" && !/^[a-z]{2}$/.test(plain))
    return new Wrong(`at ${at}: lang: needs an ISO 639-1 code, such as en`)
  return { kind: known, value: known === "author" ? plain.replace(/^@/, "") : plain }
}

const tokensOf = (query: string): ReadonlyArray<Token> | Wrong => {
  const tokens: Array<Token> = []
  let terms = 0
  for (const { 0: whole, 1: name, 2: phrase, 3: word, index } of query.matchAll(piece)) {
    const at = [...query.slice(0, index)].length + 1
    if (whole.trim() === "") continue
    if (whole === '"') return new Wrong(`at ${at}: the quotes aren't closed`)
    if (whole === "(" || whole === ")" || whole === "-") {
      tokens.push({ kind: whole, at })
      continue
    }
    if (name === undefined && word === "OR") {
      tokens.push({ kind: "OR", at })
      continue
    }
    // Between words it says what is so anyway.
    if (name === undefined && word === "AND") continue
    if (name === undefined && word === "NOT") {
      tokens.push({ kind: "-", at })
      continue
    }
    terms += 1
    if (terms > termsMax) return new Wrong(`at ${at}: has more than ${termsMax} words, phrases and filters`)
    const expression = atomOf(name, phrase ?? word ?? "", at)
    if (expression instanceof Wrong) return expression
    tokens.push({ kind: "atom", expression, at })
  }
  return tokens
}

/** What a query says, or what is wrong with it, and where. */
export const parsed = (query: string): Parsed => {
  const cut = tokensOf(query)
  if (cut instanceof Wrong) return cut
  const tokens: ReadonlyArray<Token> = cut
  let next = 0
  const end = [...query].length + 1

  const one = (depth: number): Expression | Wrong => {
    const token = tokens[next]
    if (token === undefined) return new Wrong(`at ${end}: a word, a phrase or a filter is missing`)
    next += 1
    if (token.expression !== undefined) return token.expression
    if (token.kind === "-") {
      const of = one(depth)
      return of instanceof Wrong ? of : { kind: "not", of }
    }
    if (token.kind !== "(") return new Wrong(`at ${token.at}: ${token.kind} has nothing before it`)
    if (depth >= depthMax) return new Wrong(`at ${token.at}: brackets are nested more than ${depthMax} deep`)
    const of = either(depth + 1)
    if (of instanceof Wrong) return of
    if (tokens[next]?.kind !== ")") return new Wrong(`at ${token.at}: the bracket isn't closed`)
    next += 1
    return of
  }
  const together = (depth: number): Expression | Wrong => {
    const of: Array<Expression> = []
    do {
      const expression = one(depth)
      if (expression instanceof Wrong) return expression
      of.push(expression)
    } while (tokens[next] !== undefined && tokens[next]?.kind !== "OR" && tokens[next]?.kind !== ")")
    return of.length === 1 && of[0] !== undefined ? of[0] : { kind: "all", of }
  }
  function either(depth: number): Expression | Wrong {
    const of: Array<Expression> = []
    for (;;) {
      const expression = together(depth)
      if (expression instanceof Wrong) return expression
      of.push(expression)
      if (tokens[next]?.kind !== "OR") break
      next += 1
    }
    return of.length === 1 && of[0] !== undefined ? of[0] : { kind: "any", of }
  }

  const expression = either(0)
  if (expression instanceof Wrong) return expression
  const left = tokens[next]
  return left === undefined ? { expression } : { problem: `at ${left.at}: ${left.kind} closes no bracket` }
}

const hostOf = (url: string | null): string | undefined =>
  url !== null && URL.canParse(url) ? new URL(url).hostname.toLowerCase() : undefined
const isAt = (host: string | undefined, site: string) =>
  host !== undefined && (host === site || host.endsWith(`.${site}`))

/** Whether a thread is what a search is after. Words are compared as keywords are: whole, by their stems. */
export const matcherOf = (expression: Expression): ((thread: Searchable) => boolean) => {
  const stems = new Map<string, ReadonlyArray<string>>()
  const wanted = (text: string, language: string | null) => {
    const key = `${language} ${text}`
    const known = stems.get(key) ?? wordsOf(text, language).map(({ stem }) => stem)
    stems.set(key, known)
    return known
  }
  return (thread) => {
    let fields: ReadonlyArray<ReadonlyArray<string>> | undefined
    const held = () => {
      fields ??= [thread.title, thread.excerpt].map((text) => wordsOf(text, thread.language).map(({ stem }) => stem))
      return fields
    }
    const holds = (one: Expression): boolean => {
      switch (one.kind) {
        case "all":
          return one.of.every(holds)
        case "any":
          return one.of.some(holds)
        case "not":
          return !holds(one.of)
        case "site":
          return isAt(hostOf(thread.url), one.value) || thread.source.toLowerCase() === one.value
        case "author":
          return thread.author?.toLowerCase().replace(/^@/, "") === one.value
        case "lang":
          return thread.language === one.value
        case "words": {
          const words = wanted(one.text, thread.language)
          return held().some((field) =>
            field.some((_, at) => words.every((word, offset) => field[at + offset] === word))
          )
        }
      }
    }
    return holds(expression)
  }
}
