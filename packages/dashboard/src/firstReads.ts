export type Query = Readonly<Record<string, string | number | boolean | undefined>>

export const withQuery = (path: string, query: Query = {}): string => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== "") search.append(name, String(value))
  }
  return search.size === 0 ? path : `${path}?${search}`
}

/** What a block sends by itself, with what the page knows; what the page doesn't know isn't sent. */
export const fixedOf = (
  { params = {} }: { readonly params?: Readonly<Record<string, string | { readonly page: string }>> },
  page: Query
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) => {
      const known = typeof value === "string" ? value : page[value.page]
      return typeof known !== "string" || known === "" ? [] : [[name, known]]
    })
  )

const dayMs = 86_400_000
/** The day of UTC, `YYYY-MM-DD`. */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
/** The last so many days, today among them. */
export const lastDays = (days: number, nowMs: number): { readonly from: string; readonly to: string } => ({
  from: dayOf(nowMs - (days - 1) * dayMs),
  to: dayOf(nowMs)
})

/** How many days the overview looks back on. */
export const overviewDays = 14
/** What the overview asks, as of now. */
export const overviewQueries = (nowMs: number) => ({
  usage: { ...lastDays(overviewDays, nowMs), by: "day" as const },
  apps: { limit: 12 },
  errors: { from: `${lastDays(8, nowMs).from}T00:00:00Z` }
})

/**
 * The addresses that a page of someone signed in asks first. The document names them, so that they're fetched while its
 * scripts load: the page must ask them by the same words.
 */
export const firstReads: ReadonlyArray<string> = ["/dashboard/api/me"]
/** What it asks besides, of the account that is looked at. */
export const accountReads = (language: string): ReadonlyArray<string> => [
  withQuery("/dashboard/api/catalogue", { language })
]

/** What the overview asks besides. `hasApps`: whether the gateway knows apps by name. */
export const overviewReads = (nowMs: number, hasApps: boolean): ReadonlyArray<string> => {
  const { apps, errors, usage } = overviewQueries(nowMs)
  return [
    withQuery("/dashboard/api/usage", usage),
    "/dashboard/api/keys",
    ...(hasApps ? [withQuery("/dashboard/api/apps", apps)] : []),
    withQuery("/dashboard/api/requests/errors", errors)
  ]
}
