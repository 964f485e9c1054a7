import { AccountExports, ExportAccount, exportCore, packed, type ZipEntry, zipBytesOf, zipOf } from "@storeglass/core"
import { defineJob, Files, type PersonalRow, type StoredFile } from "@storeglass/plugin-api"
import { Clock, Effect, Predicate, Stream } from "effect"
import { personalOf } from "../AnyPlugin.ts"
import { HostInfo } from "../HostInfo.ts"
import { csvOf } from "./csv.ts"

const keptMs = 7 * 86_400_000
/** Of one archive. Files may have at least 5 MiB. */
const archiveBytesMax = 4_500_000
/** Rows of a kind go to another file of the archive from here on, so that a large account isn't in memory as a whole. */
const partBytesMax = 2_000_000

interface Part {
  /** `workspace/workspace_apps` */
  readonly name: string
  rows: Array<unknown>
  bytes: number
  count: number
  files: number
}

/** Packs rows as they come: of each kind JSON and CSV. */
const makePacker = () => {
  const parts = new Map<string, Part>()
  const entries: Array<ZipEntry> = []
  const flush = Effect.fnUntraced(function* (part: Part) {
    if (part.rows.length === 0) return
    part.files += 1
    const name = part.files === 1 ? part.name : `${part.name}-${part.files}`
    const encoder = new TextEncoder()
    entries.push(
      yield* packed(`${name}.json`, encoder.encode(`${JSON.stringify(part.rows, undefined, 1)}\n`)),
      yield* packed(`${name}.csv`, encoder.encode(csvOf(part.rows)))
    )
    part.rows = []
    part.bytes = 0
  })
  const add = Effect.fnUntraced(function* (owner: string, { part: kind, row }: PersonalRow) {
    const name = `${owner}/${kind}`
    const part = parts.get(name) ?? { name, rows: [], bytes: 0, count: 0, files: 0 }
    parts.set(name, part)
    part.rows.push(row)
    part.count += 1
    part.bytes += JSON.stringify(row).length
    if (part.bytes >= partBytesMax) yield* flush(part)
  })
  const all = Effect.gen(function* () {
    for (const part of parts.values()) yield* flush(part)
    return { entries, counts: Object.fromEntries([...parts.values()].map(({ count, name }) => [name, count])) }
  })
  return { add, all }
}

/** As many archives as it takes, mostly one. */
const archivesOf = (entries: ReadonlyArray<ZipEntry>): ReadonlyArray<ReadonlyArray<ZipEntry>> => {
  const archives: Array<Array<ZipEntry>> = [[]]
  let bytes = 0
  for (const entry of entries) {
    const more = zipBytesOf(entry)
    if (bytes + more > archiveBytesMax && bytes > 0) {
      archives.push([])
      bytes = 0
    }
    archives.at(-1)?.push(entry)
    bytes += more
  }
  return archives
}

/** Writes everything that the core and the plugins keep for an account into zips, which its people are told of. */
export const exportJob = defineJob(ExportAccount, {
  attempts: 5,
  lane: { name: "exports", concurrency: 1 },
  run: Effect.fnUntraced(function* ({ accountId, id }) {
    const exports = yield* AccountExports
    // Made before, or the account is gone.
    if (!(yield* exports.isWaiting(accountId, id))) return
    const { composition } = yield* HostInfo
    const packer = makePacker()
    yield* Stream.runForEach(exportCore(accountId), (row) => packer.add("core", row))
    for (const { export: exported, plugin } of yield* personalOf(composition.plugins)) {
      yield* Stream.runForEach(exported(accountId), (row) => packer.add(plugin, row))
    }
    const { counts, entries } = yield* packer.all
    const nowMs = yield* Clock.currentTimeMillis
    const exportedAt = new Date(nowMs).toISOString()
    const archives = archivesOf(entries)
    const files = yield* Files
    const stored: Array<StoredFile> = []
    for (const [index, archive] of archives.entries()) {
      const manifest = {
        accountId,
        exportedAt,
        archive: index + 1,
        archives: archives.length,
        rows: counts,
        files: archive.map(({ bytes, name }) => ({ name, bytes }))
      }
      const first = yield* packed(
        "manifest.json",
        new TextEncoder().encode(`${JSON.stringify(manifest, undefined, 2)}\n`)
      )
      const put = yield* Effect.result(
        files.put({
          accountId,
          name: `storeglass-export-${exportedAt.slice(0, 10)}${archives.length === 1 ? "" : `-${index + 1}`}.zip`,
          type: "application/zip",
          bytes: zipOf([first, ...archive], nowMs),
          expiresAtMs: nowMs + keptMs
        })
      )
      if (put._tag === "Success") {
        stored.push(put.success)
        continue
      }
      // Whoever was given a part would take it for the whole.
      for (const file of stored) yield* files.remove(accountId, file.id)
      if (!Predicate.isTagged(put.failure, "FileRefused")) return yield* put.failure
      return yield* exports.failed(
        accountId,
        id,
        `${put.failure.message}; ask the operator, who can export to a folder`
      )
    }
    const replaced = yield* exports.ready(accountId, id, {
      files: stored.map((file) => ({
        id: file.id,
        name: file.name,
        url: file.url,
        bytes: file.size,
        expiresAt: new Date(file.expiresAtMs).toISOString()
      })),
      rows: Object.values(counts).reduce((sum, count) => sum + count, 0)
    })
    for (const file of replaced) yield* files.remove(accountId, file)
  }),
  onDead: ({ accountId, id }) =>
    AccountExports.use((exports) =>
      exports.failed(accountId, id, "the export failed several times; try again later, or ask the operator")
    )
})
