import { Context, Data, type Effect, type Redacted } from "effect"

/** The sealed value cannot be opened: wrong row, tampered with, or its key id is not configured. */
export class VaultError extends Data.TaggedError("VaultError")<{
  readonly reason: "unknown_key" | "rejected" | "malformed"
  readonly message: string
}> {}

/** Customers' secrets at rest: AES-256-GCM, a separate data key for each value, wrapped by a named key. */
export class Vault extends Context.Service<
  Vault,
  {
    /** `row` names the place it is stored in (`connect_storea:<account>:<id>`); it opens nowhere else. */
    readonly seal: (secret: Redacted.Redacted<string>, row: string) => Effect.Effect<string>
    readonly open: (sealed: string, row: string) => Effect.Effect<Redacted.Redacted<string>, VaultError>
    /** The same secret under the current key; undefined when it already is. */
    readonly rewrap: (sealed: string, row: string) => Effect.Effect<string | undefined, VaultError>
  }
>()("@storeglass/plugin-api/Vault") {}

/** A column of sealed values; `row` is SQL that gives the row for which each was sealed. */
export interface SealedColumn {
  readonly table: string
  readonly column: string
  readonly row: string
}
