import { ApiKeys, KeyRefused, ServiceUnavailable } from "@storeglass/plugin-api"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Accounts } from "./Accounts.ts"
import { AccountError, revokedChannel } from "./accountErrors.ts"

const unavailable = (cause: unknown) =>
  new ServiceUnavailable("keys can't be read or changed just now; retry", { retryAfterSeconds: 1, cause })

const told = (error: unknown): KeyRefused | ServiceUnavailable => {
  if (!(error instanceof AccountError)) return unavailable(error)
  const { field, message, reason } = error
  switch (reason) {
    case "text":
    case "invalid":
      return new KeyRefused({ reason: "invalid", field, message })
    case "not_found":
      return new KeyRefused({ reason: "not_found", message: "no such key" })
    case "limit":
    case "state":
    case "deleting":
      return new KeyRefused({ reason, message })
    default:
      return unavailable(error)
  }
}

/** The keys of accounts, for plugins. */
export const ApiKeysLive = Layer.effect(
  ApiKeys,
  Effect.gen(function* () {
    const accounts = yield* Accounts
    const ofCommands = new KeyRefused({
      reason: "state",
      message: "a key with the scope 'internal' is made by the command line alone"
    })
    return ApiKeys.of({
      create: (key) =>
        // Plugins are checked too where types end.
        key.scopes?.some((scope) => scope !== "read" && scope !== "write")
          ? Effect.fail(new KeyRefused({ reason: "invalid", field: "scopes", message: "scopes: read and write" }))
          : Effect.mapError(accounts.createKey(key), told),
      list: (accountId) => Effect.mapError(accounts.keys(accountId), unavailable),
      find: (accountId, keyId) => Effect.mapError(accounts.key(keyId, accountId), unavailable),
      rotate: (wanted) =>
        Effect.mapError(accounts.key(wanted.keyId, wanted.accountId), unavailable).pipe(
          Effect.flatMap((key) =>
            key?.scopes.includes("internal") === true
              ? Effect.fail(ofCommands)
              : Effect.mapError(accounts.rotateKey(wanted), told)
          )
        ),
      revoke: ({ accountId, keyId }) => Effect.mapError(accounts.revokeKey(keyId, accountId), told),
      expiring: (fromMs, untilMs, after) => Effect.mapError(accounts.expiringKeys(fromMs, untilMs, after), unavailable),
      ownerOf: (value) =>
        accounts.keyOf(value).pipe(
          Effect.map((key) => (key === undefined ? undefined : { accountId: key.accountId, key })),
          Effect.mapError(unavailable)
        ),
      forgetPerson: (personId) => Effect.mapError(accounts.forgetMaker(personId), unavailable),
      changed: SqlClient.SqlClient.use((sql) => sql`SELECT pg_notify(${revokedChannel}, '')`).pipe(
        Effect.asVoid,
        Effect.mapError(unavailable)
      )
    })
  })
)
