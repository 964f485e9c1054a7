/** A column of timestamps as ISO 8601 in UTC, to the millisecond. */
export const isoColumn = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
