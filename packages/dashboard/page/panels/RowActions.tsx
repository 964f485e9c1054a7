import { type RowAction, rowValue } from "@storeglass/plugin-api/draw"
import { useQueryClient } from "@tanstack/react-query"
import { lazy, Suspense, useState } from "react"
import type { OperationRow } from "../generated/account.routes.ts"
import { isAtLeast, shapesQuery, useCatalogue, useRole } from "../session.ts"
import { Button, Failed } from "../ui/basics.tsx"
import { askOperation, type PageValues } from "./call.ts"
import { formOf } from "./schema.ts"

const Form = lazy(async () => ({ default: (await import("./FormDialog.tsx")).FormDialog }))

export type RowValues = Readonly<Record<string, unknown>>

const fixedOf = ({ params }: RowAction, row: RowValues, page: PageValues): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) => {
      const known = typeof value === "string" ? value : "row" in value ? row[rowValue(value.row)] : page[value.page]
      return known === undefined || known === null || known === "" ? [] : [[name, String(known)]]
    })
  )

/** Buttons for what may be done with a row. */
export const RowActions = ({
  actions,
  page,
  row
}: {
  readonly actions: ReadonlyArray<RowAction>
  readonly row: RowValues
  readonly page: PageValues
}) => {
  const { data: catalogue } = useCatalogue()
  const role = useRole()
  const shown = actions.flatMap((action) => {
    const operation = catalogue?.operations.find(({ id }) => id === action.operation)
    const { when } = action
    const fits = when === undefined || when.is.includes(String(row[rowValue(when.row)]))
    return operation !== undefined && fits && (operation.reads || isAtLeast(role, "member"))
      ? [{ action, operation }]
      : []
  })
  return shown.length === 0 ? null : (
    <span className="flex flex-wrap gap-1">
      {shown.map(({ action, operation }) => (
        <Act
          key={`${action.operation} ${action.title}`}
          title={action.title}
          operation={operation}
          fixed={fixedOf(action, row, page)}
        />
      ))}
    </span>
  )
}

/** Sends the operation at once where nothing else is asked; else opens its form. */
const Act = ({
  fixed,
  operation,
  title
}: {
  readonly title: string
  readonly operation: OperationRow
  readonly fixed: Readonly<Record<string, string>>
}) => {
  const [busy, setBusy] = useState(false)
  const [form, setForm] = useState(false)
  const [error, setError] = useState<unknown>()
  const queries = useQueryClient()
  const go = async () => {
    setBusy(true)
    setError(undefined)
    try {
      const { body, path, query } = formOf(await queries.fetchQuery(shapesQuery(operation.id)))
      const asks = [...path, ...query, ...(body?.fields ?? [])].some(
        ({ name, required }) => required && !(name in fixed)
      )
      if (asks || operation.destroys || operation.credits !== 0) return setForm(true)
      const { nothingFilled, valuesOf } = await import("./OperationForm.tsx")
      const values = valuesOf(formOf(await queries.fetchQuery(shapesQuery(operation.id))), nothingFilled, fixed)
      await askOperation(operation, values, operation.reads ? {} : { key: crypto.randomUUID() })
      await queries.invalidateQueries({ queryKey: ["block"] })
    } catch (thrown) {
      setError(thrown)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button busy={busy} className="min-h-7! px-2! py-0.5! text-xs!" onClick={() => void go()}>
        {title}
      </Button>
      {error === undefined ? null : <Failed error={error} />}
      {form ? (
        <Suspense fallback={null}>
          <Form title={title} operation={operation} fixed={fixed} close={() => setForm(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
