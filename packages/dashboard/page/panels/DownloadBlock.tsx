import { useState } from "react"
import type { AskedBlock, OperationRow } from "../generated/account.routes.ts"
import { Button, Failed } from "../ui/basics.tsx"
import { askOperation, fixedOf, inPlaces, type PageValues } from "./call.ts"
import { Price } from "./Price.tsx"

const save = (text: string, name: string) => {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }))
  const link = document.createElement("a")
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
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
  const go = async () => {
    setBusy(true)
    setError(undefined)
    try {
      const { data } = await askOperation(operation, inPlaces(operation, fixedOf(block, page)))
      save(`${JSON.stringify(data, undefined, 2)}\n`, block.saveAs ?? `${operation.id}.json`)
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
      {error === undefined ? null : <Failed error={error} />}
    </div>
  )
}
