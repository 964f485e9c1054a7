import { createContext } from "react"
import type { ChartMark } from "./data.ts"

/** What all charts over time of a page mark. */
export const MarksContext = createContext<ReadonlyArray<ChartMark>>([])
