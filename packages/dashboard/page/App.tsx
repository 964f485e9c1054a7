import { QueryClientProvider } from "@tanstack/react-query"
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  RouterProvider,
  redirect
} from "@tanstack/react-router"
import { setNonce } from "get-nonce"
import { useMemo, useState } from "react"
import { withQuery } from "./api.ts"
import type { Me } from "./generated/account.routes.ts"
import { page } from "./page.ts"
import { Missing, PageFailed, Shell } from "./Shell.tsx"
import { newQueries, type PageContext, SessionContext } from "./session.ts"
import { Loading } from "./ui/basics.tsx"

// What keeps the page still behind a window does so by a style.
setNonce(page.nonce)

const root = createRootRouteWithContext<PageContext>()({
  // Who is in no account, as operators may be, has pages of their own and, if they operate the gateway, those of operators.
  beforeLoad: ({ context: { me }, location }) => {
    if (me.accountId === null && !/^(\/dashboard)?\/(admin|settings)(\/|$)/.test(location.pathname)) {
      throw redirect({ to: me.operator !== "no" ? "/admin" : "/settings", replace: true })
    }
  },
  component: Shell,
  notFoundComponent: Missing,
  errorComponent: PageFailed
})

const texts = (search: Record<string, unknown>): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) =>
      typeof value === "string"
        ? [[name, value]]
        : typeof value === "number" || typeof value === "boolean"
          ? [[name, String(value)]]
          : []
    )
  )

const lazily = {
  validateSearch: texts,
  pendingComponent: () => <Loading lines={6} />,
  errorComponent: PageFailed
} as const

const routes = [
  createRoute({
    ...lazily,
    getParentRoute: () => root,
    path: "/",
    loader: async ({ context }) => (await import("./pages/Overview.tsx")).readied(context),
    component: lazyRouteComponent(() => import("./pages/Overview.tsx"), "Overview")
  }),
  createRoute({
    ...lazily,
    getParentRoute: () => root,
    path: "/usage",
    component: lazyRouteComponent(() => import("./pages/Usage.tsx"), "UsagePage")
  }),
  createRoute({
    ...lazily,
    getParentRoute: () => root,
    path: "/requests",
    component: lazyRouteComponent(() => import("./pages/Requests.tsx"), "RequestsPage")
  }),
  createRoute({
    ...lazily,
    getParentRoute: () => root,
    path: "/explorer",
    component: lazyRouteComponent(() => import("./pages/Explorer.tsx"), "ExplorerPage")
  }),
  createRoute({
    ...lazily,
    getParentRoute: () => root,
    path: "/explorer/$operation",
    component: lazyRouteComponent(() => import("./pages/Explorer.tsx"), "OperationPage")
  }),
  createRoute({
    ...lazily,
    getParentRoute: () => root,
    path: "/apps",
    component: lazyRouteComponent(() => import("./pages/Apps.tsx"), "AppsPage")
  }),
  createRoute({
    ...lazily,
    getParentRoute: () => root,
    path: "/apps/$platform/$app",
    component: lazyRouteComponent(() => import("./pages/App.tsx"), "AppPage")
  }),
  createRoute({
    ...lazily,
    getParentRoute: () => root,
    path: "/compare",
    component: lazyRouteComponent(() => import("./pages/Compare.tsx"), "ComparePage")
  }),
  createRoute({
    ...lazily,
    getParentRoute: () => root,
    path: "/keywords",
    component: lazyRouteComponent(() => import("./pages/Keywords.tsx"), "KeywordsPage")
  }),
  createRoute({
    ...lazily,
    getParentRoute: () => root,
    path: "/connections",
    component: lazyRouteComponent(() => import("./pages/Connections.tsx"), "ConnectionsPage")
  }),
  createRoute({
    ...lazily,
    getParentRoute: () => root,
    path: "/connections/$plugin",
    component: lazyRouteComponent(() => import("./pages/Connections.tsx"), "ConnectionPage")
  }),
  createRoute({
    ...lazily,
    getParentRoute: () => root,
    path: "/alerts",
    component: lazyRouteComponent(() => import("./pages/Alerts.tsx"), "AlertsPage")
  }),
  createRoute({
    ...lazily,
    getParentRoute: () => root,
    path: "/reports",
    component: lazyRouteComponent(() => import("./pages/Reports.tsx"), "ReportsPage")
  }),
  createRoute({
    ...lazily,
    getParentRoute: () => root,
    path: "/keys",
    component: lazyRouteComponent(() => import("./pages/Keys.tsx"), "KeysPage")
  }),
  createRoute({
    ...lazily,
    getParentRoute: () => root,
    path: "/team",
    component: lazyRouteComponent(() => import("./pages/Team.tsx"), "TeamPage")
  }),
  createRoute({
    ...lazily,
    getParentRoute: () => root,
    path: "/plan",
    component: lazyRouteComponent(() => import("./pages/Plan.tsx"), "PlanPage")
  }),
  createRoute({
    ...lazily,
    getParentRoute: () => root,
    path: "/settings",
    component: lazyRouteComponent(() => import("./pages/Settings.tsx"), "SettingsPage")
  }),
  createRoute({
    ...lazily,
    getParentRoute: () => root,
    path: "/admin",
    component: lazyRouteComponent(() => import("./pages/Admin.tsx"), "AdminPage")
  }),
  createRoute({
    ...lazily,
    getParentRoute: () => root,
    path: "/admin/$account",
    component: lazyRouteComponent(() => import("./pages/Admin.tsx"), "AdminAccountPage")
  })
]

const makeRouter = (context: PageContext) =>
  createRouter({
    context,
    routeTree: root.addChildren(routes),
    basepath: "/dashboard",
    // Values are texts, as they stand in an address that somebody else wrote: the router would take 3 for a number, and quote "3".
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: (search) => withQuery("", search),
    defaultPreload: "intent",
    // What is there soon is waited for, without a flash of something else.
    defaultPendingMs: 100,
    defaultPendingMinMs: 0,
    scrollRestoration: true
  })

/** The pages of whoever is signed in. */
export const App = ({ me, reload }: { readonly me: Me; readonly reload: () => Promise<void> }) => {
  const [queries] = useState(newQueries)
  const context = useMemo(() => ({ me, queries }), [me, queries])
  const [router] = useState(() => makeRouter(context))
  const session = useMemo(() => ({ me, reload }), [me, reload])
  return (
    <QueryClientProvider client={queries}>
      <SessionContext value={session}>
        <RouterProvider router={router} context={context} />
      </SessionContext>
    </QueryClientProvider>
  )
}
