import { useState } from "react"
import { cell } from "../format.ts"
import { t } from "../i18n.ts"

const shownMax = 100

/** JSON to be opened and closed. */
export const Tree = ({
  name,
  open = true,
  value
}: {
  readonly value: unknown
  readonly name?: string
  readonly open?: boolean
}) => {
  const [all, setAll] = useState(false)
  if (typeof value !== "object" || value === null) {
    return (
      <div className="font-mono text-xs break-words">
        {name === undefined ? null : <span className="text-muted">{name}: </span>}
        <span className={typeof value === "string" ? "" : "text-accent"}>
          {typeof value === "string" ? `"${value}"` : String(value)}
        </span>
      </div>
    )
  }
  const entries = Object.entries(value)
  const shown = all ? entries : entries.slice(0, shownMax)
  const size = Array.isArray(value)
    ? t("{n, plural, one {# item} other {# items}}", { n: entries.length })
    : t("{n, plural, one {# field} other {# fields}}", { n: entries.length })
  return (
    <details open={open} className="font-mono text-xs">
      <summary className="w-fit rounded">
        {name === undefined ? null : <span>{name} </span>}
        <span className="text-muted">{size}</span>
      </summary>
      <div className="ms-2 space-y-0.5 border-s border-line ps-3">
        {shown.map(([key, each]) => (
          <Tree
            key={key}
            name={key}
            value={each}
            open={entries.length <= 20 && (typeof each !== "object" || each === null || Object.keys(each).length <= 6)}
          />
        ))}
        {shown.length === entries.length ? null : (
          <button type="button" className="text-accent underline" onClick={() => setAll(true)}>
            {t("all {n}", { n: entries.length })}
          </button>
        )}
      </div>
    </details>
  )
}

const isRow = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The first list of rows in an answer, and where it is. */
export const rowsIn = (
  data: unknown
): { readonly at: string; readonly rows: ReadonlyArray<Readonly<Record<string, unknown>>> } | undefined => {
  if (Array.isArray(data)) return data.length > 0 && data.every(isRow) ? { at: "", rows: data } : undefined
  if (!isRow(data)) return undefined
  for (const [name, value] of Object.entries(data)) {
    if (Array.isArray(value) && value.length > 0 && value.every(isRow)) return { at: name, rows: value }
  }
  return undefined
}

/** Fields of rows that fit a cell. */
export const fieldsOf = (rows: ReadonlyArray<Readonly<Record<string, unknown>>>): ReadonlyArray<string> => {
  const names = new Set(rows.slice(0, 50).flatMap((row) => Object.keys(row)))
  return [...names]
    .filter((name) =>
      rows.some((row) => typeof row[name] !== "object" && row[name] !== undefined && cell(row[name]).length < 200)
    )
    .slice(0, 9)
}
