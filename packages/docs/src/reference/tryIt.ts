import type { Operation, OperationParameter } from "@storeglass/plugin-api"
import { escapeHtml } from "@storeglass/plugin-api"
import type { SampleCall } from "../assets/samples.js"
import { at, listAt, textAt } from "../json.ts"
import { priceOf } from "../prices.ts"
import { type Definitions, resolveRef } from "../schema.ts"

const option = (value: string, chosen: string, shown = value) =>
  `<option value="${escapeHtml(value)}"${value === chosen ? " selected" : ""}>${escapeHtml(shown)}</option>`

// No field has a name: a form that is sent without the script would put the key into the address.
const control = (
  { in: place, name, required, schema: declared, secret }: OperationParameter,
  given: string,
  definitions: Definitions
) => {
  const schema = resolveRef(declared, definitions)
  const marks = `id="try-${place}-${escapeHtml(name)}" data-place="${place}" data-name="${escapeHtml(name)}"${required ? " required" : ""}`
  const type = textAt(schema, "type")
  const values = type === "boolean" ? ["true", "false"] : listAt(schema, "enum").map(String)
  const fallback = at(schema, "default")
  const usual = fallback === undefined ? "" : String(fallback)
  if (values.length > 0) {
    const none = required ? "" : option("", given, usual === "" ? "not sent" : `default: ${usual}`)
    return `<select ${marks} data-type="${type}">${none}${values.map((value) => option(value, given)).join("")}</select>`
  }
  const bounds = ["minimum", "maximum"].flatMap((bound) => {
    const value = at(schema, bound)
    return typeof value === "number" ? [` ${bound.slice(0, 3)}="${value}"`] : []
  })
  const number = type === "integer" || type === "number"
  const kind = secret
    ? 'type="password"'
    : number
      ? `type="number"${type === "number" ? ' step="any"' : ""}`
      : 'type="text"'
  return `<input ${marks} ${kind} data-type="${type || "string"}"${number ? bounds.join("") : ""} value="${escapeHtml(given)}" placeholder="${escapeHtml(usual === "" ? "" : `default: ${usual}`)}" autocomplete="off" spellcheck="false">`
}

/** A form that asks the gateway for real, with a key that stays in the page. It does nothing without its script. */
export const tryItHtml = (operation: Operation, call: SampleCall): string => {
  const { definitions, parameters } = operation.shapes
  const fields = parameters
    .filter(({ deprecated }) => deprecated !== true)
    .map((parameter) => {
      const value = call.values[parameter.in][parameter.name]
      const given = value === undefined || parameter.in === "header" ? "" : String(value)
      const label = `<label for="try-${parameter.in}-${escapeHtml(parameter.name)}"><code>${escapeHtml(parameter.name)}</code>${parameter.required ? ' <span class="required">required</span>' : ""}</label>`
      return `<div class="try-field">${label}${control(parameter, given, definitions)}</div>`
    })
  const body =
    call.body === undefined
      ? ""
      : `<div class="try-field wide"><label for="try-body">Body, JSON</label><textarea id="try-body" rows="6" spellcheck="false">${escapeHtml(JSON.stringify(call.body, undefined, 2))}</textarea></div>`
  const key = call.keyed
    ? `<div class="try-field wide"><label for="try-key">API key</label><input id="try-key" type="password" autocomplete="off" spellcheck="false" aria-describedby="try-key-note"><p class="quiet" id="try-key-note">Sent to this gateway alone, and forgotten when you leave the page.</p></div>`
    : ""
  const real = operation.hints.readOnly
    ? ""
    : '<p class="callout warning">This changes something: what you send here is done for real.</p>'
  const price = call.keyed ? ` · ${priceOf(operation).toLowerCase()}` : ""
  return `<section class="try" id="try" aria-labelledby="try-title" data-call="${escapeHtml(JSON.stringify(call))}"><h2 id="try-title">Try it</h2>
<p class="quiet no-script">This needs JavaScript; the samples above don't.</p>
<form class="try-form" novalidate>${key}${fields.join("")}${body}${real}<p class="try-send"><button type="button" class="send">Send${price}</button> <code class="try-address"></code></p></form>
<div class="try-answer" role="region" aria-label="Answer" aria-live="polite" hidden></div></section>`
}
