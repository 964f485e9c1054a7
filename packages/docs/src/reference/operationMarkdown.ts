import type { Operation } from "@storeglass/plugin-api"
import { samplesOf } from "../assets/samples.js"
import { tableMarkdown } from "../blocks.ts"
import { hrefOf, pluginHref, priceOf, writtenPath } from "../prices.ts"
import { type Field, fieldsOf } from "../schema.ts"
import {
  answerFields,
  exampleAnswer,
  type OperationPageOptions,
  otherAnswers,
  parameterField,
  places
} from "./operationPage.ts"

const languageOf = { curl: "sh", typescript: "ts", python: "python", go: "go" } as const

const factsOf = ({ limits, required, type }: Field, of: "request" | "response") =>
  [
    type,
    ...limits,
    ...(of === "request" && required ? ["required"] : []),
    ...(of === "response" && !required ? ["may be absent"] : [])
  ].join(", ")

const list = (fields: ReadonlyArray<Field>, of: "request" | "response", by = ""): string =>
  fields
    .map((field) => {
      const said = field.description === "" ? "" : `: ${field.description.replaceAll("\n", " ")}`
      const inner = field.fields.length === 0 ? "" : `\n${list(field.fields, of, `${by}  `)}`
      return `${by}- \`${field.name}\` (${factsOf(field, of)})${said}${inner}`
    })
    .join("\n")

const fence = (code: string, lang: string) => `\`\`\`${lang}\n${code}\n\`\`\``

/** An operation as Markdown. */
export const operationMarkdown = (operation: Operation, { call, common, example }: OperationPageOptions): string => {
  const { definitions, errors, parameters, payload } = operation.shapes
  const { answer, status } = exampleAnswer(operation, example)
  const groups = places.flatMap(({ place, title }) => {
    const fields = parameters.filter((each) => each.in === place).map((each) => parameterField(each, definitions))
    return fields.length === 0 ? [] : [`## ${title}`, list(fields, "request")]
  })
  const fields = answerFields(operation)
  const own = errors.filter(({ code }) => !common.has(code))
  return [
    `\`${operation.method} ${writtenPath(operation)}\` · ${priceOf(operation)} · operation \`${operation.id}\` · plugin [${operation.plugin}](${pluginHref(operation.plugin)}.md)`,
    ...groups,
    ...(payload === undefined ? [] : ["## Body", list(fieldsOf(payload.schema, definitions), "request")]),
    ...(operation.access === "public" ? [] : ["Takes an [Idempotency-Key](/docs/idempotency.md) in its header."]),
    "## Answer",
    ...(operation.pagedBy === undefined ? [] : [`Comes in [pages](/docs/paging.md), by \`${operation.pagedBy}\`.`]),
    fields.length === 0
      ? "No JSON."
      : `An object with the one key \`data\`, which holds:\n\n${list(fields, "response")}`,
    ...otherAnswers(operation).flatMap(({ fields: others, status: other }) => [
      `With status ${other}:\n\n${list(others, "response")}`
    ]),
    "## Errors",
    ...(own.length === 0
      ? []
      : [
          tableMarkdown(
            ["Status", "Code", "Meaning"],
            own.map((each) => [String(each.status), `\`${each.code}\``, each.meaning])
          )
        ]),
    ...(operation.access === "public"
      ? []
      : ["And [those that every operation with a key can give](/docs/errors.md#codes)."]),
    "## Samples",
    ...samplesOf(call).map(({ code, id }) => fence(code, languageOf[id])),
    ...(answer === undefined ? [] : [`## ${status} response`, fence(JSON.stringify(answer, undefined, 2), "json")])
  ].join("\n\n")
}

/** The operations of a plugin as Markdown. */
export const pluginMarkdown = (own: ReadonlyArray<Operation>): string =>
  own
    .map(
      (operation) =>
        `- [${operation.summary}](${hrefOf(operation)}.md): \`${operation.method} ${writtenPath(operation)}\`, ${priceOf(operation).toLowerCase()}. ${operation.description}`
    )
    .join("\n")
