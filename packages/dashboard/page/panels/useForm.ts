import { useQuery } from "@tanstack/react-query"
import { useEffect, useMemo, useState } from "react"
import type { AskedBlock, OperationRow } from "../generated/account.routes.ts"
import { shapesQuery } from "../session.ts"
import type { PageValues } from "./call.ts"
import { type Filled, valuesOf } from "./OperationForm.tsx"
import { type Form, formOf, Unreadable } from "./schema.ts"
import { filledWith, useStart } from "./start.ts"

export interface OpenForm {
  readonly form: Form
  readonly begun: Readonly<Record<string, unknown>>
}

/** The form of a block with what it begins with; `asking` until both are known. */
export const useOpenForm = (
  { start }: Pick<AskedBlock, "start">,
  operation: OperationRow,
  page: PageValues
): { readonly error: Error } | OpenForm | "asking" => {
  const { data: shapes, error } = useQuery(shapesQuery(operation.id))
  const form = useMemo(() => (shapes === undefined ? undefined : formOf(shapes)), [shapes])
  const begun = useStart(start, page)
  if (error !== null) return { error }
  return form === undefined || begun === "asking" ? "asking" : { form, begun }
}

/** What a form holds, begun with what is kept. */
export const useFilled = ({ begun, form }: OpenForm) => useState<Filled>(() => filledWith(form, begun))

/** What was typed last, once nothing more has been typed for a while. */
export const usePaused = <A>(value: A, ms: number): A => {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(() => value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return paused
}

/** What a form would send; undefined while something that it needs is missing or can't be read. */
export const readyValues = (form: Form, filled: Filled, fixed: Readonly<Record<string, string>>) => {
  try {
    const values = valuesOf(form, filled, fixed)
    const body: unknown = values.body
    const has = (name: string) =>
      (values.path[name] ?? values.query[name] ?? "") !== "" ||
      (typeof body === "object" && body !== null && name in body)
    const needed = [...form.path, ...form.query, ...(form.body?.fields ?? [])].filter(({ required }) => required)
    return needed.every(({ name }) => has(name)) ? values : undefined
  } catch (error) {
    if (error instanceof Unreadable) return undefined
    throw error
  }
}
