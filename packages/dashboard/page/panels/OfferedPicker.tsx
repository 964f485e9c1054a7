import { type FieldValues, listedText } from "@storeglass/plugin-api/draw"
import { useQuery } from "@tanstack/react-query"
import { isProblem } from "../api.ts"
import type { OperationRow } from "../generated/account.routes.ts"
import { t } from "../i18n.ts"
import { useOperation, useSaid } from "../session.ts"
import { Button, Select } from "../ui/basics.tsx"
import { type Choice, Combobox } from "../ui/Combobox.tsx"
import { freeQuery, paidQuery } from "./call.ts"
import { readBy, useOffered } from "./offered.ts"
import { Price } from "./Price.tsx"
import { joined, partsOf } from "./parts.ts"
import { rowsAt } from "./rows.ts"

/** What is offered; `note` is a word beside it. */
const choicesOf = ({ note, rows, title, value }: FieldValues, data: unknown): ReadonlyArray<Choice> => {
  const named = title ?? value
  const found = rowsAt(data, rows, [value, named, ...(note === undefined ? [] : [note])]).flatMap(
    (row): ReadonlyArray<Choice> => {
      const [own, name] = [row[value], row[named]]
      if (own === null || own === undefined || own === "") return []
      const text = String(own)
      return [
        {
          value: text,
          title: name === null || name === undefined ? text : String(name),
          ...(note !== undefined && typeof row[note] === "string"
            ? { note: row[note] }
            : named === value
              ? {}
              : { note: text })
        }
      ]
    }
  )
  return [...new Map(found.map((choice) => [choice.value, choice])).values()]
}

interface OfferedProps {
  readonly common: Readonly<Record<string, unknown>> & { readonly id: string; readonly name: string }
  readonly offers: FieldValues
  readonly several: boolean
  readonly value: string
  readonly onChange: (value: string) => void
}

/** A field that offers the rows of a free read; any other text may be typed. */
export const OfferedPicker = (props: OfferedProps) => {
  const operation = useOperation(props.offers.operation)
  if (operation === undefined) return <Offering {...props} plugin="" choices={[]} />
  return operation.credits === 0 ? <Free {...props} operation={operation} /> : <Paid {...props} operation={operation} />
}

interface ReadingProps extends OfferedProps {
  readonly operation: OperationRow
}

const Free = ({ operation, ...props }: ReadingProps) => {
  const fixed = readBy(props.offers.params, useOffered())
  // What can't be had offers nothing: the field is typed into then.
  const { data } = useQuery({ ...freeQuery(operation, fixed ?? {}), enabled: fixed !== undefined })
  return (
    <Offering {...props} plugin={operation.plugin} choices={data === undefined ? [] : choicesOf(props.offers, data)} />
  )
}

const Paid = ({ operation, ...props }: ReadingProps) => {
  const fixed = readBy(props.offers.params, useOffered())
  // What a view of this price shows is offered at once.
  const { data, error, isFetching, refetch } = useQuery(paidQuery(operation, fixed ?? {}))
  return (
    <>
      <Offering
        {...props}
        plugin={operation.plugin}
        choices={data === undefined ? [] : choicesOf(props.offers, data.data)}
      />
      {fixed === undefined || data !== undefined ? null : (
        <span className="mt-1 flex flex-wrap items-center gap-2">
          <Button className="min-h-7! px-2! py-0.5! text-xs!" busy={isFetching} onClick={() => void refetch()}>
            {t("List what there is")}
            <Price operation={operation} />
          </Button>
          {isProblem(error) ? <span className="text-xs text-bad">{error.sentence}</span> : null}
        </span>
      )}
    </>
  )
}

const Offering = (props: OfferedProps & { readonly choices: ReadonlyArray<Choice>; readonly plugin: string }) => {
  const { choices: found, common, offers, onChange, plugin, several, value } = props
  const say = useSaid()
  const choices =
    offers.note === undefined
      ? found
      : found.map(({ note = "", ...choice }) => ({ ...choice, note: say(plugin, listedText(note)) }))
  if (offers.only === true) {
    return (
      <Select {...common} value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{choices.length === 0 ? t("nothing to choose yet") : t("choose…")}</option>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {offers.note === undefined || choice.note === undefined ? choice.title : `${choice.title} (${choice.note})`}
          </option>
        ))}
      </Select>
    )
  }
  const { before, typed } = partsOf(value, several)
  const q = typed.toLowerCase()
  const exact = choices.find((choice) => choice.value === typed)
  const shown =
    exact === undefined
      ? choices.filter(({ title, value: own }) => title.toLowerCase().includes(q) || own.toLowerCase().includes(q))
      : choices
  return (
    <>
      <Combobox
        {...common}
        value={value}
        choices={shown}
        onChange={onChange}
        onChoose={(choice) => onChange(joined(before, choice.value))}
      />
      {exact === undefined || exact.title === exact.value ? null : (
        <p className="mt-1 truncate text-xs">{exact.title}</p>
      )}
    </>
  )
}
