import { useState } from "react"
import type { AskedBlock, OperationRow } from "../generated/account.routes.ts"
import { t } from "../i18n.ts"
import { saveFile } from "../save.ts"
import { Button, Failed } from "../ui/basics.tsx"
import { askOperation, fixedOf, inPlaces, type PageValues } from "./call.ts"
import { Price } from "./Price.tsx"

/** What the file doesn't hold, as its answer counts it; empty where all is there. */
const leftOf = (data: unknown): string => {
  if (typeof data !== "object" || data === null || !("left" in data)) return ""
  const { left } = data
  return typeof left !== "object" || left === null
    ? ""
    : Object.entries(left)
        .flatMap(([what, count]) => (typeof count === "number" && count > 0 ? [`${count} ${what}`] : []))
        .join(", ")
}

/** A button that saves an answer as a file. */
export const DownloadBlock = ({
  block,
  operation,
  page,
  title
}: {
  readonly block: AskedBlock
  readonly operation: OperationRow
  readonly page: PageValues
  readonly title: string
}) => {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const [left, setLeft] = useState("")
  const go = async () => {
    setBusy(true)
    setError(undefined)
    setLeft("")
    try {
      const { data } = await askOperation(operation, inPlaces(operation, fixedOf(block, page)))
      // Without indent: what is saved may have to fit where it's sent again.
      saveFile(
        new Blob([`${JSON.stringify(data)}\n`], { type: "application/json" }),
        block.saveAs ?? `${operation.id}.json`
      )
      setLeft(leftOf(data))
    } catch (thrown) {
      setError(thrown)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="space-y-2">
      <Button icon="download" busy={busy} onClick={() => void go()}>
        {title}
        {operation.credits === 0 ? null : <Price operation={operation} />}
      </Button>
      {left === "" ? null : (
        <p className="text-muted">{t("Left out, as the file would be too large: {left}.", { left })}</p>
      )}
      {error === undefined ? null : <Failed error={error} />}
    </div>
  )
}
