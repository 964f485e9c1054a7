import type { Dispatch, ReactNode, SetStateAction } from "react"
import type { AskedBlock } from "../generated/account.routes.ts"
import type { PageValues } from "./call.ts"
import { Fields } from "./Fields.tsx"
import { askedOf, type Filled, lookUp } from "./OperationForm.tsx"
import { OfferedContext } from "./offered.ts"
import { PickedContext } from "./Picker.tsx"
import type { Form } from "./schema.ts"

/** What a block asks, by where it goes. */
export const placesOf = (form: Form, fixed: Readonly<Record<string, string>>, { fields }: Pick<AskedBlock, "fields">) =>
  [
    ["path", askedOf(form.path, fixed, fields)],
    ["query", askedOf(form.query, fixed, fields)],
    ["body", askedOf(form.body?.fields ?? [], fixed, fields)]
  ] as const

/** The fields of a form without a button, with what they offer and pick. */
export const AskedFields = ({
  block,
  filled,
  fixed,
  form,
  page,
  places,
  setFilled,
  ...shown
}: {
  readonly block: Pick<AskedBlock, "values">
  readonly filled: Filled
  readonly fixed: Readonly<Record<string, string>>
  readonly form: Form
  readonly page: PageValues
  readonly places: ReadonlyArray<ReturnType<typeof placesOf>[number]>
  readonly setFilled: Dispatch<SetStateAction<Filled>>
  readonly errorAt?: { readonly field: string; readonly text: string } | undefined
  readonly beside?: (name: string, value: string) => ReactNode
}) => {
  const { picked, typedIn, withPicked } = lookUp(form, filled, fixed)
  return (
    <OfferedContext value={{ values: block.values ?? {}, page, typedIn }}>
      <PickedContext value={{ of: picked, set: (picks, value) => setFilled((now) => withPicked(picks, value, now)) }}>
        {places.map(([place, fields]) =>
          fields.length === 0 ? null : (
            <Fields
              key={place}
              place={place}
              fields={fields}
              typed={filled[place]}
              onChange={(typed) => setFilled((now) => ({ ...now, [place]: { ...now[place], ...typed } }))}
              {...shown}
            />
          )
        )}
      </PickedContext>
    </OfferedContext>
  )
}
