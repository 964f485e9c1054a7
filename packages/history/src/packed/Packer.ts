import { Worker } from "node:worker_threads"
import { Effect, Schema, type Scope } from "effect"
import { Bytes } from "./rows.ts"
import { type Work, type Worked, work } from "./work.ts"

const keys = { ids: Schema.String, months: Schema.String, runs: Schema.String, parts: Schema.String }
const batch = { ...keys, count: Schema.Int, starts: Schema.String, lengths: Schema.String, bytes: Bytes }
const Answer = Schema.Struct({
  id: Schema.Int,
  worked: Schema.Struct({
    blocks: Schema.Array(Schema.Struct(batch)),
    words: Schema.Array(Schema.Struct({ ...batch, placesStarts: Schema.String, placesLengths: Schema.String })),
    moments: Schema.Array(Schema.Struct({ ...batch, firstMs: Schema.String, lastMs: Schema.String })),
    back: Schema.Array(Schema.Struct(batch)),
    replaced: Schema.Struct(keys),
    replacedMoments: Schema.Struct(keys),
    months: Schema.Array(Schema.Int)
  })
})
const decodeAnswer = Schema.decodeUnknownEffect(Answer)

/** What is less than that is worked out at once: a thread would take longer to start, and nobody notices. */
const inlineBytesDefault = 64 * 1024

/** Works out moves in a thread of its own, which is started when there is something for it and ends with the scope. */
export interface Packer {
  readonly run: (asked: Work) => Effect.Effect<Worked>
}

// In the checkout this is TypeScript, in what is published it isn't; the compiler rewrites no names of files.
const workerFile = new URL(import.meta.url.endsWith(".ts") ? "./packWorker.ts" : "./packWorker.js", import.meta.url)

const rowsIn = (asked: Work): ReadonlyArray<ReadonlyArray<Uint8Array>> => {
  switch (asked.kind) {
    case "invert":
      return [asked.lists]
    case "merge":
    case "without":
      return [asked.blocks]
    case "fold":
      return [asked.lists, asked.words, asked.moments]
    case "forget":
      return [asked.moments]
  }
}
// What the database gave may be a part of a larger buffer, all of which would be copied.
const own = (rows: ReadonlyArray<Uint8Array>) => rows.map((bytes) => new Uint8Array(bytes))
const owned = (asked: Work): Work => {
  switch (asked.kind) {
    case "invert":
      return { ...asked, lists: own(asked.lists) }
    case "merge":
    case "without":
      return { ...asked, blocks: own(asked.blocks) }
    case "fold":
      return { ...asked, lists: own(asked.lists), words: own(asked.words), moments: own(asked.moments) }
    case "forget":
      return { ...asked, moments: own(asked.moments) }
  }
}
const isWhole = (buffer: ArrayBufferLike): buffer is ArrayBuffer => buffer instanceof ArrayBuffer

export const makePacker = (inlineBytesMax = inlineBytesDefault): Effect.Effect<Packer, never, Scope.Scope> =>
  Effect.gen(function* () {
    const waiting = new Map<number, (answer: Effect.Effect<unknown>) => void>()
    let worker: Worker | undefined
    let asks = 0
    const end = (cause: unknown) => {
      worker = undefined
      for (const resume of waiting.values()) resume(Effect.die(cause))
      waiting.clear()
    }
    const start = () => {
      const started = new Worker(workerFile, { name: "storeglass history", env: {} })
      started.on("message", (message: unknown) => {
        const id = Schema.is(Schema.Struct({ id: Schema.Int }))(message) ? message.id : -1
        waiting.get(id)?.(Effect.succeed(message))
        waiting.delete(id)
      })
      started.on("error", end)
      started.on("exit", (code) => end(new Error(`the thread that packs a history ended with ${code}`)))
      return started
    }
    yield* Effect.addFinalizer(() => Effect.promise(async () => worker?.terminate()))

    const ask = (asked: Work) =>
      Effect.callback<unknown>((resume) => {
        worker ??= start()
        asks += 1
        const id = asks
        waiting.set(id, resume)
        const handed = owned(asked)
        worker.postMessage(
          { id, asked: handed },
          rowsIn(handed)
            .flatMap((rows) => rows.map(({ buffer }) => buffer))
            .filter(isWhole)
        )
        return Effect.sync(() => waiting.delete(id))
      })
    return {
      run: Effect.fn("Packer.run")(function* (asked: Work) {
        const bytes = rowsIn(asked).reduce((sum, rows) => rows.reduce((own, { length }) => own + length, sum), 0)
        if (bytes <= inlineBytesMax) return work(asked)
        const { worked } = yield* Effect.orDie(decodeAnswer(yield* ask(asked)))
        return worked
      })
    }
  })
