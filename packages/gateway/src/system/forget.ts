import {
  AccountDeletions,
  coreForgottenTables,
  ForgetAccount,
  forgetCore,
  forgottenWithRows,
  tableNameOf
} from "@storeglass/core"
import { defineJob, Jobs, jobRef, RetryAfter } from "@storeglass/plugin-api"
import { Clock, Effect, Option, Schema } from "effect"
import { personalOf, personalTablesOf } from "../AnyPlugin.ts"
import { HostInfo } from "../HostInfo.ts"

/**
 * Forgets a deleted account: in every plugin, those that use others first, and then in the core. What is gone is noted, so
 * that after a failure it goes on where it was.
 */
export const forgetJob = defineJob(ForgetAccount, {
  attempts: 25,
  runsOnceForgotten: true,
  run: Effect.fnUntraced(function* ({ accountId }) {
    const deletions = yield* AccountDeletions
    const deletion = yield* deletions.of(accountId)
    // Undone in the meantime.
    if (Option.isNone(deletion)) return
    const { dueAt, endedAt, forgotten } = deletion.value
    const early = Date.parse(dueAt) - (yield* Clock.currentTimeMillis)
    if (early > 0) return yield* new RetryAfter({ ms: early })
    const { composition } = yield* HostInfo
    const done = new Set(endedAt === null ? forgotten : [])
    for (const { forget, plugin } of (yield* personalOf(composition.plugins)).toReversed()) {
      if (done.has(plugin)) continue
      yield* forget(accountId)
      yield* deletions.forgot(accountId, plugin)
    }
    yield* forgetCore(accountId)
    yield* deletions.ended(accountId)
  })
})

/** Deletes, daily, what came late of accounts that are gone: of work that took long, or was done again by hand. */
export const forgetLateJob = defineJob(jobRef("system.forget-late", Schema.Struct({})), {
  cron: "41 3 * * *",
  cronPayload: {},
  run: Effect.fnUntraced(function* () {
    const jobs = yield* Jobs
    const { composition } = yield* HostInfo
    const tables = [...coreForgottenTables, ...personalTablesOf(composition.plugins)].map(tableNameOf)
    for (const accountId of yield* forgottenWithRows(tables)) {
      yield* jobs.enqueue(ForgetAccount, { accountId }, { key: `forget-late:${accountId}` })
    }
  })
})
