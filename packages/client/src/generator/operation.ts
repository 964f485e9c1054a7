import type { OperationSpec, Paging } from "../operation.ts"
import { at, isRecord, type Json, listOf, numberOf, recordOf, textOf, textsOf } from "./json.ts"
import { jsDoc, pascal, propertyName } from "./text.ts"
import { typeOf } from "./types.ts"

/** An operation of the document, ready to be written. */
export interface Described {
  readonly group: string
  readonly name: string
  readonly spec: OperationSpec
  readonly paged: { readonly paging: Paging; readonly items: string | null; readonly itemType: string } | undefined
  readonly doc: ReadonlyArray<string | undefined>
  readonly inputName: string
  /** Undefined when there is nothing to give. */
  readonly inputDeclaration: string | undefined
  readonly dataType: string
}

interface Parameter {
  readonly name: string
  readonly where: string
  readonly required: boolean
  readonly description: string | undefined
  readonly schema: Json
}

/** Set by the client itself, from its options. */
const ownHeaders = ["idempotency-key", "x-api-key", "authorization", "accept", "content-type"]

const parametersOf = (document: unknown, operation: Json): ReadonlyArray<Parameter> =>
  listOf(operation.parameters).flatMap((listed) => {
    const parameter = resolve(document, listed)
    const name = textOf(at(parameter, "name"))
    const where = textOf(at(parameter, "in"))
    if (name === undefined || where === undefined || where === "cookie") return []
    if (where === "header" && ownHeaders.includes(name.toLowerCase())) return []
    const required = at(parameter, "required") === true
    const description = textOf(at(parameter, "description"))
    return [{ name, where, required, description, schema: recordOf(at(parameter, "schema")) }]
  })

/** A parameter that is values separated by commas. */
const isList = ({ schema }: Parameter) => "x-comma-separated" in schema || schema.type === "array"

// Answers give the ids of one store as numbers: what was read from one goes into the next call as it is.
const scalarType = ({ name, where }: Parameter, schema: unknown): string => {
  const type = typeOf(schema, "  ", "S.")
  return type === "string" && (where === "path" || /(^i|I)ds?$/.test(name)) ? "string | number" : type
}

const parameterType = (parameter: Parameter): string => {
  if (!isList(parameter)) return scalarType(parameter, parameter.schema)
  const item = scalarType(parameter, at(parameter.schema["x-comma-separated"] ?? parameter.schema, "items"))
  return `ReadonlyArray<${item}>${item.includes("string") ? " | string" : ""}`
}

