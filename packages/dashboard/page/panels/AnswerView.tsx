import { useState } from "react"
import type { Answer } from "../api.ts"
import { milliseconds, number } from "../format.ts"
import type { OperationRow } from "../generated/account.routes.ts"
import { t } from "../i18n.ts"
import { Badge, Code } from "../ui/basics.tsx"
import { Segments } from "../ui/Segments.tsx"
import { Table } from "../ui/Table.tsx"
import { DrawnView, Value } from "../views/DrawnView.tsx"
import { Origin } from "../views/Origin.tsx"
import { fieldsOf, rowsIn, Tree } from "../views/Tree.tsx"

/** An answer as it's drawn, as a table, and whole. */
export const AnswerView = ({
  answer,
  operation,
  title
}: {
  readonly answer: Answer
  /** Which gave it. */
  readonly operation: OperationRow | undefined
  readonly title: string
}) => {
  const found = rowsIn(answer.data)
  const view = operation?.view
  const ways = [
    ...(view === undefined ? [] : ["drawn" as const]),
    ...(found === undefined ? [] : ["table" as const]),
    "tree" as const,
    "json" as const
  ]
  const [chosen, setChosen] = useState<(typeof ways)[number]>()
  const way = chosen !== undefined && ways.includes(chosen) ? chosen : (ways[0] ?? "json")
  const names = { drawn: t("Picture"), table: t("Table"), tree: t("Tree"), json: t("JSON") }
  const credits = answer.headers.get("x-credit-cost")
  return (
    <div>
      <div className="mb-3 flex flex-wrap items-center gap-2 text-xs text-muted">
        <Badge tone="good">{answer.status}</Badge>
        {credits === null ? null : (
          <span>{t("{n, plural, one {# credit} other {# credits}} charged", { n: Number(credits) })}</span>
        )}
        <span>{milliseconds(answer.ms)}</span>
        <span>{t("{n} bytes", { n: number(answer.bytes) })}</span>
        <span className="flex-1" />
        <Segments
          title={t("How it's shown")}
          values={ways}
          value={way}
          nameOf={(each) => names[each]}
          onChange={setChosen}
        />
      </div>
      {way === "drawn" && operation !== undefined && view !== undefined ? (
        <DrawnView plugin={operation.plugin} view={view} data={answer.data} title={title} />
      ) : null}
      {way === "table" && found !== undefined ? (
        <Table
          title={found.at === "" ? title : found.at}
          rows={found.rows}
          keyOf={(_, index) => String(index)}
          columns={fieldsOf(found.rows).map((field) => ({
            title: field,
            end: found.rows.some((row) => typeof row[field] === "number"),
            cell: (row: Readonly<Record<string, unknown>>) => <Value value={row[field]} field={field} />
          }))}
        />
      ) : null}
      {way === "tree" ? <Tree value={answer.data} /> : null}
      {way === "json" ? (
        <Code>{typeof answer.whole === "string" ? answer.whole : JSON.stringify(answer.whole, null, 2)}</Code>
      ) : null}
      <Origin data={answer.data} />
    </div>
  )
}
