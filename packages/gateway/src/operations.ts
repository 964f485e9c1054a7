import { errorResponse } from "@storeglass/core"
import {
  type Operation,
  type OperationAnswer,
  type OperationCall,
  Operations,
  type Panel,
  type PanelBlock
} from "@storeglass/plugin-api"
import { Effect, Layer } from "effect"
import type { ServedOperation } from "./catalogue.ts"
import type { Composition } from "./compose.ts"
import { Dispatch } from "./Dispatch.ts"
import { shownView } from "./views.ts"

const literals = (path: string) => path.split("/").map((segment) => !segment.startsWith(":"))

/** Whether the router would take this path for another route, as `/v1/apps/search` is not the app "search". */
const isTaken = (operation: Operation, path: string, all: ReadonlyArray<ServedOperation>) => {
  const segments = path.split("/")
  const own = literals(operation.path)
  return all.some((row) => {
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

const illFormed = (name: string, place: string) =>
  `${name.toWellFormed().slice(0, 60)} (${place}): must be well-formed Unicode; it has one half of a surrogate pair without the other`

/** The address of a call, or what is wrong with a value of its path. */
const addressOf = (operation: Operation, { path, query }: OperationCall, all: ReadonlyArray<ServedOperation>) => {
  let wrong: string | undefined
  const filled = operation.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = path[name]
    if (value === undefined) wrong ??= `${name} (path): is required`
    // A client's URL library would resolve these away, and another route would answer.
    else if (/^\.{0,2}$/.test(value)) wrong ??= `${name} (path): can't be empty, . or ..`
    else if (!value.isWellFormed()) wrong ??= illFormed(name, "path")
    return wrong === undefined ? encodeURIComponent(value ?? "") : ""
  })
  for (const [name, value] of query) {
    if (!name.isWellFormed() || !value.isWellFormed()) wrong ??= illFormed(name, "query")
  }
  if (wrong === undefined && isTaken(operation, filled, all)) {
    wrong = `${Object.keys(path).join(", ")} (path): is part of another route; check the value`
  }
  if (wrong !== undefined) return { wrong }
  const search = query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join("&")
  return { url: search === "" ? filled : `${filled}?${search}` }
}

/** What accounts see in their pages, in the order of each slot. */
const panelsOf = ({ operations, plugins }: Composition) => {
  const shown = (block: PanelBlock): PanelBlock => {
    if (block.kind !== "view" && block.kind !== "form") return block
    const endpoint = operations.find(({ id }) => id === block.operation)?.endpoint
    if (endpoint === undefined) return block
    if (block.kind === "view" && block.view !== undefined) return { ...block, view: shownView(block.view, endpoint) }
    const { shows } = block
    return shows === undefined
      ? block
      : { ...block, shows: shows.map((each) => ({ ...each, view: shownView(each.view, endpoint) })) }
  }
  return plugins
    .flatMap(({ plugin }) => {
      const panels: ReadonlyArray<Panel> = plugin.panels ?? []
      return panels.map((panel) => ({ ...panel, blocks: panel.blocks.map(shown), plugin: plugin.id }))
    })
    .toSorted((a, b) => (a.order ?? 100) - (b.order ?? 100))
}

export const layer = (composition: Composition, gateway: Operations["Service"]["gateway"]) =>
  Layer.effect(
    Operations,
    Effect.map(Dispatch, (dispatch) => {
      return Operations.of({
        gateway,
        plugins: composition.plugins.map(({ plugin: { description, id, panelTexts } }) => ({
          id,
          description,
          panelTexts
        })),
        // Routes outside HttpApi answer in their own forms.
        all: composition.operations.filter(({ access, endpoint }) => endpoint !== undefined && access !== "internal"),
        panels: panelsOf(composition),
        call: (operation, call) => {
          const address = addressOf(operation, call, composition.operations)
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
