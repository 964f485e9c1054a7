import { defineJob } from "@storeglass/plugin-api"
import { Events } from "./integration/Events.ts"
import { Daily, Deliver, DeliverSlowly, Prune, Report } from "./jobRefs.ts"
import { Reports } from "./report/Reports.ts"

const timeoutMs = 60_000

export const jobs = () => [
  defineJob(Daily, {
    attempts: 10,
    timeoutMs,
    lane: { name: "reports", concurrency: 2 },
    run: ({ accountId }) => Reports.use((reports) => reports.begin(accountId))
  }),
  defineJob(Report, {
    // Over some hours: a database that's away for a while costs no report.
    attempts: 12,
    timeoutMs: 5 * 60_000,
    lane: { name: "reports", concurrency: 2 },
    run: (of) => Reports.use((reports) => reports.make(of)),
    onDead: (of) => Reports.use((reports) => reports.failed(of))
  }),
  defineJob(Deliver, {
    attempts: 8,
    timeoutMs,
    lane: { name: "deliveries", concurrency: 16 },
    atOnce: { key: ({ accountId }) => accountId, max: 1 },
    run: ({ accountId, id }) => Events.use((events) => events.deliver(accountId, id)),
    onDead: ({ accountId, id }) => Events.use((events) => events.giveUp(accountId, id))
  }),
  defineJob(DeliverSlowly, {
    attempts: 8,
    timeoutMs,
    lane: { name: "slow-deliveries", concurrency: 8 },
    atOnce: { key: ({ accountId }) => accountId, max: 1 },
    run: ({ accountId, id }) => Events.use((events) => events.deliver(accountId, id)),
    onDead: ({ accountId, id }) => Events.use((events) => events.giveUp(accountId, id))
  }),
  defineJob(Prune, { cron: "41 3 * * *", cronPayload: {}, run: () => Reports.use((reports) => reports.prune()) })
]
