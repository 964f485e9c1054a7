import { accountRoles, asDocumented, NotFound } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import { HttpRouter } from "effect/http"
import { LastUse } from "../answers.ts"
import { changes, member, reading, sessionRoute } from "../dashboard.ts"
import { jsonRoute } from "../jsonRoute.ts"
import { dataOf } from "../request.ts"
import { type ConnectedApp, Grants, tokenScopes } from "../tokens/Grants.ts"

const AppShown = Schema.Struct({
  id: Schema.String,
  grantIds: Schema.Array(Schema.String).annotate({
    description: "As many as times it was connected; usage and logs count under them."
  }),
  name: Schema.String,
  clientId: Schema.String,
  host: Schema.NullOr(Schema.String).annotate({ description: "Who vouches for the name; null: nobody." }),
  scopes: Schema.Array(Schema.Literals(tokenScopes)),
  toolsets: Schema.NullOr(Schema.Array(Schema.String)),
  person: Schema.Struct({ id: Schema.String, email: Schema.String }),
  connectedAt: Schema.String,
  endsAt: Schema.NullOr(Schema.String),
  lastUsed: Schema.NullOr(LastUse)
}).annotate({ identifier: "ConnectedApp" })

const timeOf = (ms: number) => new Date(ms).toISOString()

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
  endsAt: expiresMs === null ? null : timeOf(expiresMs),
  lastUsed: lastUsedMs === null ? null : { at: timeOf(lastUsedMs), address: lastUsedAddress, agent: lastUsedAgent }
})

/** Whose apps someone sees and ends: everybody's from admin on, else their own. */
const reach = Effect.map(member, ({ accountId, personId, role }) => ({
  accountId,
  personId: accountRoles.indexOf(role) >= accountRoles.indexOf("admin") ? undefined : personId
}))

/** Connected apps: seen and ended. */
export const appRoutes = [
  jsonRoute({
    ...sessionRoute,
    id: "connectedApps",
    method: "GET",
    path: "/dashboard/api/connected-apps",
    answer: Schema.Struct({ apps: Schema.Array(AppShown) }),
    errors: reading,
    summary: "Connected apps",
    description:
      "Apps that may use the account, each once for whoever connected it, with when, from where and by what it was last used, those used last first. Viewers and members see those that they connected, admins and owners all.",
    handler: () =>
      Effect.gen(function* () {
        const { accountId, personId } = yield* reach
        const grants = yield* Grants
        return dataOf({ apps: (yield* asDocumented(grants.apps(accountId, personId))).map(shown) })
      })
  }),
  jsonRoute({
    ...sessionRoute,
    id: "disconnectApp",
    method: "DELETE",
    path: "/dashboard/api/connected-apps/:id",
    answer: Schema.Struct({ disconnected: Schema.Literal(true) }),
    errors: [...changes, NotFound],
    summary: "Disconnect an app",
    description: "Ends all that its person granted it: its tokens are refused on every node within 5 seconds.",
    handler: () =>
      Effect.gen(function* () {
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
