import { asDocumented, Forbidden, rawRoute, ServiceUnavailable } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { changes, member, session, sessionRoute } from "../dashboard.ts"
import { jsonRoute } from "../jsonRoute.ts"
import { dataOf } from "../request.ts"
import { Grants, tokenScopes } from "./Grants.ts"
import { Issuer } from "./Issuer.ts"
import { SigningKeys } from "./SigningKeys.ts"

const PageToken = Schema.Struct({
  token: Schema.String,
  tokenType: Schema.Literal("Bearer"),
  scopes: Schema.Array(Schema.Literals(tokenScopes)),
  expiresAt: Schema.String
}).annotate({ identifier: "PageToken" })

/** Tokens for the pages of who is signed in, and the keys that all tokens are signed with. */
export const tokenRoutes = [
  jsonRoute({
    ...sessionRoute,
    id: "pageToken",
    method: "POST",
    path: "/dashboard/api/token",
    answer: PageToken,
    errors: changes,
    summary: "A token for this page",
    description:
      "Good for 10 minutes, for `/v1` as `Authorization: Bearer`, with what the person may do in the account they look at. It ends with the session. Keep it in memory only.",
    handler: ({ payload }) =>
      Effect.gen(function* () {
        const found = yield* session
        yield* payload
        const { accountId, personId, role } = yield* member
        const grants = yield* Grants
        const issuer = yield* Issuer
        const scopes = role === "viewer" ? (["read"] as const) : tokenScopes
        const grantId = yield* asDocumented(grants.ofPage({ sessionId: found.id, personId, accountId }))
        const { expiresMs, token } = yield* asDocumented(
          issuer.issue({ audience: "/v1", grantId, accountId, personId, scopes })
        )
        return dataOf({ token, tokenType: "Bearer", scopes, expiresAt: new Date(expiresMs).toISOString() })
      })
  }),
  rawRoute({
    access: "public",
    price: 0,
    query: [],
    tool: false,
    id: "jwks",
    method: "GET",
    path: "/auth/jwks",
    answers: { kind: "file" },
    errors: [Forbidden, ServiceUnavailable],
    summary: "Keys that tokens are signed with",
    description: "A JSON Web Key Set: public keys alone. Each signs for 90 days and is here for a week more.",
    handler: Effect.gen(function* () {
      const { published } = yield* SigningKeys
      const keys = yield* asDocumented(published)
      return HttpServerResponse.text(JSON.stringify({ keys }), {
        contentType: "application/jwk-set+json",
        headers: { "cache-control": "public, max-age=300", "access-control-allow-origin": "*" }
      })
    })
  })
]
