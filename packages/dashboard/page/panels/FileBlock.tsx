import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { type Answer, isProblem } from "../api.ts"
import type { FileForm } from "../generated/account.routes.ts"
import { t } from "../i18n.ts"
import { isAtLeast, useRole } from "../session.ts"
import { Button, Failed, Loading, Note } from "../ui/basics.tsx"
import { needsConfirmation, Reconfirm } from "../ui/Confirm.tsx"
import { type DroppedFile, FileDrop } from "../ui/FileDrop.tsx"
import { AskedFields } from "./AskedFields.tsx"
import { askOperation, fixedOf } from "./call.ts"
import type { OpenProps } from "./OpenBlock.tsx"
import { askedOf } from "./OperationForm.tsx"
import { rowsAt } from "./rows.ts"
import { Shows } from "./Shows.tsx"
import { bytesMaxOf } from "./schema.ts"
import { type OpenForm, readyValues, useFilled, usePaused } from "./useForm.ts"

interface Held extends DroppedFile {
  /** Tells it from others, also of its name. */
  readonly at: number
}

const textAt = (data: unknown, path: string | undefined): string | undefined => {
  const value = path === undefined ? undefined : rowsAt([data], "", [path])[0]?.[path]
  return typeof value === "string" && value !== "" ? value : undefined
}

/** A file is looked at first, and taken when its reader agrees: by then it's sent as it was looked at. */
export const FileBlock = ({
  begun,
  block,
  file: { endings, field, hinders, preview },
  form,
  operation,
  page,
  title
}: OpenProps & OpenForm & { readonly file: FileForm }) => {
  const fixed = fixedOf(block, page)
  const queries = useQueryClient()
  const mayWrite = isAtLeast(useRole(), "member")
  const [filled, setFilled] = useFilled({ begun, form })
  const [held, setHeld] = useState<Held>()
  const [done, setDone] = useState<Answer>()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const others = usePaused(filled, 400)
  const valuesWith = (isPreview: boolean) =>
    held === undefined
      ? undefined
      : readyValues(
          form,
          { ...others, body: { ...others.body, [field]: held.base64, [preview]: String(isPreview) } },
          fixed
        )
  const looked = useQuery({
    queryKey: ["file", operation.id, held?.at, others, fixed],
    queryFn: ({ signal }) =>
      askOperation(operation, valuesWith(true) ?? { path: {}, query: {}, header: {} }, { signal }),
    enabled: held !== undefined && done === undefined,
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY
  })
  const go = async () => {
    const values = valuesWith(false)
    if (values === undefined) return
    setBusy(true)
    setFailure(undefined)
    try {
      setDone(await askOperation(operation, values, { key: crypto.randomUUID() }))
      await queries.invalidateQueries({ predicate: ({ queryKey: [name] }) => name === "block" || name === "apps" })
    } catch (thrown) {
      setFailure(thrown)
    } finally {
      setBusy(false)
    }
  }
  const take = (file: DroppedFile) => {
    setHeld((before) => ({ ...file, at: (before?.at ?? 0) + 1 }))
    setDone(undefined)
    setFailure(undefined)
  }
  const isCurrent = others === filled
  const problem = isProblem(looked.error) ? looked.error : undefined
  const errorAt = problem?.field === undefined ? undefined : { field: problem.field, text: problem.sentence }
  const hindered = textAt(looked.data?.data, hinders)
  const asked = askedOf(form.body?.fields ?? [], fixed, block.fields).filter(
    ({ name }) => name !== field && name !== preview
  )
  const isAsked = errorAt !== undefined && asked.some(({ name }) => name === errorAt.field)
  if (!mayWrite) {
    return <Note tone="warn">{t("A viewer may read, not change. Ask an admin or owner for another role.")}</Note>
  }
  return (
    <div className="space-y-4">
      <p lang="en" className="max-w-3xl text-sm text-muted">
        {operation.description}
      </p>
      <FileDrop
        title={t("File: {title}", { title })}
        name={field}
        endings={endings}
        bytesMax={bytesMaxOf(form, field)}
        chosen={held}
        onFile={take}
      />
      {held === undefined || done !== undefined ? null : (
        <AskedFields {...{ block, errorAt, filled, fixed, form, page, setFilled }} places={[["body", asked]]} />
      )}
      <div role="status" className="space-y-4">
        {held === undefined ? null : done !== undefined ? (
          <>
            <Note tone="good">{t("Done: this is what became of {name}.", { name: held.name })}</Note>
            <Shows plugin={operation.plugin} shows={block.shows} data={done.data} />
          </>
        ) : looked.isFetching ? (
          <Loading lines={3} />
        ) : looked.data !== undefined ? (
          <>
            <Note>{t("So far nothing was written: this is what would become of {name}.", { name: held.name })}</Note>
            <Shows plugin={operation.plugin} shows={block.shows} data={looked.data.data} />
          </>
        ) : null}
        {hindered === undefined || done !== undefined ? null : (
          <Note tone="bad">
            <span lang="en">{hindered}</span>
          </Note>
        )}
      </div>
      {looked.error === null || done !== undefined ? null : isAsked ? (
        // Beside its field it's seen, and here it's said.
        <p role="alert" lang="en" className="sr-only">
          {errorAt.text}
        </p>
      ) : (
        <Failed error={looked.error} />
      )}
      {failure === undefined ? null : needsConfirmation(failure) ? (
        <Reconfirm done={() => void go()} />
      ) : (
        <Failed error={failure} />
      )}
      {looked.data === undefined || done !== undefined ? null : (
        <Button
          look="main"
          busy={busy}
          disabled={!isCurrent || looked.isFetching || hindered !== undefined}
          onClick={() => void go()}
        >
          {t("Go ahead with {name}", { name: held?.name ?? "" })}
        </Button>
      )}
    </div>
  )
}
