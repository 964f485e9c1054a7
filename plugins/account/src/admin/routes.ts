import {
  AccountAdmin,
  asDocumented,
  type DeadLetter,
  GatewayState,
  InvalidInput,
  NotFound,
  rawRoute,
  StoredText
} from "@storeglass/plugin-api"
import { Effect, Redacted, Schema } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import { changes, fresh, reading, session, sessionRoute } from "../dashboard.ts"
import { ConfirmationNeeded } from "../errors.ts"
import { refusable } from "../leaving/refusable.ts"
import { bodyOf, dataOf, Email, jsonBody, Nothing } from "../request.ts"
import { SignedIn } from "../SignedIn.ts"
import { Desk } from "./Desk.ts"

const Reason = StoredText({ max: 500, description: "Why, as the account's people may read it." })
const Plan = Schema.Struct({ plan: Schema.NonEmptyString })
const Uuid = Schema.String.check(
  Schema.isPattern(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, {
    message: "must be a UUID that you make: it keeps a repeat from granting twice"
  })
)
const Grant = Schema.Struct({
  id: Uuid,
  bucket: Schema.Literals(["general", "aiVisibility", "creative"]),
  credits: Schema.Int,
  reason: Reason
})
const Suspension = Schema.Struct({ reason: Reason })
const Address = Schema.Struct({ email: Email })
const Key = Schema.Struct({ key: Schema.String.check(Schema.isMaxLength(200)) })

const pageMax = 100
const operators = { ...sessionRoute, role: "operator" } as const
const writing = { ...operators, ...fresh, body: jsonBody } as const
const errors = [...changes, ConfirmationNeeded, NotFound] as const

const noAccount = new NotFound("no such account")
const accountIn = Effect.map(HttpRouter.params, ({ id = "" }) => id)

/** One parameter; given twice it is refused. */
const parameter = Effect.fnUntraced(function* (name: string) {
  const query = yield* HttpServerRequest.ParsedSearchParams
  const value = query[name]
  if (value === undefined || typeof value === "string") return value
  return yield* new InvalidInput(`${name} (query): is given twice`)
})

const limitOf = Effect.fnUntraced(function* () {
  const text = yield* parameter("limit")
  if (text === undefined) return 50
  const limit = Number(text)
  if (Number.isInteger(limit) && limit >= 1 && limit <= pageMax) return limit
  return yield* new InvalidInput(`limit (query): must be a whole number from 1 to ${pageMax}`)
})

const shownLetter = ({ createdAtMs, ...letter }: DeadLetter) => ({
  ...letter,
  createdAt: new Date(createdAtMs).toISOString()
})

