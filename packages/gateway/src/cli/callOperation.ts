import { parseArgs } from "node:util"
import {
  at,
  decodeJson,
  Failed,
  fetched,
  type Json,
  listOf,
  objectOf,
  refusalOf,
  textOf,
  Usage,
  urlOf
} from "./reach.ts"

// Little is loaded here, as a command line waits for it: an operation is called over HTTP, by what /openapi.json tells.

/** What a command ended with. */
export interface CallEnd {
  readonly exitCode: 0 | 1 | 2
  readonly out: string
  readonly err: string
}

interface Flag {
  readonly name: string
  readonly in: "path" | "query" | "header" | "body"
  readonly required: boolean
  readonly description: string
  readonly type: string
}

interface Declared {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly price: string
  readonly flags: ReadonlyArray<Flag>
}

const resolve = (document: Json, value: unknown): Json => {
  const ref = textOf(at(value, "$ref"))
  return ref === "" ? objectOf(value) : resolve(document, at(document, ...ref.replace(/^#\//, "").split("/")))
}

const typeOf = (schema: Json): string => {
  const values = listOf(schema.enum).map(String)
  return values.length > 0 ? values.join("|") : textOf(schema.type) || "json"
}

const priceOf = (operation: Json) => {
  const credits = operation["x-credit-cost"]
  if (credits === "quoted") return "price depends on the input"
  return credits === 0 ? "free" : `${String(credits)} ${textOf(operation["x-credit-bucket"])} credits`
}

const flagsOf = (document: Json, operation: Json): ReadonlyArray<Flag> => {
  const parameters = listOf(operation.parameters).flatMap((listed): ReadonlyArray<Flag> => {
    const parameter = resolve(document, listed)
    const place = textOf(parameter.in)
    if (parameter.deprecated === true || (place !== "path" && place !== "query" && place !== "header")) return []
    const schema = resolve(document, parameter.schema)
    return [
      {
        name: textOf(parameter.name),
        in: place,
        required: parameter.required === true,
        description: textOf(parameter.description),
        type: typeOf(schema)
      }
    ]
  })
  const body = resolve(document, at(operation, "requestBody", "content", "application/json", "schema"))
  const required = listOf(body.required)
  const fields = Object.entries(objectOf(body.properties)).map(([name, field]): Flag => {
    const schema = resolve(document, field)
    return {
      name,
      in: "body",
      required: required.includes(name),
      description: textOf(schema.description),
      type: typeOf(schema)
    }
  })
  return [...parameters, ...fields]
}

const operationsOf = (document: Json): ReadonlyArray<Declared> =>
  Object.entries(objectOf(document.paths)).flatMap(([path, item]) =>
    Object.entries(objectOf(item)).map(([method, found]): Declared => {
      const operation = objectOf(found)
      return {
        id: textOf(operation.operationId),
        method: method.toUpperCase(),
        path,
        summary: textOf(operation.summary),
        price: priceOf(operation),
        flags: flagsOf(document, operation)
      }
    })
  )

const own = {
  url: { type: "string" },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" }
} as const

const usage = `storeglass call <operation> [flags]

Calls an operation of a running gateway, with the key of STOREGLASS_API_KEY. An operation's own flags are shown by
storeglass call <operation> --help; without an operation, all are listed.

  --url   The gateway. Default STOREGLASS_URL, or http://127.0.0.1:3000.
  --json  Errors as JSON on standard error.
  --help  This, or what an operation takes.

Exit code 0: answered; 1: refused or failed; 2: the command line is wrong.
`

/** The value of a body's field as JSON has it: a number, true or false, or JSON itself where its type isn't text. */
const fieldOf = ({ name, type }: Flag, given: string): unknown => {
  if (type === "string" || type.includes("|")) return given
  const value = decodeJson(given)
  if (value === undefined) throw new Usage(`--${name} must be ${type === "json" ? "JSON" : `a value of type ${type}`}`)
  return value.value
}

const helpOf = ({ flags, id, method, path, price, summary }: Declared) =>
  [
    `storeglass call ${id} [flags]`,
    "",
    `${summary}. ${method} ${path}, ${price}.`,
    "",
    ...flags.map(
      ({ description, name, required, type }) => `  --${name} <${type}>${required ? " (required)" : ""}  ${description}`
    ),
    ""
  ].join("\n")

const requestOf = (
  operation: Declared,
  values: Readonly<Record<string, string | boolean | Array<string | boolean> | undefined>>,
  key: string | undefined
) => {
  const given = (flag: Flag): string | undefined => {
    const value = values[flag.name]
    if (Array.isArray(value)) throw new Usage(`--${flag.name} was given ${value.length} times; give it once`)
    if (value === undefined && flag.required) throw new Usage(`--${flag.name} is required: ${flag.description}`)
    return typeof value === "string" ? value : undefined
  }
  const headers: Record<string, string> = key === undefined ? {} : { "x-api-key": key }
  const query = new URLSearchParams()
  const body: Record<string, unknown> = {}
  let { path } = operation
  for (const flag of operation.flags) {
    const value = given(flag)
    if (value === undefined) continue
    if (flag.in === "path") path = path.replace(`{${flag.name}}`, encodeURIComponent(value))
    else if (flag.in === "query") query.set(flag.name, value)
    else if (flag.in === "header") headers[flag.name] = value
    else body[flag.name] = fieldOf(flag, value)
  }
  const hasBody = operation.flags.some((flag) => flag.in === "body")
  return {
    target: query.size === 0 ? path : `${path}?${query.toString()}`,
    init: {
      method: operation.method,
      headers: hasBody ? { ...headers, "content-type": "application/json" } : headers,
      ...(hasBody ? { body: JSON.stringify(body) } : {})
    }
  }
}

const parsed = (args: ReadonlyArray<string>, flags: ReadonlyArray<Flag>) => {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        ...Object.fromEntries(flags.map(({ name }) => [name, { type: "string" as const, multiple: false }])),
        ...own
      }
    })
  } catch (error) {
    throw new Usage(error instanceof Error ? error.message : String(error))
  }
}

