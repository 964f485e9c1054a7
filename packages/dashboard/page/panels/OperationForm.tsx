import { useQuery, useQueryClient } from "@tanstack/react-query"
import { type FormEvent, useMemo, useState } from "react"
import { type Answer, isProblem } from "../api.ts"
import type { OperationRow } from "../generated/account.routes.ts"
import { t } from "../i18n.ts"
import { isAtLeast, shapesQuery, useRole } from "../session.ts"
import { Area, Button, Check, Failed, Field, Loading, Note } from "../ui/basics.tsx"
import { needsConfirmation, Reconfirm } from "../ui/Confirm.tsx"
import { askOperation, type PageValues, type Values } from "./call.ts"
import { Fields, type Typed } from "./Fields.tsx"
import { type Offered, OfferedContext } from "./offered.ts"
import { PickedContext } from "./Picker.tsx"
import { Price } from "./Price.tsx"
import { type Form, formOf, type Picks, Unreadable, valueTyped } from "./schema.ts"

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

/** What is asked for: all that isn't known, or those that a panel names, in its order. */
export const askedOf = (
  fields: Form["path"],
  fixed: Readonly<Record<string, string>>,
  only: ReadonlyArray<string> | undefined
): Form["path"] => {
  const open = fields.filter(({ name }) => !(name in fixed))
  return only === undefined
    ? open
    : only
        .flatMap((name) => open.filter((field) => field.name === name))
        .concat(open.filter((field) => field.required && !only.includes(field.name)))
}

/** What stands in a form by the name of its field, or by what it stands for. */
export const lookUp = (form: Form, filled: Filled, fixed: Readonly<Record<string, string>>) => {
  const places = [
    ["path", form.path],
    ["query", form.query],
    ["body", form.body?.fields ?? []]
  ] as const
  const textAt = (place: "path" | "query" | "body", name: string): string | undefined => {
    const value = filled[place][name] ?? fixed[name]
    return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined
  }
  const at = (is: (field: Form["path"][number]) => boolean) =>
    places.flatMap(([place, fields]) => fields.filter(is).map(({ name }) => ({ place, name })))
  return {
    typedIn: (name: string) =>
      at((field) => field.name === name)
        .map((found) => textAt(found.place, found.name))
        .find((value) => value !== undefined) ?? fixed[name],
    picked: (picks: Picks) =>
      at((field) => field.picks === picks)
        .map((found) => textAt(found.place, found.name))
        .find((value) => value !== undefined),
    /** The form with a value in each field that stands for this. */
    withPicked: (picks: Picks, value: string, whole: Filled): Filled => {
      const own = at((field) => field.picks === picks && !(field.name in fixed))
      const set = (place: "path" | "query" | "body") => ({
        ...whole[place],
        ...Object.fromEntries(own.flatMap((each) => (each.place === place ? [[each.name, value]] : [])))
      })
      return { ...whole, path: set("path"), query: set("query"), body: set("body") }
    }
  }
}

/** A form made of an operation's declaration, with its price on the button. */
export const OperationForm = ({
  filled,
  fixed = {},
  offers = {},
  onAnswer,
  onFilled,
  only,
  operation,
  page = {}
}: {
  readonly operation: OperationRow
  readonly fixed?: Readonly<Record<string, string>>
  /** What its fields offer, by name, and what is known of the page for that. */
  readonly offers?: Offered["values"]
  readonly page?: PageValues
  /** The fields that are asked for. Default: all. */
  readonly only?: ReadonlyArray<string> | undefined
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
    ["path", askedOf(form.path, fixed, only)],
    ["query", askedOf(form.query, fixed, only)],
    ["header", form.header]
  ] as const
  const bodyFields = form.body === undefined ? [] : askedOf(form.body.fields, fixed, only)
  const asks = places.some(([, fields]) => fields.length > 0) || form.body !== undefined
  const { picked, typedIn, withPicked } = lookUp(form, filled, fixed)
  // A picker sets its own field and another in one go: the second builds on the first.
  let latest = filled
  const fill = (next: (now: Filled) => Filled) => {
    latest = next(latest)
    onFilled(latest)
  }
  return (
    <OfferedContext value={{ values: offers, page, typedIn }}>
      <PickedContext value={{ of: picked, set: (picks, value) => fill((now) => withPicked(picks, value, now)) }}>
        <form onSubmit={on} className="space-y-4" autoComplete="off">
          {places.map(([place, fields]) =>
            fields.length === 0 ? null : (
              <Fields
                key={place}
                place={place}
                fields={fields}
                typed={filled[place]}
                errorAt={errorAt}
                onChange={(typed) => fill((now) => ({ ...now, [place]: { ...now[place], ...typed } }))}
              />
            )
          )}
          {form.body !== undefined && form.body.fields.length === 0 ? (
            <Field label={t("Body, as JSON")} optional={!form.body.required}>
              {(ids) => (
                <Area
                  {...ids}
                  name="body"
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
              place="body"
              fields={bodyFields}
              typed={filled.body}
              errorAt={errorAt}
              onChange={(body) => fill((now) => ({ ...now, body: { ...now.body, ...body } }))}
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
      </PickedContext>
    </OfferedContext>
  )
}
