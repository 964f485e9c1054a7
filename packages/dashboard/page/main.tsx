import "./style.css"
import { type ComponentType, StrictMode, useCallback, useEffect, useState } from "react"
import { createRoot } from "react-dom/client"
import { ahead } from "./ahead.ts"
import { carry, forgetToken, isProblem, read } from "./api.ts"
import type { Me } from "./generated/account.routes.ts"
import { speak, t, useLanguage } from "./i18n.ts"
import { page } from "./page.ts"
import { Failed } from "./ui/basics.tsx"
import { wayBack } from "./wayBack.ts"

type State =
  | { readonly at: "out" }
  | { readonly at: "in"; readonly me: Me }
  | { readonly at: "failed"; readonly error: unknown }

interface Pages {
  readonly App?: ComponentType<{ readonly me: Me; readonly reload: () => Promise<void> }>
  readonly SignIn?: ComponentType<{ readonly entered: () => Promise<void> }>
}

/** Only what is needed is loaded: who signs in has no use for the rest yet. */
const pages: { -readonly [Name in keyof Pages]: Pages[Name] } = {}

const whoIs = async (): Promise<State> => {
  try {
    // A script that is at hand takes as long as a short answer.
    if (page.isSignedIn) ahead(import("./App.tsx"))
    const me = await read("/dashboard/api/me", {})
    carry(me)
    const back = wayBack(location.search)
    // The page is left, so that nothing more is to be drawn.
    if (back !== undefined) return await new Promise<State>(() => location.replace(back))
    forgetToken()
    const [{ App }] = await Promise.all([import("./App.tsx"), speak(chosenLanguage() ?? me.person.language)])
    pages.App = App
    return { at: "in", me }
  } catch (error) {
    if (!isProblem(error) || error.status !== 401) return { at: "failed", error }
    const [{ SignIn }] = await Promise.all([
      import("./signIn/SignIn.tsx"),
      speak(chosenLanguage() ?? document.documentElement.lang)
    ])
    pages.SignIn = SignIn
    return { at: "out" }
  }
}

/** `?language=pseudo` shows what isn't translated. */
const chosenLanguage = () => new URLSearchParams(location.search).get("language") ?? undefined

const Root = ({ first }: { readonly first: State }) => {
  useLanguage()
  const [state, setState] = useState(first)
  const reload = useCallback(async () => setState(await whoIs()), [])
  // Signed out elsewhere, or the session ended: whichever request hears of it first.
  useEffect(() => {
    addEventListener("storeglass:signed-out", reload)
    return () => removeEventListener("storeglass:signed-out", reload)
  }, [reload])
  if (state.at === "failed") {
    return (
      <main className="mx-auto max-w-lg p-8">
        <h1 className="mb-4 text-xl font-semibold">{t("The page can't be shown")}</h1>
        <Failed error={state.error} retry={() => void reload()} />
      </main>
    )
  }
  const { App, SignIn } = pages
  if (state.at === "in")
    return App === undefined ? null : <App key={state.me.accountId} me={state.me} reload={reload} />
  return SignIn === undefined ? null : <SignIn entered={reload} />
}

const element = document.getElementById("page")
if (element !== null) {
  const first = await whoIs()
  createRoot(element).render(
    <StrictMode>
      <Root first={first} />
    </StrictMode>
  )
}
