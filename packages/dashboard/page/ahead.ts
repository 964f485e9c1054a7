/** Begins what is needed soon. Whoever then needs it hears of it, if it fails. */
export const ahead = (...needed: ReadonlyArray<Promise<unknown>>): void => {
  for (const each of needed) each.catch(() => {})
}
