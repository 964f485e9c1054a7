import type { ChartKey } from "../contract.ts"

const titles = { "top-free": "Top free", "top-paid": "Top paid", "top-grossing": "Top grossing" } as const

/** As people call a chart: "Top free, Games". `genres` are those of its store. */
export const chartTitle = (
  genres: ReadonlyArray<{ readonly id: string; readonly name: string }>,
  { chart, genreId }: Pick<ChartKey, "chart" | "genreId">
): string =>
  `${titles[chart]}, ${genreId === null ? "all categories" : (genres.find(({ id }) => id === genreId)?.name ?? genreId)}`
