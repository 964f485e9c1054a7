import { catalogue } from "./catalogue.ts"

const dayMs = 86_400_000
/** About six months. */
const staleDays = 183

/** All rules, and whether their source hasn't been read for six months. */
export const rulesAt = (nowMs: number) =>
  catalogue.map(({ basis, checkedOn, id, says, severity, source }) => {
    const days = Math.floor((nowMs - Date.parse(checkedOn)) / dayMs)
    return { id, says, severity, basis, source, checkedOn, days, isStale: days > staleDays }
  })
