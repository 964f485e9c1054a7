import {
  type FieldValues,
  type FileForm,
  type FormShown,
  type FormStart,
  type LiveForm,
  type Panel,
  type PanelBlock,
  panelSlots,
  type RowAction,
  rowPathsOf,
  ToolHints,
  type ViewDeclaration
} from "@storeglass/plugin-api"
import { Context, SchemaAST } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"
import type { AnyPlugin } from "./AnyPlugin.ts"
import { isReading, readingMethods, type ServedOperation } from "./catalogue.ts"
import { viewProblem } from "./views.ts"

const fieldsOf = (schema: { readonly ast: SchemaAST.AST } | undefined) =>
  schema !== undefined && "propertySignatures" in schema.ast
    ? schema.ast.propertySignatures.map(({ name, type }) => ({
        name: String(name),
        required: !SchemaAST.isOptional(SchemaAST.toEncoded(type))
      }))
    : []

/** The names of what a form of it asks for, of its path, query and body. */
const formFieldsOf = ({ params, payload, query }: HttpApiEndpoint.Top): ReadonlyArray<string> => {
  const bodies = [...payload.values()].flatMap(({ schemas }) => [...schemas])
  return [params, query, ...bodies].flatMap((schema) => fieldsOf(schema).map(({ name }) => name))
}

const paramProblem = (
  panel: Panel,
  { kind, params = {} }: Exclude<PanelBlock, { kind: "text" }>,
  endpoint: HttpApiEndpoint.Top
) => {
  const fields = [...fieldsOf(endpoint.params), ...fieldsOf(endpoint.query)]
  const taken = kind === "form" ? formFieldsOf(endpoint) : fields.map(({ name }) => name)
  const stranger = Object.keys(params).find((name) => !taken.includes(name))
  if (stranger !== undefined) return `sends '${stranger}', which isn't a parameter of it`
  const known: ReadonlyArray<string> = panelSlots[panel.slot]
  const unknown = Object.values(params).find((value) => typeof value !== "string" && !known.includes(value.page))
  if (unknown !== undefined && typeof unknown !== "string") {
    return `sends the page's '${unknown.page}', which the slot '${panel.slot}' doesn't know; it knows ${known.join(", ") || "nothing"}`
  }
  const missing = kind === "form" ? undefined : fields.find(({ name, required }) => required && !(name in params))
  return missing === undefined ? undefined : `doesn't send '${missing.name}', which it needs`
}

const isRead = ({ endpoint, method }: ServedOperation) =>
  endpoint !== undefined && isReading(method, Context.getOrUndefined(endpoint.annotations, ToolHints))
const isFreeRead = (operation: ServedOperation) => operation.credits === 0 && isRead(operation)

/** Why a form can't ask something by itself. */
const formReadProblem = (
  panel: Panel,
  { operation: id, params = {} }: Pick<FieldValues, "operation" | "params">,
  asked: ReadonlyArray<string>,
  operations: ReadonlyArray<ServedOperation>,
  view: ViewDeclaration,
  mayCost: boolean
): string | undefined => {
  const operation = operations.find((each) => each.id === id)
  if (operation?.endpoint === undefined) return `'${id}' isn't an operation of this plugin`
  if (operation.access === "internal") return `'${id}' is the operator's`
  if (!isRead(operation)) return `'${id}' doesn't read`
  if (!mayCost && !isFreeRead(operation)) return `'${id}' costs something, and nobody is asked first`
  const fields = [...fieldsOf(operation.endpoint.params), ...fieldsOf(operation.endpoint.query)]
  const stranger = Object.keys(params).find((name) => !fields.some((field) => field.name === name))
  if (stranger !== undefined) return `'${id}' doesn't take '${stranger}'`
  const missing = fields.find(({ name, required }) => required && !(name in params))
  if (missing !== undefined) return `'${id}' needs '${missing.name}'`
  const known: ReadonlyArray<string> = panelSlots[panel.slot]
  for (const value of Object.values(params)) {
    if (typeof value === "string") continue
    if ("field" in value && !asked.includes(value.field)) return `the form has no field '${value.field}'`
    if ("page" in value && !known.includes(value.page)) return `the slot '${panel.slot}' doesn't know '${value.page}'`
  }
  const problem = viewProblem(view, operation.endpoint)
  return problem === undefined ? undefined : `'${id}' doesn't answer so: ${problem}`
}

const tableOf = (rows: string, paths: ReadonlyArray<string | undefined>): ViewDeclaration => ({
  kind: "table",
  rows,
  columns: paths.flatMap((field) => (field === undefined ? [] : [{ field, title: field }]))
})

