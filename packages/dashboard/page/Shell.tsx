import { Link, Outlet, useRouterState } from "@tanstack/react-router"
import { DropdownMenu } from "radix-ui"
import { lazy, Suspense, useEffect, useRef, useState } from "react"
import { change, post } from "./api.ts"
import { t } from "./i18n.ts"
import { roleName } from "./names.ts"
import { page } from "./page.ts"
import { useCatalogue, useRole, useSession } from "./session.ts"
import { switchTheme } from "./theme.ts"
import { Badge, Button, Empty, Failed, PageTitle } from "./ui/basics.tsx"
import { Icon, type IconName, Logo } from "./ui/icons.tsx"

const Standing = lazy(async () => ({ default: (await import("./pages/settings/Standing.tsx")).Standing }))
const Palette = lazy(async () => ({ default: (await import("./Palette.tsx")).Palette }))

export interface NavItem {
  readonly to: string
  readonly title: string
  readonly icon: IconName
}

/** The pages, in groups. */
export const usePages = (): ReadonlyArray<ReadonlyArray<NavItem>> => {
  const { me } = useSession()
  const { data } = useCatalogue()
  const hasPanels = (slot: string) => data?.panels.some((panel) => panel.slot === slot) === true
  const has = (plugin: string) => data?.plugins.some(({ id }) => id === plugin) === true
  const admin = me.operator === "no" ? [] : [{ to: "/admin", title: t("Admin"), icon: "admin" } as const]
  if (me.accountId === null) return [[...admin, { to: "/settings", title: t("Settings"), icon: "settings" }]]
  return [
    [
      { to: "/", title: t("Overview"), icon: "overview" },
      { to: "/apps", title: t("Apps"), icon: "apps" },
      ...(has("keywords") ? [{ to: "/keywords", title: t("Keywords"), icon: "keywords" } as const] : []),
      ...(hasPanels("connections")
        ? [{ to: "/connections", title: t("Connections"), icon: "connections" } as const]
        : []),
      { to: "/alerts", title: t("Alerts"), icon: "alerts" },
      ...(has("workspace") ? [{ to: "/reports", title: t("Reports"), icon: "reports" } as const] : [])
    ],
    [
      { to: "/explorer", title: t("Explorer"), icon: "explorer" },
      { to: "/requests", title: t("Requests"), icon: "requests" },
      { to: "/usage", title: t("Usage"), icon: "usage" },
      { to: "/keys", title: t("Keys"), icon: "keys" }
    ],
    [
      { to: "/team", title: t("Team"), icon: "team" },
      { to: "/plan", title: t("Plan"), icon: "plan" },
      { to: "/settings", title: t("Settings"), icon: "settings" },
      ...admin
    ]
  ]
}

const Nav = ({ onPick }: { readonly onPick?: () => void }) => {
  const groups = usePages()
  return (
    <nav aria-label={t("Pages")} className="space-y-4">
      {groups.map((items) => (
        <ul key={items[0]?.to} className="space-y-0.5">
          {items.map(({ icon, title, to }) => (
            <li key={to}>
              <Link
                to={to}
                activeOptions={{ exact: to === "/" }}
                {...(onPick === undefined ? {} : { onClick: onPick })}
                className="flex items-center gap-3 rounded-lg px-3 py-2 text-sm text-muted hover:bg-panel hover:text-text"
                activeProps={{ className: "bg-accent-soft text-accent! font-medium" }}
              >
                <Icon name={icon} />
                {title}
              </Link>
            </li>
          ))}
        </ul>
      ))}
    </nav>
  )
}

