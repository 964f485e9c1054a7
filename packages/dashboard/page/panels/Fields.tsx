import { type ReactNode, useState } from "react"
import { words } from "../format.ts"
import { t } from "../i18n.ts"
import { Area, Field, Input, Select } from "../ui/basics.tsx"
import { type DroppedFile, FileDrop } from "../ui/FileDrop.tsx"
import { OfferedPicker } from "./OfferedPicker.tsx"
import { useOffered } from "./offered.ts"
import { Picker } from "./Picker.tsx"
import type { FormField } from "./schema.ts"

export type Typed = Readonly<Record<string, unknown>>

const isTyped = (value: unknown): boolean =>
  typeof value === "string"
    ? value.trim() !== ""
    : typeof value === "object" && value !== null && Object.values(value).some(isTyped)

const letters = (text: string) => text.toLowerCase().replace(/[^a-z]/g, "")
const saysMore = ({ description = "", name }: FormField) => letters(description) !== letters(name)

/** Descriptions have `code` in them. */
const Described = ({ text }: { readonly text: string }) => (
  <>
    {text.split(/(`[^`]+`)/).map((part, index) =>
      part.startsWith("`") ? (
        <code key={index} className="rounded bg-panel px-1 font-mono">
          {part.slice(1, -1)}
        </code>
      ) : (
        part
      )
    )}
  </>
)

/** A file by its field: its bytes are what is typed. */
const FileField = ({
  asked,
  id,
  name,
  onChange,
  value
}: {
  readonly id: string
  readonly asked: { readonly bytesMax: number }
  readonly name: string
  readonly value: string
  readonly onChange: (value: string) => void
}) => {
  const [chosen, setChosen] = useState<DroppedFile>()
  return (
    <FileDrop
      title={words(name.slice(name.lastIndexOf(".") + 1))}
      id={id}
      name={name}
      bytesMax={asked.bytesMax}
      chosen={chosen?.base64 === value ? chosen : undefined}
      onFile={(file) => {
        setChosen(file)
        onChange(file.base64)
      }}
    />
  )
}

/** The fields of a form, made of a declaration. */
export const Fields = ({
  beside,
  errorAt,
  fields,
  needed = true,
  onChange,
  place,
  prefix = "",
  typed
}: {
  /** Where the values travel. */
  readonly place: "path" | "query" | "header" | "body"
  readonly fields: ReadonlyArray<FormField>
  readonly typed: Typed
  readonly onChange: (typed: Typed) => void
  /** The field that an answer complained of, and how. */
  readonly errorAt?: { readonly field: string; readonly text: string } | undefined
  readonly prefix?: string
  /** Of an object that may be left out: whether anything of it is typed yet, so that it needs what it must have. */
  readonly needed?: boolean
  /** What is said of a field below it, by its name and what stands in it. */
  readonly beside?: ((name: string, value: string) => ReactNode) | undefined
}) => {
  const offered = useOffered()
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {fields.map((field) => {
        const { asked, name, secret, usual } = field
        // What only says the name again says nothing.
        const description = saysMore(field) ? field.description : undefined
        const required = field.required && needed
        const set = (value: unknown) => onChange({ ...typed, [name]: value })
        const path = `${prefix}${name}`
        if (asked.kind === "object") {
          const inner = typed[name]
          return (
            <fieldset key={name} className="col-span-full min-w-0 rounded-lg border border-line p-3">
              <legend className="px-1 text-sm font-medium">
                <span lang="en">{words(name)}</span>
                {field.required ? null : <span className="ms-1 font-normal text-muted">{t("(optional)")}</span>}
              </legend>
              {description === undefined ? null : (
                <p lang="en" className="mb-3 text-xs text-muted">
                  <Described text={description} />
                </p>
              )}
              <Fields
                fields={asked.fields}
                typed={typeof inner === "object" && inner !== null ? Object.fromEntries(Object.entries(inner)) : {}}
                onChange={set}
                place={place}
                needed={needed && (required || isTyped(inner))}
                errorAt={errorAt}
                prefix={`${path}.`}
              />
            </fieldset>
          )
        }
        const value = typeof typed[name] === "string" ? typed[name] : ""
        const offers = prefix === "" ? offered.values[name] : undefined
        const several = asked.kind === "list" || (asked.kind === "text" && asked.several === true)
        const isText = (asked.kind === "text" && !asked.long) || asked.kind === "number" || asked.kind === "list"
        const isWide =
          asked.kind === "file" ||
          asked.kind === "json" ||
          (asked.kind === "text" && asked.long) ||
          (secret && asked.kind === "text")
        const error = errorAt?.field === path || errorAt?.field === name ? errorAt.text : undefined
        return (
          <div key={name} className={isWide ? "col-span-full" : ""}>
            <Field
              label={<span lang="en">{words(name)}</span>}
              optional={!field.required}
              error={error}
              hint={
                description === undefined && usual === undefined ? undefined : (
                  <>
                    {description === undefined ? null : (
                      <span lang="en">
                        <Described text={description} />
                      </span>
                    )}
                    {usual === undefined || /default/i.test(description ?? "") ? null : (
                      <> {t("Default: {value}.", { value: usual })}</>
                    )}
                  </>
                )
              }
            >
              {(ids) => {
                if (asked.kind === "file") {
                  return <FileField id={ids.id} asked={asked} name={`${place}.${path}`} value={value} onChange={set} />
                }
                const common = { ...ids, required, value, name: `${place}.${path}` }
                if (offers !== undefined) {
                  return (
                    <OfferedPicker common={common} offers={offers} several={several} value={value} onChange={set} />
                  )
                }
                const { picks } = field
                if (picks !== undefined && picks !== "platform" && isText && !secret) {
                  return <Picker picks={picks} common={common} several={several} value={value} onChange={set} />
                }
                if (asked.kind === "choice" || asked.kind === "boolean") {
                  const choices = asked.kind === "boolean" ? [true, false] : asked.choices
                  return (
                    <Select {...common} onChange={(event) => set(event.target.value)}>
                      <option value="">{required ? t("choose…") : t("as usual")}</option>
                      {choices.map((choice) => (
                        <option key={String(choice)} value={String(choice)}>
                          {typeof choice === "boolean" ? (choice ? t("yes") : t("no")) : String(choice)}
                        </option>
                      ))}
                    </Select>
                  )
                }
                if (asked.kind === "number") {
                  return (
                    <Input
                      {...common}
                      type="number"
                      min={asked.min}
                      max={asked.max}
                      step={asked.whole ? 1 : "any"}
                      onChange={(event) => set(event.target.value)}
                    />
                  )
                }
                if (asked.kind === "list" || asked.kind === "json" || (asked.kind === "text" && asked.long)) {
                  return (
                    <Area
                      {...common}
                      rows={asked.kind === "json" ? 4 : 2}
                      spellCheck={false}
                      className={`field-sizing-content max-h-96 ${asked.kind === "json" ? "font-mono text-xs" : ""}`}
                      placeholder={
                        asked.kind === "list"
                          ? t("one a line, or with commas")
                          : asked.kind === "json"
                            ? "{ }"
                            : undefined
                      }
                      onChange={(event) => set(event.target.value)}
                    />
                  )
                }
                return (
                  <Input
                    {...common}
                    type={secret ? "password" : asked.kind === "text" && asked.day ? "date" : "text"}
                    autoComplete="off"
                    spellCheck={false}
                    onChange={(event) => set(event.target.value)}
                  />
                )
              }}
            </Field>
            {beside?.(path, value)}
          </div>
        )
      })}
    </div>
  )
}
