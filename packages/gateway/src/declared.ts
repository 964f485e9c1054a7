import {
  Answers,
  type AnswersDeclaration,
  Body,
  type BodyDeclaration,
  bodyBytesMaxDefault,
  Exhausted,
  Param,
  Requires
} from "@storeglass/plugin-api"
import { Context, Predicate } from "effect"
import { type HttpApiEndpoint, HttpApiSchema } from "effect/http-api"

type Annotations = Context.Context<never>

/** The body of a route that declares none: JSON of at most 1 MiB, and nothing for `GET`. */
export const defaultBody = (method: string): BodyDeclaration => ({
  kind: method === "GET" || method === "HEAD" ? "none" : "json",
  bytesMax: bodyBytesMaxDefault
})

/** The body of an endpoint, as declared or as its payload's encoding tells. */
export const bodyOf = (endpoint: HttpApiEndpoint.Top, annotations: Annotations): BodyDeclaration => {
  const declared = Context.getOrUndefined(annotations, Body)
  if (declared !== undefined) return declared
  for (const { encoding } of endpoint.payload.values()) {
    if (encoding._tag === "Stream") return { kind: "stream", bytesMax: bodyBytesMaxDefault }
    if (encoding._tag === "Multipart") return { kind: "multipart", bytesMax: bodyBytesMaxDefault }
    if (encoding._tag === "Uint8Array") return { kind: "bytes", bytesMax: bodyBytesMaxDefault }
  }
  return defaultBody(endpoint.method)
}

/** What a success of an endpoint is, as declared or as its schema tells. */
export const answersOf = (endpoint: HttpApiEndpoint.Top, annotations: Annotations): AnswersDeclaration => {
  const declared = Context.getOrUndefined(annotations, Answers)
  if (declared !== undefined) return declared
  for (const schema of endpoint.success) {
    const body = HttpApiSchema.isWithHeaders(schema) ? schema.schema : schema
    if (Predicate.hasProperty(body, "_tag") && String(body._tag).startsWith("Stream")) {
      const contentType = Predicate.hasProperty(body, "contentType") ? String(body.contentType) : undefined
      return contentType === undefined ? { kind: "stream" } : { kind: "stream", contentType }
    }
  }
  return { kind: "json" }
}

/** The request headers that an endpoint reads, in lower case. */
export const headersOf = (
  endpoint: HttpApiEndpoint.Top
): ReadonlyArray<{ readonly name: string; readonly secret: boolean }> => {
  const ast = endpoint.headers?.ast
  if (ast === undefined || !("propertySignatures" in ast)) return []
  return ast.propertySignatures.map(({ name, type }) => ({
    name: String(name).toLowerCase(),
    secret: Param.isSecret(type)
  }))
}

/** The names of headers that no log and no trace may show. */
export const secretHeaderNames = (
  routes: ReadonlyArray<{ readonly headers: ReadonlyArray<{ readonly name: string; readonly secret: boolean }> }>
) => [
  "authorization",
  "cookie",
  "set-cookie",
  "x-api-key",
  ...routes.flatMap(({ headers }) => headers.flatMap(({ name, secret }) => (secret ? [name] : [])))
]

export const requiresOf = (annotations: Annotations) => Context.getOrUndefined(annotations, Requires)?.feature
export const exhaustedOf = (annotations: Annotations) => Context.getOrUndefined(annotations, Exhausted)?.error
