import { at, entriesAt, type Json, listAt, textAt } from "./json.ts"

/** An operation of the OpenAPI document, as the docs read it. */
export interface Operation {
  readonly id: string
  readonly plugin: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly credits: number | "quoted"
  readonly bucket: string
  readonly isPublic: boolean
  readonly parameters: ReadonlyArray<unknown>
  readonly body: unknown
  readonly success: { readonly status: string; readonly schema: unknown }
  readonly errors: ReadonlyArray<{ readonly status: string; readonly code: string }>
}

const schemaIn = (content: unknown) => at(content, "content", "application/json", "schema")
const codesIn = (schema: unknown): ReadonlyArray<string> => {
  const choices = listAt(schema, "anyOf")
  if (choices.length > 0) return choices.flatMap(codesIn)
  const name = textAt(schema, "$ref").replace("#/components/schemas/", "")
  return name === "" ? [] : [name]
}

const operationOf = (path: string, method: string, raw: unknown): Operation => {
  const credits = at(raw, "x-credit-cost")
  const responses = entriesAt(raw, "responses").toSorted(([a], [b]) => a.localeCompare(b))
  const [status = "200", success] = responses.find(([code]) => code.startsWith("2")) ?? []
  return {
    id: textAt(raw, "operationId"),
    plugin: String(listAt(raw, "tags")[0]),
    method: method.toUpperCase(),
    path,
    summary: textAt(raw, "summary"),
    description: textAt(raw, "description"),
    credits: typeof credits === "number" ? credits : "quoted",
    bucket: textAt(raw, "x-credit-bucket"),
    isPublic: listAt(raw, "security").length === 0,
    parameters: listAt(raw, "parameters"),
    body: schemaIn(at(raw, "requestBody")),
    success: { status, schema: schemaIn(success) },
    errors: responses
      .filter(([code]) => !code.startsWith("2"))
      .flatMap(([code, response]) => codesIn(schemaIn(response)).map((name) => ({ status: code, code: name })))
      .toSorted((a, b) => a.status.localeCompare(b.status) || a.code.localeCompare(b.code))
  }
}

/** The operations of a document, in its order. */
export const operationsOf = (document: Json): ReadonlyArray<Operation> =>
  entriesAt(document, "paths").flatMap(([path, item]) =>
    entriesAt(item).map(([method, raw]) => operationOf(path, method, raw))
  )

/** The error codes that every operation with a key can give. */
export const commonCodes = (operations: ReadonlyArray<Operation>): ReadonlySet<string> => {
  const [first, ...rest] = operations.filter(({ isPublic }) => !isPublic)
  const codes = (operation: Operation) => operation.errors.map(({ code }) => code)
  return new Set(
    first === undefined ? [] : codes(first).filter((code) => rest.every((other) => codes(other).includes(code)))
  )
}

/** `2 credits`, `free`, `no key needed`. */
export const priceOf = ({ bucket, credits, isPublic }: Operation): string => {
  if (isPublic) return "No key needed"
  if (credits === "quoted") return "Quoted"
  if (credits === 0) return "Free"
  return `${credits} ${bucket === "general" ? "" : `${bucket} `}credit${credits === 1 ? "" : "s"}`
}
