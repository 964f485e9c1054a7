import { ApiKeys, type ServiceUnavailable } from "@storeglass/plugin-api"
import { Context, Effect, Layer, Schema } from "effect"
import type { SqlError } from "effect/sql"
import { Team } from "../team/Team.ts"
import { Grants } from "../tokens/Grants.ts"

/** What a credential is called by which something was used. */
export interface CredentialName {
  readonly id: string
  /** `page`: a signed-in person's page; `app`: one that they connected. */
  readonly kind: "key" | "app" | "page"
  readonly name: string
  /** Of a key: its last characters. */
  readonly hint: string | null
  /** Who made, connected or opened it; null: the command line, or somebody who is gone. */
  readonly personId: string | null
}

/** The same as an answer has it. */
export const CredentialShown = Schema.Struct({
  id: Schema.String,
  kind: Schema.Literals(["key", "app", "page"]),
  name: Schema.String,
  hint: Schema.NullOr(Schema.String),
  personId: Schema.NullOr(Schema.String)
})

export interface MemberName {
  readonly personId: string
  readonly name: string
  readonly email: string
}

/** What usage of the signed-in pages is called. */
export const pageName = "Dashboard"

/** What the ids of an account's usage, requests and audit stand for, as far as they're still here. */
export class Names extends Context.Service<
  Names,
  {
    readonly credentials: (
      accountId: string
    ) => Effect.Effect<ReadonlyMap<string, CredentialName>, SqlError.SqlError | ServiceUnavailable>
    /** Of who is a member now: what became of others isn't this account's. */
    readonly members: (accountId: string) => Effect.Effect<ReadonlyMap<string, MemberName>, SqlError.SqlError>
  }
>()("@storeglass/account/Names") {
  static readonly layer = Layer.effect(
    Names,
    Effect.gen(function* () {
      const grants = yield* Grants
      const apiKeys = yield* ApiKeys
      const team = yield* Team
      return Names.of({
        credentials: Effect.fn("Names.credentials")(function* (accountId) {
          const names = new Map<string, CredentialName>()
          for (const { hint, id, madeBy, name } of yield* apiKeys.list(accountId)) {
            names.set(id, { id, kind: "key", name, hint, personId: madeBy })
          }
          for (const { client, id, personId } of yield* grants.names(accountId)) {
            const kind = client === null ? "page" : "app"
            names.set(id, { id, kind, name: client ?? pageName, hint: null, personId })
          }
          return names
        }),
        members: Effect.fn("Names.members")(function* (accountId) {
          const members = yield* team.list(accountId)
          return new Map(members.map(({ email, name, personId }) => [personId, { personId, name, email }]))
        })
      })
    })
  )
}
