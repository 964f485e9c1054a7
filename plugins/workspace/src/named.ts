import { InvalidInput, Param } from "@storeglass/plugin-api"
import { Effect, Predicate, Schema } from "effect"
import type { HttpServerRequest } from "effect/http"

const parse = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Unknown))

/**
 * What a DELETE names, in its query, its JSON body or both, which must agree. Bodies of DELETE are lost in some proxies,
 * so the documentation shows the query alone.
 */
export const namedBy = <A>(schema: Schema.Codec<A, unknown>) => {
  const decode = Schema.decodeUnknownEffect(schema, { onExcessProperty: "error" })
  return Effect.fnUntraced(function* (
    request: HttpServerRequest.HttpServerRequest,
    query: Readonly<Record<string, unknown>>
  ): Effect.fn.Return<A, InvalidInput> {
    const text = yield* Effect.orDie(request.text)
    const body =
      text.trim() === "" ? {} : yield* Effect.mapError(parse(text), () => new InvalidInput("body: isn't JSON"))
    if (!Predicate.isObject(body)) return yield* new InvalidInput("body: must be a JSON object")
    const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
    for (const [name, value] of Object.entries(body)) {
      const other = given[name]
      if (other !== undefined && JSON.stringify(other) !== JSON.stringify(value) && String(other) !== String(value)) {
        return yield* new InvalidInput(`${name.slice(0, 60)}: the query and the body disagree; send it in one of them`)
      }
    }
    return yield* Effect.mapError(decode({ ...body, ...given }), (error) => {
      const { path, wrong } = Param.firstIssue(error)
      const name = path.map(String).join(".").slice(0, 60)
      return new InvalidInput(name === "" ? `body: ${wrong}` : `${name}: ${wrong}`)
    })
  })
}
