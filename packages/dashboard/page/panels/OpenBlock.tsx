import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { type Answer, isProblem } from "../api.ts"
import type { AskedBlock, OperationRow } from "../generated/account.routes.ts"
import { t } from "../i18n.ts"
import { Failed, Loading } from "../ui/basics.tsx"
import { AskedFields, placesOf } from "./AskedFields.tsx"
import { askOperation, fixedOf, type PageValues } from "./call.ts"
import { FileBlock } from "./FileBlock.tsx"
import { OperationForm } from "./OperationForm.tsx"
import { Shows } from "./Shows.tsx"
import { type OpenForm, readyValues, useFilled, useOpenForm, usePaused } from "./useForm.ts"

export interface OpenProps {
  readonly block: AskedBlock & { readonly shows: NonNullable<AskedBlock["shows"]> }
  readonly operation: OperationRow
  readonly page: PageValues
  readonly title: string
}

/** A form that stands in its panel, with what its answer shows below it. */
export const OpenBlock = (props: OpenProps) => {
  const { block, operation, page } = props
  const open = useOpenForm(block, operation, page)
  if (open === "asking") return <Loading lines={4} />
  if ("error" in open) return <Failed error={open.error} />
  const key = JSON.stringify(page)
  if (block.file !== undefined) return <FileBlock key={key} {...props} {...open} file={block.file} />
  const isAskedAtOnce = operation.reads && operation.credits === 0
  return isAskedAtOnce ? <AtOnce key={key} {...props} {...open} /> : <Sent key={key} {...props} {...open} />
}

/** Asked again whenever something else is chosen, as that is free. */
const AtOnce = ({ begun, block, form, operation, page }: OpenProps & OpenForm) => {
  const fixed = fixedOf(block, page)
  const [filled, setFilled] = useFilled({ begun, form })
  const values = readyValues(form, usePaused(filled, 250), fixed)
  const { data, error, isFetching } = useQuery({
    queryKey: ["block", operation.id, "open", values],
    queryFn: ({ signal }) => askOperation(operation, values ?? { path: {}, query: {}, header: {} }, { signal }),
    enabled: values !== undefined,
    placeholderData: keepPreviousData,
    retry: false
  })
  const problem = isProblem(error) ? error : undefined
  const errorAt = problem?.field === undefined ? undefined : { field: problem.field, text: problem.sentence }
  return (
    <div className="space-y-4">
      <AskedFields
        {...{ block, errorAt, filled, fixed, form, page, setFilled }}
        places={placesOf(form, fixed, block)}
      />
      <p role="status" className="sr-only">
        {isFetching ? t("Loading…") : data === undefined ? "" : t("Shown below.")}
      </p>
      {error !== null ? (
        <Failed error={error} />
      ) : data === undefined || values === undefined ? null : (
        <Shows plugin={operation.plugin} shows={block.shows} data={data.data} />
      )}
    </div>
  )
}

/** Asked by its button, which says the price. */
const Sent = ({ begun, block, form, operation, page }: OpenProps & OpenForm) => {
  const [filled, setFilled] = useFilled({ begun, form })
  const [answer, setAnswer] = useState<Answer>()
  return (
    <div className="space-y-4">
      <OperationForm
        operation={operation}
        fixed={fixedOf(block, page)}
        filled={filled}
        only={block.fields}
        page={page}
        onFilled={setFilled}
        onAnswer={setAnswer}
        {...(block.values === undefined ? {} : { offers: block.values })}
      />
      {answer === undefined ? null : (
        <div role="status" aria-label={t("Answer")}>
          <Shows plugin={operation.plugin} shows={block.shows} data={answer.data} />
        </div>
      )}
    </div>
  )
}
