import type { Personal } from "@storeglass/plugin-api"

/** In the order in which they are deleted. */
const tables = ["finds", "days", "told", "opportunities", "runs", "projects", "counts"]

export const personal = (): Personal<never> => ({ tables: tables.map((name) => `growth_${name}`) })
