import { AccountPlanChanged, defineJob, onEvent } from "@storeglass/plugin-api"
import type { AiVisibilityConfig } from "./config.ts"
import { Ask, Bootstrap, Due, Finish, LeftBand, Models, Scan } from "./jobRefs.ts"
import { Plans } from "./kept/Plans.ts"
import { Bootstraps } from "./scans/Bootstraps.ts"
import { Scans } from "./scans/Scans.ts"
import { Work } from "./scans/Work.ts"
import { Upkeep } from "./upkeep/Upkeep.ts"

export const jobs = ({ callsAtOnce }: AiVisibilityConfig) => [
  defineJob(Bootstrap, {
    attempts: 6,
    timeoutMs: 300_000,
    run: ({ accountId, runId }) => Bootstraps.use((bootstraps) => bootstraps.run(accountId, runId)),
    onDead: ({ accountId, runId }) => Bootstraps.use((bootstraps) => bootstraps.fail(accountId, runId))
  }),
  defineJob(Due, { attempts: 6, timeoutMs: 60_000, run: (place) => Scans.use((scans) => scans.due(place)) }),
  defineJob(Scan, {
    attempts: 10,
    timeoutMs: 120_000,
    run: ({ accountId, runId }) => Work.use((work) => work.begin(accountId, runId)),
    // Nothing of it is asked, so all of it is given back.
    onDead: ({ accountId, runId }) => Work.use((work) => work.finish(accountId, runId))
  }),
  defineJob(Ask, {
    // A provider's limit is waited for as long as the run takes.
    attempts: 500,
    timeoutMs: 150_000,
    // A lane of its own: asking takes seconds and waits for limits, and nothing else must.
    lane: { name: "answers", concurrency: callsAtOnce },
    run: (call, delivery) => Work.use((work) => work.answer(call, delivery))
  }),
  defineJob(Finish, {
    attempts: 20,
    timeoutMs: 60_000,
    run: ({ accountId, runId }) => Work.use((work) => work.finish(accountId, runId))
  }),
  defineJob(LeftBand, {
    attempts: 10,
    timeoutMs: 60_000,
    run: (leaving) => Work.use((work) => work.tell(leaving))
  }),
  defineJob(Models, {
    attempts: 3,
    timeoutMs: 600_000,
    cron: "17 4 * * *",
    cronPayload: {},
    run: () => Upkeep.use((upkeep) => upkeep.daily)
  })
]

export const on = () => [
  // A plan without AI visibility keeps everything and scans nothing, until a larger one comes.
  onEvent(AccountPlanChanged, ({ accountId }) => Plans.use((plans) => plans.settle(accountId)))
]
