import {
  AccountAdmin,
  asDocumented,
  type DeadLetter,
  GatewayState,
  InvalidInput,
  NotFound,
  StoredText
} from "@storeglass/plugin-api"
import { Effect, Redacted, Schema } from "effect"
import { HttpRouter } from "effect/http"
import { AccountRole, Bucket, exportFields, KeyText, keyFields, PersonShown } from "../answers.ts"
import { changes, fresh, reading, session, sessionRoute } from "../dashboard.ts"
import { ConfirmationNeeded } from "../errors.ts"
import { jsonRoute } from "../jsonRoute.ts"
import { refusable } from "../leaving/refusable.ts"
import { Limit } from "../reading/query.ts"
import { dataOf, Email } from "../request.ts"
import { SignedIn } from "../signIn/SignedIn.ts"
import { Desk } from "./Desk.ts"

const Operator = Schema.Struct({ person: PersonShown, csrfToken: Schema.String }).annotate({ identifier: "Operator" })
const AccountShown = Schema.Struct({
  id: Schema.String,
  email: Schema.String,
  plan: Schema.String,
  planSince: Schema.NullOr(Schema.String),
  createdAt: Schema.String,
  suspendedAt: Schema.NullOr(Schema.String),
  suspendedFor: Schema.NullOr(Schema.String),
  deletionDueAt: Schema.NullOr(Schema.String)
}).annotate({ identifier: "AccountDetails" })
const FoundAccount = Schema.Struct({ ...AccountShown.fields, owners: Schema.Array(Schema.String) }).annotate({
  identifier: "FoundAccount"
})
const AccountsPage = Schema.Struct({
  accounts: Schema.Array(FoundAccount),
  next: Schema.NullOr(Schema.String).annotate({ description: "`after` of the next page." })
}).annotate({ identifier: "AccountsPage" })
const Balance = Schema.Struct({
  limit: Schema.Finite,
  used: Schema.Finite,
  held: Schema.Finite,
  remaining: Schema.Finite,
  resetMs: Schema.Finite
}).annotate({ identifier: "CreditBalance" })
const LookedAt = Schema.Struct({
  account: AccountShown,
  members: Schema.Array(
    Schema.Struct({
      personId: Schema.String,
      name: Schema.String,
      email: Schema.String,
      role: AccountRole,
      sessions: Schema.Int,
      lastSeenAt: Schema.NullOr(Schema.String)
    })
  ),
  keys: Schema.Array(Schema.Struct(keyFields).annotate({ identifier: "KeyOfAccount" })),
  credits: Schema.Struct({ general: Balance, aiVisibility: Balance, creative: Balance }),
  featuresUsed: Schema.Record(Schema.String, Schema.Finite),
  exports: Schema.Array(Schema.Struct(exportFields))
}).annotate({ identifier: "LookedAt" })
const Granted = Schema.Struct({ bucket: Bucket, grantedThisMonth: Schema.Finite })
const EndedSessions = Schema.Struct({ sessions: Schema.Int, grants: Schema.Int }).annotate({
  identifier: "EndedSessions"
})
const Check = Schema.Struct({ status: Schema.String, detail: Schema.optionalKey(Schema.String) }).annotate({
  identifier: "HealthCheck"
})
const Checks = Schema.Record(Schema.String, Check)
const Health = Schema.Struct({
  status: Schema.Literals(["ok", "degraded"]),
  uptime: Schema.Finite.annotate({ description: "Seconds." }),
  timestamp: Schema.String,
  version: Schema.String,
  sandbox: Schema.NullOr(Schema.String),
  draining: Schema.Boolean,
  checks: Schema.Struct({
    database: Schema.String,
    queue: Schema.String,
    cache: Schema.String,
    upstreams: Checks,
    tokens: Checks,
    plugins: Checks
  }),
  unproven: Schema.Record(Schema.String, Schema.String)
}).annotate({ identifier: "Health" })
const queueCount = {
  waiting: Schema.Finite,
  running: Schema.Finite,
  failed: Schema.Finite,
  oldestWaitingMs: Schema.NullOr(Schema.Finite)
}
const GivenUp = Schema.Struct({
  id: Schema.String,
  job: Schema.String,
  attempts: Schema.Finite,
  lastError: Schema.NullOr(Schema.String),
  createdAt: Schema.String
}).annotate({ identifier: "GivenUp" })
const JobCount = Schema.Struct({ ...queueCount, job: Schema.String }).annotate({ identifier: "JobCount" })
const Jobs = Schema.Struct({
  ...queueCount,
  jobs: Schema.Array(JobCount),
  undeclared: Schema.Array(Schema.String),
  schedules: Schema.Struct({
    total: Schema.Finite,
    due: Schema.Finite,
    late: Schema.Finite,
    paused: Schema.Finite
  }),
  givenUp: Schema.Array(GivenUp)
}).annotate({ identifier: "Jobs" })
const Collected = Schema.Struct({
  plugin: Schema.String,
  what: Schema.String,
  platform: Schema.String,
  demandPerDay: Schema.Finite,
  capacityPerDay: Schema.NullOr(Schema.Finite),
  uncovered: Schema.Finite,
  done: Schema.Finite,
  due: Schema.Finite,
  lagSeconds: Schema.Finite
}).annotate({ identifier: "CollectionRow" })
const MailState = Schema.Struct({
  waiting: Schema.Finite,
  running: Schema.Finite,
  givenUp: Schema.Array(GivenUp),
  inDoubt: Schema.NullOr(
    Schema.Array(
      Schema.Struct({
        id: Schema.String,
        kind: Schema.String,
        to: Schema.Array(Schema.String),
        at: Schema.String,
        problem: Schema.NullOr(Schema.String)
      }).annotate({ identifier: "MailInDoubt" })
    )
  ).annotate({
    description:
      "Mail of all plugins of which nobody knows whether it was sent, oldest first, at most 100 single ones and 100 of broadcasts. Null: what sends mail here can't tell."
  })
}).annotate({ identifier: "MailState" })

