import type { Operation, OperationParameter } from "@storeglass/plugin-api"
import { escapeHtml } from "@storeglass/plugin-api"
import { type SampleCall, samplesOf } from "../assets/samples.js"
import { codeBlock } from "../code.ts"
import type { Example } from "../examples.ts"
import { inline } from "../html.ts"
import { at } from "../json.ts"
import type { Heading } from "../markdown.ts"
import { pluginHref, priceOf, writtenPath } from "../prices.ts"
import { type Definitions, exampleOf, type Field, fieldsOf, limitsOf, resolveRef, typeOf } from "../schema.ts"
import { tryItHtml } from "./tryIt.ts"

const languageOf = { curl: "sh", typescript: "ts", python: "python", go: "go" } as const

const facts = (type: string, limits: ReadonlyArray<string>) =>
  `<span class="type">${escapeHtml(type)}</span>${limits.map((limit) => `<span class="limit">${escapeHtml(limit)}</span>`).join("")}`

const fieldList = (fields: ReadonlyArray<Field>, of: "request" | "response"): string =>
  `<ul class="fields">${fields
    .map(
      (field) =>
        `<li><div class="field"><code>${escapeHtml(field.name)}</code> ${facts(field.type, field.limits)}${
          of === "request" && field.required ? '<span class="required">required</span>' : ""
        }${of === "response" && !field.required ? '<span class="limit">may be absent</span>' : ""}</div>${
          field.description === "" ? "" : `<p>${inline(field.description)}</p>`
        }${
          field.fields.length === 0
            ? ""
            : `<details><summary>${field.fields.length} field${field.fields.length === 1 ? "" : "s"} of <code>${escapeHtml(field.name)}</code></summary>${fieldList(field.fields, of)}</details>`
        }</li>`
    )
    .join("")}</ul>`

export const parameterField = (
  { deprecated, name, required, schema: declared }: OperationParameter,
  definitions: Definitions
): Field => {
  const schema = resolveRef(declared, definitions)
  const description = at(declared, "description")
  return {
    name,
    type: typeOf(schema, definitions),
    description: typeof description === "string" ? description : "",
    required,
    limits: [...limitsOf(schema), ...(deprecated === true ? ["deprecated"] : [])],
    fields: []
  }
}

export const places = [
  { place: "path", title: "Path parameters" },
  { place: "query", title: "Query parameters" },
  { place: "header", title: "Headers" }
] as const

/** Of several statuses the last is what the operation is for: a preview, with 200, comes before its 201. */
const mainOf = ({ shapes: { successes } }: Operation) =>
  successes.findLast(({ contentType }) => contentType === "application/json") ?? successes[0]
const dataFields = (
  success: Operation["shapes"]["successes"][number] | undefined,
  { shapes: { definitions } }: Operation
) => fieldsOf(at(resolveRef(success?.schema, definitions), "properties", "data"), definitions)

/** The fields of what a success holds under `data`. */
export const answerFields = (operation: Operation): ReadonlyArray<Field> => dataFields(mainOf(operation), operation)

/** Those of its other statuses. */
export const otherAnswers = (operation: Operation) =>
  operation.shapes.successes
    .filter((success) => success.contentType === "application/json" && success !== mainOf(operation))
    .map((success) => ({ status: success.status, fields: dataFields(success, operation) }))

const requestHtml = ({ access, shapes }: Operation) => {
  const { definitions, parameters, payload } = shapes
  const groups = places.flatMap(({ place, title }) => {
    const fields = parameters
      .filter((parameter) => parameter.in === place)
      .map((parameter) => parameterField(parameter, definitions))
    return fields.length === 0 ? [] : [`<h2 id="${place}">${title}</h2>${fieldList(fields, "request")}`]
  })
  if (payload !== undefined) {
    groups.push(`<h2 id="body">Body</h2>${fieldList(fieldsOf(payload.schema, definitions), "request")}`)
  }
  if (access !== "public") {
    groups.push(
      '<p class="quiet">Takes an <a href="/docs/idempotency"><code>Idempotency-Key</code></a> in its header.</p>'
    )
  }
  return groups.join("")
}

