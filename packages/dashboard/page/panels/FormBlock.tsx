import { useState } from "react"
import type { OperationRow } from "../generated/account.routes.ts"
import { Button } from "../ui/basics.tsx"
import { FormDialog, type FormMore } from "./FormDialog.tsx"
import { priceText } from "./Price.tsx"

/** A button that opens the form of an operation. */
export const FormBlock = ({
  fixed,
  more,
  operation,
  title
}: {
  readonly title: string
  readonly operation: OperationRow
  readonly fixed: Readonly<Record<string, string>>
  readonly more: FormMore
}) => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        {title}
        {operation.credits === 0 ? null : <span className="text-xs text-muted">{priceText(operation)}</span>}
      </Button>
      {open ? (
        <FormDialog title={title} operation={operation} fixed={fixed} more={more} close={() => setOpen(false)} />
      ) : null}
    </>
  )
}
