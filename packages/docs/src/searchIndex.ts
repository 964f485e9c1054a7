import type { Operation } from "@storeglass/plugin-api"
import type { SearchEntry } from "./assets/search.js"
import type { Page } from "./layout.ts"
import { errorsOf } from "./lists.ts"
import { hrefOf, priceOf, writtenPath } from "./prices.ts"
import { answerFields, parameterField } from "./reference/operationPage.ts"
import { type Field, fieldsOf } from "./schema.ts"

const plainText = (html: string) =>
  html
    .replace(/<[^>]+>/g, " ")
    .replace(/&#39;/g, "'")
    .replace(/&(lt|gt|amp|quot);/g, " ")
    .replace(/\s+/g, " ")
    .trim()

const allOf = (fields: ReadonlyArray<Field>): ReadonlyArray<Field> =>
  fields.flatMap((field) => [field, ...allOf(field.fields)])

const once = (texts: ReadonlyArray<string>) => [...new Set(texts)].join(" ")

/** An operation by all that its page says: what it takes, what it gives, and how it fails. */
const operationEntry = (operation: Operation): SearchEntry => {
  const { definitions, errors, parameters, payload } = operation.shapes
  const fields = [
    ...parameters.map((parameter) => parameterField(parameter, definitions)),
    ...(payload === undefined ? [] : allOf(fieldsOf(payload.schema, definitions))),
    ...allOf(answerFields(operation))
  ]
  return {
    title: operation.summary,
    where: `${operation.method} ${writtenPath(operation)}`,
    href: hrefOf(operation),
    words: once([operation.id, operation.plugin, priceOf(operation), ...operation.hints.words]),
    text: once([
      operation.description,
      ...fields.map(({ name }) => name),
      ...fields.map(({ description }) => description),
      ...errors.map(({ code }) => code)
    ])
  }
}

/** A page of the guide, and each section of it. */
const guideEntries = ({ headings, html, path, summary, title }: Page): ReadonlyArray<SearchEntry> => {
  const parts = html.split(/(?=<h[23] id=")/)
  const textOf = (id: string) =>
    plainText(parts.find((part) => part.startsWith("<h") && part.includes(` id="${id}"`)) ?? "")
  return [
    { title, where: "Guide", href: path, words: "", text: `${summary} ${plainText(parts[0] ?? "")}` },
    ...headings
      .filter(({ depth }) => depth === 2 || depth === 3)
      .map(({ id, text }) => ({
        title: plainText(text),
        where: title,
        href: `${path}#${id}`,
        words: "",
        text: textOf(id)
      }))
  ]
}

/** What the search looks through: every page and section, every operation with its fields, every error. */
export const searchEntries = (
  guide: ReadonlyArray<Page>,
  operations: ReadonlyArray<Operation>
): ReadonlyArray<SearchEntry> => [
  ...operations.map(operationEntry),
  ...guide.flatMap(guideEntries),
  ...errorsOf(operations).map(([code, { meaning, retry, status }]) => ({
    title: code,
    where: `Error ${status}`,
    href: `/docs/errors#${code}`,
    words: "",
    text: `${meaning} What to do: ${retry}.`
  }))
]
