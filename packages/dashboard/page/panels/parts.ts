/** Of several texts with commas between them, the one that is being typed, and those before it. */
export const partsOf = (value: string, several: boolean) => {
  const at = several ? value.lastIndexOf(",") + 1 : 0
  return { before: value.slice(0, at), typed: value.slice(at).trim() }
}
/** With what was chosen in place of what was being typed. */
export const joined = (before: string, value: string): string =>
  before === "" ? value : `${before.trimEnd()} ${value}`
