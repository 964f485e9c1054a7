import { readFileSync } from "node:fs"

// The kernel's unit in /proc/<pid>/stat, a hundredth of a second on every Linux that Node runs on.
const tickMs = 10

/** CPU time that a process has used, all threads, user and system; null where the system does not tell. */
export const cpuMs = (pid: number): number | null => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "latin1")
      .replace(/^.*\) /s, "")
      .split(" ")
    return (Number(fields[11]) + Number(fields[12])) * tickMs
  } catch {
    return null
  }
}
