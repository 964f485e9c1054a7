import { errorCodes, RpcFailure } from "./jsonRpc.ts"
import type { McpTools } from "./McpTools.ts"
import type { Tool } from "./tools.ts"

/** What of the tools an address offers. */
export interface Selection {
  /** Plugins, of `?toolsets=apps,keywords`; undefined for all. */
  readonly toolsets: ReadonlySet<string> | undefined
  /** Single tools, of `?tools=apps_search`; undefined for all. */
  readonly names: ReadonlySet<string> | undefined
  /** Only what changes nothing. */
  readonly readOnly: boolean
  /** With the schemas of their answers. */
  readonly outputSchemas: boolean
}

export const everything: Selection = {
  toolsets: undefined,
  names: undefined,
  readOnly: false,
  outputSchemas: false
}

type Query = Readonly<Record<string, string | ReadonlyArray<string>>>

const parameters = ["toolsets", "tools", "readonly", "outputSchemas"]

const refused = (message: string) => new RpcFailure(errorCodes.invalidParams, message, { http: 400 })

const namesIn = (query: Query, name: string) =>
  query[name] === undefined
    ? undefined
    : [query[name]]
        .flat()
        .flatMap((text) => text.split(","))
        .map((each) => each.trim())

const flag = (query: Query, name: string): boolean | RpcFailure => {
  const given = query[name] ?? "0"
  if (given === "1" || given === "true") return true
  if (given === "0" || given === "false") return false
  return refused(`${name} (query): must be 1 or 0`)
}

/** Reads the query of an address, or says what is wrong with it. */
export const selectionOf = (query: Query, tools: McpTools["Service"]): Selection | RpcFailure => {
  const unknown = Object.keys(query).find((name) => !parameters.includes(name))
  if (unknown !== undefined) {
    return refused(`${unknown.slice(0, 60)} (query): isn't a parameter here; it takes ${parameters.join(", ")}`)
  }
  const toolsets = namesIn(query, "toolsets")
  const noToolset = toolsets?.find((name) => !tools.toolsets.includes(name))
  if (noToolset !== undefined) {
    return refused(
      `toolsets (query): '${noToolset.slice(0, 60)}' isn't a toolset here; send some of ${tools.toolsets.join(",")}`
    )
  }
  const names = namesIn(query, "tools")
  const noTool = names?.find((name) => tools.find(name) === undefined)
  if (noTool !== undefined) {
    return refused(`tools (query): '${noTool.slice(0, 60)}' isn't a tool here; tools/list and find_tools name them`)
  }
  const readOnly = flag(query, "readonly")
  if (readOnly instanceof RpcFailure) return readOnly
  const outputSchemas = flag(query, "outputSchemas")
  if (outputSchemas instanceof RpcFailure) return outputSchemas
  return {
    toolsets: toolsets === undefined ? undefined : new Set(toolsets),
    names: names === undefined ? undefined : new Set(names),
    readOnly,
    outputSchemas
  }
}

/** Why an address leaves a tool out; undefined when it offers it. */
export const leftOut = ({ names, readOnly, toolsets }: Selection, { definition, operation }: Tool) => {
  // Named by itself, or in a toolset that is named.
  const isNamed = names?.has(definition.name) === true
  const isInSet = toolsets?.has(operation.plugin) === true
  if ((names !== undefined || toolsets !== undefined) && !isNamed && !isInSet) {
    return `is in the toolset ${operation.plugin}, which this address leaves out`
  }
  if (readOnly && !operation.hints.readOnly) return "changes something, and this address is for reading only"
}
