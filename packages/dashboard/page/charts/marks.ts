import { createContext } from "react"
import type { ChartMark } from "./data.ts"

/** Of what all charts of a page are, in a line: an app in a country. Empty: the page says it, or it's of the account. */
export const AboutContext = createContext("")

/** What all charts over time of a page mark. */
export const MarksContext = createContext<ReadonlyArray<ChartMark>>([])
