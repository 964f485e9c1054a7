import type { Scope } from "@storeglass/plugin-api"
import { Clock, Effect, Option, Redacted } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { BootError } from "../BootError.ts"
import { stateOf } from "./keyState.ts"
import { gateway } from "./lazily.ts"
import { ofAccount, whoArgument } from "./ofAccount.ts"
import { print, table } from "./output.ts"
import { configFlag, jsonFlag } from "./settings.ts"

const known: ReadonlyArray<Scope> = ["read", "write", "internal"]

const overlapOf = { "0": 0, "1": 1, "24": 24, "168": 168 } as const

const parseScopes = (text: string) =>
  Effect.forEach(text.split(","), (word) => {
    const scope = known.find((candidate) => candidate === word.trim())
    return scope === undefined
      ? Effect.fail(new BootError({ subject: "scopes", reason: `there's no scope '${word}'; use ${known.join(", ")}` }))
      : Effect.succeed(scope)
  })

const listOf = (text: string) => text.split(",").map((word) => word.trim())

/** In so many days, or at a date. */
const parseExpiry = Effect.fnUntraced(function* (text: string) {
  const nowMs = yield* Clock.currentTimeMillis
  const ms = /^\d{1,5}$/.test(text) ? nowMs + Number(text) * 86_400_000 : Date.parse(text)
  if (ms > nowMs) return ms
  const reason = `'${text}' isn't in the future; give days, such as 90, or a time, such as 2027-01-31T00:00:00Z`
  return yield* new BootError({ subject: "expires", reason })
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
    plugins: Flag.String("plugins").pipe(
      Flag.withDescription("Comma-separated: only their operations. Default: all."),
      Flag.optional
    ),
    addresses: Flag.String("addresses").pipe(
      Flag.withDescription("Comma-separated addresses and networks: only from there, at most 50. Default: from any."),
      Flag.optional
    ),
    expires: Flag.String("expires").pipe(
      Flag.withDescription("In so many days, or at a time (ISO 8601). Default: never."),
      Flag.optional
    ),
    config: configFlag,
    json: jsonFlag
  },
  ({ account: who, addresses, config, expires, json, name, plugins, scopes: wanted }) =>
    Effect.gen(function* () {
      const scopes = yield* parseScopes(wanted)
      const expiresAtMs = Option.isSome(expires) ? yield* parseExpiry(expires.value) : null
      const only = Option.getOrNull(Option.map(plugins, listOf))
      const { Accounts, operate, readComposition } = yield* gateway
      if (only !== null) {
        const enabled = (yield* readComposition(config)).composition.plugins.map(({ plugin }) => plugin.id)
        const stranger = only.find((id) => !enabled.includes(id))
        if (stranger !== undefined) {
          const reason = `'${stranger}' isn't enabled; enabled are ${enabled.toSorted().join(", ")}`
          return yield* new BootError({ subject: "plugins", reason })
        }
      }
      yield* operate(
        config,
        Effect.gen(function* () {
          const accounts = yield* Accounts.Accounts
          const account = yield* accounts.find(who)
          const { key, value } = yield* accounts.createKey({
            accountId: account.id,
            name,
            scopes,
            plugins: only,
            addresses: Option.getOrNull(Option.map(addresses, listOf)),
            expiresAtMs
          })
          const apiKey = Redacted.value(value)
          yield* print(
            json,
            {
              keyId: key.id,
              accountId: account.id,
              apiKey,
              scopes: key.scopes,
              plugins: key.plugins,
              addresses: key.addresses,
              expiresAt: key.expiresAt
            },
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
    const nowMs = yield* Clock.currentTimeMillis
    yield* print(
      json,
      keys,
      table(
        ["id", "key", "name", "scopes", "plugins", "addresses", "made", "state", "last used"],
        keys.map((key) => [
          key.id,
          key.hint,
          key.name,
          key.scopes.join(","),
          key.plugins?.join(",") ?? "all",
          key.addresses?.join(",") ?? "any",
          key.createdAt,
          stateOf(key, nowMs),
          key.lastUsed === null ? "-" : `${key.lastUsed.at} from ${key.lastUsed.address ?? "here"}`
        ])
      )
    )
  })
).pipe(Command.withDescription("List an account's keys, without the keys themselves."))

const rotate = Command.make(
  "rotate",
  {
    key: Argument.String("key-id").pipe(Argument.withDescription("As `key list` shows it.")),
    overlap: Flag.Literals("overlap", ["0", "1", "24", "168"]).pipe(
      Flag.withDescription("Hours for which the old key is still good."),
      Flag.withDefault("24" as const)
    ),
    config: configFlag,
    json: jsonFlag
  },
  ({ config, json, key: keyId, overlap }) =>
    Effect.flatMap(gateway, ({ Accounts, operate }) =>
      operate(
        config,
        Effect.gen(function* () {
          const accounts = yield* Accounts.Accounts
          const overlapHours = overlapOf[overlap]
          const { key, replaced, value } = yield* accounts.rotateKey({ keyId, overlapHours })
          const apiKey = Redacted.value(value)
          yield* print(
            json,
            { keyId: key.id, accountId: key.accountId, apiKey, expiresAt: key.expiresAt, replaced },
            `key ${apiKey}\n    id ${key.id}; shown only once\n${replaced.hint} is good until ${replaced.endsAt}`
          )
        })
      )
    )
).pipe(
  Command.withDescription("Replace a key by a successor with the same rights. The old one ends after the overlap.")
)

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
  Command.withSubcommands([create, list, rotate, revoke])
)
