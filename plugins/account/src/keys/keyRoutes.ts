import {
  type ApiKeyDetails,
  ApiKeys,
  asDocumented,
  Forbidden,
  InvalidInput,
  type KeyRefused,
  NotFound,
  Operations,
  overlapHours,
  type ServiceUnavailable,
  StoredText
} from "@storeglass/plugin-api"
import { Effect, Redacted, Schema } from "effect"
import { HttpRouter } from "effect/http"
import { Key, KeyText } from "../answers.ts"
import { changes, member, reading, sessionRoute } from "../dashboard.ts"
import { KeyEnded, KeyLimitReached } from "../errors.ts"
import { jsonRoute } from "../jsonRoute.ts"
import { isMoment } from "../moments.ts"
import { Persons } from "../persons/Persons.ts"
import { type MemberName, Names } from "../reading/Names.ts"
import { dataOf } from "../request.ts"

const optional = Schema.optionalKey

const MadeKey = Schema.Struct({ key: Key, value: Schema.String }).annotate({ identifier: "MadeKey" })
const RotatedKey = Schema.Struct({ ...MadeKey.fields, replaced: Key }).annotate({ identifier: "RotatedKey" })
const NewKey = Schema.Struct({
  name: StoredText({ max: 100, description: "What it's for." }),
  scopes: optional(Schema.Array(Schema.Literals(["read", "write"])).check(Schema.isMinLength(1))),
  plugins: optional(Schema.NullOr(Schema.Array(Schema.String).check(Schema.isMaxLength(100)))),
  addresses: optional(Schema.NullOr(Schema.Array(Schema.String).check(Schema.isMaxLength(50)))),
  expiresAt: optional(
    Schema.NullOr(
      Schema.String.check(
        Schema.makeFilter((text: string) =>
          isMoment(text) ? undefined : "must be a day or a time such as 2027-01-31T00:00:00Z"
        )
      )
    )
  )
})
const FoundKey = Schema.Struct({ accountId: Schema.String, key: Key }).annotate({ identifier: "FoundKey" })
const Rotation = Schema.Struct({ overlapHours: optional(Schema.Literals(overlapHours)) })

/** What isn't there and what isn't the caller's are the same. */
const asAnswered = ({ field, message, reason }: KeyRefused) => {
  switch (reason) {
    case "invalid":
      return new InvalidInput(field === undefined ? message : `${field} (body): ${message}`, { field })
    case "limit":
      return new KeyLimitReached(message)
    case "not_found":
      return new NotFound("no such key")
    default:
      return new KeyEnded(message)
  }
}
const refusable = <A, R>(effect: Effect.Effect<A, KeyRefused | ServiceUnavailable, R>) =>
  Effect.catchTag(effect, "KeyRefused", (refused) => Effect.fail(asAnswered(refused)))

/** A key that this person may change: members their own, admins and owners all. */
const ownKey = Effect.gen(function* () {
  const { accountId, personId, role } = yield* member
  const { id = "" } = yield* HttpRouter.params
  const apiKeys = yield* ApiKeys
  const key = yield* apiKeys.find(accountId, id)
  if (key === undefined) return yield* new NotFound("no such key")
  if (role === "member" && key.madeBy !== personId) {
    return yield* new Forbidden("members change the keys that they made; ask an admin or owner of the account")
  }
  return { accountId, keyId: key.id, personId }
})

type Maker = (typeof Key.Type)["maker"]
const makerOf = ({ byPerson, madeBy }: ApiKeyDetails, members: ReadonlyMap<string, MemberName>): Maker => {
  if (byPerson === null) return null
  if (!byPerson) return { kind: "command_line", name: null }
  const member = madeBy === null ? undefined : members.get(madeBy)
  return member === undefined ? { kind: "former", name: null } : { kind: "member", name: member.name }
}
/** How keys of an account are shown. */
const showing = Effect.fnUntraced(function* (accountId: string) {
  const names = yield* Names
  const members = yield* asDocumented(names.members(accountId))
  return (key: ApiKeyDetails): typeof Key.Type => {
    const { accountId: _, byPerson: __, ...rest } = key
    return { ...rest, maker: makerOf(key, members) }
  }
})
const keyErrors = [...changes, KeyLimitReached, KeyEnded, NotFound] as const

