import type { Example } from "@storeglass/docs"
import { entriesAt, type Json, listAt, objectOf, textAt } from "../json.ts"

/** By operation id. */
export type ExamplesById = ReadonlyMap<string, Example>

/** Puts an example into the media that it is of. */
const withExample = (holder: unknown, example: unknown): Json => {
  const content = entriesAt(holder, "content").map(([type, media]) => [
    type,
    type === "application/json" ? { ...objectOf(media), example } : media
  ])
  return { ...objectOf(holder), content: Object.fromEntries(content) }
}

/** What was asked for by a parameter in the address of an example. */
const valueIn = (parameter: Json, path: string, { address }: Example): unknown => {
  const [asked = "", query = ""] = address.split("?")
  const name = String(parameter.name)
  const place = path.split("/").indexOf(`{${name}}`)
  const found =
    parameter.in === "query"
      ? new URLSearchParams(query).get(name)
      : parameter.in === "path" && place > 0
        ? decodeURIComponent(asked.split("/")[place] ?? "")
        : null
  if (found === null) return undefined
  const type = textAt(parameter.schema, "type")
  return type === "integer" || type === "number" ? Number(found) : found
}

/** An operation with what was recorded of it: its body, its answer, and what its parameters were. */
const exemplified = (operation: Json, path: string, example: Example): Json => {
  const status = String(example.status)
  const responses = entriesAt(operation, "responses").map(([each, response]) => [
    each,
    each === status ? withExample(response, example.answer) : response
  ])
  const parameters = listAt(operation, "parameters").map((parameter) => {
    const own = objectOf(parameter)
    const value = "$ref" in own || "deprecated" in own ? undefined : valueIn(own, path, example)
    return value === undefined ? own : { ...own, example: value }
  })
  return {
    ...operation,
    parameters,
    ...(example.body === undefined ? {} : { requestBody: withExample(operation.requestBody, example.body) }),
    responses: Object.fromEntries(responses)
  }
}

/** Parameters that several operations take, each once. An example doesn't make one another. */
const sharing = (operations: ReadonlyArray<Json>, taken: Json) => {
  const found = new Map<string, { readonly parameter: Json; readonly uses: number; readonly example: unknown }>()
  const keyOf = ({ example: _, ...parameter }: Json) => JSON.stringify(parameter)
  for (const parameter of operations.flatMap((operation) => listAt(operation, "parameters"))) {
    const own = objectOf(parameter)
    if ("$ref" in own) continue
    const { example, ...rest } = own
    const known = found.get(keyOf(own))
    found.set(keyOf(own), { parameter: rest, uses: (known?.uses ?? 0) + 1, example: known?.example ?? example })
  }
  const components: Record<string, unknown> = { ...taken }
  const names = new Map<string, string>()
  for (const [key, { example, parameter, uses }] of found) {
    if (uses < 2) continue
    const first = String(parameter.name)
    let name = first
    for (let number = 2; name in components; number++) name = `${first}-${number}`
    components[name] = example === undefined ? parameter : { ...parameter, example }
    names.set(key, name)
  }
  const refer = (parameter: unknown): unknown => {
    const own = objectOf(parameter)
    const name = "$ref" in own ? undefined : names.get(keyOf(own))
    return name === undefined ? parameter : { $ref: `#/components/parameters/${name}` }
  }
  return { components, refer }
}

/** The document as it is served: with recorded examples, and what operations share written once. */
export const published = (document: Json, examples: ExamplesById): Json => {
  const paths = entriesAt(document, "paths").map(([path, item]) => ({
    path,
    methods: entriesAt(item).map(([method, operation]) => {
      const own = objectOf(operation)
      const example = examples.get(String(own.operationId))
      return { method, operation: example === undefined ? own : exemplified(own, path, example) }
    })
  }))
  const operations = paths.flatMap(({ methods }) => methods.map(({ operation }) => operation))
  const components = objectOf(document.components)
  const shared = sharing(operations, objectOf(components.parameters))
  const referring = (operation: Json): Json => ({
    ...operation,
    parameters: listAt(operation, "parameters").map(shared.refer)
  })
  return {
    ...document,
    paths: Object.fromEntries(
      paths.map(({ methods, path }) => [
        path,
        Object.fromEntries(methods.map(({ method, operation }) => [method, referring(operation)]))
      ])
    ),
    components: { ...components, parameters: shared.components }
  }
}
