import { execFile } from "node:child_process"
import { access, readFile, readlink, rm } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { Effect } from "effect"
import { attempt, type EmbeddedPostgresError, errorCode } from "./EmbeddedPostgresError.ts"

/** What a running server writes of itself into its data folder (`postmaster.pid`). */
export interface PostmasterFile {
  readonly pid: number
  readonly port: number
  readonly socketDir: string
  readonly status: string
}

/** Reads `postmaster.pid`; undefined when no server claims the folder. A file still being written has no status yet. */
export const readPostmasterFile = (data: string): Effect.Effect<PostmasterFile | undefined, EmbeddedPostgresError> =>
  attempt(`read ${join(data, "postmaster.pid")}`, async () => {
    const text = await readFile(join(data, "postmaster.pid"), "utf8").catch((cause) => {
      if (errorCode(cause) === "ENOENT") return undefined
      throw cause
    })
    if (text === undefined) return undefined
    const lines = text.split("\n")
    const pid = Number(lines[0])
    if (!Number.isInteger(pid) || pid <= 1) return undefined
    return { pid, port: Number(lines[3]), socketDir: lines[4] ?? "", status: lines[7]?.trim() ?? "" }
  })

const exists = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (cause) {
    return errorCode(cause) === "EPERM"
  }
}

/**
 * Whether `pid` is the server of this data folder. After a crash or a container's restart the number may belong to any
 * other process, and a dead server that nobody has waited for still has one.
 */
export const isServerOf = async (data: string, pid: number): Promise<boolean> => {
  if (!exists(pid)) return false
  try {
    if (process.platform !== "linux") {
      const { stdout } = await promisify(execFile)("ps", ["-o", "stat=,comm=", "-p", String(pid)])
      return stdout.includes("postgres") && !stdout.trim().startsWith("Z")
    }
    const [, name, state] = /^\d+ \((.*)\) (\S)/s.exec(await readFile(`/proc/${pid}/stat`, "utf8")) ?? []
    if (name !== "postgres" || state === "Z" || state === "X") return false
  } catch {
    // Either it has just gone, or this system does not show its processes: then believe the number.
    return access("/proc/self/stat").then(
      () => false,
      () => process.platform === "linux"
    )
  }
  // A server stands in its data folder. Other users' processes may hide this from us, then the name has to do.
  return readlink(`/proc/${pid}/cwd`).then(
    (folder) => folder === data,
    () => true
  )
}

/**
 * Removes a dead server's claim when its pid now belongs to another process, which PostgreSQL would take for a server.
 * With a pid that nobody has, PostgreSQL does better itself: it also looks for processes that outlived their server.
 */
export const clearForeignClaim = Effect.fnUntraced(function* (data: string) {
  const file = yield* readPostmasterFile(data)
  if (file === undefined || !exists(file.pid)) return
  if (yield* Effect.promise(() => isServerOf(data, file.pid))) return
  yield* attempt("remove a stale postmaster.pid", () => rm(join(data, "postmaster.pid"), { force: true }))
})
