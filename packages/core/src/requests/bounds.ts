/** The first id of version 7 that a request of this moment may have. */
export const idOfMs = (ms: number): string => {
  const hex = Math.max(0, Math.floor(ms)).toString(16).padStart(12, "0").slice(-12)
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

const dashed = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")

/** The ids that begin so; undefined: none can. */
export const idsOfPrefix = (prefix: string): { readonly low: string; readonly high: string } | undefined => {
  const hex = prefix.toLowerCase().replaceAll("-", "")
  return /^[0-9a-f]{4,32}$/.test(hex)
    ? { low: dashed(hex.padEnd(32, "0")), high: dashed(hex.padEnd(32, "f")) }
    : undefined
}
