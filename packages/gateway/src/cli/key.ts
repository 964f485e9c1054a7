import type { Scope } from "@storeglass/plugin-api"
import { Effect, Redacted } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { BootError } from "../BootError.ts"
import { gateway } from "./lazily.ts"
import { ofAccount, whoArgument } from "./ofAccount.ts"
import { print, table } from "./output.ts"
import { configFlag, jsonFlag } from "./settings.ts"

const known: ReadonlyArray<Scope> = ["read", "write", "internal"]

const parseScopes = (text: string) =>
  Effect.forEach(text.split(","), (word) => {
    const scope = known.find((candidate) => candidate === word.trim())
    return scope === undefined
      ? Effect.fail(new BootError({ subject: "scopes", reason: `there's no scope '${word}'; use ${known.join(", ")}` }))
      : Effect.succeed(scope)
  })

const create = Command.make(
  "create",
  {
    account: whoArgument,
    name: Flag.String("name").pipe(Flag.withDescription("A name to recognize it by."), Flag.withDefault("key")),
    scopes: Flag.String("scopes").pipe(
      Flag.withDescription("Comma-separated: read, write, internal."),
      Flag.withDefault("read,write")
    ),
    config: configFlag,
    json: jsonFlag
  },
  ({ account: who, config, json, name, scopes: wanted }) =>
    Effect.gen(function* () {
      const scopes = yield* parseScopes(wanted)
      const { Accounts, operate } = yield* gateway
      yield* operate(
        config,
        Effect.gen(function* () {
          const accounts = yield* Accounts.Accounts
          const account = yield* accounts.find(who)
          const { key, value } = yield* accounts.createKey({ accountId: account.id, name, scopes })
          const apiKey = Redacted.value(value)
          yield* print(
            json,
            { keyId: key.id, accountId: account.id, apiKey, scopes: key.scopes },
            `key ${apiKey}\n    id ${key.id}; shown only once; only its SHA-256 is stored`
          )
        })
      )
    })
).pipe(Command.withDescription("Create a key. It is shown only once."))

const list = ofAccount(
  "list",
  Effect.fnUntraced(function* ({ account, accounts, json }) {
    const keys = yield* accounts.keys(account.id)
    yield* print(
      json,
      keys,
      table(
        ["id", "key", "name", "scopes", "made", "revoked"],
        keys.map((key) => [key.id, key.hint, key.name, key.scopes.join(","), key.createdAt, key.revokedAt ?? "-"])
      )
    )
  })
).pipe(Command.withDescription("List an account's keys, without the keys themselves."))

const revoke = Command.make(
  "revoke",
  {
    key: Argument.String("key-id").pipe(Argument.withDescription("As `key list` shows it.")),
    config: configFlag,
    json: jsonFlag
  },
  ({ config, json, key: id }) =>
    Effect.flatMap(gateway, ({ Accounts, operate }) =>
      operate(
        config,
        Effect.gen(function* () {
          const accounts = yield* Accounts.Accounts
          const key = yield* accounts.revokeKey(id)
          yield* print(json, key, `${key.hint} is revoked; every node refuses it within 5 s`)
        })
      )
    )
).pipe(Command.withDescription("Revoke a key. Every node refuses it within 5 seconds."))

export const key = Command.make("key").pipe(
  Command.withDescription("API keys."),
  Command.withSubcommands([create, list, revoke])
)
