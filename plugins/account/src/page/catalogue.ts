import {
  Caller,
  Directory,
  Entitlements,
  NotFound,
  type Operation,
  Operations,
  type Panel,
  type PanelTexts
} from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import { HttpRouter } from "effect/http"
import { languages } from "../mail/texts.ts"
import { queryOf } from "../reading/query.ts"
import { dataOf } from "../request.ts"

const readingMethods = new Set(["GET", "HEAD"])

const givesOf = ({ answers, shapes }: Operation) => {
  if (answers.kind !== "json" && answers.kind !== "none") return "other"
  return shapes.successes.some(({ schema }) => schema !== undefined) ? "json" : "none"
}

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
    gives: givesOf(operation),
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
  open: panel.requires === undefined || hasFeature(panel.requires) ? "yes" : "plan",
  blocks: panel.blocks
})

const Query = Schema.Struct({ language: Schema.optionalKey(Schema.Literals(languages)) })

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
export const catalogue = Effect.gen(function* () {
  const { all, gateway, panels, plugins } = yield* Operations
  const entitlements = yield* Entitlements
  const directory = yield* Directory
  const { accountId } = yield* Caller
  const { language = "en" } = yield* queryOf(Query)
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
  return dataOf({ parameters, payload: payload ?? null, errors, definitions })
})
