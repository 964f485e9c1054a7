import { hash } from "node:crypto"
import { type ConnectionStatus, type ConnectionUnusable, isoColumn, type VaultError } from "@storeglass/plugin-api"
import { Redacted, Schema } from "effect"

/** The place for which a connection's secret is sealed. */
export const vaultRowOf = (accountId: string, kind: string) => `connection:${kind}:${accountId}`

/** Tells two credentials apart in lanes and journals without revealing either. */
export const laneOf = (...parts: ReadonlyArray<string | Redacted.Redacted<string>>): string => {
  const texts = parts.map((part) => (Redacted.isRedacted(part) ? Redacted.value(part) : part))
  return hash("sha256", JSON.stringify(texts), "hex").slice(0, 32)
}

/** The columns of a row, as `Row` reads them. */
export const columns: string = `account_id::text AS "accountId", kind, sealed, details, missing, state, sentence,
  revision::text AS revision, ${isoColumn("connected_at")} AS "connectedAt", ${isoColumn("checked_at")} AS "checkedAt"`

export const Row = Schema.Struct({
  accountId: Schema.String,
  kind: Schema.String,
  sealed: Schema.String,
  details: Schema.Record(Schema.String, Schema.Json),
  missing: Schema.Array(Schema.Struct({ right: Schema.String, grantedAt: Schema.optionalKey(Schema.String) })),
  state: Schema.Literals(["connected", "degraded", "rejected"]),
  sentence: Schema.NullOr(Schema.String),
  revision: Schema.String,
  connectedAt: Schema.String,
  checkedAt: Schema.String
})
export type Row = typeof Row.Type
export const readRows = Schema.decodeUnknownEffect(Schema.Array(Row))

/** What a sealed value that won't open means for its connection. */
export const rejectionOf = ({ reason }: VaultError): "key_lost" | "unreadable" =>
  reason === "unknown_key" ? "key_lost" : "unreadable"

/** A row as its owner sees it; `unopened` says that its secret cannot be opened. */
export const statusOf = (
  row: Row,
  unopened: Exclude<ConnectionUnusable["reason"], "vendor" | "replaced"> | undefined
): ConnectionStatus => {
  const reason = unopened ?? (row.state === "rejected" ? "vendor" : undefined)
  return {
    kind: row.kind,
    state: reason === undefined ? row.state : "rejected",
    rejection: reason === undefined ? null : { reason, sentence: reason === "vendor" ? row.sentence : null },
    missing: row.missing,
    details: row.details,
    revision: row.revision,
    connectedAt: row.connectedAt,
    checkedAt: row.checkedAt
  }
}
