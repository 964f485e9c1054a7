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
export const firstIssue = (error: { readonly issue: SchemaIssue.Issue }): Wrong =>
  walk(error.issue, [], undefined, "character")

/** What a value with a length has. */
type Unit = "character" | "item"

const walk = (
  issue: SchemaIssue.Issue,
  path: ReadonlyArray<PropertyKey>,
  error: ParamError | undefined,
  unit: Unit
): Wrong => {
  const found = (wrong: string, named = error): Wrong => ({
    path,
    wrong,
    ...(named === undefined ? {} : { error: named })
  })
  switch (issue._tag) {
    case "Pointer":
      return walk(issue.issue, [...path, ...issue.path], error, unit)
    case "Encoding":
      return walk(issue.issue, path, error, unit)
    case "Composite":
      return walk(
        issue.issues[0],
        path,
        errorWithin(issue) ?? errorOf(issue.ast) ?? error,
        SchemaAST.isArrays(issue.ast) ? "item" : "character"
      )
    case "MissingKey":
      return found("is required")
    case "UnexpectedKey":
      return found(`isn't known here${takenBy(issue.ast)}`)
    case "InvalidValue":
      return found(issue.annotations?.message ?? SchemaIssue.defaultLeafHook(issue), namedBy(issue.annotations))
    case "InvalidType":
      return found(`must be ${kindOf(issue.ast) ?? "of another type"}`, errorOf(issue.ast) ?? error)
    case "Filter":
      return found(checkProblem(issue, unit), namedBy(issue.filter.annotations) ?? error)
    case "AnyOf": {
      // A body is decoded as the one member of a union, and null or a thing of one kind as that thing.
      const [only, ...others] = issue.issues
      if (only !== undefined && others.length === 0) return walk(only, path, error, unit)
      // Of several forms it was meant as the one of which it has the fields.
      const meant = issue.issues.find(isOfValue)
      if (meant !== undefined) return walk(meant, path, error, unit)
      const forms = issue.issues.some(isOfFields) ? formsOf(issue.ast) : undefined
      return found(forms ?? `must be ${kindOf(issue.ast) ?? "of another form"}`, errorOf(issue.ast) ?? error)
    }
    default: {
      const first = formatter(issue).issues[0]
      const segments = (first?.path ?? []).map((segment) => (typeof segment === "object" ? segment.key : segment))
      return { ...found(first?.message ?? "isn't valid"), path: [...path, ...segments] }
    }
  }
}
const formatter = SchemaIssue.makeFormatterStandardSchemaV1()

const list = (words: ReadonlyArray<string>) =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`

/** What a value of a schema is, in the words of a message; undefined where there are none for it. */
const kindOf = (ast: SchemaAST.AST): string | undefined => {
  const encoded = SchemaAST.toEncoded(ast)
  if (SchemaAST.isString(encoded)) return "text"
  if (SchemaAST.isNumber(encoded)) return "a number"
  if (SchemaAST.isBoolean(encoded)) return "true or false"
  if (SchemaAST.isNull(encoded)) return "null"
  if (SchemaAST.isArrays(encoded)) return "an array"
  if (SchemaAST.isObjects(encoded)) return "an object"
  if (SchemaAST.isLiteral(encoded)) return String(encoded.literal)
  if (!SchemaAST.isUnion(encoded)) return undefined
  const kinds = [...new Set(encoded.types.map(kindOf))]
  const words = kinds.filter((kind) => kind !== undefined)
  if (words.length < kinds.length) return undefined
  return encoded.types.every(SchemaAST.isLiteral) && words.length > 1 ? `one of ${words.join(", ")}` : list(words)
}

/** An object that has other fields than its form. */
const isOfFields = (issue: SchemaIssue.Issue): boolean => {
  if (issue._tag !== "Composite" || !SchemaAST.isObjects(issue.ast)) return false
  const [first] = issue.issues
  return first._tag === "Pointer" && (first.issue._tag === "MissingKey" || first.issue._tag === "UnexpectedKey")
}
/** An object that has the fields of its form, and a wrong value in one of them. */
const isOfValue = (issue: SchemaIssue.Issue): boolean =>
  issue._tag === "Composite" &&
  SchemaAST.isObjects(issue.ast) &&
  issue.issues[0]._tag === "Pointer" &&
  !isOfFields(issue)

/** What objects of several forms must have. */
const formsOf = (ast: SchemaAST.Union): string | undefined => {
  const forms = ast.types.map((type) => {
    const encoded = SchemaAST.toEncoded(type)
    return SchemaAST.isObjects(encoded)
      ? encoded.propertySignatures.filter(({ type }) => !SchemaAST.isOptional(type)).map(({ name }) => String(name))
      : []
  })
  return forms.every((names) => names.length > 0) ? `must have ${forms.map(and).join(", or ")}` : undefined
}
const and = (names: ReadonlyArray<string>) =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`

/** The names that an object takes, told to who sent another. */
const takenBy = (ast: SchemaAST.AST) => {
  const names = SchemaAST.isObjects(ast) ? ast.propertySignatures.map(({ name }) => String(name)) : []
  return names.length === 0 ? "" : `; it takes ${names.join(", ")}`
}

const numberAt = (payload: unknown, name: string): number | undefined => {
  const value: unknown = typeof payload === "object" && payload !== null ? Reflect.get(payload, name) : undefined
  return typeof value === "number" ? value : undefined
}

/** Why a value of the right type is refused, as the same is said of parameters. */
const checkProblem = (issue: SchemaIssue.Filter, unit: Unit): string => {
  const counted = (count: number | undefined) => `${count} ${unit}${count === 1 ? "" : "s"}`
  const { annotations } = issue.filter
  const own = SchemaIssue.defaultCheckHook(issue)
  if (own !== undefined) return own
  const { id, payload } = annotations?.representation ?? {}
  const minimum = numberAt(payload, "minimum") ?? numberAt(payload, "minLength")
  const maximum = numberAt(payload, "maximum") ?? numberAt(payload, "maxLength")
  switch (id) {
    case "effect/schema/isMinLength":
      return `must have at least ${counted(minimum)}`
    case "effect/schema/isMaxLength":
      return `must have at most ${counted(maximum)}`
    case "effect/schema/isInt":
      return "must be a whole number"
    case "effect/schema/isFinite":
      return "must be a finite number"
    case "effect/schema/isBetween":
      return `must be from ${minimum} to ${maximum}`
    case "effect/schema/isGreaterThanOrEqualTo":
      return `must be at least ${minimum}`
    case "effect/schema/isLessThanOrEqualTo":
      return `must be at most ${maximum}`
    default:
      return annotations?.expected === undefined ? "isn't valid" : `must be ${annotations.expected}`
  }
}

/** The class that the field names in which the first issue is. */
const errorWithin = ({ ast, issues: [first] }: SchemaIssue.Composite): ParamError | undefined => {
  if (first._tag !== "Pointer" || !SchemaAST.isObjects(ast)) return undefined
  const field = ast.propertySignatures.find(({ name }) => name === first.path[0])
  return field === undefined ? undefined : errorOf(field.type)
}

const namedBy = (annotations: Schema.Annotations.Annotations | undefined): ParamError | undefined => {
  const named = annotations?.[failsWith]
  return isParamError(named) ? named : undefined
}

const isParamError = (input: unknown): input is ParamError =>
  typeof input === "function" && "code" in input && "wire" in input
