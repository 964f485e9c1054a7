import { useState } from "react"
import type { Answer } from "../api.ts"
import { t } from "../i18n.ts"
import type { OperationRow } from "../types.ts"
import { Button } from "../ui/basics.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import { AnswerView } from "./AnswerView.tsx"
import { nothingFilled, OperationForm } from "./OperationForm.tsx"
import { priceText } from "./Price.tsx"

/** A button that opens the form of an operation. */
export const FormBlock = ({
  fixed,
  operation,
  title
}: {
  readonly title: string
  readonly operation: OperationRow
  readonly fixed: Readonly<Record<string, string>>
}) => {
  const [open, setOpen] = useState(false)
  const [filled, setFilled] = useState(nothingFilled)
  const [answer, setAnswer] = useState<Answer>()
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        {title}
        {operation.credits === 0 ? null : <span className="text-xs text-muted">{priceText(operation)}</span>}
      </Button>
      <Dialog
        wide
        title={title}
        open={open}
        onOpenChange={(next) => {
          setOpen(next)
          if (!next) {
            // Secrets aren't kept in a form that nobody sees.
            setFilled(nothingFilled)
            setAnswer(undefined)
          }
        }}
      >
        <p className="mb-4 text-sm text-muted">{operation.description}</p>
        <OperationForm operation={operation} fixed={fixed} filled={filled} onFilled={setFilled} onAnswer={setAnswer} />
        {answer === undefined ? null : (
          <div className="mt-5 border-t border-line pt-4" role="status" aria-label={t("Answer")}>
            <AnswerView answer={answer} view={operation.view} title={title} />
          </div>
        )}
      </Dialog>
    </>
  )
}