/** Keys: made here, shown once, rotated and revoked. */
export const keyRoutes = [
  jsonRoute({
    ...sessionRoute,
    id: "keys",
    method: "GET",
    path: "/dashboard/api/keys",
    answer: Schema.Struct({ keys: Schema.Array(Key) }),
    errors: reading,
    summary: "Keys of the account",
    description:
      "Oldest first, those that have ended too, each with its rights and when it was last used. Never their values.",
    handler: () =>
      Effect.gen(function* () {
        const { accountId } = yield* member
        const apiKeys = yield* ApiKeys
        return dataOf({ keys: (yield* apiKeys.list(accountId)).map(yield* showing(accountId)) })
      })
  }),
  jsonRoute({
    ...sessionRoute,
    role: "member",
    id: "createKey",
    method: "POST",
    path: "/dashboard/api/keys",
    payload: NewKey,
    answer: MadeKey,
    errors: keyErrors,
    summary: "Make a key",
    description: "Its value is in this answer and nowhere else.",
    handler: ({ payload }) =>
      Effect.gen(function* () {
        const { accountId, personId } = yield* member
        const { expiresAt = null, ...wanted } = yield* payload
        const apiKeys = yield* ApiKeys
        const { plugins } = yield* Operations
        const unknown = wanted.plugins?.find((id) => !plugins.some((plugin) => plugin.id === id))
        if (unknown !== undefined) {
          const ids = plugins.map(({ id }) => id).join(", ")
          return yield* new InvalidInput(`plugins (body): no plugin '${unknown}' is enabled here; there are ${ids}`, {
            field: "plugins"
          })
        }
        const made = yield* refusable(
          apiKeys.create({
            ...wanted,
            accountId,
            expiresAtMs: expiresAt === null ? null : Date.parse(expiresAt),
            personId
          })
        )
        const shown = yield* showing(accountId)
        return dataOf({ key: shown(made.key), value: Redacted.value(made.value) }, 201)
      })
  }),
  jsonRoute({
    ...sessionRoute,
    id: "findOwnKey",
    method: "POST",
    path: "/dashboard/api/keys/find",
    payload: KeyText,
    answer: FoundKey,
    errors: [...changes, NotFound],
    summary: "Which of your keys it is",
    description:
      "Takes a key's value, as somebody found it, and tells which key of your accounts it is, so that it can be revoked. The value is kept nowhere. Another's key and no key at all are the same.",
    handler: ({ payload }) =>
      Effect.gen(function* () {
        const { personId } = yield* member
        const { key } = yield* payload
        const apiKeys = yield* ApiKeys
        const persons = yield* Persons
        const found = yield* apiKeys.ownerOf(Redacted.make(key.trim()))
        const accounts = yield* asDocumented(persons.memberships(personId))
        if (found === undefined || !accounts.some(({ accountId }) => accountId === found.accountId)) {
          return yield* new NotFound("no key of your accounts has this value")
        }
        const shown = yield* showing(found.accountId)
        return dataOf({ accountId: found.accountId, key: shown(found.key) })
      })
  }),
  jsonRoute({
    ...sessionRoute,
    role: "member",
    id: "rotateKey",
    method: "POST",
    path: "/dashboard/api/keys/:id/rotate",
    payload: Rotation,
    answer: RotatedKey,
    errors: keyErrors,
    summary: "Rotate a key",
    description:
      "Makes a successor with the same rights, and ends the old one after 0, 1, 24 (the default) or 168 hours.",
    handler: ({ payload }) =>
      Effect.gen(function* () {
        const own = yield* ownKey
        const apiKeys = yield* ApiKeys
        const rotated = yield* refusable(apiKeys.rotate({ ...own, ...(yield* payload) }))
        const shown = yield* showing(own.accountId)
        return dataOf(
          { key: shown(rotated.key), value: Redacted.value(rotated.value), replaced: shown(rotated.replaced) },
          201
        )
      })
  }),
  jsonRoute({
    ...sessionRoute,
    role: "member",
    id: "revokeKey",
    method: "DELETE",
    path: "/dashboard/api/keys/:id",
    answer: Schema.Struct({ key: Key }),
    errors: keyErrors,
    summary: "Revoke a key",
    description: "It's refused on every node within 5 seconds, for good.",
    handler: () =>
      Effect.gen(function* () {
        const { accountId, keyId } = yield* ownKey
        const apiKeys = yield* ApiKeys
        const revoked = yield* refusable(apiKeys.revoke({ accountId, keyId }))
        return dataOf({ key: (yield* showing(accountId))(revoked) })
      })
  })
]
