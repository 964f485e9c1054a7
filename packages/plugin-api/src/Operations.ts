import { Context, type Effect } from "effect"
import type { Bucket } from "./Price.ts"

/** A JSON Schema (2020-12) as data. */
export type JsonSchema = Readonly<Record<string, unknown>>

/**
 * What a tool made of an operation may be expected to do, where its method does not tell. `GET` reads; `PUT`, `PATCH`
 * and `DELETE` destroy; `GET`, `PUT` and `DELETE` may be repeated; what lists upstream errors asks other hosts.
 *
 * @example
 * HttpApiEndpoint.post("compare", "/v1/compare").annotateMerge(costs(5)).annotate(ToolHints, { readOnly: true })
 */
export class ToolHints extends Context.Service<
  ToolHints,
  {
    readonly readOnly?: boolean
    readonly destructive?: boolean
    readonly idempotent?: boolean
    readonly openWorld?: boolean
  }
>()("@storeglass/plugin-api/ToolHints") {}

/** One parameter of a path or a query. */
export interface OperationParameter {
  readonly name: string
  readonly in: "path" | "query"
  readonly required: boolean
  readonly schema: JsonSchema
}

/** An endpoint of an enabled plugin, as its declaration describes it. */
export interface Operation {
  /** `<group>_<endpoint>`, as in OpenAPI. */
  readonly id: string
  readonly plugin: string
  readonly method: string
  /** As declared: `/v1/apps/:id`. */
  readonly path: string
  readonly access: "key" | "public"
  readonly title: string
  readonly description: string
  readonly credits: number | "quoted"
  readonly bucket: Bucket
  readonly hints: Required<ToolHints["Service"]>
  readonly parameters: ReadonlyArray<OperationParameter>
  /** Of the JSON body that it takes. */
  readonly body: { readonly required: boolean; readonly schema: JsonSchema } | undefined
  /** Of the JSON body of a success. */
  readonly output: JsonSchema | undefined
  /** What the schemas refer to as `#/$defs/<name>`. */
  readonly definitions: Readonly<Record<string, JsonSchema>>
}

/** A call of an operation: values by the names of its parameters, and the caller's headers. */
export interface OperationCall {
  readonly path: Readonly<Record<string, string>>
  readonly query: ReadonlyArray<readonly [name: string, value: string]>
  readonly body: unknown
  /** The key, `Idempotency-Key` and what else the caller sent. */
  readonly headers: Readonly<Record<string, string>>
}

/** What HTTP would have answered. */
export interface OperationAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly contentType: string
  readonly body: Uint8Array
}

/** The operations of the enabled plugins, for what offers them in other forms than HTTP. `internal` ones are not here. */
export class Operations extends Context.Service<
  Operations,
  {
    readonly gateway: {
      readonly version: string
      /** Where callers reach it. */
      readonly url: string
      readonly sandbox: boolean
    }
    readonly plugins: ReadonlyArray<{ readonly id: string; readonly description: string }>
    readonly all: ReadonlyArray<Operation>
    /** Runs it in this process through the route: key, scope, meter, idempotency and envelope are those of HTTP. */
    readonly call: (operation: Operation, call: OperationCall) => Effect.Effect<OperationAnswer>
  }
>()("@storeglass/plugin-api/Operations") {}