const startProblem = (
  panel: Panel,
  start: FormStart,
  asked: ReadonlyArray<string>,
  operations: ReadonlyArray<ServedOperation>
) => {
  const stranger = Object.keys(start.fields).find((name) => !asked.includes(name))
  if (stranger !== undefined) return `the form has no field '${stranger}'`
  const [state = "", ...details] = Object.values(start.fields)
  return formReadProblem(
    panel,
    start,
    asked,
    operations,
    {
      kind: "status",
      state,
      details: details.map((field) => ({ field, title: field }))
    },
    false
  )
}

const liveProblem = ({ counts, findings }: LiveForm, operation: ServedOperation) => {
  if (operation.endpoint === undefined) return "isn't an operation with an answer"
  if (!isFreeRead(operation)) return "costs or changes something, so it can't be asked as one types; leave out live"
  const { field, more, note, rows, text } = findings
  const problem =
    viewProblem(tableOf(rows, [field, text, note, more]), operation.endpoint) ??
    (counts === undefined
      ? undefined
      : viewProblem(tableOf(counts.rows, [counts.field, counts.max]), operation.endpoint))
  return problem === undefined ? undefined : `what it shows live doesn't fit what it answers: ${problem}`
}

const showsProblem = (shows: ReadonlyArray<FormShown>, { endpoint }: ServedOperation) => {
  if (shows.length === 0) return "shows nothing; leave out shows"
  for (const { title, view } of shows) {
    const problem = endpoint === undefined ? undefined : viewProblem(view, endpoint)
    if (problem !== undefined) return `what it shows as '${title}' doesn't fit what it answers: ${problem}`
  }
}

const fileProblem = (
  { endings, field, hinders, preview }: FileForm,
  { credits, endpoint }: ServedOperation,
  open: ReadonlyArray<string>
) => {
  if (endpoint === undefined) return "isn't an operation with an answer"
  if (credits !== 0) return "costs something, and its file is sent once only to look; leave out file"
  const stranger = [field, preview].find((name) => !open.includes(name))
  if (stranger !== undefined) return `its file: '${stranger}' isn't a field that it leaves open`
  const odd = endings.find((ending) => !/^\.[a-z\d]+$/.test(ending))
  if (odd !== undefined) return `its file: '${odd}' isn't the ending of a name, such as .csv`
  const problem = hinders === undefined ? undefined : viewProblem({ kind: "status", state: hinders }, endpoint)
  return problem === undefined ? undefined : `what hinders its file doesn't fit what it answers: ${problem}`
}

/** The first thing wrong with what a form asks, offers and shows. */
const formProblem = (
  panel: Panel,
  { fields, file, live, params = {}, shows, start, values = {} }: Extract<PanelBlock, { kind: "form" }>,
  operation: ServedOperation,
  operations: ReadonlyArray<ServedOperation>
): string | undefined => {
  if (operation.endpoint === undefined) return undefined
  const taken = formFieldsOf(operation.endpoint)
  const stranger = [...(fields ?? []), ...Object.keys(values)].find((name) => !taken.includes(name))
  if (stranger !== undefined) return `asks for '${stranger}', which it doesn't take`
  const asked = (fields ?? taken).filter((name) => !(name in params))
  for (const [name, offered] of Object.entries(values)) {
    if (!asked.includes(name)) return `offers values for '${name}', which it doesn't ask for`
    const view = tableOf(offered.rows, [offered.value, offered.title, offered.note])
    const problem = formReadProblem(panel, offered, asked, operations, view, true)
    if (problem !== undefined) return `values of '${name}': ${problem}`
  }
  const began = start === undefined ? undefined : startProblem(panel, start, asked, operations)
  if (began !== undefined) return `its start: ${began}`
  const shown = shows === undefined ? undefined : showsProblem(shows, operation)
  if (shown !== undefined) return shown
  if (file !== undefined) {
    if (shows === undefined) return "takes a file and shows nothing of its answer; add shows"
    const open = taken.filter((name) => !(name in params))
    const problem = fileProblem(file, operation, open)
    if (problem !== undefined) return problem
  }
  return live === undefined ? undefined : liveProblem(live, operation)
}

/** Views whose rows may have buttons. */
const withRows = new Set(["list", "table", "gallery"])

