import { useQuery, useQueryClient } from "@tanstack/react-query"
import { type FormEvent, useMemo, useState } from "react"
import { type Answer, isProblem } from "../api.ts"
import { t } from "../i18n.ts"
import { isAtLeast, shapesQuery, useRole } from "../session.ts"
import type { OperationRow } from "../types.ts"
import { Area, Button, Check, Failed, Field, Loading, Note } from "../ui/basics.tsx"
import { needsConfirmation, Reconfirm } from "../ui/Confirm.tsx"
import { askOperation, type Values } from "./call.ts"
import { Fields, type Typed } from "./Fields.tsx"
import { Price } from "./Price.tsx"
import { type Form, formOf, Unreadable, valueTyped } from "./schema.ts"

export interface Filled {
  readonly path: Typed
  readonly query: Typed
  readonly header: Typed
  readonly body: Typed
  /** A body without declared fields. */
  readonly text: string
}

export const nothingFilled: Filled = { path: {}, query: {}, header: {}, body: {}, text: "" }

const textsOf = (fields: Form["path"], typed: Typed): Readonly<Record<string, string>> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const value = valueTyped(field, typed[field.name])
      return value === undefined ? [] : [[field.name, Array.isArray(value) ? value.join(",") : String(value)]]
    })
  )

/** What a filled form sends. */
export const valuesOf = (form: Form, filled: Filled, fixed: Readonly<Record<string, string>>): Values => {
  const own = (fields: Form["path"]) =>
    Object.fromEntries(fields.flatMap(({ name }) => (name in fixed ? [[name, fixed[name] ?? ""]] : [])))
  const body = form.body?.fields.flatMap((field) => {
    const value = valueTyped(field, field.name in fixed ? fixed[field.name] : filled.body[field.name])
    return value === undefined ? [] : [[field.name, value] as const]
  })
  const isWritten = form.body !== undefined && form.body.fields.length === 0
  if (isWritten && filled.text.trim() !== "") {
    try {
      return { path: {}, query: {}, header: {}, body: JSON.parse(filled.text) }
    } catch {
      throw new Unreadable("body (form): must be JSON")
    }
  }
  return {
    path: { ...textsOf(form.path, filled.path), ...own(form.path) },
    query: { ...textsOf(form.query, filled.query), ...own(form.query) },
    header: textsOf(form.header, filled.header),
    ...(body === undefined ? {} : { body: Object.fromEntries(body) })
  }
}

const without = (fields: Form["path"], fixed: Readonly<Record<string, string>>) =>
  fields.filter(({ name }) => !(name in fixed))

/** A form made of an operation's declaration, with its price on the button. */
export const OperationForm = ({
  filled,
  fixed = {},
  onAnswer,
  onFilled,
  operation
}: {
  readonly operation: OperationRow
  readonly fixed?: Readonly<Record<string, string>>
  readonly filled: Filled
  readonly onFilled: (filled: Filled) => void
  readonly onAnswer: (answer: Answer, values: Values) => void
}) => {
  const { data: shapes, error: shapesError } = useQuery(shapesQuery(operation.id))
  const role = useRole()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [sure, setSure] = useState(false)
  const [error, setError] = useState<unknown>()
  const form = useMemo(() => (shapes === undefined ? undefined : formOf(shapes)), [shapes])
  if (shapesError !== null) return <Failed error={shapesError} />
  if (form === undefined) return <Loading />
  const mayWrite = operation.reads || isAtLeast(role, "member")
  const dryRun = (["query", "body"] as const).find((place) =>
    (place === "query" ? form.query : (form.body?.fields ?? [])).some(
      ({ asked, name }) => name === "dryRun" && asked.kind === "boolean"
    )
  )
  const send = async (isTrial: boolean) => {
    setBusy(true)
    setError(undefined)
    try {
      const whole =
        isTrial && dryRun !== undefined ? { ...filled, [dryRun]: { ...filled[dryRun], dryRun: "true" } } : filled
      const values = valuesOf(form, whole, fixed)
      const answer = await askOperation(operation, values, operation.reads ? {} : { key: crypto.randomUUID() })
      onAnswer(answer, values)
      if (!operation.reads && !isTrial) {
        setSure(false)
        await queries.invalidateQueries({ queryKey: ["block"] })
      }
    } catch (thrown) {
      setError(thrown)
    } finally {
      setBusy(false)
    }
  }
  const on = (event: FormEvent) => {
    event.preventDefault()
    void send(false)
  }
  const problem = isProblem(error) ? error : undefined
  const errorAt = problem?.field === undefined ? undefined : { field: problem.field, text: problem.sentence }
  const places = [
    ["path", without(form.path, fixed)],
    ["query", without(form.query, fixed)],
    ["header", form.header]
  ] as const
  const bodyFields = form.body === undefined ? [] : without(form.body.fields, fixed)
  const asks = places.some(([, fields]) => fields.length > 0) || form.body !== undefined
  return (
    <form onSubmit={on} className="space-y-4" autoComplete="off">
      <datalist id="countries">
        {["us", "gb", "de", "fr", "es", "it", "jp", "kr", "br", "in", "ca", "au", "mx", "nl", "se", "tr"].map(
          (code) => (
            <option key={code} value={code} />
          )
        )}
      </datalist>
      {places.map(([place, fields]) =>
        fields.length === 0 ? null : (
          <Fields
            key={place}
            fields={fields}
            typed={filled[place]}
            errorAt={errorAt}
            onChange={(typed) => onFilled({ ...filled, [place]: typed })}
          />
        )
      )}
      {form.body !== undefined && form.body.fields.length === 0 ? (
        <Field label={t("Body, as JSON")} optional={!form.body.required}>
          {(ids) => (
            <Area
              {...ids}
              rows={6}
              spellCheck={false}
              className="font-mono text-xs"
              value={filled.text}
              onChange={(event) => onFilled({ ...filled, text: event.target.value })}
            />
          )}
        </Field>
      ) : bodyFields.length > 0 ? (
        <Fields
          fields={bodyFields}
          typed={filled.body}
          errorAt={errorAt}
          onChange={(body) => onFilled({ ...filled, body })}
        />
      ) : null}
      {mayWrite ? null : (
        <Note tone="warn">{t("A viewer may read, not change. Ask an admin or owner for another role.")}</Note>
      )}
      {operation.destroys ? (
        <Check checked={sure} onChange={setSure}>
          {t("Yes, this changes or deletes something: go ahead.")}
        </Check>
      ) : null}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" look="main" busy={busy} disabled={!mayWrite || (operation.destroys && !sure)}>
          {operation.reads ? t("Ask") : asks ? t("Send") : operation.title}
          <Price operation={operation} />
        </Button>
        {dryRun === undefined ? null : (
          <Button busy={busy} disabled={!mayWrite} onClick={() => void send(true)}>
            {t("Dry run")}
          </Button>
        )}
      </div>
      {error === undefined ? null : needsConfirmation(error) ? (
        <Reconfirm done={() => void send(false)} />
      ) : error instanceof Unreadable ? (
        <Note tone="bad">{error.message}</Note>
      ) : (
        <Failed error={error} />
      )}
    </form>
  )
}
