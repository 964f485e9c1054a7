import type { JsonSchema } from "@storeglass/plugin-api"
import { leftOut, type Selection } from "./selection.ts"
import type { ToolResult } from "./toolResult.ts"
import type { Tool } from "./tools.ts"

/** Most bytes of tools in a list: what is over it would fill a model's context before the first question. */
const listBytesMax = 36_000

const foundDefault = 5
const foundMax = 20

interface OwnTool {
  readonly name: string
  readonly text: (readOnly: boolean) => string
}

const own = (name: string, definition: (readOnly: boolean) => Readonly<Record<string, unknown>>): OwnTool => ({
  name,
  text: (readOnly) => JSON.stringify({ name, ...definition(readOnly) })
})

const object = (properties: Readonly<Record<string, JsonSchema>>, required: ReadonlyArray<string>): JsonSchema => ({
  type: "object",
  properties,
  required,
  additionalProperties: false
})

/** Finds tools that the list leaves out. */
export const findTools = own("find_tools", () => ({
  title: "Find tools",
  description:
    "Finds tools for a question in plain words, with their arguments and prices. There are more tools than this list has: look here before saying that something can't be done. Costs nothing.",
  inputSchema: object(
    {
      question: { type: "string", description: "What you want to know or do, such as: which apps rose fastest?" },
      limit: {
        type: "integer",
        minimum: 1,
        maximum: foundMax,
        default: foundDefault,
        description: "Most tools to give."
      }
    },
    ["question"]
  ),
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }
}))

/** Calls a tool that the list leaves out. */
export const callTool = own("call_tool", (readOnly) => ({
  title: "Call a tool",
  description: "Calls a tool that find_tools found, by its name, at that tool's price.",
  inputSchema: object(
    {
      name: { type: "string", description: "The name of the tool." },
      arguments: { type: "object", description: "What its inputSchema asks for." }
    },
    ["name"]
  ),
  annotations: { readOnlyHint: readOnly, destructiveHint: !readOnly, idempotentHint: readOnly, openWorldHint: true }
}))

/** The definitions that an address lists. Over the bound: the essential tools, and those that find and call the others. */
export const listOf = (tools: ReadonlyArray<Tool>, selection: Selection): ReadonlyArray<string> => {
  const offered = tools.filter((tool) => leftOut(selection, tool) === undefined)
  const textOf = (tool: Tool) => (selection.outputSchemas ? tool.textWithOutput() : tool.text)
  const all = offered.map(textOf)
  const bytesOf = (texts: ReadonlyArray<string>) =>
    texts.reduce((bytes, text) => bytes + Buffer.byteLength(text) + 1, 0)
  // What is asked for by name is given whole.
  if (selection.names !== undefined || selection.outputSchemas || bytesOf(all) <= listBytesMax) return all
  const listed = [findTools, callTool].map(({ text }) => text(selection.readOnly))
  let bytes = bytesOf(listed)
  for (const tool of offered.filter(({ operation }) => operation.hints.essential)) {
    const text = textOf(tool)
    bytes += Buffer.byteLength(text) + 1
    if (bytes > listBytesMax) break
    listed.push(text)
  }
  return listed
}

/** What find_tools was asked, or what is wrong with that. */
export const questionOf = (
  input: Readonly<Record<string, unknown>>
): { readonly question: string; readonly limit: number } | { readonly wrong: string } => {
  const { limit = foundDefault, question, ...rest } = input
  const [unknown] = Object.keys(rest)
  if (unknown !== undefined) return { wrong: `${unknown.slice(0, 60)}: isn't an argument; send question and limit` }
  if (typeof question !== "string" || question.trim() === "") return { wrong: "question: must be text" }
  if (question.length > 500) return { wrong: "question: must have at most 500 characters" }
  if (typeof limit !== "number" || !Number.isInteger(limit) || limit < 1 || limit > foundMax) {
    return { wrong: `limit: must be a whole number from 1 to ${foundMax}` }
  }
  return { question, limit }
}

/** The result of find_tools. */
export const foundResult = (found: ReadonlyArray<Tool>): ToolResult => {
  const structuredContent = {
    data: {
      tools: found.map(({ definition }) => definition)
    }
  }
  return { content: [{ type: "text", text: JSON.stringify(structuredContent) }], structuredContent }
}
