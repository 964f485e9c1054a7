import { Vault } from "@storeglass/plugin-api"
import { Context, Effect, Layer, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { hmacOf, randomToken } from "../crypto.ts"

const Rows = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ sealed: Schema.String })))

/** The one secret of the plugin: made at the first start, sealed by the vault, the same on every node. */
export class Secrets extends Context.Service<
  Secrets,
  {
    readonly key: Redacted.Redacted<string>
    /** A keyed hash, for one purpose. */
    readonly mark: (purpose: string, text: string) => string
  }
>()("@storeglass/account/Secrets") {
  static readonly layer = Layer.effect(
    Secrets,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const vault = yield* Vault
      const row = "account:secret:cookies"
      const made = yield* vault.seal(Redacted.make(randomToken()), row)
      yield* sql`INSERT INTO account_secrets (id, sealed) VALUES ('cookies', ${made}) ON CONFLICT (id) DO NOTHING`
      const [kept] = yield* Effect.flatMap(sql`SELECT sealed FROM account_secrets WHERE id = 'cookies'`, Rows)
      const key = yield* vault.open(kept?.sealed ?? "", row)
      return Secrets.of({ key, mark: (purpose, text) => hmacOf(Redacted.value(key), `${purpose}\n${text}`) })
    }).pipe(Effect.orDie)
  )
}
