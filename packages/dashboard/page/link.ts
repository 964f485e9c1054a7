import { useNavigate, useSearch } from "@tanstack/react-router"

export type Search = Readonly<Record<string, string | undefined>>

/** What stands in the address of the page, and how to change it. */
export const useAddress = (): readonly [Search, (change: Search, replace?: boolean) => void] => {
  const search: Search = useSearch({ strict: false })
  const navigate = useNavigate()
  const change = (changed: Search, replace = true) => {
    const next = Object.fromEntries(
      Object.entries({ ...search, ...changed }).filter(([, value]) => value !== undefined && value !== "")
    )
    void navigate({ to: ".", search: next as never, replace })
  }
  return [search, change]
}
