import { randomUUID } from "node:crypto"
import { link, mkdir, open, readFile, stat, unlink } from "node:fs/promises"
import { join } from "node:path"
import { Data, Effect, Schema } from "effect"
import { generateVaultKey, type VaultKeys } from "./VaultKey.ts"

/** The key file cannot be used; the message names the file and the fix. */
export class VaultKeyFileError extends Data.TaggedError("VaultKeyFileError")<{
  readonly message: string
  readonly cause?: unknown
}> {}

const KeyFile = Schema.fromJsonString(
  Schema.Struct({
    version: Schema.Literal(1),
    currentKeyId: Schema.NonEmptyString,
    keys: Schema.NonEmptyArray(
      Schema.Struct({ id: Schema.NonEmptyString, key: Schema.RedactedFromValue(Schema.NonEmptyString) })
    )
  })
)

const attempt = <A>(doing: string, run: () => Promise<A>) =>
  Effect.tryPromise({
    try: run,
    catch: (cause) => {
      const detail = cause instanceof Error ? cause.message : String(cause)
      return new VaultKeyFileError({ message: `Cannot ${doing}: ${detail}`, cause })
    }
  })

const hasCode = (cause: unknown, code: string) => cause instanceof Error && "code" in cause && cause.code === code

const modeOf = (path: string) =>
  attempt(`look at ${path}`, () =>
    stat(path).then(
      ({ mode }): number | undefined => mode & 0o777,
      (cause) => {
        if (hasCode(cause, "ENOENT")) return undefined
        throw cause
      }
    )
  )

// Written whole and flushed before it gets its name, so that no reader sees half a file and two nodes that boot at once
// on one folder agree: the second to link finds the first's.
const publish = async (folder: string, path: string, content: string) => {
  const draft = join(folder, `.vault.keys.${randomUUID()}`)
  const file = await open(draft, "wx", 0o600)
  try {
    await file.chmod(0o600)
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  try {
    await link(draft, path)
  } catch (cause) {
    if (!hasCode(cause, "EEXIST")) throw cause
  } finally {
    await unlink(draft)
  }
  const directory = await open(folder, "r")
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

const create = Effect.fnUntraced(function* (dataDir: string, path: string) {
  const { id, key } = yield* generateVaultKey
  const content = yield* Effect.orDie(
    Schema.encodeEffect(KeyFile)({ version: 1, currentKeyId: id, keys: [{ id, key }] })
  )
  yield* attempt(`write ${path}`, async () => {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await publish(dataDir, path, `${content}\n`)
  })
})

/**
 * The keys in `<dataDir>/vault.keys.json`, made with one key on the first use and readable by its owner alone. Without this
 * file nothing sealed can be opened again, so it belongs in the backup, apart from the database.
 */
export const loadVaultKeys = Effect.fn("loadVaultKeys")(function* (
  dataDir: string
): Effect.fn.Return<VaultKeys, VaultKeyFileError> {
  const path = join(dataDir, "vault.keys.json")
  if ((yield* modeOf(path)) === undefined) yield* create(dataDir, path)
  const mode = yield* modeOf(path)
  if (mode !== undefined && (mode & 0o077) !== 0) {
    const message = `${path} holds secret keys, but other users may access it (mode ${mode.toString(8)}). Run: chmod 600 ${path}`
    return yield* new VaultKeyFileError({ message })
  }
  const text = yield* attempt(`read ${path}`, () => readFile(path, "utf8"))
  // The cause of a failed decode quotes what it read, so it is left out.
  return yield* Effect.mapError(
    Schema.decodeEffect(KeyFile)(text),
    () => new VaultKeyFileError({ message: `${path} isn't a key file. Restore it from a backup.` })
  )
})
