/** A time as PostgreSQL takes it. */
export const timeOf = (ms: number): string => new Date(ms).toISOString()

/** Milliseconds of a column, for `SELECT`. */
export const msColumn = (column: string, name: string): string =>
  `(extract(epoch FROM ${column}) * 1000)::float8 AS "${name}"`
