import { accountRoles, asDocumented, NotFound, rawRoute } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { HttpRouter } from "effect/http"
import { changes, member, reading, sessionRoute } from "../dashboard.ts"
import { dataOf } from "../request.ts"
import { type ConnectedApp, Grants } from "../tokens/Grants.ts"

const timeOf = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())

const shown = ({
  clientHost,
  clientId,
  clientName,
  createdMs,
  expiresMs,
  grantIds,
  id,
  lastUsedAddress,
  lastUsedAgent,
  lastUsedMs,
  personEmail,
  personId,
  scopes,
  toolsets
}: ConnectedApp) => ({
  id,
  /** As many as times it was connected; usage and logs count under them. */
  grantIds,
  name: clientName,
  clientId,
  /** Who vouches for the name; null: nobody. */
  host: clientHost,
  scopes,
  toolsets,
  person: { id: personId, email: personEmail },
  connectedAt: timeOf(createdMs),
  endsAt: timeOf(expiresMs),
  lastUsed: lastUsedMs === null ? null : { at: timeOf(lastUsedMs), address: lastUsedAddress, agent: lastUsedAgent }
})

/** Whose apps someone sees and ends: everybody's from admin on, else their own. */
const reach = Effect.map(member, ({ accountId, personId, role }) => ({
  accountId,
  personId: accountRoles.indexOf(role) >= accountRoles.indexOf("admin") ? undefined : personId
}))

/** Connected apps: seen and ended. */
export const appRoutes = [
  rawRoute({
    ...sessionRoute,
    id: "connectedApps",
    method: "GET",
    path: "/dashboard/api/connected-apps",
    errors: reading,
    summary: "Connected apps",
    description:
      "Apps that may use the account, each once for whoever connected it, with when, from where and by what it was last used, those used last first. Viewers and members see those that they connected, admins and owners all.",
    handler: Effect.gen(function* () {
      const { accountId, personId } = yield* reach
      const grants = yield* Grants
      return dataOf({ apps: (yield* asDocumented(grants.apps(accountId, personId))).map(shown) })
    })
  }),
  rawRoute({
    ...sessionRoute,
    id: "disconnectApp",
    method: "DELETE",
    path: "/dashboard/api/connected-apps/:id",
    errors: [...changes, NotFound],
    summary: "Disconnect an app",
    description: "Ends all that its person granted it: its tokens are refused on every node within 5 seconds.",
    handler: Effect.gen(function* () {
      const of = yield* reach
      const { id = "" } = yield* HttpRouter.params
      const grants = yield* Grants
      if (!(yield* asDocumented(grants.endApp(id, of)))) {
        return yield* new NotFound("no such app; it may be disconnected already")
      }
      return dataOf({ disconnected: true })
    })
  })
]
