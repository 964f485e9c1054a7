import { existsSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js"
import type { Reply } from "../http/replies.ts"
import { bytesOf } from "../http/replies.ts"
import type { SandboxRequest } from "../http/request.ts"
import type { Json, JsonObject } from "../json.ts"
import { asArray, isObject, parseLenient, textAt } from "../recordings/json.ts"
import type { DescribedBy } from "./DescribedBy.ts"
import { documentId, strictSchema, strictSchemas } from "./schemas.ts"

/** What is wrong with a request or an answer; nothing when all is as described. */
export type Problems = ReadonlyArray<string>

/** A host's API as its vendor describes it. */
export interface Description {
  readonly request: (request: SandboxRequest) => Problems
  readonly answer: (request: SandboxRequest, reply: Reply) => Promise<Problems>
  /** Schemas that cannot be read, by name. */
  readonly compileAll: () => Problems
}

interface DescribedOperation {
  readonly document: Document
  readonly method: string
  readonly pattern: RegExp
  readonly names: ReadonlyArray<string>
  readonly item: JsonObject
  readonly operation: JsonObject
}

const methods = ["get", "put", "post", "delete", "patch", "head", "options"] as const

const problemOf = ({ instancePath, message, params }: ErrorObject): string => {
  const name = params.additionalProperty ?? params.unevaluatedProperty
  const values = params.allowedValues === undefined ? "" : `: ${JSON.stringify(params.allowedValues)}`
  return `${instancePath === "" ? "it" : instancePath} ${message ?? "is wrong"}${name === undefined ? "" : `: '${name}'`}${values}`
}

// Whether a schema makes sense shows when it's compiled: looking at each by the schema of schemas took most of a start.
const options = {
  strict: false,
  validateFormats: false,
  allErrors: true,
  meta: false,
  validateSchema: false,
  code: { optimize: false }
} as const

/** One file, with its schemas made and compiled as they are needed. */
class Document {
  readonly json: JsonObject
  private readonly composed: ReadonlyArray<string>
  private readonly made = new Map<boolean, Ajv2020>()
  private readonly compiled = new Map<Json, ValidateFunction>()
  private known: JsonObject | undefined

  constructor(json: JsonObject, composed: ReadonlyArray<string>) {
    this.json = json
    this.composed = composed
  }

  private get schemas(): JsonObject {
    const components = isObject(this.json.components) ? this.json.components : {}
    this.known ??= strictSchemas(isObject(components.schemas) ? components.schemas : {}, this.composed)
    return this.known
  }

  /** `fromText`: text of queries and paths is read as what it should be. */
  private ajv(fromText: boolean): Ajv2020 {
    const found = this.made.get(fromText)
    if (found !== undefined) return found
    const made = new Ajv2020(fromText ? { ...options, coerceTypes: "array" } : options)
    made.addSchema({ $id: documentId, components: { schemas: this.schemas } })
    this.made.set(fromText, made)
    return made
  }

  /** Parameters, bodies and answers may stand elsewhere. */
  resolve(value: Json | undefined): JsonObject {
    const ref = isObject(value) ? value.$ref : undefined
    if (typeof ref !== "string") return isObject(value) ? value : {}
    let found: Json | undefined = this.json
    for (const key of ref.replace(/^#\//, "").split("/")) found = isObject(found) ? found[key] : undefined
    return this.resolve(found)
  }

  check(schema: Json | undefined, value: unknown, fromText = false): Problems {
    if (schema === undefined) return []
    let validate = this.compiled.get(schema)
    if (validate === undefined) {
      validate = this.ajv(fromText).compile(asSchema(strictSchema(schema)))
      this.compiled.set(schema, validate)
    }
    return validate(value) ? [] : [...new Set((validate.errors ?? []).map(problemOf))].slice(0, 8)
  }

  compileAll(): Problems {
    return Object.keys(this.schemas).flatMap((name) => {
      try {
        this.ajv(false).compile({ $ref: `${documentId}#/components/schemas/${name}` })
        return []
      } catch (error) {
        return [`${name}: ${String(error)}`]
      }
    })
  }

  parameters({ item, operation }: DescribedOperation, place: string): ReadonlyArray<JsonObject> {
    return [...asArray(item.parameters), ...asArray(operation.parameters)]
      .map((parameter) => this.resolve(parameter))
      .filter((parameter) => parameter.in === place)
  }
}

const asSchema = (schema: Json): JsonObject => (isObject(schema) ? schema : {})

const operationsOf = (document: Document, base: string): ReadonlyArray<DescribedOperation> =>
  Object.entries(isObject(document.json.paths) ? document.json.paths : {}).flatMap(([path, item]) => {
    if (!isObject(item)) return []
    const names = [...path.matchAll(/\{\+?([^}]+)\}/g)].map((match) => match[1] ?? "")
    const source = `${base}${path}`
      .replace(/[.*+?^$()|[\]\\]/g, "\\$&")
      // Behind a colon some vendors name what is done; a parameter that is only part of its segment may have one.
      .replace(/(^|[^/])\{[^}]+\}/g, "$1([^/]+)")
      .replace(/\{[^}]+\}/g, "([^/:]+)")
    return methods.flatMap((method) => {
      const operation = item[method]
      return isObject(operation)
        ? [{ document, method: method.toUpperCase(), pattern: new RegExp(`^${source}$`), names, item, operation }]
        : []
    })
  })

const mimeOf = (header: string | undefined): string => (header ?? "").split(";")[0]?.trim().toLowerCase() ?? ""

