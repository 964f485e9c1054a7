/** What every kind of parameter is made with; the kinds are in Param.ts. */
import { Effect, Schema, SchemaAST, SchemaGetter, SchemaIssue } from "effect"
import type { ApiErrorClass } from "./ApiError.ts"
import { type Picks, picksKey } from "./picks.ts"

/** Annotation on the text: the JSON Schema that documents the parameter. */
export const documentedAs = "x-storeglass-parameter"
/** In that JSON Schema: the parameter's older names. */
const aliasesKey = "x-aliases"
/** Annotation on a schema or an issue: the error class with which what does not decode is answered. */
export const failsWith = "x-storeglass-fails-with"
/** Annotation on the text of a header: its value never shows in logs, traces or recordings. */
const secretly = "x-storeglass-secret"

/** What a parameter may be answered with instead of `INVALID_INPUT`: a class made by `ApiError`. */
export type ParamError = ApiErrorClass<string>

export interface Options {
  readonly description: string
  /** A value that works; shown in the docs, and what tests call a required parameter with. */
  readonly example?: string
  /** What it stands for: pages offer what there is of it. Of a list, say it of its items. */
  readonly picks?: Picks
  /** Answers a value that is missing or wrong, in place of `INVALID_INPUT`; `declare` lists it in OpenAPI. */
  readonly error?: ParamError
  /**
   * Older names that are still taken in a query, documented as deprecated. The route is given the value under its one name;
   * two names with different values are refused, and the items of a list come together.
   */
  readonly aliases?: ReadonlyArray<string>
}
export interface Kind<A> {
  readonly json: Readonly<Record<string, unknown>>
  /** The value, or why there is none. */
  readonly decode: (text: string) => { readonly value: A } | { readonly wrong: string; readonly error?: ParamError }
  readonly encode: (value: A) => string
  readonly is: (input: unknown) => input is A
  readonly secret?: boolean
}

export interface Parameter<A> extends Schema.Codec<A, string> {}
export interface Defaulted<A> extends Schema.withDecodingDefaultKey<Parameter<A>> {}

export function make<A>(kind: Kind<A>, options: Options & { readonly default: A }): Defaulted<A>
export function make<A>(kind: Kind<A>, options: Options): Parameter<A>
export function make<A>(kind: Kind<A>, options: Options & { readonly default?: A }) {
  const json = {
    ...kind.json,
    ...(options.example === undefined ? {} : { examples: [options.example] }),
    ...(options.picks === undefined ? {} : { [picksKey]: options.picks }),
    ...(options.aliases === undefined ? {} : { [aliasesKey]: options.aliases }),
    description: options.description
  }
  const schema = (documented: Record<string, unknown>): Parameter<A> =>
    Schema.String.annotate({
      [documentedAs]: documented,
      ...(options.error === undefined ? {} : { [failsWith]: options.error }),
      ...(kind.secret === true ? { [secretly]: true } : {})
    }).pipe(
      Schema.decodeTo(Schema.declare(kind.is), {
        decode: SchemaGetter.transformEffect((text: string) => {
          const decoded = kind.decode(text)
          return "value" in decoded
            ? Effect.succeed(decoded.value)
            : Effect.fail(
                new SchemaIssue.InvalidValue({ message: decoded.wrong, [failsWith]: options.error ?? decoded.error })
              )
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

const documentationOf = SchemaAST.resolveAt<Readonly<Record<string, unknown>>>(documentedAs)
/** The JSON Schema of a parameter declared here; undefined for any other schema. */
export const documentation = (ast: SchemaAST.AST) => documentationOf(SchemaAST.toEncoded(ast))

/** An older name of a parameter. */
export interface Alias {
  readonly alias: string
  readonly name: string
  /** Its values are separated by commas, and come beside those of the parameter. */
  readonly list: boolean
}

/** The older names of the parameters of a query. */
export const aliasesOf = (ast: SchemaAST.AST): ReadonlyArray<Alias> =>
  SchemaAST.isObjects(ast)
    ? ast.propertySignatures.flatMap(({ name, type }) => {
        const json = documentation(type)
        const aliases = json?.[aliasesKey]
        return Array.isArray(aliases)
          ? aliases.map((alias) => ({
              alias: String(alias),
              name: String(name),
              list: json !== undefined && "x-comma-separated" in json
            }))
          : []
      })
    : []

const secretOf = SchemaAST.resolveAt<boolean>(secretly)
/** Whether this is a `Param.header` whose value is a secret. */
export const isSecret = (ast: SchemaAST.AST): boolean => secretOf(SchemaAST.toEncoded(ast)) === true

const errorAt = SchemaAST.resolveAt<ParamError>(failsWith)
/** The error class that a parameter or a field of a body names; undefined where it is `INVALID_INPUT`. */
export const errorOf = (ast: SchemaAST.AST): ParamError | undefined => errorAt(ast) ?? errorAt(SchemaAST.toEncoded(ast))

/** The error classes that the fields of a schema name, nested ones included. */
export const errorsOf = (ast: SchemaAST.AST): ReadonlyArray<ParamError> => {
  const own = errorOf(ast)
  const inner = SchemaAST.isObjects(ast) ? ast.propertySignatures.flatMap(({ type }) => errorsOf(type)) : []
  return own === undefined ? inner : [own, ...inner]
}
