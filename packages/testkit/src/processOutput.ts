import type { ChildProcessByStdio } from "node:child_process"
import type { Readable, Writable } from "node:stream"

export interface ProcessOutput {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** What a process prints, when it has ended. */
export const processOutput = (
  child: ChildProcessByStdio<Writable | null, Readable, Readable>
): Promise<ProcessOutput> =>
  new Promise((resolve, reject) => {
    let out = ""
    let err = ""
    child.stdout.on("data", (chunk) => (out += chunk))
    child.stderr.on("data", (chunk) => (err += chunk))
    child.once("error", reject)
    child.once("close", (code) => resolve({ code, out, err }))
  })
