import {
  AccountAdmin,
  type AccountDeletionState,
  AccountRefused,
  isUuid,
  Schedules,
  ServiceUnavailable
} from "@storeglass/plugin-api"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { CreditLedger } from "../credits/CreditLedger.ts"
import { isPlanId, planIds } from "../credits/plans.ts"
import { type AccountDeletion, AccountDeletions } from "./AccountDeletions.ts"
import { AccountExports } from "./AccountExports.ts"
import { Accounts } from "./Accounts.ts"
import { AccountError, suspensionReason } from "./accountErrors.ts"

const unavailable = (cause: unknown) =>
  new ServiceUnavailable("accounts can't be read or changed just now; retry", { retryAfterSeconds: 1, cause })

const told = (error: unknown): AccountRefused | ServiceUnavailable => {
  if (error instanceof AccountRefused) return error
  if (!(error instanceof AccountError)) return unavailable(error)
  const { field, message, reason } = error
  switch (reason) {
    case "text":
    case "invalid":
      return new AccountRefused({ reason: "invalid", field, message })
    case "not_found":
    case "email_taken":
    case "deleting":
      return new AccountRefused({ reason, message })
    default:
      return unavailable(error)
  }
}

const stateOf = ({ accountId, askedAt, dueAt, endedAt }: AccountDeletion): AccountDeletionState => ({
  accountId,
  askedAt,
  dueAt,
  endedAt
})

/** Accounts as a whole, for plugins and commands. */
export const AccountAdminLive = Layer.effect(
  AccountAdmin,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const accounts = yield* Accounts
    const deletions = yield* AccountDeletions
    const exports = yield* AccountExports
    const ledger = yield* CreditLedger
    const schedules = yield* Schedules
    const own = <A, E>(work: Effect.Effect<A, E, SqlClient.SqlClient>) =>
      Effect.mapError(Effect.provideService(sql.withTransaction(work), SqlClient.SqlClient, sql), told)
    const planOf = (plan: string) =>
      isPlanId(plan)
        ? Effect.succeed(plan)
        : Effect.fail(
            new AccountRefused({ reason: "invalid", field: "plan", message: `plan: one of ${planIds.join(", ")}` })
          )
    const byAddress = (email: string) =>
      Effect.catchTag(accounts.find(email), "AccountError", () => Effect.succeed(undefined))
    const openFor = Effect.fn("AccountAdmin.openFor")(function* (email: string) {
      const known = yield* byAddress(email)
      if (known !== undefined) {
        return known.deletionDueAt === null ? { accountId: known.id, plan: known.plan, isNew: false } : undefined
      }
      const made = yield* Effect.catchTag(
        accounts.create({ email, plan: "free", only: true }),
        "AccountError",
        (error) => (error.reason === "email_taken" ? byAddress(email) : Effect.die(error))
      )
      return made === undefined ? undefined : { accountId: made.id, plan: made.plan, isNew: true }
    })

    return AccountAdmin.of({
      openFor: (email) => Effect.catchTag(openFor(email), "SchemaError", Effect.die),
      create: ({ plan, ...account }) =>
        Effect.mapError(
          Effect.flatMap(planOf(plan), (planId) => accounts.create({ ...account, plan: planId })),
          told
        ),
      find: (accountId) => Effect.mapError(accounts.byId(accountId), unavailable),
      byEmail: (email) => Effect.mapError(accounts.byEmail(email), unavailable),
      search: (wanted) => Effect.mapError(accounts.search(wanted), unavailable),
      setEmail: (accountId, email) => Effect.mapError(accounts.setEmail(accountId, email), told),
      setPlan: (accountId, plan, sinceMs) =>
        Effect.mapError(
          Effect.flatMap(planOf(plan), (planId) => accounts.setPlan(accountId, planId, sinceMs)),
          told
        ),
      grant: ({ reason, ...input }) =>
        own(
          Effect.gen(function* () {
            if ((yield* accounts.byId(input.accountId)) === undefined) {
              return yield* new AccountRefused({ reason: "not_found", message: "no such account" })
            }
            if (!Number.isInteger(input.credits) || input.credits < 1 || input.credits > 1_000_000_000) {
              const message = "credits: a whole number from 1 to 1000000000"
              return yield* new AccountRefused({ reason: "invalid", field: "credits", message })
            }
            return yield* ledger.grant({ ...input, reason })
          })
        ),
      suspend: (accountId, reason) =>
        own(Effect.tap(accounts.suspend(accountId, reason), () => schedules.pause({ accountId }, suspensionReason))),
      unsuspend: (accountId) =>
        own(Effect.tap(accounts.unsuspend(accountId), () => schedules.resume({ accountId }, suspensionReason))),
      askDeletion: (accountId, afterMs) =>
        isUuid(accountId)
          ? Effect.mapError(Effect.map(deletions.ask(accountId, afterMs), stateOf), told)
          : Effect.fail(new AccountRefused({ reason: "not_found", message: "no such account" })),
      undoDeletion: (accountId) => Effect.mapError(deletions.undo(accountId), told),
      deletion: (accountId) =>
        deletions.of(accountId).pipe(
          Effect.map((found) => Option.getOrUndefined(Option.map(found, stateOf))),
          Effect.mapError(unavailable)
        ),
      askExport: (accountId) => Effect.mapError(exports.ask(accountId), told),
      exports: (accountId) =>
        isUuid(accountId) ? Effect.mapError(exports.list(accountId), unavailable) : Effect.succeed([])
    })
  })
)
