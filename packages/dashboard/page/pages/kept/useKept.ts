import { useQuery } from "@tanstack/react-query"
import { askOperation, freeQuery, type Values } from "../../panels/call.ts"
import { rowsAt } from "../../panels/rows.ts"
import { useOperation } from "../../session.ts"
import { columns, type Listed, type Look, type SavedView, textOf, viewsIn } from "./look.ts"

const rowsMax = { apps: 200, keywords: 500 } as const

/** What a list shows; `undefined` where this gateway keeps no workspace. */
export const useKept = (listed: Listed, { filter }: Pick<Look, "filter">, app?: string) => {
  const operation = useOperation(`workspace_${listed}`)
  const fixed = {
    limit: String(rowsMax[listed]),
    ...(app === undefined ? {} : { appId: app }),
    ...Object.fromEntries(Object.entries(filter).map(([name, value]) => [name === "find" ? "q" : name, value]))
  }
  const query = useQuery({
    ...(operation === undefined ? { queryKey: ["block"], queryFn: () => undefined } : freeQuery(operation, fixed)),
    enabled: operation !== undefined
  })
  const paths = ["id", ...new Set([...Object.values(columns[listed]), "typed", "appIconUrl", "platform", "appId"])]
  const total: unknown = rowsAt([query.data], "", ["total"])[0]?.total
  return {
    isThere: operation !== undefined,
    query,
    rows: rowsAt(query.data, "items", paths),
    total: typeof total === "number" ? total : 0
  }
}

/** Asks one of the workspace's operations, if it's there. */
export const useAsked = (id: string) => {
  const operation = useOperation(id)
  return (values: Partial<Values>) =>
    operation === undefined
      ? Promise.reject(new Error(`${id} isn't there`))
      : askOperation(operation, { path: {}, query: {}, header: {}, ...values }, { key: crypto.randomUUID() })
}

export const useSavedViews = (listed: Listed): ReadonlyArray<SavedView> => {
  const operation = useOperation("workspace_views")
  const { data } = useQuery({
    ...(operation === undefined
      ? { queryKey: ["block"], queryFn: () => undefined }
      : freeQuery(operation, { lists: listed, limit: "100" })),
    enabled: operation !== undefined
  })
  return viewsIn(listed, data)
}

export interface UsedTag {
  readonly tag: string
  readonly rows: number
}
export const useTags = (listed: Listed): ReadonlyArray<UsedTag> => {
  const operation = useOperation("workspace_tags")
  const { data } = useQuery({
    ...(operation === undefined
      ? { queryKey: ["block"], queryFn: () => undefined }
      : freeQuery(operation, { limit: "200" })),
    enabled: operation !== undefined
  })
  return rowsAt(data, "items", ["tag", listed]).flatMap((row) => {
    const rows = row[listed]
    return typeof rows === "number" && rows > 0 ? [{ tag: textOf(row.tag), rows }] : []
  })
}
