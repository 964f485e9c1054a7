import { listedText, type ShownView } from "@storeglass/plugin-api/draw"
import { cell } from "../format.ts"
import { useSaid } from "../session.ts"

/** The text of a part: in the language that is spoken where the answer's schema lists it, or as it stands in the answer. */
export type Say = (part: string, value: unknown, plainly?: (text: string) => string) => string

/** Says what a view shows of its plugin's answers in the language that is spoken. */
export const useSpoken = (
  plugin: string,
  view: ShownView
): {
  /** A title that the view has. */
  readonly said: (text: string) => string
  /** Undefined: the value is data. */
  readonly listedOf: (part: string, value: unknown) => string | undefined
  readonly say: Say
} => {
  const saidOf = useSaid()
  const said = (text: string) => saidOf(plugin, text)
  const listedOf = (part: string, value: unknown) =>
    typeof value === "string" && view.listed?.[part]?.includes(value) === true ? said(listedText(value)) : undefined
  const say: Say = (part, value, plainly = (text) => text) => {
    const text = typeof value === "string" ? value : value === null || value === undefined ? "" : cell(value)
    return listedOf(part, value) ?? (text === "" ? "" : plainly(text))
  }
  return { said, listedOf, say }
}
