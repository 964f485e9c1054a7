import { defineJob } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { Digests } from "./digests/Digests.ts"
import { Digest, DigestsDue, Due, Learn, LookAgain, Prune, Scan, Suggest, Tell, TellMail } from "./jobRefs.ts"
import { Learned } from "./learned/Learned.ts"
import { Replies } from "./replies/Replies.ts"
import { Scans } from "./scans/Scans.ts"
import { Work } from "./scans/Work.ts"
import { Upkeep } from "./upkeep/Upkeep.ts"

export const jobs = () => [
  defineJob(Scan, {
    // Pauses that a source asks for are waited for, as long as a scan may take.
    attempts: 100,
    timeoutMs: 25 * 60_000,
    // A lane of its own: reading takes minutes and waits for limits, and nothing else must.
    lane: { name: "scans", concurrency: 4 },
    run: ({ accountId, runId }, { attempt }) => Work.use((work) => work.run(accountId, runId, attempt)),
    onDead: ({ accountId, runId }) => Work.use((work) => work.fail(accountId, runId))
  }),
  defineJob(Due, {
    attempts: 6,
    timeoutMs: 60_000,
    run: ({ accountId, projectId }) => Scans.use((scans) => scans.due(accountId, projectId))
  }),
  defineJob(Tell, {
    attempts: 10,
    timeoutMs: 60_000,
    run: ({ accountId, id }) =>
      Effect.andThen(
        Work.use((work) => work.tell(accountId, id)),
        Digests.use((digests) => digests.atOnce(accountId, id))
      )
  }),
  defineJob(TellMail, {
    attempts: 10,
    timeoutMs: 60_000,
    run: ({ accountId, id }) => Digests.use((digests) => digests.tellMail(accountId, id)),
    onDead: ({ accountId }) => Digests.use((digests) => digests.giveUp(accountId))
  }),
  defineJob(Digest, {
    attempts: 10,
    timeoutMs: 60_000,
    run: (of) => Digests.use((digests) => digests.tell(of)),
    onDead: ({ accountId }) => Digests.use((digests) => digests.giveUp(accountId))
  }),
  defineJob(DigestsDue, {
    attempts: 3,
    timeoutMs: 4 * 60_000,
    cron: "*/5 * * * *",
    cronPayload: {},
    run: () => Digests.use((digests) => digests.due())
  }),
  defineJob(Suggest, {
    attempts: 5,
    timeoutMs: 2 * 60_000,
    // Assistants take their time, which nothing else must wait for.
    lane: { name: "replies", concurrency: 2 },
    run: ({ accountId, id }) => Replies.use((replies) => replies.suggest(accountId, id))
  }),
  defineJob(Learn, {
    attempts: 10,
    timeoutMs: 60_000,
    atOnce: { key: ({ projectId }) => projectId },
    run: ({ accountId, projectId }) => Learned.use((learned) => learned.rank(accountId, projectId))
  }),
  defineJob(LookAgain, {
    attempts: 1,
    timeoutMs: 9 * 60_000,
    lane: { name: "looking-again", concurrency: 1 },
    cron: "*/10 * * * *",
    cronPayload: {},
    run: () => Upkeep.use((upkeep) => Effect.andThen(upkeep.forgetFeeds(), upkeep.lookAgain()))
  }),
  defineJob(Prune, { cron: "53 3 * * *", cronPayload: {}, run: () => Upkeep.use((upkeep) => upkeep.prune()) })
]
