import { readdirSync, readFileSync } from "node:fs"

// The kernel's unit in /proc/<pid>/stat, a hundredth of a second on every Linux that Node runs on.
const tickMs = 10

const ticksOf = (pid: number) => {
  const fields = readFileSync(`/proc/${pid}/stat`, "latin1")
    .replace(/^.*\) /s, "")
    .split(" ")
  return Number(fields[11]) + Number(fields[12])
}

/** A process and all that it has started and that still run. */
export const treeOf = (pid: number): ReadonlyArray<number> => {
  try {
    const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, "latin1").split(" ").filter(Boolean).map(Number)
    )
    return [pid, ...children.flatMap(treeOf)]
  } catch {
    return [pid]
  }
}

/** CPU time that processes have used, all threads, user and system; null where the system does not tell. */
export const cpuMs = (pids: ReadonlyArray<number>): number | null => {
  try {
    return pids.reduce((sum, pid) => sum + ticksOf(pid), 0) * tickMs
  } catch {
    return null
  }
}
