import { queryOptions } from "@tanstack/react-query"
import { fixedOf } from "../../src/firstReads.ts"
import { type Answer, call, withQuery } from "../api.ts"
import type { OperationRow } from "../generated/account.routes.ts"

export { fixedOf }

export type PageValues = Readonly<Partial<Record<"app" | "platform" | "country" | "from" | "to", string>>>

export interface Values {
  readonly path: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly header: Readonly<Record<string, string>>
  readonly body?: unknown
}

export const pathNames = ({ path }: OperationRow): ReadonlyArray<string> =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name)

export const inPlaces = (operation: OperationRow, fixed: Readonly<Record<string, string>>): Values => {
  const names = new Set(pathNames(operation))
  const entries = Object.entries(fixed)
  return {
    path: Object.fromEntries(entries.filter(([name]) => names.has(name))),
    query: Object.fromEntries(entries.filter(([name]) => !names.has(name))),
    header: {}
  }
}

/** `/v1/apps/5`, with its query; values of the path that are missing stay as they're declared. */
export const addressOf = ({ path }: OperationRow, values: Pick<Values, "path" | "query">): string =>
  withQuery(
    path.replace(/:(\w+)/g, (whole, name: string) => {
      const value = values.path[name]
      return value === undefined || value === "" ? whole : encodeURIComponent(value)
    }),
    values.query
  )

/** Asks an operation. What changes something has a key of its own, so that a lost answer can't make it happen twice. */
export const askOperation = (
  operation: OperationRow,
  values: Values,
  more: { readonly signal?: AbortSignal; readonly key?: string } = {}
): Promise<Answer> =>
  call({
    method: operation.method,
    path: addressOf(operation, values),
    ...(operation.method === "GET" || values.body === undefined ? {} : { body: values.body }),
    headers: { ...values.header, ...(more.key === undefined ? {} : { "idempotency-key": more.key }) },
    signal: more.signal
  })

/** What a block that costs nothing shows, asked once for all who show it. */
export const freeQuery = (operation: OperationRow, fixed: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: ["block", operation.id, fixed],
    queryFn: async ({ signal }) => (await askOperation(operation, inPlaces(operation, fixed), { signal })).data
  })

/** What costs something: asked by `refetch` alone, and kept for whoever else shows it. */
export const paidQuery = (operation: OperationRow, fixed: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: ["paid", operation.id, fixed],
    queryFn: ({ signal }) => askOperation(operation, inPlaces(operation, fixed), { signal }),
    enabled: false,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 3_600_000
  })
