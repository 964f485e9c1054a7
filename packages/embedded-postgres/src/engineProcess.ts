import type { Account } from "./Account.ts"
import { EmbeddedPostgresError, errorCode } from "./EmbeddedPostgresError.ts"

/** The whole environment of PostgreSQL's programs: nothing of ours, and messages that `describeFailure` can read. */
export const engineEnvironment = { PATH: "/usr/local/bin:/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" }

const ofInterest = /(?:FATAL|PANIC|error|ERROR|could not|cannot):?\s/

/** Turns what a program of PostgreSQL printed before it gave up into one clear message. */
export const describeFailure = (what: string, output: string, log?: string): EmbeddedPostgresError => {
  const lines = output.split("\n").map((line) => line.trim())
  const see = log === undefined ? "" : ` (see ${log})`
  if (/No space left on device|Disk quota exceeded/.test(output)) {
    return new EmbeddedPostgresError({ reason: "DiskFull", message: `${what}: the disk is full${see}.` })
  }
  if (/could not look up effective user ID/.test(output)) {
    const message = `${what}: the account it runs as has no entry in /etc/passwd. Add one, or set DATABASE_URL.`
    return new EmbeddedPostgresError({ reason: "NotPermitted", message })
  }
  const line = lines.find((line) => ofInterest.test(line)) ?? lines.findLast((line) => line !== "") ?? "no reason given"
  const hint = lines.find((line) => /HINT:/.test(line))?.replace(/^.*HINT:\s*/, " ") ?? ""
  const reason = /Permission denied/.test(line) ? "NotPermitted" : "Refused"
  const plain = line.replace(/^.*?(?:FATAL|PANIC|ERROR|error):\s*/, "")
  return new EmbeddedPostgresError({ reason, message: `${what}: ${plain}.${hint}${see}`.replace("..", ".") })
}

/** Says why the system would not even start one of PostgreSQL's programs. */
export const explainSpawn =
  (account: Account | undefined) =>
  (error: EmbeddedPostgresError): EmbeddedPostgresError => {
    const code = errorCode(error.cause)
    if (account !== undefined && (code === "EPERM" || code === "EINVAL")) {
      const message = `PostgreSQL can't run as root, and this system doesn't allow changing to uid ${account.uid}. Start as an ordinary user, or set DATABASE_URL.`
      return new EmbeddedPostgresError({ reason: "NotPermitted", message, cause: error.cause })
    }
    if (code === "ENOENT") {
      const message = "PostgreSQL's binaries need glibc, which this system doesn't have. Set DATABASE_URL."
      return new EmbeddedPostgresError({ reason: "NoBinaries", message, cause: error.cause })
    }
    return error
  }
