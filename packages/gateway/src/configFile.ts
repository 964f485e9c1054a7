import { readFileSync } from "node:fs"
import { dirname, resolve } from "node:path"
import { Effect } from "effect"
import { type Document, LineCounter, parseDocument } from "yaml"
import { BootError } from "./BootError.ts"
import { failOf } from "./references.ts"

/** A config file as it is written. */
export interface ConfigFile {
  readonly path: string
  readonly folder: string
  readonly document: Document.Parsed
  readonly lines: LineCounter
  readonly raw: unknown
}

/** Reads a config file and parses its YAML. */
export const readConfigFile = Effect.fn("readConfigFile")(function* (
  file: string
): Effect.fn.Return<ConfigFile, BootError> {
  const path = resolve(file)
  const text = yield* Effect.try({
    try: () => readFileSync(path, "utf8"),
    catch: () => new BootError({ subject: path, reason: "can't read the config file; check STOREGLASS_CONFIG" })
  })
  const lines = new LineCounter()
  const document = parseDocument(text, { uniqueKeys: true, lineCounter: lines })
  if (document.errors.length > 0) {
    const problems = document.errors.map(({ message }) => ({
      at: [],
      message: `invalid YAML: ${(message.split("\n")[0] ?? "").replace(/:$/, "")}`
    }))
    return yield* failOf(problems, path)
  }
  return { path, folder: dirname(path), document, lines, raw: document.toJS() }
})
