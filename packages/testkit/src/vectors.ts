import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { Schema } from "effect"
import { root } from "./settings.ts"

const Vectors = Schema.fromJsonString(
  Schema.Struct({
    vectors: Schema.Array(
      Schema.Struct({
        id: Schema.String,
        method: Schema.String,
        path: Schema.String,
        query: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
        body: Schema.optionalKey(Schema.Json),
        valid: Schema.Boolean
      })
    )
  })
)
const file = join(root, "../shared/vendor-specs/contract-vectors.json")

/** Requests as the vendors describe them; none where their descriptions aren't beside the checkout. */
export const savedVectors = existsSync(file)
  ? Schema.decodeUnknownSync(Vectors)(readFileSync(file, "utf8")).vectors
  : []