const contentOf = (content: Json | undefined, mime: string): JsonObject | undefined => {
  if (!isObject(content)) return undefined
  const found = content[mime] ?? content[`${mime.split("/")[0]}/*`] ?? content["*/*"]
  return isObject(found) ? found : undefined
}

const isJson = (mime: string) => mime === "application/json" || mime.endsWith("+json")

const parameterProblems = (
  operation: DescribedOperation,
  request: SandboxRequest,
  queries: ReadonlyArray<string>
): Problems => {
  const { document } = operation
  const known = document.parameters(operation, "query")
  const problems: Array<string> = []
  for (const name of new Set(request.query.keys())) {
    const parameter = known.find((one) => one.name === name)
    if (parameter === undefined) {
      if (!queries.includes(name)) problems.push(`there's no query parameter '${name}'`)
      continue
    }
    const schema = document.resolve(parameter.schema)
    const values = request.query.getAll(name)
    const many = schema.type === "array"
    const value =
      many && parameter.explode === false ? values.flatMap((one) => one.split(",")) : many ? values : values[0]
    problems.push(...document.check(parameter.schema, value, true).map((problem) => `query ${name}: ${problem}`))
  }
  for (const { name, required } of known) {
    if (required === true && !request.query.has(String(name))) problems.push(`the query parameter '${name}' is missing`)
  }
  for (const { name, required } of document.parameters(operation, "header")) {
    if (required === true && request.headers[String(name).toLowerCase()] === undefined)
      problems.push(`the header '${name}' is missing`)
  }
  const given = operation.pattern.exec(request.path)?.slice(1) ?? []
  for (const { name, schema } of document.parameters(operation, "path")) {
    const value = given[operation.names.indexOf(String(name))]
    if (value === undefined) continue
    problems.push(
      ...document.check(schema, decodeURIComponent(value), true).map((problem) => `path ${name}: ${problem}`)
    )
  }
  return problems
}

const bodyProblems = ({ document, operation }: DescribedOperation, request: SandboxRequest): Problems => {
  const described = document.resolve(operation.requestBody)
  const mime = mimeOf(request.headers["content-type"])
  if (request.bytes.length === 0) return described.required === true ? ["the body is missing"] : []
  if (operation.requestBody === undefined) return ["a body was sent, but none is expected"]
  const content = contentOf(described.content, mime)
  if (content === undefined) return [`the content type '${mime}' isn't accepted`]
  if (isJson(mime)) {
    const json = parseLenient(request.body)
    return json === undefined ? ["the body isn't JSON"] : document.check(content.schema, json)
  }
  if (mime === "application/x-www-form-urlencoded") {
    return document.check(content.schema, Object.fromEntries(new URLSearchParams(request.body)), true)
  }
  return []
}

const answerProblems = async (
  { document, operation }: DescribedOperation,
  { body, headers, status }: Reply
): Promise<Problems> => {
  const responses = isObject(operation.responses) ? operation.responses : {}
  const found = responses[String(status)] ?? responses[`${String(status)[0]}XX`] ?? responses.default
  if (found === undefined) return [`the status ${status} isn't described`]
  const mime = mimeOf(headers["content-type"])
  const content = contentOf(document.resolve(found).content, mime)
  if (content === undefined || !isJson(mime) || (typeof body !== "string" && !(body instanceof Uint8Array))) return []
  const json = parseLenient((await bytesOf(body)).toString("utf8"))
  return json === undefined ? ["the body isn't JSON"] : document.check(content.schema, json)
}

/** What was read, by what asks for it and by folder: a process that starts many sandboxes reads each file once. */
const loaded = new WeakMap<DescribedBy, Map<string, Description>>()

/** The description of a host from a folder of descriptions; undefined when one of its files is not there. */
export const loadDescription = async (folder: string, describedBy: DescribedBy): Promise<Description | undefined> => {
  const known = loaded.get(describedBy)?.get(folder)
  if (known !== undefined) return known
  const description = await readDescription(folder, describedBy)
  if (description === undefined) return undefined
  const ofFolders = loaded.get(describedBy) ?? new Map<string, Description>()
  loaded.set(describedBy, ofFolders.set(folder, description))
  return description
}

const readDescription = async (
  folder: string,
  { base = "", composed = [], except = [], files, queries = [], statuses = [] }: DescribedBy
): Promise<Description | undefined> => {
  const paths = files.map((file) => join(folder, file))
  if (!paths.every((path) => existsSync(path))) return undefined
  const operations: Array<DescribedOperation> = []
  const documents: Array<Document> = []
  for (const path of paths) {
    const json = parseLenient(await readFile(path, "utf8"))
    if (!isObject(json) || textAt(json, "openapi") === undefined)
      throw new Error(`${path} isn't an OpenAPI description.`)
    const document = new Document(json, composed)
    documents.push(document)
    operations.push(...operationsOf(document, base))
  }
  // A name that is written out wins over one that stands for any.
  operations.sort((a, b) => a.names.length - b.names.length)
  const find = ({ method, path }: SandboxRequest) =>
    operations.find((operation) => operation.method === method && operation.pattern.test(path))
  const excepted = ({ path }: SandboxRequest) => except.some((pattern) => pattern.test(path))
  return {
    request: (request) => {
      if (excepted(request)) return []
      const operation = find(request)
      if (operation === undefined) return ["there's no such operation"]
      return [...parameterProblems(operation, request, queries), ...bodyProblems(operation, request)]
    },
    answer: async (request, reply) => {
      const operation = excepted(request) || statuses.includes(reply.status) ? undefined : find(request)
      return operation === undefined ? [] : answerProblems(operation, reply)
    },
    compileAll: () => documents.flatMap((document) => document.compileAll())
  }
}
