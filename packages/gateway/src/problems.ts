import { type Schema, type SchemaAST, SchemaIssue } from "effect"
import type { Problem } from "./BootError.ts"
import { closest } from "./suggest.ts"

const unknownKey = "isn't a setting"
// Between what is said of an unknown key and the keys there are: no key holds it.
const separator = "\0"

const namesOf = (ast: SchemaAST.AST): ReadonlyArray<string> =>
  "propertySignatures" in ast ? ast.propertySignatures.map(({ name }) => String(name)) : []

const format = SchemaIssue.makeFormatterStandardSchemaV1({
  leafHook: (issue) => {
    switch (issue._tag) {
      case "UnexpectedKey":
        return [unknownKey, ...namesOf(issue.ast)].join(separator)
      case "MissingKey":
        return "is required"
      default:
        return SchemaIssue.defaultLeafHook(issue)
    }
  }
})

const worded = (message: string, key: string) => {
  const [said = message, ...names] = message.split(separator)
  if (said !== unknownKey) return message
  const near = closest(key, names)
  return `${said}; ${near === undefined ? "check its name" : `did you mean '${near}'?`}`
}

/** What does not decode, one by one: `plugins.apps.x: isn't a setting; check its name`. */
export const problemsOf = (error: Schema.SchemaError, base: ReadonlyArray<string> = []): ReadonlyArray<Problem> =>
  format(error.issue).issues.map((issue) => {
    const own = (issue.path ?? []).map((segment) => String(typeof segment === "object" ? segment.key : segment))
    const at = [...base, ...own]
    const message = worded(issue.message, own.at(-1) ?? "")
    return { at, message: at.length === 0 ? message : `${at.join(".")}: ${message}` }
  })