const actionProblem = (
  panel: Panel,
  { operation: id, params }: RowAction,
  operations: ReadonlyArray<ServedOperation>
): string | undefined => {
  const operation = operations.find((each) => each.id === id)
  if (operation?.endpoint === undefined)
    return `its row's action names '${id}', which isn't an operation of this plugin`
  if (operation.access === "internal") return `its row's action '${id}' is the operator's`
  const names = new Set(formFieldsOf(operation.endpoint))
  const stranger = Object.keys(params).find((name) => !names.has(name))
  if (stranger !== undefined) return `its row's action '${id}' sends '${stranger}', which it doesn't take`
  const known: ReadonlyArray<string> = panelSlots[panel.slot]
  const unknown = Object.values(params).find(
    (value) => typeof value === "object" && "page" in value && !known.includes(value.page)
  )
  return unknown === undefined ? undefined : `its row's action '${id}' sends what the slot '${panel.slot}' doesn't know`
}

const blockProblem = (
  panel: Panel,
  block: PanelBlock,
  operations: ReadonlyArray<ServedOperation>
): string | undefined => {
  if (block.kind === "text") return undefined
  const operation = operations.find(({ id }) => id === block.operation)
  if (operation?.endpoint === undefined) return `names '${block.operation}', which isn't an operation of this plugin`
  const said = (problem: string) => `${block.kind} of '${block.operation}': ${problem}`
  if (operation.access === "internal") return said("is the operator's; panels show what accounts may ask")
  if (block.platforms !== undefined && panel.slot !== "app") {
    return said(`is for some stores' apps, and the slot '${panel.slot}' knows no app; leave out platforms`)
  }
  if (block.platforms?.length === 0) return said("is for no store; leave out platforms")
  const params = paramProblem(panel, block, operation.endpoint)
  if (params !== undefined) return said(params)
  if (block.kind === "marks") {
    const { at, rows, text, title } = block.marks
    if (panel.slot !== "app") return said(`the slot '${panel.slot}' has no charts of an app to mark`)
    if (!isFreeRead(operation)) return said("costs or changes something; marks are asked by themselves")
    const unfit = viewProblem(tableOf(rows, [at, title, text]), operation.endpoint)
    return unfit === undefined ? undefined : said(`its marks don't fit what it answers: ${unfit}`)
  }
  if (block.kind === "download") return isRead(operation) ? undefined : said("doesn't read; use a form or an action")
  const body = operation.endpoint.payload.size > 0 && !readingMethods.has(operation.method)
  if (block.kind === "action") return body ? said("has a body; use a form") : undefined
  if (block.kind === "form") {
    const problem = formProblem(panel, block, operation, operations)
    return problem === undefined ? undefined : said(problem)
  }
  if (!isReading(operation.method, Context.getOrUndefined(operation.endpoint.annotations, ToolHints))) {
    return said("doesn't read; use a form or an action")
  }
  if (block.shows !== undefined) {
    if (block.view !== undefined || block.actions !== undefined)
      return said("shows several things; leave out view and actions")
    const wrong = showsProblem(block.shows, operation)
    return wrong === undefined ? undefined : said(wrong)
  }
  const view = block.view ?? operation.view
  if (view === undefined) return said("has no view; give the block one, or declare the operation with one")
  const { actions = [] } = block
  if (actions.length > 0 && !withRows.has(view.kind)) return said(`a ${view.kind} has no rows to act on`)
  const problem = viewProblem(view, operation.endpoint, rowPathsOf(actions))
  if (problem !== undefined) return said(`its view doesn't fit what it answers: ${problem}`)
  for (const action of actions) {
    const wrong = actionProblem(panel, action, operations)
    if (wrong !== undefined) return said(wrong)
  }
  return undefined
}

/** The first thing wrong with the views and panels of a plugin, by what its operations declare. */
export const panelProblem = (
  { panels = [] }: AnyPlugin,
  operations: ReadonlyArray<ServedOperation>,
  knownFeatures: ReadonlySet<string>
): string | undefined => {
  for (const { endpoint, id, view } of operations) {
    const problem = view === undefined || endpoint === undefined ? undefined : viewProblem(view, endpoint)
    if (problem !== undefined) return `the view of '${id}' doesn't fit what it answers: ${problem}`
  }
  const declared: ReadonlyArray<Panel> = panels
  for (const [index, panel] of declared.entries()) {
    const said = (problem: string) => `the panel '${panel.id}' ${problem}`
    if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(panel.id)) return said("must be named in kebab-case, as in rank-history")
    if (declared.findIndex(({ id }) => id === panel.id) < index) return said("is declared twice")
    if (panel.blocks.length === 0) return said("has no blocks")
    if (panel.requires !== undefined && !knownFeatures.has(panel.requires)) {
      return said(`requires the feature '${panel.requires}', which no enabled plugin declares; add it to \`features\``)
    }
    for (const block of panel.blocks) {
      const problem = blockProblem(panel, block, operations)
      if (problem !== undefined) return said(problem)
    }
  }
}
