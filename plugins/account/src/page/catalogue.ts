import {
  answersWith,
  Caller,
  Directory,
  Entitlements,
  NotFound,
  type Operation,
  Operations,
  type Panel,
  type PanelTexts,
  panelRoles
} from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import { HttpRouter } from "effect/http"
import { Bucket } from "../answers.ts"
import { languages } from "../mail/texts.ts"
import { dataOf } from "../request.ts"
import { Block, ShownView } from "./drawn.ts"

const readingMethods = new Set(["GET", "HEAD"])

const Gives = Schema.Literals(["json", "none", "other"])

const OperationRow = Schema.Struct({
  id: Schema.String,
  plugin: Schema.String,
  method: Schema.String,
  path: Schema.String,
  access: Schema.Literals(["key", "public", "session", "internal"]),
  credits: Schema.Union([Schema.Finite, Schema.Literal("quoted")]),
  bucket: Bucket,
  summary: Schema.String,
  description: Schema.String,
  title: Schema.String,
  reads: Schema.Boolean,
  destroys: Schema.Boolean,
  view: Schema.optionalKey(ShownView)
}).annotate({ identifier: "OperationRow" })
const PanelRow = Schema.Struct({
  id: Schema.String,
  plugin: Schema.String,
  slot: Schema.Literals(["overview", "app", "connections", "alerts", "settings", "admin"]),
  title: Schema.String,
  role: Schema.Literals(panelRoles),
  open: Schema.Literals(["yes", "plan"]).annotate({
    description: "`plan`: the account's plan lacks the feature that it needs."
  }),
  blocks: Schema.Array(Block)
}).annotate({ identifier: "PanelRow" })
export const Catalogue = Schema.Struct({
  gateway: Schema.Struct({ version: Schema.String, url: Schema.String, sandbox: Schema.Boolean }),
  plugins: Schema.Array(Schema.Struct({ id: Schema.String, description: Schema.String })),
  operations: Schema.Array(OperationRow),
  panels: Schema.Array(PanelRow),
  texts: Schema.Record(Schema.String, Schema.Record(Schema.String, Schema.String)).annotate({
    description: "What panels say in the language that was asked for, by plugin and by their English."
  })
}).annotate({ identifier: "Catalogue" })

const Json = Schema.Record(Schema.String, Schema.Unknown)
export const Shapes = Schema.Struct({
  parameters: Schema.Array(
    Schema.Struct({
      name: Schema.String,
      in: Schema.Literals(["path", "query", "header"]),
      required: Schema.Boolean,
      secret: Schema.Boolean,
      deprecated: Schema.optionalKey(Schema.Boolean),
      schema: Json
    })
  ),
  payload: Schema.NullOr(Schema.Struct({ required: Schema.Boolean, schema: Json })),
  gives: Gives,
  errors: Schema.Array(
    Schema.Struct({
      status: Schema.Finite,
      code: Schema.String,
      meaning: Schema.String,
      retry: Schema.Literals(["retry", "wait", "fix"])
    })
  ),
  definitions: Schema.Record(Schema.String, Json)
}).annotate({ identifier: "Shapes" })

/** What pages need to know of an operation before anyone opens it. */
const rowOf = (operation: Operation) => {
  const { access, bucket, credits, description, hints, id, method, path, plugin, summary, view } = operation
  return {
    id,
    plugin,
    method,
    path,
    access,
    credits,
    bucket,
    summary,
    description,
    title: hints.title,
    reads: readingMethods.has(method) || hints.readOnly,
    destroys: hints.destructive && !hints.readOnly,
    ...(view === undefined ? {} : { view })
  }
}

const panelOf = (panel: Panel & { readonly plugin: string }, hasFeature: (feature: string) => boolean) => ({
  id: panel.id,
  plugin: panel.plugin,
  slot: panel.slot,
  title: panel.title,
  role: panel.role ?? "viewer",
  open: panel.requires === undefined || hasFeature(panel.requires) ? ("yes" as const) : ("plan" as const),
  blocks: panel.blocks
})

export const Query = Schema.Struct({ language: Schema.optionalKey(Schema.Literals(languages)) })

/** The texts of each plugin's panels by their English, which is what panels have. */
const textsIn = (
  language: (typeof languages)[number],
  plugins: ReadonlyArray<{ readonly id: string; readonly panelTexts?: PanelTexts | undefined }>
) =>
  Object.fromEntries(
    plugins.flatMap(({ id, panelTexts }) => {
      const table = language === "en" ? undefined : panelTexts?.[language]
      return table === undefined ? [] : [[id, table]]
    })
  )

/** Everything that the pages draw by: what is enabled here, and what the account's plan opens of it. */
export const catalogue = Effect.fnUntraced(function* ({ language = "en" }: typeof Query.Type) {
  const { all, gateway, panels, plugins } = yield* Operations
  const entitlements = yield* Entitlements
  const directory = yield* Directory
  const { accountId } = yield* Caller
  const plan = (yield* directory.account(accountId))?.plan ?? "free"
  return dataOf({
    gateway: { version: gateway.version, url: gateway.url, sandbox: gateway.sandbox },
    plugins: plugins.map(({ description, id }) => ({ id, description })),
    operations: all.map(rowOf),
    panels: panels.map((panel) => panelOf(panel, (feature) => entitlements.limit(plan, feature) !== 0)),
    texts: textsIn(language, plugins)
  })
})

/** The shapes of one operation, for its form. */
export const operationShapes = Effect.gen(function* () {
  const { all } = yield* Operations
  const { id } = yield* HttpRouter.params
  const operation = all.find((each) => each.id === id)
  if (operation === undefined) return yield* new NotFound("no such operation; GET /dashboard/api/catalogue lists them")
  const { definitions, errors, parameters, payload } = operation.shapes
  return dataOf({ parameters, payload: payload ?? null, gives: answersWith(operation), errors, definitions })
})
