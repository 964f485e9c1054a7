import { queryOptions } from "@tanstack/react-query"
import { isProblem, read } from "./api.ts"

export const appsQuery = ({ limit = 20, q = "" }: { readonly q?: string; readonly limit?: number }) =>
  queryOptions({
    queryKey: ["apps", q, limit],
    queryFn: async ({ signal }) => {
      try {
        const { apps } = await read("/dashboard/api/apps", { query: { q, limit } }, signal)
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
