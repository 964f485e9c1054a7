import { defineJob, onEvent, PersonErased, RetryAfter } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { Broadcasts } from "./broadcasts/Broadcasts.ts"
import { Broadcast, Chunk, Prune, SettleMails } from "./jobRefs.ts"
import { Mails } from "./mail/Mails.ts"

export const jobs = () => [
  defineJob(SettleMails, {
    cron: "* * * * *",
    cronPayload: {},
    attempts: 2,
    timeoutMs: 300_000,
    run: () => Mails.use((mails) => mails.settleStuck())
  }),
  defineJob(Broadcast, {
    attempts: 50,
    timeoutMs: 1_800_000,
    lane: { name: "broadcasts", concurrency: 1 },
    run: ({ id }) => Broadcasts.use((broadcasts) => broadcasts.begin(id)),
    onDead: ({ id }, { error }) => Broadcasts.use((broadcasts) => broadcasts.fail(id, error))
  }),
  defineJob(Chunk, {
    // A quota that is used up is waited for, day by day.
    attempts: 200,
    timeoutMs: 600_000,
    // A lane of its own: a mail of the account's sign-up never waits behind thousands.
    lane: { name: "chunks", concurrency: 2 },
    run: ({ chunk, id }) => Broadcasts.use((broadcasts) => broadcasts.chunk(id, chunk)),
    onDead: ({ chunk, id }, { error }) =>
      // Of one that has failed, the chunk is no more sent: its doubts are listed.
      Broadcasts.use((broadcasts) => Effect.andThen(broadcasts.fail(id, error), broadcasts.chunk(id, chunk)))
  }),
  defineJob(Prune, {
    cron: "11 3 * * *",
    cronPayload: {},
    run: () => Effect.flatMap(Mails, (mails) => mails.prune())
  })
]

export const on = () => [
  onEvent(
    PersonErased,
    Effect.fnUntraced(function* ({ addressHash, atMs }) {
      const mails = yield* Mails
      // A mail that is on its way has its end within minutes.
      if (!(yield* mails.forget(addressHash, atMs))) return yield* new RetryAfter({ ms: 60_000 })
    }),
    { attempts: 50 }
  )
]