/** Pages of those who run this gateway. Nobody acts as somebody else, and each look into an account stands in its audit log. */
export const adminRoutes = [
  rawRoute({
    ...operators,
    id: "operator",
    method: "GET",
    path: "/dashboard/api/admin",
    errors: reading,
    summary: "The operator who is signed in",
    description: "With the token that each change must carry, also for operators who are in no account.",
    handler: Effect.gen(function* () {
      const found = yield* session
      const signedIn = yield* SignedIn
      const { email, id, language, name } = found.person
      return dataOf({ person: { id, email, name, language }, csrfToken: signedIn.csrfOf(found) })
    })
  }),
  rawRoute({
    ...operators,
    query: ["q", "after", "limit"],
    id: "findAccounts",
    method: "GET",
    path: "/dashboard/api/admin/accounts",
    errors: [...reading, InvalidInput],
    summary: "Find accounts",
    description:
      "By id, by an e-mail address or name of the account or of a member, or by a key's id or hint (`sg_live_…` and its last four characters); newest first. `after`: the id of the last of the page before. Accounts that a search shows have it in their audit log.",
    handler: Effect.gen(function* () {
      const text = ((yield* parameter("q")) ?? "").trim()
      // A query stands in logs of proxies.
      if (/^sg_live_[0-9A-Za-z]/.test(text)) {
        return yield* new InvalidInput(
          "q (query): a key's value doesn't belong into an address; give its hint, or POST it to /dashboard/api/admin/find-key"
        )
      }
      if (text.length > 320) return yield* new InvalidInput("q (query): at most 320 characters")
      const limit = yield* limitOf()
      const desk = yield* Desk
      const { accounts, hasMore } = yield* asDocumented(desk.find({ text, after: yield* parameter("after"), limit }))
      return dataOf({ accounts, next: hasMore ? (accounts.at(-1)?.id ?? null) : null })
    })
  }),
  rawRoute({
    ...operators,
    body: jsonBody,
    id: "findKey",
    method: "POST",
    path: "/dashboard/api/admin/find-key",
    errors: [...changes, NotFound],
    summary: "Whose key it is",
    description:
      "Takes a key's value, as somebody found it. It's kept nowhere; that somebody asked stands in its account's audit log.",
    handler: Effect.gen(function* () {
      const { key } = yield* bodyOf(Key)
      const desk = yield* Desk
      const account = yield* asDocumented(desk.ofKey(Redacted.make(key.trim())))
      return dataOf({ account: account ?? (yield* new NotFound("no account has this key")) })
    })
  }),
  rawRoute({
    ...operators,
    id: "lookAtAccount",
    method: "GET",
    path: "/dashboard/api/admin/accounts/:id",
    errors: [...reading, NotFound],
    summary: "Look at an account",
    description:
      "Its members, keys without their values, credits, and how much of its plan it uses. The look stands in its audit log.",
    handler: Effect.gen(function* () {
      const desk = yield* Desk
      return dataOf((yield* asDocumented(desk.look(yield* accountIn))) ?? (yield* noAccount))
    })
  }),
  rawRoute({
    ...writing,
    id: "setAccountPlan",
    method: "POST",
    path: "/dashboard/api/admin/accounts/:id/plan",
    errors,
    summary: "Change an account's plan",
    description: "At once, on all nodes.",
    handler: Effect.gen(function* () {
      const { plan } = yield* bodyOf(Plan)
      const accounts = yield* AccountAdmin
      return dataOf({ account: yield* refusable(accounts.setPlan(yield* accountIn, plan)) })
    })
  }),
  rawRoute({
    ...writing,
    id: "grantCredits",
    method: "POST",
    path: "/dashboard/api/admin/accounts/:id/credits",
    errors,
    summary: "Grant credits",
    description: "For this month, beyond the plan. Repeated with the same id it grants nothing more.",
    handler: Effect.gen(function* () {
      const grant = yield* bodyOf(Grant)
      const accounts = yield* AccountAdmin
      const granted = yield* refusable(accounts.grant({ ...grant, accountId: yield* accountIn }))
      return dataOf({ bucket: grant.bucket, grantedThisMonth: granted })
    })
  }),
  rawRoute({
    ...writing,
    id: "suspendAccount",
    method: "POST",
    path: "/dashboard/api/admin/accounts/:id/suspend",
    errors,
    summary: "Suspend an account",
    description:
      "Its keys and tokens are refused on every node within 5 seconds, and its schedules pause. Nothing is deleted.",
    handler: Effect.gen(function* () {
      const { reason } = yield* bodyOf(Suspension)
      const accounts = yield* AccountAdmin
      return dataOf({ account: yield* refusable(accounts.suspend(yield* accountIn, reason)) })
    })
  }),
  rawRoute({
    ...writing,
    id: "resumeAccount",
    method: "POST",
    path: "/dashboard/api/admin/accounts/:id/resume",
    errors,
    summary: "Lift a suspension",
    description: "Its keys work again within 5 seconds, and its schedules go on.",
    handler: Effect.gen(function* () {
      yield* bodyOf(Nothing)
      const accounts = yield* AccountAdmin
      return dataOf({ account: yield* refusable(accounts.unsuspend(yield* accountIn)) })
    })
  }),
  rawRoute({
    ...writing,
    id: "endAccountSessions",
    method: "POST",
    path: "/dashboard/api/admin/accounts/:id/end-sessions",
    errors,
    summary: "End an account's sessions and grants",
    description: "Signs all its members out everywhere, and ends what they granted to apps. Keys stay.",
    handler: Effect.gen(function* () {
      yield* bodyOf(Nothing)
      const desk = yield* Desk
      return dataOf((yield* asDocumented(desk.endSessions(yield* accountIn))) ?? (yield* noAccount))
    })
  }),
  rawRoute({
    ...writing,
    id: "resendMail",
    method: "POST",
    path: "/dashboard/api/admin/resend-mail",
    errors,
    summary: "Send a mail again",
    description:
      "The one that an address waits for, to sign up, sign in or choose a password, with a new link and code.",
    handler: Effect.gen(function* () {
      const { email } = yield* bodyOf(Address)
      const desk = yield* Desk
      const mail = yield* asDocumented(desk.resend(email))
      return dataOf(
        { mail: mail ?? (yield* new NotFound("this address waits for no mail; have them ask for one again")) },
        202
      )
    })
  }),
  rawRoute({
    ...operators,
    id: "gatewayHealth",
    method: "GET",
    path: "/dashboard/api/admin/health",
    errors: reading,
    summary: "Health",
    description: "As on the operator's own page, with what it depends on and how its plugins are.",
    handler: Effect.gen(function* () {
      const state = yield* GatewayState
      return dataOf(yield* state.health)
    })
  }),
  rawRoute({
    ...operators,
    query: ["after"],
    id: "gatewayJobs",
    method: "GET",
    path: "/dashboard/api/admin/jobs",
    errors: [...reading, InvalidInput],
    summary: "Jobs and schedules",
    description: "What waits and runs, by job, and those given up, oldest first. `after`: the id of the last one seen.",
    handler: Effect.gen(function* () {
      const state = yield* GatewayState
      return dataOf({
        ...(yield* state.queue),
        givenUp: (yield* state.deadLetters({ after: yield* parameter("after") })).map(shownLetter)
      })
    })
  }),
  rawRoute({
    ...writing,
    id: "retryJob",
    method: "POST",
    path: "/dashboard/api/admin/jobs/:id/retry",
    errors,
    summary: "Run a job again",
    description: "One that was given up, with all its attempts.",
    handler: Effect.gen(function* () {
      yield* bodyOf(Nothing)
      const state = yield* GatewayState
      if (!(yield* state.retry(yield* accountIn))) return yield* new NotFound("no job of this id was given up")
      return dataOf({ retried: true })
    })
  }),
  rawRoute({
    ...operators,
    id: "gatewayCollection",
    method: "GET",
    path: "/dashboard/api/admin/collection",
    errors: reading,
    summary: "Collection",
    description: "What must be collected each day, what the stores' limits allow, and how far it is.",
    handler: Effect.gen(function* () {
      const state = yield* GatewayState
      return dataOf({ rows: yield* state.collection })
    })
  }),
  rawRoute({
    ...operators,
    id: "gatewayMail",
    method: "GET",
    path: "/dashboard/api/admin/mail",
    errors: reading,
    summary: "Mail in doubt",
    description: "How many mails to people wait, and those that couldn't be sent.",
    handler: Effect.gen(function* () {
      const desk = yield* Desk
      const { givenUp, ...counts } = yield* asDocumented(desk.mail)
      return dataOf({ ...counts, givenUp: givenUp.map(shownLetter) })
    })
  })
]
