import { codeBlock } from "./code.ts"
import type { Example } from "./examples.ts"
import { escapeHtml, inline } from "./html.ts"
import { at, type Json, textAt } from "./json.ts"
import { meaningOf } from "./lists.ts"
import type { Heading } from "./markdown.ts"
import { commonCodes, type Operation, priceOf } from "./operations.ts"
import { exampleOf, type Field, fieldsOf, limitsOf, resolveRef, typeOf } from "./schema.ts"

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

const parameterField = (parameter: unknown, document: Json): Field => {
  const schema = resolveRef(at(parameter, "schema"), document)
  return {
    name: textAt(parameter, "name"),
    type: typeOf(schema, document),
    description: textAt(parameter, "description"),
    required: at(parameter, "required") === true,
    limits: limitsOf(schema),
    fields: []
  }
}

const places = [
  { place: "path", title: "Path parameters" },
  { place: "query", title: "Query parameters" }
]
const repeatable =
  '<p class="quiet">Takes an <a href="/docs/idempotency"><code>Idempotency-Key</code></a> in its header.</p>'

const requestHtml = (operation: Operation, document: Json) => {
  const groups = places.flatMap(({ place, title }) => {
    const found = operation.parameters.filter((parameter) => textAt(parameter, "in") === place)
    const fields = found.map((parameter) => parameterField(parameter, document))
    return fields.length === 0 ? [] : [`<h3>${title}</h3>${fieldList(fields, "request")}`]
  })
  if (operation.body !== undefined) {
    groups.push(`<h3>Body</h3>${fieldList(fieldsOf(operation.body, document), "request")}`)
  }
  if (!operation.isPublic) groups.push(repeatable)
  return groups.join("")
}

const errorsHtml = (operation: Operation, document: Json, common: ReadonlySet<string>) => {
  const own = operation.errors.filter(({ code }) => !common.has(code))
  const rows = own
    .map(
      ({ code, status }) =>
        `<li><span class="status">${status}</span> <a href="/docs/errors#${code}"><code>${code}</code></a><p>${inline(meaningOf(code, status, document))}</p></li>`
    )
    .join("")
  const rest = operation.isPublic
    ? ""
    : `<p class="quiet">And <a href="/docs/errors#codes">those that every operation with a key can give</a>.</p>`
  return `<h3>Errors</h3>${rows === "" ? "" : `<ul class="errors">${rows}</ul>`}${rest}`
}

/** An address made of the declared examples, for an operation that no answer was recorded of. */
const addressOf = (operation: Operation, document: Json) => {
  const value = (parameter: unknown) => encodeURIComponent(String(exampleOf(at(parameter, "schema"), document)))
  const inPlace = (place: string) => operation.parameters.filter((parameter) => textAt(parameter, "in") === place)
  const path = inPlace("path").reduce<string>(
    (all, parameter) => all.replace(`{${textAt(parameter, "name")}}`, value(parameter)),
    operation.path
  )
  const query = inPlace("query")
    .filter((parameter) => at(parameter, "required") === true)
    .map((parameter) => `${textAt(parameter, "name")}=${value(parameter)}`)
  return query.length === 0 ? path : `${path}?${query.join("&")}`
}

const exampleHtml = (operation: Operation, document: Json, url: string, recorded: Example | undefined) => {
  const address = recorded?.address ?? addressOf(operation, document)
  const body = recorded?.body ?? (operation.body === undefined ? undefined : exampleOf(operation.body, document))
  const request = [
    `curl -s${operation.method === "GET" ? "" : ` -X ${operation.method}`} "${url}${address}"`,
    ...(operation.isPublic ? [] : ['-H "X-API-Key: $STOREGLASS_API_KEY"']),
    ...(body === undefined
      ? []
      : ['-H "Content-Type: application/json"', `-d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`])
  ].join(" \\\n  ")
  const answer = recorded?.answer ?? exampleOf(operation.success.schema, document)
  const title = `${recorded?.status ?? operation.success.status} response${recorded === undefined ? " (made of the schema)" : ""}`
  return `${codeBlock(request, "sh", "Request")}${codeBlock(JSON.stringify(answer, undefined, 2), "json", title)}`
}

export interface ReferenceOptions {
  readonly document: Json
  readonly operations: ReadonlyArray<Operation>
  readonly url: string
  readonly examples: ReadonlyMap<string, Example>
}

/** The reference of one plugin: each of its operations with price, parameters, answer, errors and an example. */
export const referenceOf = (
  plugin: string,
  { document, examples, operations, url }: ReferenceOptions
): { readonly html: string; readonly headings: ReadonlyArray<Heading> } => {
  const common = commonCodes(operations)
  const own = operations.filter((operation) => operation.plugin === plugin)
  const sections = own.map((operation) => {
    const answer = fieldsOf(at(resolveRef(operation.success.schema, document), "properties", "data"), document)
    return `<section class="operation" id="${operation.id}" aria-labelledby="${operation.id}-title"><div class="operation-text">
<h2 id="${operation.id}-title">${escapeHtml(operation.summary)}<a class="anchor" href="#${operation.id}" aria-label="Link to this operation">#</a></h2>
<p class="route"><span class="method ${operation.method.toLowerCase()}">${operation.method}</span> <code>${escapeHtml(operation.path)}</code></p>
<p class="badges"><span class="badge price">${priceOf(operation)}</span><span class="badge">Operation <code>${operation.id}</code></span></p>
<p>${inline(operation.description)}</p>
${requestHtml(operation, document)}
<h3>Answer</h3><p class="quiet">An object with the one key <code>data</code>, which holds:</p>
${fieldList(answer, "response")}
${errorsHtml(operation, document, common)}
</div><div class="operation-code">${exampleHtml(operation, document, url, examples.get(operation.id))}</div></section>`
  })
  return {
    html: sections.join("\n"),
    headings: own.map(({ id, summary }) => ({ depth: 2, id, text: escapeHtml(summary) }))
  }
}
