import { useState } from "react"
import type { Answer } from "../api.ts"
import { t } from "../i18n.ts"
import type { OperationRow } from "../types.ts"
import { Dialog } from "../ui/Dialog.tsx"
import { AnswerView } from "./AnswerView.tsx"
import { nothingFilled, OperationForm } from "./OperationForm.tsx"

/** The form of an operation in a window. What was typed is gone when it closes: secrets aren't kept where nobody sees them. */
export const FormDialog = ({
  close,
  fixed,
  operation,
  title
}: {
  readonly title: string
  readonly operation: OperationRow
  readonly fixed: Readonly<Record<string, string>>
  readonly close: () => void
}) => {
  const [filled, setFilled] = useState(nothingFilled)
  const [answer, setAnswer] = useState<Answer>()
  return (
    <Dialog wide title={title} open onOpenChange={close}>
      <p lang="en" className="mb-4 text-sm text-muted">
        {operation.description}
      </p>
      <OperationForm operation={operation} fixed={fixed} filled={filled} onFilled={setFilled} onAnswer={setAnswer} />
      {answer === undefined ? null : (
        <div className="mt-5 border-t border-line pt-4" role="status" aria-label={t("Answer")}>
          <AnswerView answer={answer} operation={operation} title={title} />
        </div>
      )}
    </Dialog>
  )
}
