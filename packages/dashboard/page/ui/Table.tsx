import type { ReactNode } from "react"
import { t } from "../i18n.ts"
import { useBeginning } from "./beginning.tsx"

export interface TableColumn<Row> {
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  /** Numbers stand at the end. */
  readonly end?: boolean
}

/** A table; on narrow screens each row is a card. Of a long one the beginning is shown at first. */
export const Table = <Row,>({
  columns,
  keyOf,
  rows,
  title
}: {
  readonly title: string
  readonly columns: ReadonlyArray<TableColumn<Row>>
  readonly rows: ReadonlyArray<Row>
  readonly keyOf: (row: Row, index: number) => string
}) => {
  const [shown, showAll] = useBeginning(rows)
  return (
    <>
      <div className="overflow-x-auto" tabIndex={0} role="region" aria-label={t("Table: {title}", { title })}>
        <table className="cards w-full text-sm">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr className="border-b border-line text-start text-xs text-muted">
              {columns.map((column) => (
                <th
                  key={column.title}
                  scope="col"
                  className={`px-2 py-2 font-medium first:ps-0 last:pe-0 ${column.end === true ? "text-end" : "text-start"}`}
                >
                  {column.title === "" ? <span className="sr-only">{t("Actions")}</span> : column.title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, index) => (
              <tr key={keyOf(row, index)} className="border-b border-line last:border-0">
                {columns.map((column) => (
                  <td
                    key={column.title}
                    data-title={column.title}
                    className={`px-2 py-2 align-top break-words first:ps-0 last:pe-0 ${column.end === true ? "text-end tabular-nums" : ""}`}
                  >
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {showAll}
    </>
  )
}
