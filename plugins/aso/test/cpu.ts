/** CPU time of a piece of work, which other work on the machine doesn't count for. */
export const cpuMs = (work: () => void): number => {
  const before = process.threadCpuUsage()
  work()
  const { system, user } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

const least = (work: () => void, runs: number) => Math.min(...Array.from({ length: runs }, () => cpuMs(work)))

/**
 * How many times the CPU time of one piece of work another takes. What disturbs a run only adds to it, so the least of
 * several runs is compared, and the longer is run again, up to 8 times, while it looks like more than `bound`.
 */
export const leastGrowth = (shorter: () => void, longer: () => void, bound: number): number => {
  const base = least(shorter, 4)
  let most = Number.POSITIVE_INFINITY
  for (let run = 0; run < 8 && most > bound * base; run++) most = Math.min(most, cpuMs(longer))
  return most / base
}
