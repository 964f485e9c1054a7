import { type Operation, Operations } from "@storeglass/plugin-api"
import { Context, Effect, Layer } from "effect"
import { makeToolSearch } from "./toolSearch.ts"
import { type Tool, toolOf } from "./tools.ts"

const isTool = ({ access, hints, answers }: Operation) =>
  access === "key" && !hints.hidden && (answers.kind === "json" || answers.kind === "none")

const indexOf = ({ all: operations, plugins }: Operations["Service"]) => {
  // What needs no key answers load balancers and readers of the docs; what is streamed or a file fits no result.
  const all = operations.filter((operation) => isTool(operation)).map(toolOf)
  let search: ReturnType<typeof makeToolSearch> | undefined
  const byName = new Map(all.map((tool) => [tool.definition.name, tool]))
  const used = new Set(all.map(({ operation }) => operation.plugin))
  return {
    all,
    headerNames: [...new Set(all.flatMap(({ input }) => input.besides.map(({ name }) => name.toLowerCase())))].sort(),
    byName,
    search: (question: string) => {
      search ??= makeToolSearch(all)
      return search(question).flatMap((name) => byName.get(name) ?? [])
    },
    toolsets: plugins
      .map(({ id }) => id)
      .filter((id) => used.has(id))
      .sort()
  }
}

/** The tools of the enabled plugins; a plugin is a toolset. */
export class McpTools extends Context.Service<
  McpTools,
  {
    readonly gateway: Operations["Service"]["gateway"]
    readonly toolsets: ReadonlyArray<string>
    readonly all: ReadonlyArray<Tool>
    /** Request headers that tools read beside their arguments, in small letters. */
    readonly headerNames: ReadonlyArray<string>
    readonly find: (name: string) => Tool | undefined
    /** The tools for a question in plain words, the best first. */
    readonly search: (question: string) => ReadonlyArray<Tool>
    readonly call: Operations["Service"]["call"]
  }
>()("@storeglass/mcp/McpTools") {
  static readonly layer = Layer.effect(
    McpTools,
    Effect.map(Operations, (operations) => {
      let index: ReturnType<typeof indexOf> | undefined
      const indexed = () => {
        index ??= indexOf(operations)
        return index
      }
      return McpTools.of({
        gateway: operations.gateway,
        get toolsets() {
          return indexed().toolsets
        },
        get all() {
          return indexed().all
        },
        get headerNames() {
          return indexed().headerNames
        },
        find: (name) => indexed().byName.get(name),
        search: (question) => indexed().search(question),
        call: operations.call
      })
    })
  )
}
