import { draw, type FormStart } from "@storeglass/plugin-api/draw"
import { skipToken, useQuery } from "@tanstack/react-query"
import { useOperation } from "../session.ts"
import { freeQuery, type PageValues } from "./call.ts"
import { type Filled, nothingFilled } from "./OperationForm.tsx"
import { readBy } from "./offered.ts"
import { type Form, typedOf } from "./schema.ts"

/** What the form begins with; nothing where nothing is kept. */
export const useStart = (
  start: FormStart | undefined,
  page: PageValues
): Readonly<Record<string, unknown>> | "asking" => {
  const operation = useOperation(start?.operation ?? "")
  const fixed = readBy(start?.params, { page, typedIn: () => undefined })
  const { data, isPending } = useQuery(
    operation === undefined || fixed === undefined
      ? { queryKey: ["block"], queryFn: skipToken }
      : freeQuery(operation, fixed)
  )
  if (start === undefined || operation === undefined || fixed === undefined) return {}
  if (isPending) return "asking"
  if (data === undefined) return {}
  const [row] = draw(
    { kind: "status", state: "", details: Object.values(start.fields).map((field) => ({ field, title: field })) },
    data
  ).lines.flatMap((line) => line.rows)
  return Object.fromEntries(Object.entries(start.fields).map(([name, path]) => [name, row?.[path]]))
}

/** A form with values in it. */
export const filledWith = (form: Form, begun: Readonly<Record<string, unknown>>): Filled => {
  const of = (fields: Form["path"]) =>
    Object.fromEntries(
      fields.flatMap((field) => {
        const value = typedOf(field, begun[field.name])
        return value === undefined ? [] : [[field.name, value]]
      })
    )
  return { ...nothingFilled, path: of(form.path), query: of(form.query), body: of(form.body?.fields ?? []) }
}