const call = async (
  args: ReadonlyArray<string>,
  environment: Readonly<Record<string, string | undefined>>
): Promise<string> => {
  const [first] = args
  const id = first === undefined || first.startsWith("-") ? undefined : first
  const rest = id === undefined ? args : args.slice(1)
  if (id === undefined && (rest.includes("--help") || rest.includes("-h"))) return usage
  const index = rest.indexOf("--url")
  const named = index < 0 ? rest.find((arg) => arg.startsWith("--url="))?.slice(6) : rest[index + 1]
  const url = urlOf(named, environment)
  const { json, response } = await fetched(`${url}/openapi.json`)
  if (!response.ok) throw new Failed("UNREADABLE_ANSWER", `${url}/openapi.json answered ${response.status}`)
  const operations = operationsOf(objectOf(json))
  if (id === undefined) {
    parsed(rest, [])
    const width = Math.max(0, ...operations.map((each) => each.id.length))
    return `${operations.map((each) => `${each.id.padEnd(width)}  ${each.price.padEnd(20)}  ${each.summary}`).join("\n")}\n`
  }
  const operation = operations.find((each) => each.id === id)
  if (operation === undefined) throw new Usage(`'${id}' isn't an operation; storeglass call lists them all`)
  const { positionals, values } = parsed(rest, operation.flags)
  if (values.help === true) return helpOf(operation)
  if (positionals.length > 0) throw new Usage(`'${positionals[0]}' isn't a flag; write --name value`)
  const { init, target } = requestOf(operation, values, environment.STOREGLASS_API_KEY)
  const answer = await fetched(`${url}${target}`, init)
  if (answer.response.ok) {
    return answer.json === undefined ? answer.text : `${JSON.stringify(at(answer.json, "data"), undefined, 2)}\n`
  }
  throw refusalOf(answer)
}

/** Runs `storeglass call` with its arguments; gives what it prints and ends with. */
export const callOperation = async (
  args: ReadonlyArray<string>,
  environment: Readonly<Record<string, string | undefined>>
): Promise<CallEnd> => {
  const json = args.includes("--json")
  try {
    return { exitCode: 0, out: await call(args, environment), err: "" }
  } catch (error) {
    if (!(error instanceof Usage) && !(error instanceof Failed)) throw error
    const code = error instanceof Usage ? "USAGE" : error.code
    const details = error instanceof Usage ? {} : error.details
    return {
      exitCode: error instanceof Usage ? 2 : 1,
      out: "",
      err: json
        ? `${JSON.stringify({ error: { code, message: error.message, ...details } })}\n`
        : `storeglass: ${error instanceof Usage ? "" : `${code}: `}${error.message}\n`
    }
  }
}
