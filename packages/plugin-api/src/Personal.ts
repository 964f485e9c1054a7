import type { Effect, Stream } from "effect"

/** A row as its owner may have it: JSON, without secrets. */
export interface PersonalRow {
  /** The file of the export, as in `workspace_apps`. */
  readonly part: string
  readonly row: unknown
}

/** A table with a column `account_id`. `omit`: columns that no export shows, such as sealed values. */
export type PersonalTable = string | { readonly table: string; readonly omit: ReadonlyArray<string> }

/**
 * What a plugin keeps of an account. Its owner may have all of it, and when the account is deleted all of it goes.
 *
 * The tables alone suffice: an export has their rows, and deleting them is all there is to forget. `export` and `forget`
 * replace that where rows must be read or deleted in another way.
 */
export interface Personal<R> {
  /** Every table of the plugin with rows of accounts; a test finds one that's missing here. */
  readonly tables: ReadonlyArray<PersonalTable>
  readonly export?: (accountId: string) => Stream.Stream<PersonalRow, unknown, R>
  /**
   * Deletes it all. Plugins that use others forget first. A failure is retried, and an hour later it runs once more for what
   * work under way may have added, so it must be idempotent.
   */
  readonly forget?: (accountId: string) => Effect.Effect<unknown, unknown, R>
}
