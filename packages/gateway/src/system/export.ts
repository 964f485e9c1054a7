import { AccountExports, ExportAccount, exportCore, packed, zipOf } from "@storeglass/core"
import { defineJob, FileRefused, Files, type StoredFile } from "@storeglass/plugin-api"
import { Clock, Effect, Stream } from "effect"
import { personalOf } from "../AnyPlugin.ts"
import { HostInfo } from "../HostInfo.ts"
import { makeArchiver } from "./exportArchives.ts"

const keptMs = 7 * 86_400_000
/** Files may have at least 5 MiB. */
const bounds = { archiveBytesMax: 4_500_000, partBytesMax: 2_000_000, openBytesMax: 8_000_000 }

/** Writes everything that the core and the plugins keep for an account into zips, which its people are told of. */
export const exportJob = defineJob(ExportAccount, {
  attempts: 5,
  lane: { name: "exports", concurrency: 1 },
  run: Effect.fnUntraced(function* ({ accountId, id }) {
    const exports = yield* AccountExports
    const files = yield* Files
    const leftOver = yield* exports.begun(accountId, id)
    // Made before, or the account is gone.
    if (leftOver === undefined) return
    for (const file of leftOver) yield* files.remove(accountId, file)
    const { composition } = yield* HostInfo
    const nowMs = yield* Clock.currentTimeMillis
    const exportedAt = new Date(nowMs).toISOString()
    const stored: Array<StoredFile> = []
    const archiver = makeArchiver(
      bounds,
      Effect.fnUntraced(function* ({ entries, number, whole }) {
        const manifest = {
          accountId,
          exportedAt,
          archive: number,
          ...whole,
          files: entries.map(({ bytes, name }) => ({ name, bytes }))
        }
        const text = new TextEncoder().encode(`${JSON.stringify(manifest, undefined, 2)}\n`)
        const first = yield* packed("manifest.json", text)
        const isOnly = number === 1 && whole !== undefined
        const put = files.put({
          accountId,
          name: `storeglass-export-${exportedAt.slice(0, 10)}${isOnly ? "" : `-${number}`}.zip`,
          type: "application/zip",
          bytes: zipOf([first, ...entries], nowMs),
          expiresAtMs: nowMs + keptMs
        })
        stored.push(yield* exports.storing(accountId, id, stored, put))
      })
    )
    const written = Effect.gen(function* () {
      yield* Stream.runForEach(exportCore(accountId), (row) => archiver.add("core", row))
      for (const { export: exported, plugin } of yield* personalOf(composition.plugins)) {
        yield* Stream.runForEach(exported(accountId), (row) => archiver.add(plugin, row))
      }
      return yield* archiver.end
    })
    const made = yield* Effect.result(
      // Whoever was given a part would take it for the whole.
      Effect.onError(written, () => Effect.forEach(stored, ({ id }) => Effect.ignore(files.remove(accountId, id))))
    )
    if (made._tag === "Failure") {
      const problem = made.failure
      if (!(problem instanceof FileRefused)) return yield* Effect.fail(problem)
      return yield* exports.failed(accountId, id, `${problem.message}; ask the operator, who can export to a folder`)
    }
    const replaced = yield* exports.ready(accountId, id, { files: stored, rows: made.success })
    for (const file of replaced) yield* files.remove(accountId, file)
  }),
  onDead: Effect.fnUntraced(function* ({ accountId, id }) {
    const exports = yield* AccountExports
    const files = yield* Files
    for (const file of (yield* exports.begun(accountId, id)) ?? []) yield* files.remove(accountId, file)
    yield* exports.failed(accountId, id, "the export failed several times; try again later, or ask the operator")
  })
})
