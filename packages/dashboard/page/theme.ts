import { useSyncExternalStore } from "react"
import { keep } from "./keep.ts"

const dark = matchMedia("(prefers-color-scheme: dark)")
const listeners = new Set<() => void>()

/** What is on now. */
export const themeNow = (): "light" | "dark" => {
  const chosen = document.documentElement.dataset.theme
  return chosen === "dark" || chosen === "light" ? chosen : dark.matches ? "dark" : "light"
}

/** A cookie, so that the page comes in it and nothing flashes. The documentation reads the same choice from storage. */
export const switchTheme = (): void => {
  const next = themeNow() === "dark" ? "light" : "dark"
  document.documentElement.dataset.theme = next
  keep("theme", next)
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  dark.addEventListener("change", listener)
  return () => {
    listeners.delete(listener)
    dark.removeEventListener("change", listener)
  }
}

export const useTheme = (): "light" | "dark" => useSyncExternalStore(subscribe, themeNow)
