import type { ChartKind } from "@storeglass/sandbox/world"

export interface ChartName {
  readonly kind: ChartKind
  readonly device: "phone" | "pad" | "desktop"
  readonly title: string
}

/** The feeds' own names; an unknown one is refused as the vendor refuses it. */
export const legacyCharts: Readonly<Record<string, ChartName>> = {
  topfreeapplications: { kind: "top-free", device: "phone", title: "Top Free Apps" },
  toppaidapplications: { kind: "top-paid", device: "phone", title: "Top Paid Apps" },
  topgrossingapplications: { kind: "top-grossing", device: "phone", title: "Top Grossing Apps" },
  newapplications: { kind: "new", device: "phone", title: "New Apps" },
  newfreeapplications: { kind: "new-free", device: "phone", title: "New Free Apps" },
  newpaidapplications: { kind: "new-paid", device: "phone", title: "New Paid Apps" },
  topfreeipadapplications: { kind: "top-free", device: "pad", title: "Top Free iPad Apps" },
  toppaidipadapplications: { kind: "top-paid", device: "pad", title: "Top Paid iPad Apps" },
  topgrossingipadapplications: { kind: "top-grossing", device: "pad", title: "Top Grossing iPad Apps" },
  topmacapps: { kind: "top-grossing", device: "desktop", title: "Top Mac Apps" },
  topfreemacapps: { kind: "top-free", device: "desktop", title: "Top Free Mac Apps" },
  toppaidmacapps: { kind: "top-paid", device: "desktop", title: "Top Paid Mac Apps" },
  topgrossingmacapps: { kind: "top-grossing", device: "desktop", title: "Top Grossing Mac Apps" }
}

export const legacyChartOf = (name: string): ChartName | undefined =>
  Object.hasOwn(legacyCharts, name) ? legacyCharts[name] : undefined
