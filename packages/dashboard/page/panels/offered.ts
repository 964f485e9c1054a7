import type { FieldValues, PanelParam } from "@storeglass/plugin-api/draw"
import { createContext, useContext } from "react"
import type { PageValues } from "./call.ts"

/** What a form's fields offer, and what its reads are asked by. */
export interface Offered {
  readonly values: Readonly<Record<string, FieldValues>>
  readonly page: PageValues
  /** What stands in a field of the form, or is sent without being asked for. */
  readonly typedIn: (field: string) => string | undefined
}

export const OfferedContext = createContext<Offered>({ values: {}, page: {}, typedIn: () => undefined })
export const useOffered = (): Offered => useContext(OfferedContext)

/** The parameters of a form's read; undefined while one of them isn't known. */
export const readBy = (
  params: Readonly<Record<string, PanelParam | { readonly field: string }>> = {},
  { page, typedIn }: Pick<Offered, "page" | "typedIn">
): Readonly<Record<string, string>> | undefined => {
  const known: Record<string, string> = {}
  for (const [name, value] of Object.entries(params)) {
    const found = typeof value === "string" ? value : "field" in value ? typedIn(value.field) : page[value.page]
    if (found === undefined || found === "") return undefined
    known[name] = found
  }
  return known
}
