import { Operations } from "@storeglass/plugin-api"
import { Effect, type Redacted } from "effect"
import { Plans } from "../plans/Plans.ts"
import { Desk } from "./Desk.ts"
import { type Operator, Operators } from "./Operators.ts"

const shown = ({ addedMs, ...operator }: Operator) => ({ ...operator, addedAt: new Date(addedMs).toISOString() })

export const addOperator = (email: string) =>
  Effect.gen(function* () {
    const operators = yield* Operators
    const { gateway } = yield* Operations
    return { operator: shown(yield* operators.add(email)), url: gateway.url }
  })
export const removeOperator = (email: string) => Operators.use(({ remove }) => remove(email))
export const listOperators = Operators.use(({ list }) => Effect.map(list, (all) => all.map(shown)))

type Found = Parameters<Desk["Service"]["find"]>[0]
export const findAccounts = (wanted: Found) => Desk.use(({ find }) => find(wanted))
export const ownerOfKey = (value: Redacted.Redacted<string>) => Desk.use(({ ofKey }) => ofKey(value))
export const lookAt = (accountId: string) => Desk.use(({ look }) => look(accountId))
export const endSessionsOf = (accountId: string) => Desk.use(({ endSessions }) => endSessions(accountId))
export const resend = (email: string) => Desk.use(({ resend }) => resend(email))
export const mailState = Desk.use(({ mail }) => mail)

export const previewPlan = (accountId: string, plan: string) => Plans.use(({ preview }) => preview(accountId, plan))
export const billingHistory = (accountId: string) => Plans.use(({ history }) => history(accountId))
