import { Context, Data, type Effect } from "effect"
import type { ServiceUnavailable } from "./errors.ts"

/** A small generated file: an image, a report, an export. */
export interface NewFile {
  /** Whose it is, and goes with. */
  readonly accountId: string
  /** What a browser saves it as, at most 200 characters: `ranks-2026-11.csv`. */
  readonly name: string
  /** As `image/png` or `text/csv; charset=utf-8`. */
  readonly type: string
  readonly bytes: Uint8Array
  /** From then on it is gone. At most 90 days ahead. */
  readonly expiresAtMs: number
}

export interface StoredFile {
  /** 128 random bits: who has the address may read the file, without a key. Of an opened link, the link's. */
  readonly id: string
  /** `https://…/files/<id>`. */
  readonly url: string
  readonly name: string
  readonly type: string
  readonly size: number
  readonly expiresAtMs: number
}

/**
 * Why a file isn't stored.
 * - `too_large` over the gateway's limit for one file; `account_full` over that for an account
 * - `name`, `type`, `expiry` not usable
 */
export class FileRefused extends Data.TaggedError("FileRefused")<{
  readonly reason: "too_large" | "account_full" | "name" | "type" | "expiry"
  readonly message: string
}> {}

/**
 * Small files kept in PostgreSQL and served at `/files/<id>` until they expire. All but common images are served as
 * downloads. `put` and the removals join the caller's SQL transaction.
 */
export class Files extends Context.Service<
  Files,
  {
    readonly put: (file: NewFile) => Effect.Effect<StoredFile, FileRefused | ServiceUnavailable>
    /** Undefined: no such file, or it has expired. */
    readonly open: (
      id: string
    ) => Effect.Effect<(StoredFile & { readonly bytes: Uint8Array }) | undefined, ServiceUnavailable>
    /**
     * Another address of a stored file, which ends by itself and with the file. A file has at most 50 of them; a further
     * one ends the oldest. Undefined: the account has no such file.
     */
    readonly link: (
      accountId: string,
      id: string,
      expiresAtMs: number
    ) => Effect.Effect<StoredFile | undefined, ServiceUnavailable>
    /** The id in an address of this gateway's files; undefined for any other. */
    readonly idOf: (url: string) => string | undefined
    /** The id of the account's file at an address of its own or of a link; undefined where there's none, or it has expired. */
    readonly resolve: (accountId: string, id: string) => Effect.Effect<string | undefined, ServiceUnavailable>
    /** False: the account has no such file. */
    readonly remove: (accountId: string, id: string) => Effect.Effect<boolean, ServiceUnavailable>
    /** Removes all files of an account, when it is deleted; returns their number. */
    readonly removeAll: (accountId: string) => Effect.Effect<number, ServiceUnavailable>
  }
>()("@storeglass/plugin-api/Files") {}
