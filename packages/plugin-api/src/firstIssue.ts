import { type Schema, SchemaAST, SchemaIssue } from "effect"
import { errorOf, failsWith, type ParamError } from "./parameter.ts"

/** What is wrong with an input, for the message of its error. */
export interface Wrong {
  readonly path: ReadonlyArray<PropertyKey>
  readonly wrong: string
  /** The class that the parameter names; absent: `INVALID_INPUT`. */
  readonly error?: ParamError
}

/** The first thing wrong, with the path to it and the error that its parameter names. */
export const firstIssue = (error: { readonly issue: SchemaIssue.Issue }): Wrong => walk(error.issue, [], undefined)

const walk = (issue: SchemaIssue.Issue, path: ReadonlyArray<PropertyKey>, error: ParamError | undefined): Wrong => {
  const found = (wrong: string, named = error): Wrong => ({
    path,
    wrong,
    ...(named === undefined ? {} : { error: named })
  })
  switch (issue._tag) {
    case "Pointer":
      return walk(issue.issue, [...path, ...issue.path], error)
    case "Encoding":
      return walk(issue.issue, path, error)
    case "Composite":
      return walk(issue.issues[0], path, errorWithin(issue) ?? error)
    case "MissingKey":
      return found("is required")
    case "UnexpectedKey":
      return found("isn't a parameter of this route")
    case "InvalidValue":
      return found(issue.annotations?.message ?? SchemaIssue.defaultLeafHook(issue), namedBy(issue.annotations))
    default: {
      const first = formatter(issue).issues[0]
      const segments = (first?.path ?? []).map((segment) => (typeof segment === "object" ? segment.key : segment))
      // A body is decoded as the one member of a union.
      const [only, ...others] = issue._tag === "AnyOf" ? issue.issues : []
      const within = only === undefined || others.length > 0 ? error : walk(only, path, error).error
      return { ...found(first?.message ?? "isn't valid", within), path: [...path, ...segments] }
    }
  }
}
const formatter = SchemaIssue.makeFormatterStandardSchemaV1()

/** The class that the field names in which the first issue is. */
const errorWithin = ({ ast, issues: [first] }: SchemaIssue.Composite): ParamError | undefined => {
  if (first._tag !== "Pointer" || !SchemaAST.isObjects(ast)) return undefined
  const field = ast.propertySignatures.find(({ name }) => name === first.path[0])
  return field === undefined ? undefined : errorOf(field.type)
}

const namedBy = (annotations: Schema.Annotations.Issue | undefined): ParamError | undefined => {
  const named = annotations?.[failsWith]
  return isParamError(named) ? named : undefined
}

const isParamError = (input: unknown): input is ParamError =>
  typeof input === "function" && "code" in input && "wire" in input
