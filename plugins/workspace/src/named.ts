import { InvalidInput, Param, type ParamError } from "@storeglass/plugin-api"
import { Effect, Predicate, Schema } from "effect"
import type { HttpServerRequest } from "effect/http"

/** What is the same in capitals. */
const foldedFields = new Set(["country", "id", "tag"])
const folded = (value: unknown) => String(value).toLowerCase()

const parse = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Unknown))

/**
 * What a DELETE names, in its query, its JSON body or both, which must agree. Bodies of DELETE are lost in some proxies,
 * so the documentation shows the query alone.
 */
export const namedBy = <A, E = never>(
  schema: Schema.Codec<A, unknown>,
  /** Of the errors that fields name those that the route answers; of others it's `InvalidInput`. */
  answered: (named: ParamError | undefined) => (new (message: string) => E) | undefined = () => undefined
) => {
  const decode = Schema.decodeUnknownEffect(schema, { onExcessProperty: "error" })
  return Effect.fnUntraced(function* (
    request: HttpServerRequest.HttpServerRequest,
    query: Readonly<Record<string, unknown>>
  ): Effect.fn.Return<A, InvalidInput | E> {
    const text = yield* Effect.orDie(request.text)
    const body =
      text.trim() === "" ? {} : yield* Effect.mapError(parse(text), () => new InvalidInput("body: isn't JSON"))
    if (!Predicate.isObject(body)) return yield* new InvalidInput("body: must be a JSON object")
    const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
    for (const [name, value] of Object.entries(body)) {
      const other = given[name]
      const isAlike = foldedFields.has(name) ? folded(other) === folded(value) : String(other) === String(value)
      if (other !== undefined && JSON.stringify(other) !== JSON.stringify(value) && !isAlike) {
        return yield* new InvalidInput(`${name.slice(0, 60)}: the query and the body disagree; send it in one of them`)
      }
    }
    return yield* Effect.mapError(decode({ ...body, ...given }), (error) => {
      const { error: named, path, wrong } = Param.firstIssue(error)
      const name = path.map(String).join(".").slice(0, 60)
      const message = name === "" ? `body: ${wrong}` : `${name}: ${wrong}`
      const Failure = answered(named)
      return Failure === undefined ? new InvalidInput(message) : new Failure(message)
    })
  })
}
