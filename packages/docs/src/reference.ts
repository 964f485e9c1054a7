import type { Operation, OperationParameter } from "@storeglass/plugin-api"
import { codeBlock } from "./code.ts"
import type { Example } from "./examples.ts"
import { escapeHtml, inline } from "./html.ts"
import { at, textAt } from "./json.ts"
import type { Heading } from "./markdown.ts"
import { commonCodes, priceOf, writtenPath } from "./prices.ts"
import { type Definitions, exampleOf, type Field, fieldsOf, limitsOf, resolveRef, typeOf } from "./schema.ts"

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

const parameterField = ({ name, required, schema: declared }: OperationParameter, definitions: Definitions): Field => {
  const schema = resolveRef(declared, definitions)
  return {
    name,
    type: typeOf(schema, definitions),
    description: textAt(declared, "description"),
    required,
    limits: limitsOf(schema),
    fields: []
  }
}

const places = [
  { place: "path", title: "Path parameters" },
  { place: "query", title: "Query parameters" },
  { place: "header", title: "Headers" }
]
const repeatable =
  '<p class="quiet">Takes an <a href="/docs/idempotency"><code>Idempotency-Key</code></a> in its header.</p>'

const requestHtml = ({ access, shapes }: Operation) => {
  const { definitions, parameters, payload } = shapes
  const groups = places.flatMap(({ place, title }) => {
    const found = parameters.filter((parameter) => parameter.in === place)
    const fields = found.map((parameter) => parameterField(parameter, definitions))
    return fields.length === 0 ? [] : [`<h3>${title}</h3>${fieldList(fields, "request")}`]
  })
  if (payload !== undefined) {
    groups.push(`<h3>Body</h3>${fieldList(fieldsOf(payload.schema, definitions), "request")}`)
  }
  if (access !== "public") groups.push(repeatable)
  return groups.join("")
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
  return `<h3>Errors</h3>${rows === "" ? "" : `<ul class="errors">${rows}</ul>`}${rest}`
}

/** An address made of the declared examples, for an operation that no answer was recorded of. */
const addressOf = (operation: Operation) => {
  const { definitions, parameters } = operation.shapes
  const value = ({ schema }: OperationParameter) => encodeURIComponent(String(exampleOf(schema, definitions)))
  const inPlace = (place: OperationParameter["in"]) => parameters.filter((parameter) => parameter.in === place)
  const path = inPlace("path").reduce(
    (all, parameter) => all.replace(`{${parameter.name}}`, value(parameter)),
    writtenPath(operation)
  )
  const query = inPlace("query")
    .filter(({ required }) => required)
    .map((parameter) => `${parameter.name}=${value(parameter)}`)
  return query.length === 0 ? path : `${path}?${query.join("&")}`
}

const exampleHtml = (operation: Operation, url: string, recorded: Example | undefined) => {
  const { definitions, parameters, payload, successes } = operation.shapes
  const [success] = successes
  const address = recorded?.address ?? addressOf(operation)
  const body = recorded?.body ?? (payload === undefined ? undefined : exampleOf(payload.schema, definitions))
  const headers = parameters.filter((parameter) => parameter.in === "header" && parameter.required)
  const request = [
    `curl -s${operation.method === "GET" ? "" : ` -X ${operation.method}`} "${url}${address}"`,
    ...(operation.access === "public" ? [] : ['-H "X-API-Key: $STOREGLASS_API_KEY"']),
    ...headers.map(({ name }) => `-H "${name}: …"`),
    ...(body === undefined
      ? []
      : ['-H "Content-Type: application/json"', `-d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`])
  ].join(" \\\n  ")
  const answer = recorded?.answer ?? exampleOf(success?.schema, definitions)
  const title = `${recorded?.status ?? success?.status ?? 200} response${recorded === undefined ? " (made of the schema)" : ""}`
  return `${codeBlock(request, "sh", "Request")}${codeBlock(JSON.stringify(answer, undefined, 2), "json", title)}`
}

const answerFields = ({ shapes: { definitions, successes } }: Operation) =>
  fieldsOf(at(resolveRef(successes[0]?.schema, definitions), "properties", "data"), definitions)

export interface ReferenceOptions {
  readonly operations: ReadonlyArray<Operation>
  readonly url: string
  readonly examples: ReadonlyMap<string, Example>
}

/** The reference of one plugin: each of its operations with price, parameters, answer, errors and an example. */
export const referenceOf = (
  plugin: string,
  { examples, operations, url }: ReferenceOptions
): { readonly html: string; readonly headings: ReadonlyArray<Heading> } => {
  const common = commonCodes(operations)
  const own = operations.filter((operation) => operation.plugin === plugin)
  const sections = own.map((operation) => {
    const answer = answerFields(operation)
    return `<section class="operation" id="${operation.id}" aria-labelledby="${operation.id}-title"><div class="operation-text">
<h2 id="${operation.id}-title">${escapeHtml(operation.summary)}<a class="anchor" href="#${operation.id}" aria-label="Link to this operation">#</a></h2>
<p class="route"><span class="method ${operation.method.toLowerCase()}">${operation.method}</span> <code>${escapeHtml(writtenPath(operation))}</code></p>
<p class="badges"><span class="badge price">${priceOf(operation)}</span><span class="badge">Operation <code>${operation.id}</code></span></p>
<p>${inline(operation.description)}</p>
${requestHtml(operation)}
<h3>Answer</h3><p class="quiet">An object with the one key <code>data</code>, which holds:</p>
${fieldList(answer, "response")}
${errorsHtml(operation, common)}
</div><div class="operation-code">${exampleHtml(operation, url, examples.get(operation.id))}</div></section>`
  })
  return {
    html: sections.join("\n"),
    headings: own.map(({ id, summary }) => ({ depth: 2, id, text: escapeHtml(summary) }))
  }
}
