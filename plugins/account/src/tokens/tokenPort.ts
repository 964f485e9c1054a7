import { AccessTokens, databaseAway } from "@storeglass/plugin-api"
import { Effect, Layer } from "effect"
import { resourcePath } from "../oauth/metadata.ts"
import { pageName } from "../reading/Names.ts"
import { Grants } from "./Grants.ts"
import { Issuer } from "./Issuer.ts"

const away = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.mapError(effect, (cause) => databaseAway(cause))

/** The tokens that this plugin issues, for the guard. */
export const tokenPort = Layer.effect(
  AccessTokens,
  Effect.gen(function* () {
    const issuer = yield* Issuer
    const grants = yield* Grants
    return AccessTokens.of({
      verify: (token) => away(issuer.verify(token)),
      standing: (tokens) => away(grants.standing(tokens)),
      resourceMetadata: (audience) => (audience === "/mcp" ? `${issuer.url}${resourcePath}` : undefined),
      names: (accountId) =>
        away(
          Effect.map(grants.names(accountId), (all) => new Map(all.map(({ client, id }) => [id, client ?? pageName])))
        ),
      used: (uses) => Effect.ignore(grants.used(uses))
    })
  })
)
