import type { FormStart } from "@storeglass/plugin-api/draw"
import { useQuery } from "@tanstack/react-query"
import { useMemo, useState } from "react"
import type { Answer } from "../api.ts"
import type { OperationRow } from "../generated/account.routes.ts"
import { t } from "../i18n.ts"
import { shapesQuery } from "../session.ts"
import { Failed, Loading } from "../ui/basics.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import { AnswerView } from "./AnswerView.tsx"
import type { PageValues } from "./call.ts"
import { type Filled, OperationForm } from "./OperationForm.tsx"
import type { Offered } from "./offered.ts"
import { formOf } from "./schema.ts"
import { filledWith, useStart } from "./start.ts"

/** What a panel says of a form beside its operation. */
export interface FormMore {
  readonly offers?: Offered["values"]
  readonly page?: PageValues
  readonly only?: ReadonlyArray<string> | undefined
  readonly start?: FormStart | undefined
}

interface FormProps {
  readonly title: string
  readonly operation: OperationRow
  readonly fixed: Readonly<Record<string, string>>
  readonly more?: FormMore
}

/** The form of an operation in a window. What was typed is gone when it closes: secrets aren't kept where nobody sees them. */
export const FormDialog = ({ close, ...props }: FormProps & { readonly close: () => void }) => {
  const { more: { page = {}, start } = {}, operation, title } = props
  const { data: shapes, error } = useQuery(shapesQuery(operation.id))
  const begun = useStart(start, page)
  const filled = useMemo(
    () => (shapes === undefined || begun === "asking" ? undefined : filledWith(formOf(shapes), begun)),
    [shapes, begun]
  )
  return (
    <Dialog wide title={title} open onOpenChange={close}>
      <p lang="en" className="mb-4 text-sm text-muted">
        {operation.description}
      </p>
      {error !== null ? (
        <Failed error={error} />
      ) : filled === undefined ? (
        <Loading />
      ) : (
        <Open {...props} begun={filled} />
      )}
    </Dialog>
  )
}

const Open = ({
  begun,
  fixed,
  more: { offers, only, page } = {},
  operation,
  title
}: FormProps & { readonly begun: Filled }) => {
  const [filled, setFilled] = useState(begun)
  const [answer, setAnswer] = useState<Answer>()
  return (
    <>
      <OperationForm
        operation={operation}
        fixed={fixed}
        filled={filled}
        only={only}
        onFilled={setFilled}
        onAnswer={setAnswer}
        {...(offers === undefined ? {} : { offers })}
        {...(page === undefined ? {} : { page })}
      />
      {answer === undefined ? null : (
        <div className="mt-5 border-t border-line pt-4" role="status" aria-label={t("Answer")}>
          <AnswerView answer={answer} operation={operation} title={title} />
        </div>
      )}
    </>
  )
}
