import { Option, Schema } from "effect"
import * as ApiKey from "../auth/ApiKey.ts"
import type { RouteMeta } from "../http/route.ts"

const valueMax = 200
const pathMax = 512
/** At most so many parameters; no route has as many. */
const parametersMax = 100
/** In place of what isn't logged. */
const left = "%E2%80%A6"

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text.replaceAll("+", " "))
  } catch {
    return undefined
  }
}

/** A value of a declared parameter as it was sent, but not a key that somebody put there, and not all of a long one. */
const shown = (sent: string): string => {
  const without = ApiKey.withoutKeys(sent)
  if (sent.length <= valueMax) return without
  const value = decoded(sent)
  if (value === undefined) return left
  // Before it's cut: of half a key nobody would see what it is.
  const characters = [...ApiKey.withoutKeys(value, "…")]
  return characters.length <= valueMax
    ? without
    : `${encodeURIComponent(characters.slice(0, valueMax).join("").toWellFormed())}${left}`
}

const isPlainName = (name: string) => /^[A-Za-z][\w.[\]-]{0,39}$/.test(name)

/** The path of an address as it was sent, but for keys. */
export const loggedPath = (url: string): string => {
  const end = url.indexOf("?")
  return ApiKey.withoutKeys(end === -1 ? url : url.slice(0, end))
    .slice(0, pathMax)
    .toWellFormed()
}

/**
 * The query of an address: parameters that its route declares, and the names of others alone. Callers put keys into what
 * they make up.
 */
export const loggedQuery = (url: string, route: RouteMeta | undefined): string => {
  const start = url.indexOf("?")
  if (start === -1 || start === url.length - 1) return ""
  const declared = (name: string) =>
    route?.queryNames?.includes(name) === true || route?.queryAliases.some(({ alias }) => alias === name) === true
  return url
    .slice(start + 1)
    .split("&", parametersMax)
    .map((part) => {
      const end = part.indexOf("=")
      const name = decoded(end === -1 ? part : part.slice(0, end)) ?? ""
      if (!isPlainName(name)) return left
      if (end === -1) return encodeURIComponent(name)
      return `${encodeURIComponent(name)}=${declared(name) ? shown(part.slice(end + 1)) : left}`
    })
    .join("&")
    .toWellFormed()
}

const codeIn = Schema.decodeUnknownOption(
  Schema.fromJsonString(Schema.Struct({ error: Schema.Struct({ code: Schema.String }) }))
)

/** The code of a failure in the envelope; empty where it has none. */
export const loggedCode = (body: Uint8Array): string =>
  Option.match(codeIn(new TextDecoder().decode(body)), {
    onNone: () => "",
    onSome: ({ error }) => error.code.slice(0, 80)
  })
