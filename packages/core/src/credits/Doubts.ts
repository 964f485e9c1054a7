import { randomUUID } from "node:crypto"
import { mkdir, open, readdir, readFile, rename, unlink } from "node:fs/promises"
import { dirname, join } from "node:path"
import { Data, Effect, Schema, Semaphore } from "effect"
import { SqlClient } from "effect/sql"

/** A charge that was sent and never confirmed, as it is written down. */
export const Doubt = Schema.Struct({
  id: Schema.String,
  accountId: Schema.String,
  bucket: Schema.Int,
  period: Schema.String,
  credits: Schema.Int,
  operationId: Schema.Int,
  credentialId: Schema.optional(Schema.String),
  idempotency: Schema.optional(Schema.Struct({ key: Schema.String, owner: Schema.Int, attempt: Schema.Int }))
})
export type Doubt = typeof Doubt.Type

const DoubtFile = Schema.fromJsonString(Schema.Array(Doubt))
const encode = Schema.encodeEffect(DoubtFile)
const decode = Schema.decodeUnknownEffect(DoubtFile)

/** The folder of doubts can't be used. */
export class DoubtsUnusable extends Data.TaggedError("DoubtsUnusable")<{
  readonly message: string
  readonly cause: unknown
}> {}

/** Charges that were written down together. Their file goes when none of them is open. */
export interface DoubtBatch {
  readonly path: string
  readonly doubts: ReadonlyArray<Doubt>
}

/** How long the disk may take before the answer says that nothing was written. */
const writeMsMax = 2_000

const attempt = <A>(doing: string, run: () => Promise<A>) =>
  Effect.tryPromise({
    try: run,
    catch: (cause) =>
      new DoubtsUnusable({
        message: `can't ${doing}: ${cause instanceof Error ? cause.message : String(cause)}`,
        cause
      })
  })

const syncFolder = async (folder: string) => {
  const handle = await open(folder, "r")
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

// Whole and on the disk before it gets its name, and its name on the disk before anyone is told.
const publish = async (path: string, content: string) => {
  const folder = dirname(path)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = `${path}.draft`
  const file = await open(draft, "wx", 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, path)
  await syncFolder(folder)
}

/** The doubts in a folder, by file. A folder that isn't there has none. */
export const readDoubts = Effect.fn("Doubts.read")(function* (folder: string, known: ReadonlySet<string> = new Set()) {
  const names = yield* attempt(`read ${folder}`, () =>
    readdir(folder).catch((cause: unknown) => {
      if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return []
      throw cause
    })
  )
  const batches: Array<DoubtBatch> = []
  for (const name of names) {
    const path = join(folder, name)
    if (!name.endsWith(".json") || known.has(path)) continue
    const read = attempt(`read ${path}`, () => readFile(path, "utf8")).pipe(Effect.flatMap(decode))
    yield* Effect.match(read, {
      // Another process may have settled it just now; what can't be read stays where the operator finds it.
      onFailure: () => undefined,
      onSuccess: (doubts) => void batches.push({ path, doubts })
    })
  }
  return batches
})

const Identity = Schema.decodeUnknownEffect(Schema.Tuple([Schema.Struct({ id: Schema.String })]))

/** The folder of a ledger's doubts: named after the ledger, since a folder may serve several databases. */
export const doubtsFolder = Effect.fnUntraced(function* (folder: string) {
  const sql = yield* SqlClient.SqlClient
  const [{ id }] = yield* Effect.flatMap(sql`SELECT id::text AS id FROM core_ledger_identity`, Identity)
  return join(folder, id)
})

/**
 * Keeps charges in doubt on disk, so that what their callers were promised outlives the process. A file is written once,
 * by one process, and may be settled by any: settling twice does nothing more.
 */
export const makeDoubts = Effect.fnUntraced(function* (folder: string) {
  const one = yield* Semaphore.make(1)
  const known = new Set<string>()
  let pending: Array<{ readonly doubts: ReadonlyArray<Doubt>; batch: DoubtBatch | undefined; done: boolean }> = []

  const flush = Effect.suspend(() => {
    const together = pending
    pending = []
    const batch = {
      path: join(folder, `${randomUUID()}.json`),
      doubts: together.flatMap(({ doubts }) => doubts)
    }
    known.add(batch.path)
    return encode(batch.doubts).pipe(
      Effect.flatMap((content) => attempt(`write ${batch.path}`, () => publish(batch.path, content))),
      Effect.timeout(writeMsMax),
      Effect.as<DoubtBatch | undefined>(batch),
      Effect.catchCause((cause) =>
        Effect.as(Effect.logError("Charges in doubt couldn't be written down", cause), undefined)
      ),
      Effect.flatMap((written) =>
        Effect.sync(() => {
          for (const each of together) {
            each.batch = written
            each.done = true
          }
        })
      )
    )
  })

  return {
    /** Returns where they are once they're on disk; undefined if they aren't. What arrives meanwhile is written together. */
    write: (doubts: ReadonlyArray<Doubt>): Effect.Effect<DoubtBatch | undefined> =>
      Effect.suspend(() => {
        const mine: (typeof pending)[number] = { doubts, batch: undefined, done: false }
        pending.push(mine)
        return Effect.suspend(() => (mine.done ? Effect.void : flush)).pipe(
          one.withPermits(1),
          Effect.map(() => mine.batch)
        )
      }),
    /** Those that this process neither wrote nor read before. */
    read: Effect.tap(readDoubts(folder, known), (batches) =>
      Effect.sync(() => {
        for (const { path } of batches) known.add(path)
      })
    ),
    remove: (path: string) => Effect.ignore(attempt(`remove ${path}`, () => unlink(path))),
    /** Fails where nothing could be written. */
    check: attempt(`write to ${folder}`, async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await syncFolder(folder)
      const probe = join(folder, `.probe-${randomUUID()}`)
      await (await open(probe, "wx", 0o600)).close()
      await unlink(probe)
    })
  }
})