const resolve = (document: unknown, schema: unknown): Json => {
  const ref = textOf(recordOf(schema).$ref)
  return ref === undefined ? recordOf(schema) : recordOf(at(document, ...ref.replace(/^#\//, "").split("/")))
}

/** The schema of what a success holds under `data`. */
const dataOf = (document: unknown, operation: Json): unknown => {
  const found = Object.entries(recordOf(operation.responses)).filter(([status]) => /^2\d\d$/.test(status))
  const schemas = found.map(([, response]) => {
    const body = resolve(document, at(response, "content", "application/json", "schema"))
    return at(body, "properties", "data")
  })
  return schemas.length === 1 ? schemas[0] : { anyOf: schemas }
}

/** How the operation gives its answer in pages, if it does: by the names of its parameters and of what it answers. */
const pagingOf = (document: unknown, parameters: ReadonlyArray<Parameter>, data: unknown): Described["paged"] => {
  const schema = resolve(document, data)
  const properties = recordOf(schema.properties)
  const arrays = Object.entries(properties).filter(([, property]) => at(property, "type") === "array")
  const [field] = arrays
  const items = schema.type === "array" ? null : arrays.length === 1 ? field?.[0] : undefined
  if (items === undefined) return undefined
  const query = new Map(parameters.filter(({ where }) => where === "query").map((each) => [each.name, each.schema]))
  const itemType = typeOf(items === null ? schema.items : at(properties[items], "items"), "  ", "S.")
  for (const [param, own] of query) {
    const next = `next${pascal(param)}`
    if (next in properties) return { paging: { by: "cursor", param, next }, items, itemType }
    if (param === "page") {
      const first = numberOf(own.minimum) ?? 1
      return { paging: { by: "page", param, first, last: numberOf(own.maximum) ?? null }, items, itemType }
    }
    if (param === "offset") {
      const limit = query.get("limit")
      const limitDefault = numberOf(limit?.default) ?? null
      return {
        paging: { by: "offset", param, limit: limit === undefined ? null : "limit", limitDefault },
        items,
        itemType
      }
    }
  }
  return undefined
}

const costOf = (operation: Json): string | undefined => {
  const credits = operation["x-credit-cost"]
  if (listOf(operation.security).length === 0) return "Needs no key and costs nothing."
  if (credits === undefined) return undefined
  if (credits === "quoted") return `Its price depends on the input (bucket ${operation["x-credit-bucket"]}).`
  return credits === 0
    ? "Costs no credits."
    : `Costs ${credits} ${operation["x-credit-bucket"]} credit${credits === 1 ? "" : "s"}.`
}

/** The fields that an input takes for the body: each by its name, or the body as a whole where that would be ambiguous. */
const bodyOf = (document: unknown, operation: Json, taken: ReadonlyArray<string>) => {
  const content = at(operation, "requestBody", "content", "application/json", "schema")
  if (content === undefined) return undefined
  const schema = resolve(document, content)
  const properties = recordOf(schema.properties)
  const names = Object.keys(properties)
  const flat = isRecord(schema.properties) && !names.some((name) => taken.includes(name) || name === "body")
  return flat ? { fields: names, properties, required: textsOf(schema.required) } : { whole: content }
}

/** Reads one operation of an OpenAPI document. */
export const describe = (document: unknown, path: string, method: string, operation: Json): Described => {
  const id = textOf(operation.operationId) ?? ""
  const [, group, name] = /^([A-Za-z]\w*?)_(\w+)$/.exec(id) ?? []
  if (group === undefined || name === undefined) {
    throw new Error(`${method} ${path}: the operationId '${id}' must have the form <group>_<operation>`)
  }
  const parameters = parametersOf(document, operation)
  const body = bodyOf(
    document,
    operation,
    parameters.map((each) => each.name)
  )
  const ofParameters = parameters.map((each) => {
    const mark = each.required ? "" : "?"
    const type = `${parameterType(each)}${each.required ? "" : " | undefined"}`
    return `${jsDoc([each.description], "  ")}  readonly ${propertyName(each.name)}${mark}: ${type}\n`
  })
  const ofBody = Object.entries(body?.properties ?? {}).map(([field, schema]) => {
    const required = body?.required?.includes(field) === true
    const type = `${typeOf(schema, "  ", "S.")}${required ? "" : " | undefined"}`
    return `${jsDoc([textOf(at(schema, "description"))], "  ")}  readonly ${propertyName(field)}${required ? "" : "?"}: ${type}\n`
  })
  const whole = body?.whole === undefined ? [] : [`  readonly body: ${typeOf(body.whole, "  ", "S.")}\n`]
  const members = [...ofParameters, ...ofBody, ...whole]
  const named = (where: string) => parameters.filter((each) => each.where === where).map((each) => each.name)
  const lists = parameters.filter(isList).map((each) => each.name)
  const data = dataOf(document, operation)
  const inputName = `${pascal(group)}${pascal(name)}Input`
  const verb = method.toUpperCase()
  const summary = textOf(operation.summary)
  const description = textOf(operation.description)
  const spec: OperationSpec = {
    method: verb,
    path,
    access: listOf(operation.security).length === 0 ? "public" : "key",
    ...(named("query").length === 0 ? {} : { query: named("query") }),
    ...(lists.length === 0 ? {} : { lists }),
    ...(named("header").length === 0 ? {} : { headers: named("header") }),
    ...(body === undefined ? {} : { body: body.fields ?? "body" })
  }
  return {
    group,
    name,
    spec,
    paged: verb === "GET" ? pagingOf(document, parameters, data) : undefined,
    doc: [
      summary === undefined || description?.startsWith(summary) === true ? undefined : `${summary}.`,
      description,
      [costOf(operation), `\`${verb} ${path}\``].filter((part) => part !== undefined).join(" ")
    ],
    inputName,
    inputDeclaration: members.length === 0 ? undefined : `export interface ${inputName} {\n${members.join("")}}\n`,
    dataType: typeOf(data, "  ", "S.")
  }
}
