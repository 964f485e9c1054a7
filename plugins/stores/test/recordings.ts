import { existsSync, readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { Result, Schema } from "effect"
import { type Body, readBody } from "../src/storea/body.ts"

/** Answers that the real upstreams gave. They stay beside the checkout and are never copied into it. */
export const folder = fileURLToPath(new URL("../../../../shared/recordings/", import.meta.url))

export const haveRecordings = existsSync(folder)
export const recordingsTitle = haveRecordings ? "recorded answers" : `recorded answers (skipped: no ${folder})`

export const namesIn = (path: string): ReadonlyArray<string> =>
  haveRecordings ? readdirSync(folder + path).map((name) => `${path}/${name}`) : []

export const textOf = (path: string): string => readFileSync(folder + path, "utf8")
export const bodyOf = (path: string): Body => readBody(textOf(path))

/** The JSON in a recording, by our own reader. */
export const jsonOf = (path: string): unknown => {
  const body = bodyOf(path)
  if (body.kind !== "json") throw new Error(`${path} is ${body.kind}`)
  return body.value
}

/** What was read, or a failing test that says why not. */
export const success = <A>(result: Result.Result<A, { readonly detail: string; readonly cause?: unknown }>): A => {
  if (Result.isFailure(result)) throw new Error(`${result.failure.detail}: ${String(result.failure.cause ?? "")}`)
  return result.success
}

export const decodeAs = <S extends Schema.ConstraintDecoder<unknown>>(schema: S, path: string): S["Type"] =>
  Result.getOrThrow(Schema.decodeUnknownResult(schema)(jsonOf(path)))
