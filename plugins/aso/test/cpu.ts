/** CPU time of a piece of work, which other work on the machine doesn't count for. */
export const cpuMs = (work: () => void): number => {
  const before = process.threadCpuUsage()
  work()
  const { system, user } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}
