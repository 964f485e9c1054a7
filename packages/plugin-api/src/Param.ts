/**
 * Parameters of paths and queries. They travel as text; each says once what it is, and OpenAPI, the MCP tool, the
 * error message and the decoded type follow from that.
 *
 * With `default` the key may be absent; `Param.optional(...)` makes it absent or given.
 */
import { Redacted, Result, Schema } from "effect"
import { countryName } from "./countries.ts"
import { InvalidCountry } from "./errors.ts"
import { firstIssue } from "./firstIssue.ts"
import { type Defaulted, documentation, type Kind, make, type Options, type Parameter } from "./parameter.ts"
import { picksKey } from "./picks.ts"
import { textProblem, withoutMarks } from "./StoredText.ts"

export { countryName } from "./countries.ts"
export { firstIssue } from "./firstIssue.ts"
export { type Alias, aliasesOf, documentation, documentedAs, failsWith, isSecret } from "./parameter.ts"

const isString = (input: unknown): input is string => typeof input === "string"
const isNumber = (input: unknown): input is number => typeof input === "number"
const isBoolean = (input: unknown): input is boolean => typeof input === "boolean"

interface IntOptions extends Options {
  readonly min: number
  readonly max: number
  /** A greater number is taken as `max` instead of refused. Default false. */
  readonly capped?: boolean
}
const intKind = ({ capped = false, max, min }: IntOptions): Kind<number> => ({
  json: { type: "integer", minimum: min, maximum: max, ...(capped ? { "x-capped": true } : {}) },
  decode: (text) => {
    const value = Number(text)
    return /^-?\d{1,15}$/.test(text) && value >= min && (capped || value <= max)
      ? { value: Math.min(value, max) }
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

/** `limit`: how many to give at most, as `Param.limit({ of: "apps", max: 100, default: 25 })`. */
export const limit = ({
  capped = false,
  default: value,
  max,
  of
}: {
  readonly of: string
  readonly max: number
  readonly default: number
  /** A greater number is taken as `max` instead of refused. Default false. */
  readonly capped?: boolean
}) =>
  int({
    min: 1,
    max,
    capped,
    default: value,
    description: `At most this many ${of}, 1 to ${max}${capped ? `; a greater number counts as ${max}` : ""}. Default ${value}.`
  })

/** `page` of an answer with `nextPage`, from 1 to `max`, as far as the source goes. */
export const page = ({ max }: { readonly max: number }) =>
  int({ min: 1, max, default: 1, description: `Page, 1 to ${max}: the previous page's nextPage. Default 1.` })

/** `offset` of an answer with `nextOffset`: how many to pass over. */
export const offset = ({ max, of }: { readonly max: number; readonly of: string }) =>
  int({
    min: 0,
    max,
    default: 0,
    description: `Number of ${of} to skip, 0 to ${max}: the previous page's nextOffset. Default 0.`
  })

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
  /** Marks of direction, which a copied name brings along, are dropped instead of refused. Default false. */
  readonly dropsMarks?: boolean
}
const textKind = ({ dropsMarks = false, max, min = 1 }: TextOptions): Kind<string> => ({
  json: { type: "string", minLength: min, maxLength: max },
  decode: (text) => {
    const value = (dropsMarks ? withoutMarks(text) : text).trim().normalize("NFC")
    const length = [...value].length
    if (length < min) return { wrong: `must have at least ${min} character${min === 1 ? "" : "s"}` }
    if (length > max) return { wrong: `must have at most ${max} characters` }
    const wrong = textProblem(value)
    return wrong === undefined ? { value } : { wrong }
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

interface DigitsOptions extends Options {
  /** Most characters. */
  readonly max: number
}
/** An id of digits alone, the first no 0, which may have more of them than a number holds; text in the handler too. */
export const digits = ({ max, ...options }: DigitsOptions): Parameter<string> =>
  make<string>(
    {
      json: { type: "string", pattern: `^[1-9][0-9]{0,${max - 1}}$` },
      decode: (text) =>
        text.length <= max && /^[1-9][0-9]*$/.test(text)
          ? { value: text }
          : { wrong: `must be 1 to ${max} digits, of which the first isn't 0` },
      encode: (value) => value,
      is: isString
    },
    options
  )

/** A vendor's own id, of which nothing is known but that it's letters, digits, `_`, `-` and `=`: it can't lead anywhere else in a path. */
export const opaqueId = ({ max, ...options }: DigitsOptions): Parameter<string> =>
  make<string>(
    {
      json: { type: "string", pattern: `^[A-Za-z0-9_=-]{1,${max}}$` },
      decode: (text) =>
        text.length <= max && /^[A-Za-z0-9_=-]+$/.test(text)
          ? { value: text }
          : { wrong: `must be 1 to ${max} letters, digits, '_', '-' or '=', as an earlier answer gave it` },
      encode: (value) => value,
      is: isString
    },
    options
  )

const packageForm = /^[A-Za-z][A-Za-z0-9_]*(?:\.[A-Za-z][A-Za-z0-9_]*)+$/
const packageMax = 255
/** Whether it can be an app's package name, by which storeb knows it: parts of letters, digits and `_`, joined by dots. */
export const isPackageName = (text: string): boolean => text.length <= packageMax && packageForm.test(text)

/** An app's package name. */
export const packageName = (options: Options): Parameter<string> =>
  make<string>(
    {
      json: {
        type: "string",
        pattern: packageForm.source,
        maxLength: packageMax,
        examples: ["com.example.app"],
        [picksKey]: "app"
      },
      decode: (text) =>
        isPackageName(text) ? { value: text } : { wrong: "must be a package name, such as com.example.app" },
      encode: (value) => value,
      is: isString
    },
    options
  )

/** A territory as consoles write it: a three-letter code, in either case; upper case in the handler. */
export const territory = (options: Options): Parameter<string> =>
  make<string>(
    {
      json: { type: "string", pattern: "^[A-Za-z]{3}$" },
      decode: (text) =>
        /^[A-Za-z]{3}$/.test(text)
          ? { value: text.toUpperCase() }
          : { wrong: "must be a territory's code of three letters, such as USA" },
      encode: (value) => value,
      is: isString
    },
    options
  )

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
  description: "Which store to ask: storea (default) or storeb.",
  picks: "platform"
})

/** Why a text isn't a country; undefined if it is. */
export const countryProblem = (text: string): string | undefined =>
  countryName(text) === undefined
    ? `'${text.slice(0, 20)}' isn't a country; send a two-letter ISO 3166-1 code such as us`
    : undefined

const countryKind: Kind<string> = {
  json: { type: "string", pattern: "^[A-Za-z]{2}$", examples: ["us"], [picksKey]: "country" },
  decode: (text) => {
    const wrong = countryProblem(text)
    return wrong === undefined ? { value: text.toLowerCase() } : { wrong, error: InvalidCountry }
  },
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
      : { wrong: "must be a date in the form YYYY-MM-DD" },
  encode: (value) => value,
  is: isString
}
/** A calendar date, `YYYY-MM-DD`. */
export const date = (options: Options) => make(dateKind, options)

interface ListOptions<A> extends Options {
  readonly of: Parameter<A>
  readonly max: number
  /** Whether a value that is there already is left out (the default) or refused. */
  readonly repeats?: "dropped" | "refused"
}
const listKind = <A>({ max, of, repeats = "dropped" }: ListOptions<A>): Kind<ReadonlyArray<A>> => {
  const decodeItem = Schema.decodeUnknownResult(of)
  const encodeItem = Schema.encodeSync(of)
  const { description: _, ...items } = documentation(of.ast) ?? {}
  return {
    // For whoever generates a client: a list travels as one text.
    json: { type: "string", "x-comma-separated": { items, maxItems: max } },
    decode: (text) => {
      const items = text.split(",").map((item) => item.trim())
      const value: Array<A> = []
      for (const item of items) {
        const decoded = decodeItem(item)
        if (decoded._tag === "Failure") return firstIssue(decoded.failure)
        if (!value.includes(decoded.success)) value.push(decoded.success)
        else if (repeats === "refused") return { wrong: `names '${item}' twice` }
        if (value.length > max) return { wrong: `must have at most ${max} item${max === 1 ? "" : "s"}` }
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
  { description: "App id: a positive integer on storea, a package name on storeb.", picks: "app" }
)

interface HeaderOptions extends Options {
  /** Fewest characters. Default 1. */
  readonly min?: number
  /** Most characters. Default 4096. */
  readonly max?: number
}
/**
 * A header that the route reads, in the endpoint's `headers` under its name in lower case. A `secret` one is Redacted
 * and is left out of logs and traces.
 *
 * @example
 * HttpApiEndpoint.post("sync", "/v1/sync", { headers: { "x-shop-token": Param.header({ description, secret: true }) } })
 */
export function header(options: HeaderOptions & { readonly secret: true }): Parameter<Redacted.Redacted<string>>
export function header(options: HeaderOptions): Parameter<string>
export function header(options: HeaderOptions & { readonly secret?: boolean }) {
  const kind = textKind({ ...options, max: options.max ?? 4096 })
  return options.secret === true ? make(secretKind(kind), options) : make(kind, options)
}
const isRedacted = Schema.is(Schema.Redacted(Schema.String))
const secretKind = ({ decode, json }: Kind<string>): Kind<Redacted.Redacted<string>> => ({
  json: { ...json, format: "password" },
  decode: (text) => {
    const decoded = decode(text)
    return "value" in decoded ? { value: Redacted.make(decoded.value) } : decoded
  },
  encode: Redacted.value,
  is: isRedacted,
  secret: true
})

/**
 * `cursor`: where the next page begins, absent for the first. To callers it is text without meaning, the `nextCursor`
 * of the page before; the route reads and writes `position`. It is not signed and grants nothing: whoever can read the
 * list can read it from any position.
 *
 * @example
 * const cursor = Param.cursor(Schema.Struct({ createdAtMs: Schema.Int, id: Schema.String }))
 */
export const cursor = <A, I>(position: Schema.Codec<A, I>) => {
  const text = Schema.StringFromBase64Url.pipe(Schema.decodeTo(Schema.fromJsonString(Schema.toCodecJson(position))))
  const decode = Schema.decodeUnknownResult(text)
  return optional(
    make<A>(
      {
        json: { type: "string" },
        decode: (given) => {
          const decoded = decode(given)
          return Result.isSuccess(decoded)
            ? { value: decoded.success }
            : {
                wrong: "isn't a cursor of this route; send the previous page's nextCursor, or none for the first page"
              }
        },
        encode: Schema.encodeSync(text),
        is: Schema.is(position)
      },
      { description: "Where to continue: the previous page's nextCursor. Omit it for the first page." }
    )
  )
}
