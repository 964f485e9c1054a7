/** What a table has under a key from outside; undefined for what each object inherits, as `constructor` or `toString`. */
export const lookUp = <A>(table: Readonly<Record<string, A>>, key: string): A | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined
