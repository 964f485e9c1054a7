import { Predicate } from "effect"

export { at, entriesAt, listAt, textAt } from "@storeglass/docs"

export type Json = Readonly<Record<string, unknown>>

/** A value as an object; `{}` for anything else. */
export const objectOf = (value: unknown): Json => (Predicate.isReadonlyObject(value) ? { ...value } : {})

/** Makes a value when it is first asked for, and once. */
export const lazily = <A>(make: () => A): (() => A) => {
  let made: { readonly value: A } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
