import { sharesAnswers } from "@storeglass/core"
import type { OperationShapes } from "@storeglass/plugin-api"
import type { HttpApi } from "effect/http-api"
import { type DeclaredOperation, isDocumented } from "../catalogue.ts"
import { type Json, textAt } from "../json.ts"
import { effectDocument } from "./effectDocument.ts"
import { idempotencyKey, parametersOf } from "./parameters.ts"
import { responsesOf } from "./responses.ts"
import { shapesOf } from "./shapes.ts"

/** What OpenAPI says of the operations of one plugin. It does not depend on which others are enabled. */
export interface PluginDocument {
  /** By operation id; those for operators and pages alone are not here. */
  readonly operations: ReadonlyMap<string, Json>
  /** By operation id. */
  readonly shapes: ReadonlyMap<string, OperationShapes>
  readonly schemas: Json
  readonly responses: Json
}

/** A path as OpenAPI writes it: `/v1/apps/{id}`. */
export const openApiPath = (path: string) => path.replace(/:(\w+)/g, "{$1}")

export const security = [{ apiKey: [] }, { bearer: [] }]

/** Describes the endpoints of a plugin. */
export const pluginDocumentOf = (api: HttpApi.Top, declared: ReadonlyArray<DeclaredOperation>): PluginDocument => {
  const { operations: found, schemas } = effectDocument(api)
  const operations = new Map<string, Json>()
  const shapes = new Map<string, OperationShapes>()
  const responses: Record<string, Json> = {}
  for (const each of declared) {
    const { access, answers, bucket, credits, endpoint, id, method, pagedBy, path, plugin, summary } = each
    const operation = found.get(`${method.toLowerCase()} ${openApiPath(path)}`)
    if (operation === undefined || endpoint === undefined) continue
    const parameters = parametersOf(operation, endpoint)
    shapes.set(id, shapesOf(operation, parameters, schemas))
    if (!isDocumented(each)) continue
    const metered = access !== "public"
    const answered = responsesOf(operation, { answers, bucket, metered, pagedBy, marked: sharesAnswers(each) }, schemas)
    Object.assign(responses, answered.shared)
    operations.set(id, {
      ...operation,
      operationId: id,
      tags: [plugin],
      summary: textAt(operation, "summary") || summary,
      parameters: [...parameters, ...(metered ? [idempotencyKey] : [])],
      responses: answered.responses,
      security: metered ? security : [],
      "x-credit-cost": credits,
      "x-credit-bucket": bucket
    })
  }
  return { operations, shapes, schemas, responses }
}
