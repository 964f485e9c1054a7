import { InvalidInput } from "@storeglass/plugin-api"
import type { HttpServerRequest } from "effect/http"
import type { RouteMeta } from "./route.ts"

/** What needs no second look: visible ASCII without an escape. */
const plain = /^[!-$&-~]*$/
const escapes = /^(?:[!-$&-~]|%[\da-f]{2})*$/i
const malformedEscape = /%(?![\da-f]{2})/i

/** The text that an escaped one stands for; undefined where that isn't UTF-8. */
const unescaped = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Why a part of a query can't be read; undefined when it can. */
const partProblem = (part: string): string | undefined => {
  if (malformedEscape.test(part)) return "has a % that begins no escape; send % itself as %25"
  if (!escapes.test(part)) return "has characters that must be percent-encoded as UTF-8, such as é as %C3%A9"
  return unescaped(part) === undefined ? "isn't UTF-8; percent-encode the text as UTF-8" : undefined
}

/**
 * A query that can be read in two ways must not be charged for an answer to another question: it is refused, with the name of
 * the parameter where that can be read.
 */
export const queryTextProblem = (url: string): InvalidInput | undefined => {
  const at = url.indexOf("?")
  if (at < 0) return undefined
  const query = url.slice(at + 1)
  if (plain.test(query)) return undefined
  for (const pair of query.split("&")) {
    if (plain.test(pair)) continue
    const end = pair.indexOf("=")
    const name = end < 0 ? pair : pair.slice(0, end)
    const nameProblem = partProblem(name)
    if (nameProblem !== undefined) return new InvalidInput(`query: the name of a parameter ${nameProblem}`)
    const problem = partProblem(pair.slice(name.length))
    if (problem !== undefined) return new InvalidInput(`${(unescaped(name) ?? "").slice(0, 60)} (query): ${problem}`)
  }
}

/** The parameters under the names that the route reads, or why they can't be read. */
export const canonicalQuery = (
  { queryAliases }: Pick<RouteMeta, "queryAliases">,
  params: HttpServerRequest.ParsedSearchParams["Service"]
): HttpServerRequest.ParsedSearchParams["Service"] | InvalidInput => {
  const used = queryAliases.filter(({ alias }) => params[alias] !== undefined)
  if (used.length === 0) return params
  const named: Record<string, string | Array<string>> = { ...params }
  const givenAs = new Map<string, string>()
  for (const { alias, list, name } of used) {
    const value = named[alias] ?? ""
    delete named[alias]
    const other = named[name]
    if (other === undefined) {
      named[name] = value
      givenAs.set(name, alias)
    } else if (list) named[name] = `${other},${value}`
    else if (other !== value) {
      return new InvalidInput(
        `${alias} (query): is '${value}', but ${givenAs.get(name) ?? name} is '${other}'; send ${name} alone`
      )
    }
  }
  return named
}

/** Typos in a parameter's name must not be charged for an answer to another question. */
export const queryProblem = (
  { queryAliases, queryNames }: Pick<RouteMeta, "queryAliases" | "queryNames">,
  params: HttpServerRequest.ParsedSearchParams["Service"]
): InvalidInput | undefined => {
  if (queryNames === undefined) return undefined
  for (const [name, value] of Object.entries(params)) {
    if (!queryNames.includes(name) && !queryAliases.some(({ alias }) => alias === name)) {
      const known = queryNames.length === 0 ? "no parameters" : queryNames.join(", ")
      return new InvalidInput(`${name.slice(0, 60)} (query): isn't a parameter of this route; it takes ${known}`)
    }
    if (Array.isArray(value)) return new InvalidInput(`${name} (query): was sent ${value.length} times; send it once`)
  }
}
