import { Effect } from "effect"
import { JobsMisconfigured } from "./errors.ts"
import type { JobDeclaration } from "./Jobs.ts"

/** How many of some jobs run at once on a node. */
export interface Lane {
  /** `<plugin>`, or `<plugin>.<lane>`. */
  readonly name: string
  readonly concurrency: number
  readonly jobs: ReadonlyArray<string>
}

export const defaultConcurrency = 4
const concurrencyMax = 256

const misconfigured = (message: string) => Effect.fail(new JobsMisconfigured({ message }))

/** The plugin of a job: what its name begins with. */
export const pluginOf = (job: string): string => job.split(".", 1)[0] ?? job

/** The lane in which a job runs. */
export const laneOf = ({ lane, name }: Pick<JobDeclaration, "name" | "lane">): string =>
  lane === undefined ? pluginOf(name) : `${pluginOf(name)}.${lane.name}`

/** The lanes of these jobs. `overrides` are the operator's numbers by lane; with 0 the node leaves a lane to others. */
export const lanesOf = Effect.fnUntraced(function* (
  jobs: ReadonlyArray<Pick<JobDeclaration, "name" | "lane">>,
  options: {
    readonly concurrency?: number | undefined
    readonly overrides?: Readonly<Record<string, number>> | undefined
  }
): Effect.fn.Return<ReadonlyArray<Lane>, JobsMisconfigured> {
  const { concurrency = defaultConcurrency, overrides = {} } = options
  const lanes = new Map<string, { declared: number; jobs: Array<string> }>()
  for (const job of jobs) {
    const name = laneOf(job)
    const declared = job.lane?.concurrency ?? concurrency
    if (job.lane !== undefined && !/^[a-z][a-z0-9-]*$/.test(job.lane.name)) {
      return yield* misconfigured(`The lane "${job.lane.name}" of "${job.name}" needs a name such as ad-scans.`)
    }
    if (!Number.isInteger(declared) || declared < (job.lane === undefined ? 0 : 1) || declared > concurrencyMax) {
      return yield* misconfigured(`The lane "${name}" must run between 1 and ${concurrencyMax} jobs at once.`)
    }
    const lane = lanes.get(name)
    if (lane === undefined) lanes.set(name, { declared, jobs: [job.name] })
    else if (lane.declared !== declared) {
      return yield* misconfigured(
        `The lane "${name}" runs ${lane.declared} at once by "${lane.jobs[0]}" and ${declared} by "${job.name}"; share one JobLane.`
      )
    } else lane.jobs.push(job.name)
  }
  const unknown = Object.keys(overrides).find((name) => !lanes.has(name))
  if (unknown !== undefined) {
    return yield* misconfigured(
      `jobs.lanes names the lane "${unknown}", which no enabled plugin has; the lanes are ${[...lanes.keys()].join(", ")}.`
    )
  }
  return Array.from(lanes, ([name, { declared, jobs }]) => ({
    name,
    concurrency: overrides[name] ?? declared,
    jobs
  }))
})
