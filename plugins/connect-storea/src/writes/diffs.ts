/** What a change of plain fields would change. */
import { type Change, VendorConflict } from "@storeglass/plugin-api"
import { Effect } from "effect"

export type Plain = string | number | boolean | null
export type Fields<V> = Readonly<Record<string, V>>

/** The fields that are asked to be otherwise; all of them where there is nothing yet. */
export const fieldsDiff = (before: Fields<Plain> | null, asked: Fields<Plain | undefined>): ReadonlyArray<Change> =>
  Object.entries(asked).flatMap(([field, to]) => {
    const from = before?.[field] ?? null
    return to === undefined || (before !== null && from === to) ? [] : [{ field, from, to }]
  })

/** A field that isn't said is left out. */
export const said = <K extends string, V>(name: K, value: V | null): { readonly [N in K]?: V } => {
  const none: { readonly [N in K]?: V } = {}
  return value === null ? none : { ...none, [name]: value }
}

/** The fields of a patch that a diff names: what is sent. */
export const onlyChanged = <Patch extends object>(patch: Patch, changes: ReadonlyArray<Change>): Patch => {
  const fields = new Set(changes.map(({ field }) => field))
  const kept = { ...patch }
  for (const field of Object.keys(kept)) if (!fields.has(field)) Reflect.deleteProperty(kept, field)
  return kept
}

/** Refuses to make what is there already with other values. */
export const unlessOther = (
  existing: (Fields<Plain> & { readonly id: string }) | null,
  asked: Fields<Plain | undefined>,
  { field, patch, what }: { readonly field: string; readonly what: string; readonly patch: string | undefined }
) => {
  const other = existing === null ? [] : fieldsDiff(existing, asked)
  if (existing === null || other.length === 0) return Effect.succeed([])
  const differing = other.map((change) => change.field).join(", ")
  const how = patch === undefined ? "" : `; change it with PATCH ${patch}${encodeURIComponent(existing.id)}`
  return Effect.fail(
    new VendorConflict(
      `${field} (body): there is ${what} ${existing.id} already, and its ${differing} differ from what was sent; nothing was written${how}`
    )
  )
}