const Account = () => {
  const { me, reload } = useSession()
  const role = useRole()
  const choose = async (accountId: string) => {
    await change("POST", "/dashboard/api/account", { body: { accountId } })
    await reload()
  }
  const leave = async () => {
    await post("/auth/sign-out", {})
    location.assign("/dashboard")
  }
  const item =
    "flex w-full items-center gap-2 rounded-md px-2 py-1.5 text-sm outline-none select-none data-highlighted:bg-panel"
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger className="flex items-center gap-2 rounded-lg px-2 py-1.5 text-sm hover:bg-panel">
        <span className="sr-only">{t("Account and person")}</span>
        <span className="grid size-7 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent">
          {(me.person.name || me.person.email).slice(0, 1).toUpperCase()}
        </span>
        <span className="hidden max-w-44 truncate md:block">{me.person.name || me.person.email}</span>
        <Icon name="down" size={14} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={6}
          className="z-50 w-72 rounded-xl border border-line bg-bg p-1.5 shadow-xl"
        >
          <div className="px-2 py-1.5">
            <div className="truncate text-sm font-medium">{me.person.name}</div>
            <div className="truncate text-xs text-muted">{me.person.email}</div>
          </div>
          <DropdownMenu.Separator className="my-1 h-px bg-line" />
          {me.accounts.length > 1 ? (
            <DropdownMenu.RadioGroup value={me.accountId ?? ""} onValueChange={(id) => void choose(id)}>
              <DropdownMenu.Label className="px-2 py-1 text-xs text-muted">{t("Account")}</DropdownMenu.Label>
              {me.accounts.map((account) => (
                <DropdownMenu.RadioItem key={account.id} value={account.id} className={item}>
                  <span className="w-4">
                    <DropdownMenu.ItemIndicator>
                      <Icon name="check" size={14} />
                    </DropdownMenu.ItemIndicator>
                  </span>
                  <span className="min-w-0 flex-1 truncate">{account.email ?? account.id}</span>
                  <Badge>{roleName(account.role)}</Badge>
                </DropdownMenu.RadioItem>
              ))}
              <DropdownMenu.Separator className="my-1 h-px bg-line" />
            </DropdownMenu.RadioGroup>
          ) : (
            <div className="flex items-center justify-between px-2 py-1 text-xs text-muted">
              <span>{t("Your role")}</span>
              <Badge>{role === undefined ? t("none") : roleName(role)}</Badge>
            </div>
          )}
          <DropdownMenu.Item asChild className={item}>
            <Link to="/settings">
              <Icon name="settings" size={16} />
              {t("Settings")}
            </Link>
          </DropdownMenu.Item>
          <DropdownMenu.Item asChild className={item}>
            <a href="/docs">
              <Icon name="docs" size={16} />
              {t("Documentation")}
            </a>
          </DropdownMenu.Item>
          <DropdownMenu.Item className={item} onSelect={() => void leave()}>
            <Icon name="out" size={16} />
            {t("Sign out")}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

/** What is around every page. */
export const Shell = () => {
  const { me } = useSession()
  const [palette, setPalette] = useState<"search" | "keys">()
  const [menu, setMenu] = useState(false)
  const main = useRef<HTMLElement>(null)
  const path = useRouterState({ select: (state) => state.location.pathname })
  const groups = usePages()
  const first = useRef(true)

  useEffect(() => {
    const on = (event: KeyboardEvent) => {
      const element = event.target instanceof HTMLElement ? event.target : undefined
      const isTyping =
        element !== undefined && (element.isContentEditable || /^(input|textarea|select)$/i.test(element.tagName))
      if (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey)) {
        event.preventDefault()
        setPalette("search")
      } else if (event.key === "?" && !isTyping) setPalette("keys")
    }
    document.addEventListener("keydown", on)
    return () => document.removeEventListener("keydown", on)
  }, [])
  const title =
    groups.flat().find(({ to }) => to !== "/" && path.startsWith(to))?.title ??
    (path.startsWith("/compare") ? t("Compare apps") : t("Overview"))
  useEffect(() => {
    document.title = `${title} · ${page.product}`
  }, [title])
  // A new page is read from its beginning.
  useEffect(() => {
    if (first.current) first.current = false
    else main.current?.focus({ preventScroll: true })
    setMenu(false)
  }, [path])

  return (
    <div className="min-h-screen">
      <a href="#main" className="fixed start-4 -top-20 z-50 rounded-b-lg bg-accent px-4 py-2 text-bg focus:top-0">
        {t("Skip to content")}
      </a>
      <header className="sticky top-0 z-30 flex h-14 items-center gap-1 border-b border-line bg-bg px-2 sm:gap-2 sm:px-5">
        <Button
          look="quiet"
          className="lg:hidden"
          icon={menu ? "close" : "menu"}
          aria-label={t("Menu")}
          aria-expanded={menu}
          aria-controls="menu"
          onClick={() => setMenu(!menu)}
        />
        <Link
          to="/"
          className="flex items-center gap-2 font-semibold"
          aria-label={t("{product}, overview", { product: page.product })}
        >
          <Logo />
          <span className="hidden sm:inline">{page.product}</span>
        </Link>
        <div className="flex-1" />
        <Button icon="search" onClick={() => setPalette("search")} aria-keyshortcuts="Control+K Meta+K">
          <span className="hidden sm:inline">{t("Search")}</span>
          <kbd className="hidden rounded border border-line px-1 font-sans text-xs text-muted sm:inline">Ctrl K</kbd>
          <span className="sr-only sm:hidden">{t("Search")}</span>
        </Button>
        <Button look="quiet" icon="theme" aria-label={t("Switch between light and dark")} onClick={switchTheme} />
        <Account />
      </header>
      {page.isSandbox ? (
        <aside
          aria-label={t("Sandbox")}
          className="border-b border-warn/30 bg-warn-soft px-4 py-1 text-center text-xs text-warn"
        >
          {t("Invented stores: no app, person or number here is real.")}
        </aside>
      ) : null}
      {me.accountId === null ? null : (
        <Suspense fallback={null}>
          <Standing />
        </Suspense>
      )}
      <div className="mx-auto flex max-w-[100rem]">
        <div className="sticky top-14 hidden h-[calc(100vh-3.5rem)] w-56 flex-none overflow-y-auto border-e border-line p-3 lg:block">
          <Nav />
        </div>
        {menu ? (
          <div id="menu" className="fixed inset-x-0 top-14 bottom-0 z-20 overflow-y-auto bg-bg p-4 lg:hidden">
            <Nav onPick={() => setMenu(false)} />
          </div>
        ) : null}
        <main id="main" ref={main} tabIndex={-1} className="min-w-0 flex-1 p-4 outline-none sm:p-6">
          <Outlet />
        </main>
      </div>
      {palette === undefined ? null : (
        <Suspense fallback={null}>
          <Palette mode={palette} close={() => setPalette(undefined)} />
        </Suspense>
      )}
    </div>
  )
}

export const Missing = () => (
  <>
    <PageTitle>{t("There's no such page")}</PageTitle>
    <p>
      <Link to="/" className="text-accent underline">
        {t("To the overview")}
      </Link>
    </p>
  </>
)

export const PageFailed = ({ error, reset }: { readonly error: unknown; readonly reset: () => void }) => (
  <>
    <PageTitle>{t("This page can't be shown")}</PageTitle>
    {error instanceof TypeError && error.message.includes("dynamically imported") ? (
      <Empty
        action={
          <Button look="main" icon="refresh" onClick={() => location.reload()}>
            {t("Reload")}
          </Button>
        }
      >
        {t("There's a newer version of these pages.")}
      </Empty>
    ) : (
      <Failed error={error} retry={reset} />
    )}
  </>
)
