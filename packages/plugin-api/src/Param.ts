/**
 * Parameters of paths and queries. They travel as text; each says once what it is, and OpenAPI, the MCP tool, the
 * error message and the decoded type follow from that.
 *
 * With `default` the key may be absent; `Param.optional(...)` makes it absent or given.
 */
import { Effect, Schema, SchemaAST, SchemaGetter, SchemaIssue } from "effect"

/** Annotation on the text: the JSON Schema that documents the parameter. */
export const documentedAs = "x-storeglass-parameter"
/** Annotation on an issue: the error code that it is answered with. */
export const errorCode = "x-storeglass-error-code"

/** The codes that a parameter may ask for, instead of `INVALID_INPUT`. */
export type ParamErrorCode = "INVALID_COUNTRY" | "INVALID_APP_ID"

interface Options {
  readonly description: string
  /** A value that works; shown in the docs, and what tests call a required parameter with. */
  readonly example?: string
}
interface Kind<A> {
  readonly json: Readonly<Record<string, unknown>>
  /** The value, or why there is none. */
  readonly decode: (text: string) => { readonly value: A } | { readonly wrong: string; readonly code?: ParamErrorCode }
  readonly encode: (value: A) => string
  readonly is: (input: unknown) => input is A
}

export interface Parameter<A> extends Schema.Codec<A, string> {}
export interface Defaulted<A> extends Schema.withDecodingDefaultKey<Parameter<A>> {}

function make<A>(kind: Kind<A>, options: Options & { readonly default: A }): Defaulted<A>
function make<A>(kind: Kind<A>, options: Options): Parameter<A>
function make<A>(kind: Kind<A>, options: Options & { readonly default?: A }) {
  const json = {
    ...kind.json,
    ...(options.example === undefined ? {} : { examples: [options.example] }),
    description: options.description
  }
  const schema = (documented: Record<string, unknown>): Parameter<A> =>
    Schema.String.annotate({ [documentedAs]: documented }).pipe(
      Schema.decodeTo(Schema.declare(kind.is), {
        decode: SchemaGetter.transformEffect((text: string) => {
          const decoded = kind.decode(text)
          return "value" in decoded
            ? Effect.succeed(decoded.value)
            : Effect.fail(new SchemaIssue.InvalidValue({ message: decoded.wrong, [errorCode]: decoded.code }))
        }),
        encode: SchemaGetter.transform(kind.encode)
      })
    )
  return options.default === undefined
    ? schema(json)
    : Schema.withDecodingDefaultKey<Parameter<A>>(Effect.succeed(kind.encode(options.default)))(
        schema({ ...json, default: options.default })
      )
}

const isString = (input: unknown): input is string => typeof input === "string"
const isNumber = (input: unknown): input is number => typeof input === "number"
const isBoolean = (input: unknown): input is boolean => typeof input === "boolean"

interface IntOptions extends Options {
  readonly min: number
  readonly max: number
}
const intKind = ({ max, min }: IntOptions): Kind<number> => ({
  json: { type: "integer", minimum: min, maximum: max },
  decode: (text) => {
    const value = Number(text)
    return /^-?\d{1,15}$/.test(text) && value >= min && value <= max
      ? { value }
      : { wrong: `must be a whole number from ${min} to ${max}` }
  },
  encode: String,
  is: isNumber
})
/** A whole number between `min` and `max`, both included. */
export function int(options: IntOptions & { readonly default: number }): Defaulted<number>
export function int(options: IntOptions): Parameter<number>
export function int(options: IntOptions) {
  return make(intKind(options), options)
}

const booleanKind: Kind<boolean> = {
  json: { type: "boolean" },
  decode: (text) =>
    text === "true" || text === "1"
      ? { value: true }
      : text === "false" || text === "0"
        ? { value: false }
        : { wrong: "must be true or false" },
  encode: String,
  is: isBoolean
}
/** `true` or `false` (`1` and `0` are taken too). */
export function boolean(options: Options & { readonly default: boolean }): Defaulted<boolean>
export function boolean(options: Options): Parameter<boolean>
export function boolean(options: Options) {
  return make(booleanKind, options)
}

interface TextOptions extends Options {
  readonly min?: number
  readonly max: number
}
const textKind = ({ max, min = 1 }: TextOptions): Kind<string> => ({
  json: { type: "string", minLength: min, maxLength: max },
  decode: (text) => {
    const value = text.trim().normalize("NFC")
    const length = [...value].length
    if (length < min) return { wrong: `must have at least ${min} character${min === 1 ? "" : "s"}` }
    if (length > max) return { wrong: `must have at most ${max} characters` }
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here.
    return /[\u0000-\u001f\u007f]/.test(value) ? { wrong: "must not hold control characters" } : { value }
  },
  encode: (value) => value,
  is: isString
})
/** Text of `min` (default 1) to `max` characters, trimmed and in Unicode normal form C. */
export function text(options: TextOptions & { readonly default: string }): Defaulted<string>
export function text(options: TextOptions): Parameter<string>
export function text(options: TextOptions) {
  return make(textKind(options), options)
}

interface OneOfOptions<L extends string> extends Options {
  readonly values: ReadonlyArray<L>
}
const oneOfKind = <L extends string>({ values }: OneOfOptions<L>): Kind<L> => {
  const is = (input: unknown): input is L => values.some((value) => value === input)
  return {
    json: { type: "string", enum: values },
    decode: (text) => (is(text) ? { value: text } : { wrong: `must be one of ${values.join(", ")}` }),
    encode: (value) => value,
    is
  }
}
/** One of the given words. */
export function oneOf<const L extends string>(options: OneOfOptions<L> & { readonly default: NoInfer<L> }): Defaulted<L>
export function oneOf<const L extends string>(options: OneOfOptions<L>): Parameter<L>
export function oneOf<const L extends string>(options: OneOfOptions<L>) {
  return make(oneOfKind(options), options)
}

