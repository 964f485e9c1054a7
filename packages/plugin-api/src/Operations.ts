import { Context, type Effect } from "effect"
import type { AnswersDeclaration } from "./Answers.ts"
import type { BodyDeclaration } from "./Body.ts"
import type { ShownView } from "./draw.ts"
import type { PagedBy } from "./Page.ts"
import type { Panel, PanelTexts } from "./Panel.ts"
import type { Access, Bucket } from "./Price.ts"
import type { RetryAdvice } from "./retryAdvice.ts"

/** A JSON Schema (2020-12) as data. */
export type JsonSchema = Readonly<Record<string, unknown>>

/**
 * What the tool made of an operation is called, tells models, and may be expected to do, where its declaration and method
 * do not tell. `GET` reads; `PUT`, `PATCH` and `DELETE` destroy; `GET`, `PUT` and `DELETE` may be repeated; what lists
 * upstream errors asks other hosts.
 *
 * @example
 * declare(HttpApiEndpoint.post("compare", "/v1/compare"), { price: 5, summary, description, tool: { readOnly: true } })
 */
export class ToolHints extends Context.Service<
  ToolHints,
  {
    /** Default: the summary. */
    readonly title?: string
    /** What it tells models. Default: the description. */
    readonly description?: string
    /** Offered even where there are too many tools to list them all. */
    readonly essential?: boolean
    /** What users call it or ask for, where that isn't in its summary and description: what tools are searched by. */
    readonly words?: ReadonlyArray<string>
    /** It isn't a tool, for example because callers must send a private key. */
    readonly hidden?: boolean
    readonly readOnly?: boolean
    readonly destructive?: boolean
    readonly idempotent?: boolean
    readonly openWorld?: boolean
    /**
     * The field of the answer that has the address of a picture in the gateway's files, as `result.ad.imageUrl` of `data`:
     * models are given the picture itself along with it.
     */
    readonly picture?: string | undefined
    /** What it lists are things of the account that models can also read by an address, as MCP's resources. */
    readonly resources?: ResourceHints | undefined
  }
>()("@storeglass/plugin-api/ToolHints") {}

/** How the rows of a list, its `items`, are resources. The operation must be free, and read one row by its id too. */
export interface ResourceHints {
  /** The middle of their addresses: `reports` of `storeglass://reports/<id>`. Small letters and hyphens. */
  readonly name: string
  /** One sentence: what each of them is. */
  readonly description: string
  /** The parameter that reads one of them, by its id. */
  readonly by: string
  /** Fields of a row: its id, what it's called, what it is, and when it was made (ISO). */
  readonly id: string
  readonly title: string
  readonly about: string
  readonly at: string
}

/** One parameter of a path, a query or the headers. */
export interface OperationParameter {
  readonly name: string
  readonly in: "path" | "query" | "header"
  readonly required: boolean
  /** Its value shows in no log, trace or recording. */
  readonly secret: boolean
  /** An older name of another parameter: taken, but not offered. */
  readonly deprecated?: boolean
  /** What the text that travels stands for, with its description. */
  readonly schema: JsonSchema
}

/** One success that an operation may answer with. */
export interface OperationSuccess {
  readonly status: number
  /** Undefined where it has no body. */
  readonly contentType: string | undefined
  readonly schema: JsonSchema | undefined
}

/** One failure that an operation may answer with, in the envelope. */
export interface OperationError {
  readonly status: number
  readonly code: string
  /** One sentence: what it means and what to do. */
  readonly meaning: string
  /** What the caller does about it. */
  readonly retry: RetryAdvice
}

/** The shapes of what an operation takes and gives. Made when first asked for. */
export interface OperationShapes {
  readonly parameters: ReadonlyArray<OperationParameter>
  /** The JSON body that it takes. */
  readonly payload: { readonly required: boolean; readonly schema: JsonSchema } | undefined
  /** By status, the lowest first. */
  readonly successes: ReadonlyArray<OperationSuccess>
  /** By status, then code. */
  readonly errors: ReadonlyArray<OperationError>
  /** What the schemas refer to as `#/$defs/<name>`. */
  readonly definitions: Readonly<Record<string, JsonSchema>>
}

/**
 * A route of an enabled plugin with everything that its declaration says: made once, and read by the guard, OpenAPI, the
 * docs, MCP, the client and the CLI.
 */
export interface Operation {
  /** `<group>_<endpoint>`, as in OpenAPI. */
  readonly id: string
  /** The plugin that owns it. */
  readonly plugin: string
  readonly method: string
  /** As declared: `/v1/apps/:id`. */
  readonly path: string
  readonly access: Access["Service"]
  readonly credits: number | "quoted"
  readonly bucket: Bucket
  readonly body: BodyDeclaration
  readonly answers: AnswersDeclaration
  /** The query parameter by which it is paged. */
  readonly pagedBy?: PagedBy | undefined
  readonly summary: string
  readonly description: string
  readonly hints: Required<ToolHints["Service"]>
  /** How its answer is drawn, where its declaration says so. */
  readonly view?: ShownView | undefined
  readonly shapes: OperationShapes
}

/** Whether an operation answers with JSON, with nothing, or with something else, such as a file or a stream. */
export const answersWith = ({ answers, shapes }: Operation): "json" | "none" | "other" => {
  if (answers.kind !== "json" && answers.kind !== "none") return "other"
  return shapes.successes.some(({ schema }) => schema !== undefined) ? "json" : "none"
}

/** A call of an operation: values by the names of its parameters, and the caller's headers. */
export interface OperationCall {
  readonly path: Readonly<Record<string, string>>
  readonly query: ReadonlyArray<readonly [name: string, value: string]>
  readonly body: unknown
  /** The key, `Idempotency-Key` and the headers that the operation reads. */
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
      /** Pages on which the sandbox's doubles show what they were sent, such as mails. */
      readonly pages?: ReadonlyArray<{ readonly title: string; readonly url: string }>
    }
    readonly plugins: ReadonlyArray<{
      readonly id: string
      readonly description: string
      readonly panelTexts?: PanelTexts | undefined
    }>
    readonly all: ReadonlyArray<Operation>
    /** What the enabled plugins show in the pages of an account, in the order of each slot. */
    readonly panels: ReadonlyArray<Panel & { readonly plugin: string }>
    /** Runs it in this process through the route: key, scope, meter, idempotency and envelope are those of HTTP. */
    readonly call: (operation: Operation, call: OperationCall) => Effect.Effect<OperationAnswer>
  }
>()("@storeglass/plugin-api/Operations") {}
