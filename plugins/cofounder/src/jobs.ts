import { defineJob, type JobLane } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { Events } from "./integration/Events.ts"
import { ReportMails } from "./integration/ReportMails.ts"
import { Daily, Deliver, DeliverSlowly, MailReport, Prune, Report, Weekly } from "./jobRefs.ts"
import { Digests } from "./report/Digests.ts"
import { Reports } from "./report/Reports.ts"

const timeoutMs = 60_000

/** The two differ in the lane alone, in which they wait for none of the other. */
const delivering = (ref: typeof Deliver, lane: JobLane) =>
  defineJob(ref, {
    attempts: 8,
    timeoutMs,
    lane,
    atOnce: { key: ({ accountId }) => accountId, max: 1 },
    run: ({ accountId, id }) => Events.use((events) => events.deliver(accountId, id)),
    onDead: ({ accountId, id }) => Events.use((events) => events.giveUp(accountId, id))
  })

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
    run: (of, { attempt, attemptsMax }) =>
      Reports.use((reports) =>
        Effect.onError(reports.make(of), () =>
          // Where the database is away, that can't be noted either.
          attempt < attemptsMax ? Effect.ignore(reports.failed(of, false)) : Effect.void
        )
      ),
    onDead: (of) => Reports.use((reports) => reports.failed(of, true))
  }),
  defineJob(Weekly, {
    attempts: 12,
    timeoutMs,
    lane: { name: "reports", concurrency: 2 },
    run: (of) => Digests.use((digests) => digests.make(of))
  }),
  delivering(Deliver, { name: "deliveries", concurrency: 16 }),
  delivering(DeliverSlowly, { name: "slow-deliveries", concurrency: 8 }),
  defineJob(MailReport, {
    attempts: 8,
    timeoutMs,
    lane: { name: "deliveries", concurrency: 16 },
    run: (of) => ReportMails.use((mails) => mails.send(of)),
    onDead: (of) => ReportMails.use((mails) => mails.giveUp(of))
  }),
  defineJob(Prune, { cron: "41 3 * * *", cronPayload: {}, run: () => Reports.use((reports) => reports.prune()) })
]
