import { errorResponse } from "@storeglass/core"
import {
  type JsonSchema,
  type Operation,
  type OperationAnswer,
  type OperationCall,
  type OperationParameter,
  Operations,
  ToolHints
} from "@storeglass/plugin-api"
import { Context, Effect, Layer, Predicate } from "effect"
import type { CatalogueRow } from "./catalogue.ts"
import type { Composition } from "./compose.ts"
import { Dispatch } from "./Dispatch.ts"
import { openApiOf } from "./openapi.ts"

const field = (value: unknown, ...path: ReadonlyArray<string>): unknown =>
  path.reduce<unknown>((at, name) => (Predicate.isReadonlyObject(at) ? at[name] : undefined), value)

const asSchema = (value: unknown): JsonSchema | undefined =>
  Predicate.isReadonlyObject(value) ? { ...value } : undefined

const refPrefix = "#/components/schemas/"

/** A schema of the OpenAPI document, with its references as `#/$defs/<name>` and their names. */
const localized = (schema: unknown, names: Set<string>): unknown => {
  if (Array.isArray(schema)) return schema.map((item) => localized(item, names))
  if (!Predicate.isReadonlyObject(schema)) return schema
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (key !== "$ref" || typeof value !== "string" || !value.startsWith(refPrefix)) {
        return [key, localized(value, names)]
      }
      const name = value.slice(refPrefix.length)
      names.add(name)
      return [key, `#/$defs/${name}`]
    })
  )
}

const readingMethods = new Set(["GET", "HEAD"])

const hintsOf = (row: CatalogueRow, asksUpstreams: boolean): Operation["hints"] => {
  const declared = row.endpoint === undefined ? undefined : Context.getOrUndefined(row.endpoint.annotations, ToolHints)
  const readOnly = declared?.readOnly ?? readingMethods.has(row.method)
  return {
    readOnly,
    destructive: declared?.destructive ?? (!readOnly && row.method !== "POST"),
    idempotent: declared?.idempotent ?? (readOnly || row.method === "PUT" || row.method === "DELETE"),
    openWorld: declared?.openWorld ?? asksUpstreams
  }
}

const parametersOf = (listed: unknown, names: Set<string>): ReadonlyArray<OperationParameter> =>
  (Array.isArray(listed) ? listed : []).flatMap((parameter: unknown): ReadonlyArray<OperationParameter> => {
    const place = field(parameter, "in")
    if (place !== "path" && place !== "query") return []
    const description = field(parameter, "description")
    return [
      {
        name: String(field(parameter, "name")),
        in: place,
        required: field(parameter, "required") === true,
        schema: {
          ...asSchema(localized(field(parameter, "schema"), names)),
          ...(description === undefined ? {} : { description })
        }
      }
    ]
  })

/** The operations of a composition, read from the OpenAPI document, so that the two cannot tell different things. */
export const operationsOf = (composition: Composition): ReadonlyArray<Operation> => {
  const document = openApiOf(composition, { version: "0", url: "" })
  const schemas = field(document, "components", "schemas")
  return composition.routes.flatMap((row): ReadonlyArray<Operation> => {
    if (row.endpoint === undefined || row.access === "internal" || row.access === "session") return []
    const described = field(document, "paths", row.path.replace(/:(\w+)/g, "{$1}"), row.method.toLowerCase())
    const names = new Set<string>()
    const parameters = parametersOf(field(described, "parameters"), names)
    const body = field(described, "requestBody")
    const bodySchema = asSchema(localized(field(body, "content", "application/json", "schema"), names))
    const responses = field(described, "responses")
    const success = Object.entries(Predicate.isReadonlyObject(responses) ? responses : {}).find(([status]) =>
      status.startsWith("2")
    )
    const output = asSchema(localized(field(success?.[1], "content", "application/json", "schema"), names))
    const definitions: Record<string, JsonSchema> = {}
    // What is added while it runs is visited too.
    for (const name of names) definitions[name] = asSchema(localized(field(schemas, name), names)) ?? {}
    const summary = field(described, "summary")
    return [
      {
        id: row.operationId,
        plugin: row.plugin,
        method: row.method,
        path: row.path,
        access: row.access,
        title: typeof summary === "string" ? summary : row.operationId,
        description: row.description,
        credits: row.credits,
        bucket: row.bucket,
        hints: hintsOf(row, field(responses, "502") !== undefined),
        parameters,
        body: bodySchema === undefined ? undefined : { required: field(body, "required") === true, schema: bodySchema },
        output,
        definitions
      }
    ]
  })
}

const literals = (path: string) => path.split("/").map((segment) => !segment.startsWith(":"))

/** Whether the router would take this path for another route, as `/v1/apps/search` is not the app "search". */
const isTaken = (operation: Operation, path: string, routes: ReadonlyArray<CatalogueRow>) => {
  const segments = path.split("/")
  const own = literals(operation.path)
  return routes.some((row) => {
    if (row.method !== operation.method || row.path === operation.path) return false
    const other = row.path.split("/")
    return (
      other.length === segments.length &&
      other.every((segment, index) => segment.startsWith(":") || segment === segments[index]) &&
      literals(row.path).some((literal, index) => literal && own[index] === false)
    )
  })
}

const refusal = (message: string): OperationAnswer => {
  const { body, status } = errorResponse(400, "INVALID_INPUT", message)
  return {
    status,
    headers: {},
    contentType: "application/json",
    body: body._tag === "Uint8Array" ? body.body : new Uint8Array()
  }
}

/** The address of a call, or what is wrong with a value of its path. */
const addressOf = (operation: Operation, { path, query }: OperationCall, routes: ReadonlyArray<CatalogueRow>) => {
  let wrong: string | undefined
  const filled = operation.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = path[name]
    if (value === undefined) wrong ??= `${name} (path): is required`
    // A client's URL library would resolve these away, and another route would answer.
    else if (/^\.{0,2}$/.test(value)) wrong ??= `${name} (path): must not be empty, . or ..`
    return encodeURIComponent(value ?? "")
  })
  if (wrong === undefined && isTaken(operation, filled, routes)) {
    wrong = `${Object.keys(path).join(", ")} (path): is the name of another route; check the value`
  }
  if (wrong !== undefined) return { wrong }
  const search = query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join("&")
  return { url: search === "" ? filled : `${filled}?${search}` }
}

export const layer = (
  composition: Composition,
  gateway: { readonly version: string; readonly url: string; readonly sandbox: boolean }
) =>
  Layer.effect(
    Operations,
    Effect.map(Dispatch, (dispatch) => {
      let all: ReadonlyArray<Operation> | undefined
      return Operations.of({
        gateway,
        plugins: composition.plugins.map(({ plugin }) => ({ id: plugin.id, description: plugin.description })),
        // Not at the boot, which it would take a tenth longer.
        get all() {
          all ??= operationsOf(composition)
          return all
        },
        call: (operation, call) => {
          const address = addressOf(operation, call, composition.routes)
          if (address.url === undefined) return Effect.succeed(refusal(address.wrong))
          const body = operation.method === "GET" || call.body === undefined ? undefined : JSON.stringify(call.body)
          return dispatch.send({
            method: operation.method,
            url: address.url,
            headers: { ...call.headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
            body
          })
        }
      })
    })
  )