const optional = Schema.optionalKey
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

const pageMax = 100
const operators = { ...sessionRoute, role: "operator" } as const
const writing = { ...operators, ...fresh } as const
const errors = [...changes, ConfirmationNeeded, NotFound] as const

const noAccount = new NotFound("no such account")
const jobIn = Effect.map(HttpRouter.params, ({ id = "" }) => id)
const accountIn = Effect.map(HttpRouter.params, ({ id = "" }) => id)

const AccountsAsked = Schema.Struct({
  q: optional(Schema.String.check(Schema.isMaxLength(320))),
  after: optional(Schema.String),
  limit: optional(Limit(pageMax))
})
const After = Schema.Struct({ after: optional(Schema.String) })

const shownLetter = ({ createdAtMs, ...letter }: DeadLetter) => ({
  ...letter,
  createdAt: new Date(createdAtMs).toISOString()
})

/** Pages of those who run this gateway. Nobody acts as somebody else, and each look into an account stands in its audit log. */
export const adminRoutes = [
  jsonRoute({
    ...operators,
    id: "operator",
    method: "GET",
    path: "/dashboard/api/admin",
    answer: Operator,
    errors: reading,
    summary: "The operator who is signed in",
    description: "With the token that each change must carry, also for operators who are in no account.",
    handler: () =>
      Effect.gen(function* () {
        const found = yield* session
        const signedIn = yield* SignedIn
        const { email, id, language, name } = found.person
        return dataOf({ person: { id, email, name, language }, csrfToken: signedIn.csrfOf(found) })
      })
  }),
  jsonRoute({
    ...operators,
    id: "findAccounts",
    method: "GET",
    path: "/dashboard/api/admin/accounts",
    query: AccountsAsked,
    answer: AccountsPage,
    errors: [...reading, InvalidInput],
    summary: "Find accounts",
    description:
      "By id, by an e-mail address or name of the account or of a member, or by a key's id or hint (`sg_live_…` and its last four characters); newest first. `after`: the id of the last of the page before. Accounts that a search shows have it in their audit log.",
    handler: ({ query }) =>
      Effect.gen(function* () {
        const { after, limit = "50", q = "" } = yield* query
        const text = q.trim()
        // A query stands in logs of proxies.
        if (/^sg_live_[0-9A-Za-z]/.test(text)) {
          return yield* new InvalidInput(
            "q (query): a key's value mustn't be in a URL; search by its hint, or POST it to /dashboard/api/admin/find-key",
            { field: "q" }
          )
        }
        const desk = yield* Desk
        const { accounts, hasMore } = yield* asDocumented(desk.find({ text, after, limit: Number(limit) }))
        return dataOf({ accounts, next: hasMore ? (accounts.at(-1)?.id ?? null) : null })
      })
  }),
  jsonRoute({
    ...operators,
    id: "findKey",
    method: "POST",
    path: "/dashboard/api/admin/find-key",
    payload: KeyText,
    answer: Schema.Struct({ account: FoundAccount }),
    errors: [...changes, NotFound],
    summary: "Whose key it is",
    description:
      "Takes a key's value, as somebody found it. It's kept nowhere; that somebody asked stands in its account's audit log.",
    handler: ({ payload }) =>
      Effect.gen(function* () {
        const { key } = yield* payload
        const desk = yield* Desk
        const account = yield* asDocumented(desk.ofKey(Redacted.make(key.trim())))
        return dataOf({ account: account ?? (yield* new NotFound("no account has this key")) })
      })
  }),
  jsonRoute({
    ...operators,
    id: "lookAtAccount",
    method: "GET",
    path: "/dashboard/api/admin/accounts/:id",
    answer: LookedAt,
    errors: [...reading, NotFound],
    summary: "Look at an account",
    description:
      "Its members, keys without their values, credits, and how much of its plan it uses. The look stands in its audit log.",
    handler: () =>
      Effect.gen(function* () {
        const desk = yield* Desk
        return dataOf((yield* asDocumented(desk.look(yield* accountIn))) ?? (yield* noAccount))
      })
  }),
  jsonRoute({
    ...writing,
    id: "setAccountPlan",
    method: "POST",
    path: "/dashboard/api/admin/accounts/:id/plan",
    payload: Plan,
    answer: Schema.Struct({ account: AccountShown }),
    errors,
    summary: "Change an account's plan",
    description: "At once, on all nodes.",
    handler: ({ payload }) =>
      Effect.gen(function* () {
        const { plan } = yield* payload
        const accounts = yield* AccountAdmin
        return dataOf({ account: yield* refusable(accounts.setPlan(yield* accountIn, plan)) })
      })
  }),
  jsonRoute({
    ...writing,
    id: "grantCredits",
    method: "POST",
    path: "/dashboard/api/admin/accounts/:id/credits",
    payload: Grant,
    answer: Granted,
    errors,
    summary: "Grant credits",
    description: "For this month, beyond the plan. Repeated with the same id it grants nothing more.",
    handler: ({ payload }) =>
      Effect.gen(function* () {
        const grant = yield* payload
        const accounts = yield* AccountAdmin
        const granted = yield* refusable(accounts.grant({ ...grant, accountId: yield* accountIn }))
        return dataOf({ bucket: grant.bucket, grantedThisMonth: granted })
      })
  }),
  jsonRoute({
    ...writing,
    id: "suspendAccount",
    method: "POST",
    path: "/dashboard/api/admin/accounts/:id/suspend",
    payload: Suspension,
    answer: Schema.Struct({ account: AccountShown }),
    errors,
    summary: "Suspend an account",
    description:
      "Its keys and tokens are refused on every node within 5 seconds, and its schedules pause. Nothing is deleted.",
    handler: ({ payload }) =>
      Effect.gen(function* () {
        const { reason } = yield* payload
        const accounts = yield* AccountAdmin
        return dataOf({ account: yield* refusable(accounts.suspend(yield* accountIn, reason)) })
      })
  }),
  jsonRoute({
    ...writing,
    id: "resumeAccount",
    method: "POST",
    path: "/dashboard/api/admin/accounts/:id/resume",
    answer: Schema.Struct({ account: AccountShown }),
    errors,
    summary: "Lift a suspension",
    description: "Its keys work again within 5 seconds, and its schedules go on.",
    handler: ({ payload }) =>
      Effect.gen(function* () {
        yield* payload
        const accounts = yield* AccountAdmin
        return dataOf({ account: yield* refusable(accounts.unsuspend(yield* accountIn)) })
      })
  }),
  jsonRoute({
    ...writing,
    id: "endAccountSessions",
    method: "POST",
    path: "/dashboard/api/admin/accounts/:id/end-sessions",
    answer: EndedSessions,
    errors,
    summary: "End an account's sessions and grants",
    description: "Signs all its members out everywhere, and ends what they granted to apps. Keys stay.",
    handler: ({ payload }) =>
      Effect.gen(function* () {
        yield* payload
        const desk = yield* Desk
        return dataOf((yield* asDocumented(desk.endSessions(yield* accountIn))) ?? (yield* noAccount))
      })
  }),
  jsonRoute({
    ...writing,
    id: "resendMail",
    method: "POST",
    path: "/dashboard/api/admin/resend-mail",
    payload: Address,
    answer: Schema.Struct({ mail: Schema.String }),
    errors,
    summary: "Send a mail again",
    description:
      "The one that an address waits for, to sign up, sign in or choose a password, with a new link and code.",
    handler: ({ payload }) =>
      Effect.gen(function* () {
        const { email } = yield* payload
        const desk = yield* Desk
        const mail = yield* asDocumented(desk.resend(email))
        return dataOf(
          { mail: mail ?? (yield* new NotFound("this address waits for no mail; have them ask for one again")) },
          202
        )
      })
  }),
  jsonRoute({
    ...operators,
    id: "gatewayHealth",
    method: "GET",
    path: "/dashboard/api/admin/health",
    answer: Health,
    errors: reading,
    summary: "Health",
    description: "As on the operator's own page, with what it depends on and how its plugins are.",
    handler: () =>
      Effect.gen(function* () {
        const state = yield* GatewayState
        return dataOf(yield* state.health)
      })
  }),
  jsonRoute({
    ...operators,
    id: "gatewayJobs",
    method: "GET",
    path: "/dashboard/api/admin/jobs",
    query: After,
    answer: Jobs,
    errors: [...reading, InvalidInput],
    summary: "Jobs and schedules",
    description: "What waits and runs, by job, and those given up, oldest first. `after`: the id of the last one seen.",
    handler: ({ query }) =>
      Effect.gen(function* () {
        const { after } = yield* query
        const state = yield* GatewayState
        return dataOf({
          ...(yield* state.queue),
          givenUp: (yield* state.deadLetters({ after })).map(shownLetter)
        })
      })
  }),
  jsonRoute({
    ...writing,
    id: "retryJob",
    method: "POST",
    path: "/dashboard/api/admin/jobs/:id/retry",
    answer: Schema.Struct({ retried: Schema.Literal(true) }),
    errors,
    summary: "Run a job again",
    description: "One that was given up, with all its attempts.",
    handler: ({ payload }) =>
      Effect.gen(function* () {
        yield* payload
        const state = yield* GatewayState
        const id = yield* jobIn
        if (!(yield* state.retry(id)))
          return yield* new NotFound("id (path): no failed job has this id; it may have been retried already")
        return dataOf({ retried: true })
      })
  }),
  jsonRoute({
    ...operators,
    id: "gatewayCollection",
    method: "GET",
    path: "/dashboard/api/admin/collection",
    answer: Schema.Struct({ rows: Schema.Array(Collected) }),
    errors: reading,
    summary: "Collection",
    description: "What must be collected each day, what the stores' limits allow, and how far it is.",
    handler: () =>
      Effect.gen(function* () {
        const state = yield* GatewayState
        return dataOf({ rows: yield* state.collection })
      })
  }),
  jsonRoute({
    ...operators,
    id: "gatewayMail",
    method: "GET",
    path: "/dashboard/api/admin/mail",
    answer: MailState,
    errors: reading,
    summary: "Mail in doubt",
    description:
      "How many mails to people wait, those that couldn't be sent, and those of which nobody knows whether they were sent.",
    handler: () =>
      Effect.gen(function* () {
        const desk = yield* Desk
        const { givenUp, inDoubt, ...counts } = yield* asDocumented(desk.mail)
        const doubts = inDoubt?.map(({ atMs, ...mail }) => ({ ...mail, at: new Date(atMs).toISOString() }))
        return dataOf({ ...counts, givenUp: givenUp.map(shownLetter), inDoubt: doubts ?? null })
      })
  })
]
