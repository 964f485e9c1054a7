import { AccountAdmin, Forbidden, InvalidInput, NotFound } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import { exportFields } from "../answers.ts"
import type { AccountConfig } from "../config.ts"
import { changes, fresh, member, reading, sessionRoute } from "../dashboard.ts"
import { ConfirmationNeeded, ProofInvalid } from "../errors.ts"
import { jsonRoute } from "../jsonRoute.ts"
import { dataOf, fromOwnPage } from "../request.ts"
import { SignedIn } from "../signIn/SignedIn.ts"
import { Leaving } from "./Leaving.ts"
import { refusable } from "./refusable.ts"

const AccountState = Schema.Struct({
  id: Schema.String,
  email: Schema.String,
  plan: Schema.String,
  createdAt: Schema.String,
  suspended: Schema.NullOr(Schema.Struct({ since: Schema.String, reason: Schema.NullOr(Schema.String) })),
  deletion: Schema.NullOr(Schema.Struct({ dueAt: Schema.String })),
  support: Schema.NullOr(Schema.String)
}).annotate({ identifier: "AccountState" })
const DeletionState = Schema.Struct({ deletion: AccountState.fields.deletion })
const AccountExport = Schema.Struct({
  ...exportFields,
  files: Schema.Array(
    Schema.Struct({ name: Schema.String, url: Schema.String, bytes: Schema.Finite, expiresAt: Schema.String })
  ).annotate({ description: "Whoever has an address may read the file." })
}).annotate({ identifier: "AccountExport" })

const Deletion = Schema.Struct({ name: Schema.String.check(Schema.isMaxLength(320)) })
const Token = Schema.Struct({
  token: Schema.String.check(Schema.isPattern(/^[A-Za-z0-9_-]{43}$/, { message: "isn't of a mail of ours" }))
})

const owners = { ...sessionRoute, role: "owner", whileClosed: true } as const
const errors = [...changes, ConfirmationNeeded, NotFound] as const

const found = Effect.gen(function* () {
  const { accountId } = yield* member
  const accounts = yield* AccountAdmin
  return (yield* accounts.find(accountId)) ?? (yield* new NotFound("the account is gone"))
})

/** Taking everything along, and the end of an account. */
export const leavingRoutes = ({ support }: AccountConfig) => [
  jsonRoute({
    ...sessionRoute,
    id: "accountState",
    method: "GET",
    path: "/dashboard/api/account",
    answer: AccountState,
    errors: [...reading, NotFound],
    summary: "State of the account",
    description:
      "Whether it's suspended and why, whether it's being deleted and until when that can be undone, and whom to ask.",
    handler: () =>
      Effect.gen(function* () {
        const { createdAt, deletionDueAt, email, id, plan, suspendedAt, suspendedFor } = yield* found
        return dataOf({
          id,
          email,
          plan,
          createdAt,
          suspended: suspendedAt === null ? null : { since: suspendedAt, reason: suspendedFor },
          deletion: deletionDueAt === null ? null : { dueAt: deletionDueAt },
          support: support ?? null
        })
      })
  }),
  jsonRoute({
    ...owners,
    id: "exports",
    method: "GET",
    path: "/dashboard/api/exports",
    answer: Schema.Struct({ exports: Schema.Array(AccountExport) }),
    errors: reading,
    summary: "Exports of the account",
    description: "The last ten, newest first, with the addresses of those that can still be read.",
    handler: () =>
      Effect.gen(function* () {
        const { accountId } = yield* member
        const accounts = yield* AccountAdmin
        return dataOf({ exports: yield* accounts.exports(accountId) })
      })
  }),
  jsonRoute({
    ...owners,
    ...fresh,
    id: "askExport",
    method: "POST",
    path: "/dashboard/api/exports",
    answer: Schema.Struct({ export: AccountExport }),
    errors,
    summary: "Export everything",
    description:
      "Begins a zip of JSON and CSV with everything that is kept for the account. A mail tells when it's ready; it's there for 7 days, and takes the place of the one before.",
    handler: ({ payload }) =>
      Effect.gen(function* () {
        const { accountId } = yield* member
        yield* payload
        const accounts = yield* AccountAdmin
        return dataOf({ export: yield* refusable(accounts.askExport(accountId)) }, 202)
      })
  }),
  jsonRoute({
    ...owners,
    ...fresh,
    id: "deleteAccount",
    method: "POST",
    path: "/dashboard/api/account/delete",
    payload: Deletion,
    answer: DeletionState,
    errors,
    summary: "Delete the account",
    description:
      "Takes the account's e-mail address as it's typed. Keys, tokens and sessions end at once; everything else is deleted in 14 days, until when a link in the mail undoes it.",
    handler: ({ payload }) =>
      Effect.gen(function* () {
        const { email, id } = yield* found
        const { name } = yield* payload
        if (name.trim().toLowerCase() !== email.toLowerCase()) {
          return yield* new InvalidInput("name (body): must be the account's e-mail address, typed as it's shown", {
            field: "name"
          })
        }
        const leaving = yield* Leaving
        const signedIn = yield* SignedIn
        const { dueAt } = yield* refusable(leaving.ask(id))
        return dataOf({ deletion: { dueAt } }, 202, signedIn.clearCookie)
      })
  }),
  jsonRoute({
    ...owners,
    ...fresh,
    id: "keepAccount",
    method: "POST",
    path: "/dashboard/api/account/keep",
    answer: DeletionState,
    errors,
    summary: "Undo the deletion",
    description: "As long as it hasn't begun. Keys have ended; make new ones.",
    handler: ({ payload }) =>
      Effect.gen(function* () {
        const { accountId } = yield* member
        yield* payload
        const leaving = yield* Leaving
        yield* refusable(leaving.undo(accountId))
        return dataOf({ deletion: null })
      })
  }),
  jsonRoute({
    access: "public",
    price: 0,
    tool: false,
    id: "keepByMail",
    method: "POST",
    path: "/auth/keep-account",
    payload: Token,
    answer: DeletionState,
    errors: [...changes, Forbidden, ProofInvalid, NotFound],
    summary: "Undo a deletion by mail",
    description: "Takes the token of the link in the mail about the deletion.",
    handler: ({ payload }) =>
      Effect.gen(function* () {
        yield* fromOwnPage
        const { token } = yield* payload
        const leaving = yield* Leaving
        yield* refusable(leaving.undoBy(token))
        return dataOf({ deletion: null })
      })
  })
]