const answerHtml = (operation: Operation) => {
  const fields = answerFields(operation)
  const { pagedBy } = operation
  const paged =
    pagedBy === undefined
      ? ""
      : `<p class="quiet">Comes in <a href="/docs/paging">pages</a>, by <code>${pagedBy}</code>.</p>`
  const what =
    fields.length === 0
      ? '<p class="quiet">No JSON: see the description.</p>'
      : `<p class="quiet">An object with the one key <code>data</code>, which holds:</p>${fieldList(fields, "response")}`
  const others = otherAnswers(operation)
    .map(({ fields, status }) => `<h3>With status ${status}</h3>${fieldList(fields, "response")}`)
    .join("")
  return `<h2 id="answer">Answer</h2>${paged}${what}${others}`
}

const errorsHtml = ({ access, shapes }: Operation, common: ReadonlySet<string>) => {
  const own = shapes.errors.filter(({ code }) => !common.has(code))
  const rows = own
    .map(
      ({ code, meaning, status }) =>
        `<li><span class="status">${status}</span> <a href="/docs/errors#${code}"><code>${code}</code></a><p>${inline(meaning)}</p></li>`
    )
    .join("")
  const rest =
    access === "public"
      ? ""
      : `<p class="quiet">And <a href="/docs/errors#codes">those that every operation with a key can give</a>.</p>`
  return `<h2 id="errors">Errors</h2>${rows === "" ? "" : `<ul class="errors">${rows}</ul>`}${rest}`
}

const samplesHtml = (call: SampleCall) =>
  `<div class="samples">${samplesOf(call)
    .map(({ code, id, title }) => `<div data-sample="${id}">${codeBlock(code, languageOf[id], title)}</div>`)
    .join("")}</div>`

/** The example of an answer: recorded, or made of its schema. */
export const exampleAnswer = (operation: Operation, recorded: Example | undefined) => {
  const success = mainOf(operation)
  const { definitions } = operation.shapes
  return {
    status: recorded?.status ?? success?.status ?? 200,
    answer: recorded?.answer ?? (success?.schema === undefined ? undefined : exampleOf(success.schema, definitions)),
    recorded: recorded !== undefined
  }
}

const answerExampleHtml = (operation: Operation, recorded: Example | undefined) => {
  const { answer, recorded: isRecorded, status } = exampleAnswer(operation, recorded)
  const title = `${status} response${isRecorded ? "" : " (made of the schema)"}`
  return answer === undefined ? "" : codeBlock(JSON.stringify(answer, undefined, 2), "json", title)
}

export interface OperationPageOptions {
  readonly call: SampleCall
  readonly example: Example | undefined
  readonly common: ReadonlySet<string>
}

/** The page of one operation: price, parameters, answer, errors, samples, and a form to try it. */
export const operationHtml = (
  operation: Operation,
  { call, common, example }: OperationPageOptions
): { readonly html: string; readonly headings: ReadonlyArray<Heading> } => ({
  html: `<p class="route"><span class="method ${operation.method.toLowerCase()}">${operation.method}</span> <code>${escapeHtml(writtenPath(operation))}</code></p>
<p class="badges"><span class="badge price">${priceOf(operation)}</span><span class="badge">Operation <code>${operation.id}</code></span><a class="badge" href="${pluginHref(operation.plugin)}">Plugin <code>${escapeHtml(operation.plugin)}</code></a><a class="badge go" href="#try">Try it</a></p>
<div class="operation"><div class="operation-text">
${requestHtml(operation)}
${answerHtml(operation)}
${errorsHtml(operation, common)}
</div><div class="operation-code"><h2 class="hidden" id="samples">Samples</h2>${samplesHtml(call)}${answerExampleHtml(operation, example)}</div></div>
${tryItHtml(operation, call)}`,
  headings: []
})

/** The page of a plugin: what it does, and its operations. */
export const pluginHtml = (own: ReadonlyArray<Operation>, hrefOf: (operation: Operation) => string): string =>
  `<ul class="operations">${own
    .map(
      (operation) =>
        `<li id="${operation.id}"><a href="${hrefOf(operation)}"><strong>${escapeHtml(operation.summary)}</strong></a> <span class="badge price">${priceOf(operation)}</span>
<p class="route"><span class="method ${operation.method.toLowerCase()}">${operation.method}</span> <code>${escapeHtml(writtenPath(operation))}</code></p>
<p>${inline(operation.description)}</p></li>`
    )
    .join("")}</ul>`
