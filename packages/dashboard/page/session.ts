import { keepPreviousData, QueryCache, QueryClient, queryOptions, useQuery } from "@tanstack/react-query"
import { createContext, useContext } from "react"
import { isProblem, read } from "./api.ts"
import type { Me, OperationRow, Role } from "./generated/account.routes.ts"
import { type Language, locale, said, useLanguage } from "./i18n.ts"

export interface Session {
  readonly me: Me
  readonly reload: () => Promise<void>
}

export const SessionContext = createContext<Session | undefined>(undefined)

export const useSession = (): Session => {
  const session = useContext(SessionContext)
  if (session === undefined) throw new Error("used outside the pages of an account")
  return session
}

/** What a page knows before it's drawn. */
export interface PageContext {
  readonly me: Me
  readonly queries: QueryClient
}

/** What someone is in the account that they look at; undefined: in none. */
export const roleOf = ({ accountId, accounts }: Me): Role | undefined =>
  accounts.find(({ id }) => id === accountId)?.role
export const useRole = (): Role | undefined => roleOf(useSession().me)

const ranks: Readonly<Record<Role | "operator", number>> = { viewer: 0, member: 1, admin: 2, owner: 3, operator: 4 }
/** Whether somebody is at least that. */
export const isAtLeast = (role: Role | undefined, least: Role): boolean =>
  role !== undefined && ranks[role] >= ranks[least]

export const newQueries = (): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (isProblem(error) && error.status === 401 && error.code === "SESSION_REQUIRED") {
          dispatchEvent(new Event("storeglass:signed-out"))
        }
      }
    }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        retry: (count, error) => count < 2 && isProblem(error) && (error.status === 0 || error.status >= 500),
        retryDelay: (count) => 500 * 2 ** count
      },
      mutations: { retry: false }
    }
  })

export const catalogueQuery = (language: Language) =>
  queryOptions({
    queryKey: ["catalogue", language],
    queryFn: ({ signal }) => read("/dashboard/api/catalogue", { query: { language } }, signal),
    staleTime: 300_000,
    placeholderData: keepPreviousData
  })

/** It's of an account; operators may be in none. */
export const useCatalogue = () => {
  useLanguage()
  return useQuery({ ...catalogueQuery(locale()), enabled: useSession().me.accountId !== null })
}

/** Says the texts of a plugin's panels in the language that is spoken. */
export const useSaid = (): ((plugin: string, text: string) => string) => {
  const texts = useCatalogue().data?.texts
  return (plugin, text) => said(text, texts?.[plugin])
}

export const useOperation = (id: string): OperationRow | undefined =>
  useCatalogue().data?.operations.find((row) => row.id === id)

export const shapesQuery = (id: string) =>
  queryOptions({
    queryKey: ["shapes", id],
    queryFn: ({ signal }) => read("/dashboard/api/catalogue/:id", { params: { id } }, signal),
    staleTime: Number.POSITIVE_INFINITY
  })

export const keysQuery = queryOptions({
  queryKey: ["keys"],
  queryFn: ({ signal }) => read("/dashboard/api/keys", {}, signal)
})

export const pinsQuery = queryOptions({
  queryKey: ["pins"],
  queryFn: ({ signal }) => read("/dashboard/api/pins", {}, signal)
})

export const connectedAppsQuery = queryOptions({
  queryKey: ["connected-apps"],
  queryFn: ({ signal }) => read("/dashboard/api/connected-apps", {}, signal)
})

export const waysQuery = queryOptions({
  queryKey: ["ways"],
  queryFn: ({ signal }) => read("/auth/ways", {}, signal),
  staleTime: 300_000
})
