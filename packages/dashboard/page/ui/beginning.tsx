import { type ReactNode, useState } from "react"
import { t } from "../i18n.ts"
import { Button } from "./basics.tsx"

const firstRows = 15

/** The beginning of a long list, and a button that shows all of it; a few rows more are no reason to press one. */
export const useBeginning = <Row,>(rows: ReadonlyArray<Row>): readonly [ReadonlyArray<Row>, ReactNode] => {
  const [all, setAll] = useState(false)
  if (all || rows.length <= firstRows + 5) return [rows, null]
  return [
    rows.slice(0, firstRows),
    <div key="all" className="mt-2">
      <Button onClick={() => setAll(true)}>{t("Show all {n}", { n: rows.length })}</Button>
    </div>
  ]
}
