import {
  asDocumented,
  Forbidden,
  InvalidInput,
  PayloadTooLarge,
  ServiceUnavailable,
  SessionRequired,
  StoredText
} from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import { AccountRole, Entered } from "../answers.ts"
import type { AccountConfig } from "../config.ts"
import { FactorNeeded, PasswordRefused, ProofInvalid, SignUpClosed, TooManyAttempts } from "../errors.ts"
import { jsonRoute } from "../jsonRoute.ts"
import { languages } from "../mail/texts.ts"
import { asking, dataOf, digitsOf, Email, emailOf, fromOwnPage, languageFor, MailCode, tokenOf } from "../request.ts"
import { entered } from "../routes.ts"
import { Joining } from "./Joining.ts"

const optional = Schema.optionalKey

const ShownInvitation = Schema.Struct({
  email: Schema.String,
  role: AccountRole,
  inviter: Schema.NullOr(Schema.String),
  account: Schema.String.annotate({ description: "The account's e-mail." }),
  expiresAt: Schema.String
}).annotate({ identifier: "ShownInvitation" })
const Token = tokenOf("an invitation")
const about = {
  name: optional(StoredText({ max: 100, description: "What to call them." })),
  password: optional(Schema.String.check(Schema.isMaxLength(1024))),
  language: optional(Schema.Literals(languages))
}
const Invited = Schema.Union([
  Schema.Struct({ token: Token, ...about }),
  Schema.Struct({
    email: Email,
    code: MailCode,
    ...about
  })
])
const Shown = Schema.Struct({ token: Token })

const shared = { access: "public", price: 0, tool: false } as const
const common = [Forbidden, InvalidInput, PayloadTooLarge, ServiceUnavailable] as const

/** The way in for who was invited. */
export const joinRoutes = (config: AccountConfig) => [
  jsonRoute({
    ...shared,
    id: "showInvitation",
    method: "POST",
    path: "/auth/invitation/show",
    payload: Shown,
    answer: ShownInvitation,
    errors: [...common, ProofInvalid],
    summary: "Look at an invitation",
    description: "What the link of an invitation is for, and who invites. It uses nothing up.",
    handler: ({ payload }) =>
      Effect.gen(function* () {
        yield* fromOwnPage
        const { token } = yield* payload
        const joining = yield* Joining
        const { expiresMs, ...shown } = yield* asDocumented(joining.show(token))
        return dataOf({ ...shown, expiresAt: new Date(expiresMs).toISOString() })
      })
  }),
  jsonRoute({
    ...shared,
    id: "join",
    method: "POST",
    path: "/auth/invitation",
    payload: Invited,
    answer: Entered,
    errors: [...common, FactorNeeded, PasswordRefused, ProofInvalid, SessionRequired, SignUpClosed, TooManyAttempts],
    summary: "Join an account",
    description:
      "By the token of an invitation's link, or by its address and code. Someone new is made by it and signed in, with `password` where they choose one; who has an account here must be signed in with that address.",
    handler: ({ payload }) =>
      Effect.gen(function* () {
        yield* fromOwnPage
        const { language, name, password, ...invited } = yield* payload
        const joining = yield* Joining
        const joined = yield* asDocumented(
          joining.join({
            ...(yield* asking),
            invited: "token" in invited ? invited : { email: emailOf(invited.email), code: digitsOf(invited.code) },
            name,
            password,
            language: yield* languageFor(language, config)
          })
        )
        if (joined.entered !== undefined) return yield* entered(joined.entered)
        const { email, id, name: called } = joined.person
        return dataOf({ signedIn: true, needs: null, person: { id, email, name: called } })
      })
  })
]
