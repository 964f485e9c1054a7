import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { Schema } from "effect"

/** An answer that the gateway gave, cut to what shows its shape. */
const Example = Schema.Struct({
  address: Schema.NonEmptyString,
  body: Schema.optionalKey(Schema.Unknown),
  status: Schema.Int,
  answer: Schema.Unknown
})
export type Example = typeof Example.Type

/** Examples by operation id, as a plugin keeps them in `examples.gen.json`. */
export const Examples = Schema.Record(Schema.String, Example)
const decode = Schema.decodeUnknownSync(Schema.fromJsonString(Examples))

/** The file of a plugin's examples: beside its package.json. */
export const examplesFile = (from: string): string | undefined => {
  for (let folder = dirname(from); folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, "package.json"))) return join(folder, "examples.gen.json")
  }
  return undefined
}

/** The examples of plugins that were loaded from these files. */
export const readExamples = (from: ReadonlyArray<string>): ReadonlyMap<string, Example> =>
  new Map(
    from.flatMap((file) => {
      const path = examplesFile(file)
      return path === undefined || !existsSync(path) ? [] : Object.entries(decode(readFileSync(path, "utf8")))
    })
  )
