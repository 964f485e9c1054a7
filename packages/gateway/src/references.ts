import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { Effect, Predicate } from "effect"
import { BootError, type Problem } from "./BootError.ts"

/** What `${…}` in the config stands for. */
export interface References {
  /** `${NAME}` and `${sandbox.<name>}`. */
  readonly variables: Readonly<Record<string, string | undefined>>
  /** Where the path of `${file:<path>}` begins, unless it is absolute. */
  readonly folder: string
}

const pattern = /\$\{(file:[^}]*|sandbox\.[\w.-]+|[\w.]+)\}/g

const why: Readonly<Record<string, string>> = {
  ENOENT: "the file doesn't exist",
  ENOTDIR: "the file doesn't exist",
  EISDIR: "it's a folder",
  EACCES: "this user isn't allowed to read it",
  EPERM: "this user isn't allowed to read it"
}

/** What is read from a file is a secret as a rule, and ends in the line break that editors put there. */
const readSecret = (path: string): { readonly text: string } | { readonly reason: string } => {
  try {
    const text = readFileSync(path, "utf8").replace(/\r?\n$/, "")
    return text === "" ? { reason: "it's empty" } : { text }
  } catch (error) {
    const code = Predicate.hasProperty(error, "code") ? String(error.code) : ""
    return { reason: why[code] ?? code }
  }
}

const hintFor = (name: string) =>
  name.startsWith("sandbox.")
    ? "set it in the environment, or name `sandbox:` in the config"
    : "set it in the environment"

/** Puts in what the references stand for, and tells of those that stand for nothing; these stay as they are. */
export const expand = (
  input: unknown,
  { folder, variables }: References,
  base: ReadonlyArray<string> = []
): { readonly value: unknown; readonly problems: ReadonlyArray<Problem> } => {
  const problems: Array<Problem> = []
  const say = (at: ReadonlyArray<string>, reason: string) =>
    problems.push({ at, message: `${at.join(".")}: ${reason}` })
  const text = (whole: string, at: ReadonlyArray<string>) =>
    whole.replace(pattern, (reference, name: string) => {
      if (name.startsWith("file:")) {
        const path = resolve(folder, name.slice("file:".length).trim())
        const read = readSecret(path)
        if ("text" in read) return read.text
        say(at, `can't read ${reference}: ${read.reason}; fix that, or name another`)
        return reference
      }
      const value = variables[name]
      if (value === undefined) say(at, `${reference} is not set; ${hintFor(name)}`)
      return value ?? reference
    })
  const visit = (value: unknown, at: ReadonlyArray<string>): unknown => {
    if (typeof value === "string") return text(value, at)
    if (Array.isArray(value)) return value.map((item, index) => visit(item, [...at, String(index)]))
    if (!Predicate.isObject(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, visit(item, [...at, key])]))
  }
  return { value: visit(input, base), problems }
}

/** A failure of these problems under one subject; without one each is told by its own path. */
export const failOf = (problems: ReadonlyArray<Problem>, subject?: string): BootError => {
  const [first = { at: [], message: "" }, ...rest] = problems
  const reason = [subject === undefined ? first.message.slice(first.at.join(".").length + 2) : first.message]
  return new BootError({
    subject: subject ?? first.at.join("."),
    reason: [...reason, ...rest.map(({ message }) => message)].join("\n  "),
    problems
  })
}

/** `expand`, failing with all that stands for nothing. */
export const interpolate = (
  value: unknown,
  references: References,
  base: ReadonlyArray<string>
): Effect.Effect<unknown, BootError> => {
  const expanded = expand(value, references, base)
  return expanded.problems.length === 0 ? Effect.succeed(expanded.value) : Effect.fail(failOf(expanded.problems))
}