/** The two stores, by their neutral names. */
export const platforms = ["storea", "storeb"] as const
export type Platform = (typeof platforms)[number]

/** `platform`: which store; `storea` when absent. */
export const platform = oneOf({
  values: platforms,
  default: "storea",
  description: "Which store to ask: storea (default) or storeb."
})

const regionNames = new Intl.DisplayNames("en", { type: "region", fallback: "none" })
/** The English name of an ISO 3166-1 alpha-2 code, or undefined when there is no such country. */
export const countryName = (code: string): string | undefined =>
  /^[a-z]{2}$/i.test(code) && !/^(eu|un|ez|zz|x[ab]|q[m-z])$/i.test(code)
    ? regionNames.of(code.toUpperCase())
    : undefined

const countryKind: Kind<string> = {
  json: { type: "string", pattern: "^[A-Za-z]{2}$", examples: ["us"] },
  decode: (text) =>
    countryName(text) === undefined
      ? {
          wrong: `'${text.slice(0, 20)}' is not a country; send a two-letter ISO 3166-1 code such as us`,
          code: "INVALID_COUNTRY"
        }
      : { value: text.toLowerCase() },
  encode: (value) => value,
  is: isString
}
/** `country`: a two-letter ISO 3166-1 code in either case; `us` when absent. */
export const country = make(countryKind, {
  default: "us",
  description: "Storefront, as a two-letter ISO 3166-1 code. Default us."
})
/** A country code without a default. */
export const countryCode = (options: Options) => make(countryKind, options)

const dateKind: Kind<string> = {
  json: { type: "string", format: "date" },
  decode: (text) =>
    /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text)
      ? { value: text }
      : { wrong: "must be a date as YYYY-MM-DD" },
  encode: (value) => value,
  is: isString
}
/** A calendar date, `YYYY-MM-DD`. */
export const date = (options: Options) => make(dateKind, options)

interface ListOptions<A> extends Options {
  readonly of: Parameter<A>
  readonly max: number
}
const listKind = <A>({ max, of }: ListOptions<A>): Kind<ReadonlyArray<A>> => {
  const decodeItem = Schema.decodeUnknownResult(of)
  const encodeItem = Schema.encodeSync(of)
  const { description: _, ...items } = documentation(of.ast) ?? {}
  return {
    // To who makes a client of this: a list travels as one text.
    json: { type: "string", "x-comma-separated": { items, maxItems: max } },
    decode: (text) => {
      const items = text.split(",").map((item) => item.trim())
      if (items.length > max) return { wrong: `must have at most ${max} items` }
      const value: Array<A> = []
      for (const item of items) {
        const decoded = decodeItem(item)
        if (decoded._tag === "Failure") return firstIssue(decoded.failure)
        if (!value.includes(decoded.success)) value.push(decoded.success)
      }
      return { value }
    },
    encode: (value) => value.map((item) => encodeItem(item)).join(","),
    is: (input): input is ReadonlyArray<A> => Array.isArray(input)
  }
}
/** Values separated by commas, without repeats. */
export const list = <A>(options: ListOptions<A>) => make(listKind(options), options)

/** Makes a parameter absent or given. */
export const optional: typeof Schema.optionalKey = Schema.optionalKey

const appIdText = textKind({ max: 255, description: "" })
/** `:id`: an app id; which forms are valid depends on `platform`, so the handler checks it. */
export const appId = make<string>(
  { ...appIdText, json: { type: "string", examples: ["284882215"] } },
  { description: "App id: a positive integer on storea, a package name on storeb." }
)

const documentationOf = SchemaAST.resolveAt<Readonly<Record<string, unknown>>>(documentedAs)
/** The JSON Schema of a parameter declared here; undefined for any other schema. */
export const documentation = (ast: SchemaAST.AST) => documentationOf(SchemaAST.toEncoded(ast))

/** The first thing wrong, with the path to it and the code it asks for. */
export const firstIssue = (error: {
  readonly issue: SchemaIssue.Issue
}): { readonly path: ReadonlyArray<PropertyKey>; readonly wrong: string; readonly code?: ParamErrorCode } =>
  walk(error.issue, [])

const walk = (
  issue: SchemaIssue.Issue,
  path: ReadonlyArray<PropertyKey>
): { readonly path: ReadonlyArray<PropertyKey>; readonly wrong: string; readonly code?: ParamErrorCode } => {
  switch (issue._tag) {
    case "Pointer":
      return walk(issue.issue, [...path, ...issue.path])
    case "Encoding":
      return walk(issue.issue, path)
    case "Composite":
      return walk(issue.issues[0], path)
    case "MissingKey":
      return { path, wrong: "is required" }
    case "UnexpectedKey":
      return { path, wrong: "is not a parameter of this route" }
    case "InvalidValue": {
      const code = issue.annotations?.[errorCode]
      return {
        path,
        wrong: issue.annotations?.message ?? SchemaIssue.defaultLeafHook(issue),
        ...(code === "INVALID_COUNTRY" || code === "INVALID_APP_ID" ? { code } : {})
      }
    }
    default: {
      const first = formatter(issue).issues[0]
      const segments = (first?.path ?? []).map((segment) => (typeof segment === "object" ? segment.key : segment))
      return { path: [...path, ...segments], wrong: first?.message ?? "is not valid" }
    }
  }
}
const formatter = SchemaIssue.makeFormatterStandardSchemaV1()
