/** Screenshots for the vendor's review: reserved, sent in the parts that it names, and committed. */
import { Effect, Option, Schema } from "effect"
import * as Body from "./bodies.ts"
import type { ConsoleFailure, Pictured } from "./Console.ts"
import type { PicturedKind } from "./kinds.ts"
import { screenshotOf } from "./neutral.ts"
import type { Resource } from "./shapes.ts"
import type { Line, Upload } from "./transport.ts"

const at = (id: string) => encodeURIComponent(id)

const Header = Schema.Struct({ name: Schema.String, value: Schema.String })
const Operation = Schema.Struct({
  method: Schema.Literals(["PUT", "POST"]),
  url: Schema.String,
  offset: Schema.Int,
  length: Schema.Int,
  requestHeaders: Schema.optionalKey(Schema.NullOr(Schema.Array(Header)))
})
const decodeOperations = Schema.decodeUnknownOption(Schema.Array(Operation))
/** Set by whoever sends. */
const ours: ReadonlySet<string> = new Set(["host", "content-length", "transfer-encoding", "connection"])
/** Beyond what any image is sent in. */
const partsMax = 100

/** The parts, as they lie in the file one after the other; undefined where they don't make it up. */
export const partsIn = (told: unknown, bytes: Uint8Array): ReadonlyArray<Upload> | undefined => {
  const operations = Option.getOrUndefined(decodeOperations(told))
  if (operations === undefined || operations.length === 0 || operations.length > partsMax) return undefined
  let end = 0
  const parts: Array<Upload> = []
  for (const { length, method, offset, requestHeaders, url } of operations.toSorted((a, b) => a.offset - b.offset)) {
    if (offset !== end || length < 1) return undefined
    end = offset + length
    const headers = (requestHeaders ?? []).filter(({ name }) => !ours.has(name.toLowerCase()))
    parts.push({
      method,
      url,
      headers: Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value])),
      bytes: bytes.subarray(offset, end)
    })
  }
  return end === bytes.length ? parts : undefined
}

export const screenshotsOf = (line: Line, kind: PicturedKind): Pictured => {
  const one = (id: string) => `${kind.path}/${at(id)}`
  const sending =
    ({ attributes }: Resource) =>
    (bytes: Uint8Array): Effect.Effect<void, ConsoleFailure> => {
      const parts = partsIn(attributes?.uploadOperations, bytes)
      return parts === undefined
        ? line.drift(`${kind.type}: the parts of an upload don't make up its file`)
        : Effect.forEach(parts, line.upload, { discard: true })
    }
  return {
    of: Effect.fnUntraced(function* (parentId) {
      const found = yield* line.linked(kind.ofParent(parentId))
      if (found !== null) return screenshotOf(found)
      // Nothing there, or nothing that has one.
      yield* line.one(kind.thing(parentId))
      return null
    }),
    get: (id) => Effect.map(line.one(one(id)), ({ data }) => screenshotOf(data)),
    reserve: (parentId, image) =>
      Effect.map(
        line.send(
          { method: "POST", path: kind.path, body: Body.newScreenshot(kind, parentId, image) },
          (resource) => resource
        ),
        ({ after }) => ({ id: after.id, send: sending(after) })
      ),
    commit: (id, md5) =>
      line.send({ method: "PATCH", path: one(id), body: Body.uploaded(kind, id, md5) }, screenshotOf),
    remove: (id) => line.remove(one(id))
  }
}
