import { queryOptions } from "@tanstack/react-query"
import { isProblem, read } from "./api.ts"

/** An app that can be opened without asking a store. */
export interface KnownApp {
  readonly platform: string
  readonly appId: string
  readonly name: string | null
  readonly iconUrl: string | null
  readonly developer: string | null
  readonly reason: string
}

export const appsQuery = ({ limit = 20, q = "" }: { readonly q?: string; readonly limit?: number }) =>
  queryOptions({
    queryKey: ["apps", q, limit],
    queryFn: async ({ signal }) => {
      try {
        const { apps } = await read<{ readonly apps: ReadonlyArray<KnownApp> }>(
          "/dashboard/api/apps",
          { q, limit },
          signal
        )
        return apps
      } catch (error) {
        // A gateway without the plugin that knows apps.
        if (isProblem(error) && error.status === 404) return []
        throw error
      }
    }
  })

/** As many as a chart tells apart. */
export const comparedMax = 5
