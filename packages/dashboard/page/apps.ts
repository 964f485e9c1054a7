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

/** An app in an address: `storea:5`. */
export const appRef = ({ appId, platform }: { readonly platform: string; readonly appId: string }): string =>
  `${platform}:${appId}`

/** The store of a text that is an app's id and nothing else. */
export const storeOfId = (text: string): "storea" | "storeb" | undefined =>
  /^\d{6,12}$/.test(text) ? "storea" : /^[a-z]\w*(\.\w+){2,}$/i.test(text) ? "storeb" : undefined
