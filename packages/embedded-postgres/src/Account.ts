import { access, constants, readFile, stat } from "node:fs/promises"
import { dirname } from "node:path"
import { Effect } from "effect"
import { attempt, EmbeddedPostgresError } from "./EmbeddedPostgresError.ts"

/** The operating-system account that PostgreSQL runs as when it is not our own. */
export interface Account {
  readonly uid: number
  readonly gid: number
}

const nobody: Account = { uid: 65534, gid: 65534 }

/** True when this process is root, which PostgreSQL refuses to run as. */
export const isRoot = (): boolean => process.getuid?.() === 0

/**
 * The account for the server, or undefined for our own. Root hands the server to whoever owns the data folder already,
 * so that a folder made by an ordinary user stays that user's, and otherwise to "nobody": initdb insists on an account
 * that the system knows by name, and that one is there without creating any.
 */
export const serverAccount = Effect.fnUntraced(function* (
  dataOwner: Account | undefined
): Effect.fn.Return<Account | undefined, EmbeddedPostgresError> {
  if (!isRoot()) return undefined
  if (dataOwner !== undefined && dataOwner.uid !== 0) return dataOwner
  if (process.platform === "darwin") {
    return yield* new EmbeddedPostgresError({
      reason: "NotPermitted",
      message: "PostgreSQL can't run as root. Start this as an ordinary user, or set DATABASE_URL."
    })
  }
  const accounts = yield* Effect.orElseSucceed(
    attempt("read /etc/passwd", () => readFile("/etc/passwd", "utf8")),
    () => ""
  )
  for (const line of accounts.split("\n")) {
    const [name, , uid, gid] = line.split(":")
    if (name === "nobody" && Number(uid) > 0 && Number(gid) > 0) return { uid: Number(uid), gid: Number(gid) }
  }
  return nobody
})

const mayEnter = (info: { readonly mode: number; readonly uid: number; readonly gid: number }, account: Account) => {
  const shift = info.uid === account.uid ? 6 : info.gid === account.gid ? 3 : 0
  return ((info.mode >> shift) & 1) === 1
}

/** Whether the account can reach `path` (a folder, or a program) through every folder above it. */
export const canReach = (path: string, account: Account | undefined): Effect.Effect<boolean> =>
  Effect.promise(async () => {
    try {
      if (account === undefined) {
        await access(path, constants.X_OK)
        return true
      }
      for (let at = path; ; at = dirname(at)) {
        if (!mayEnter(await stat(at), account)) return false
        if (dirname(at) === at) return true
      }
    } catch {
      return false
    }
  })
