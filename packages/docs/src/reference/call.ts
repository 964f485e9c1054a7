import { answersWith, type Operation, type OperationParameter } from "@storeglass/plugin-api"
import type { SampleCall } from "../assets/samples.js"
import type { Example } from "../examples.ts"
import { at, entriesAt, textAt } from "../json.ts"
import { writtenPath } from "../prices.ts"
import { exampleOf, resolveRef } from "../schema.ts"

type Values = Record<string, string | number | boolean>

/** A value of a parameter as its type has it: what is sent is text. */
const typed = (text: string, { schema }: OperationParameter): string | number | boolean => {
  const type = textAt(schema, "type")
  if (type === "integer" || type === "number") return Number(text)
  return type === "boolean" ? text === "true" : text
}

/** What the declared examples would ask for, where no answer was recorded. */
const declaredValues = ({ shapes: { definitions, parameters } }: Operation): SampleCall["values"] => {
  const valuesIn = (place: OperationParameter["in"]): Values =>
    Object.fromEntries(
      parameters
        // Headers of an operation's own are there to be sent, though what lacks them is told so by an error of its own.
        .filter((parameter) => parameter.in === place && (parameter.required || place === "header"))
        .map((parameter) => {
          const value = exampleOf(parameter.schema, definitions)
          const fits = typeof value === "string" || typeof value === "number" || typeof value === "boolean"
          return [parameter.name, place === "header" ? "…" : fits ? value : "text"]
        })
    )
  return { path: valuesIn("path"), query: valuesIn("query"), header: valuesIn("header") }
}

/** What a recorded answer was asked for by. */
const recordedValues = (operation: Operation, { address }: Example): SampleCall["values"] => {
  const [path = "", query = ""] = address.split("?")
  const segments = path.split("/")
  const { parameters } = operation.shapes
  const valueNamed = (name: string, text: string) => {
    const parameter = parameters.find((each) => each.name === name)
    return parameter === undefined ? text : typed(text, parameter)
  }
  const inPath = operation.path
    .split("/")
    .flatMap((segment, index) =>
      segment.startsWith(":") ? [[segment.slice(1), decodeURIComponent(segments[index] ?? "")] as const] : []
    )
  return {
    path: Object.fromEntries(inPath),
    query: Object.fromEntries([...new URLSearchParams(query)].map(([name, text]) => [name, valueNamed(name, text)])),
    header: declaredValues(operation).header
  }
}

/** The call that an operation's page shows: the recorded one, or one made of the declarations. */
export const callOf = (operation: Operation, url: string, recorded: Example | undefined): SampleCall => {
  const { definitions, parameters, payload } = operation.shapes
  const body = recorded?.body ?? (payload === undefined ? undefined : exampleOf(payload.schema, definitions))
  const schema = payload === undefined ? undefined : resolveRef(payload.schema, definitions)
  const taken = new Set(parameters.map(({ name }) => name))
  return {
    id: operation.id,
    method: operation.method,
    path: writtenPath(operation),
    url,
    keyed: operation.access !== "public",
    gives: answersWith(operation),
    flat:
      at(schema, "properties") !== undefined &&
      !entriesAt(schema, "properties").some(([name]) => taken.has(name) || name === "body"),
    values: recorded === undefined ? declaredValues(operation) : recordedValues(operation, recorded),
    ...(body === undefined ? {} : { body })
  }
}
