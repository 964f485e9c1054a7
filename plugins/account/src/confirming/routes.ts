import { asDocumented, SessionRequired } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import { Entered } from "../answers.ts"
import { ConfirmOtherwise, ProofInvalid, SignInRefused } from "../errors.ts"
import { jsonRoute } from "../jsonRoute.ts"
import { PasskeyRefused, PasskeysUnavailable } from "../passkeys/errors.ts"
import { Passkeys } from "../passkeys/Passkeys.ts"
import { RequestOptions, Signed, signedOf } from "../passkeys/routes.ts"
import { asking, dataOf, digitsOf, fromOwnPage, MailCode, within } from "../request.ts"
import { common, entered, Password, shared } from "../routes.ts"
import { RoundTrips } from "../signIn/RoundTrips.ts"
import { SignedIn } from "../signIn/SignedIn.ts"
import { nobody, SigningIn } from "../signIn/SigningIn.ts"
import { Confirming } from "./Confirming.ts"

const Confirmation = Schema.Union([Schema.Struct({ password: Password }), Schema.Struct({ code: MailCode })])

const Ways = Schema.Struct({
  factor: Schema.Boolean,
  passkey: Schema.Boolean,
  password: Schema.Boolean,
  mail: Schema.Boolean,
  providers: Schema.Array(Schema.Struct({ id: Schema.String, name: Schema.String }))
}).annotate({ identifier: "ConfirmingWays", description: "By what somebody can confirm that it's them." })

/** How whoever is signed in shows again that it's them, for what needs that of the last 15 minutes. */
export const confirmingRoutes = [
  jsonRoute({
    ...shared,
    id: "confirmingWays",
    method: "GET",
    path: "/auth/confirm",
    answer: Ways,
    errors: [...common, SessionRequired],
    summary: "How to confirm that it's you",
    description:
      "Whether by the `factor` (POST /auth/factor), a `passkey`, the `password`, a code by `mail`, or one of the `providers`. The last two are for who has none of the others.",
    handler: () =>
      Effect.gen(function* () {
        const confirming = yield* Confirming
        return dataOf(yield* asDocumented(confirming.ways(yield* asking)))
      })
  }),
  jsonRoute({
    ...shared,
    id: "confirm",
    method: "POST",
    path: "/auth/confirm",
    payload: Confirmation,
    answer: Schema.Struct({ confirmed: Schema.Literal(true) }),
    errors: [...common, ConfirmOtherwise, ProofInvalid, SessionRequired, SignInRefused],
    summary: "Confirm that it's you",
    description:
      "Takes the `password` once more, or the `code` of a mail that this session asked for. With a second factor, give that instead.",
    handler: ({ payload }) =>
      Effect.gen(function* () {
        yield* fromOwnPage
        const given = yield* payload
        const { confirm } = yield* SigningIn
        const { byCode } = yield* Confirming
        const who = yield* asking
        yield* "password" in given
          ? asDocumented(confirm({ ...who, password: given.password }))
          : asDocumented(byCode({ ...who, code: digitsOf(given.code) }))
        return dataOf({ confirmed: true })
      })
  }),
  jsonRoute({
    ...shared,
    id: "askConfirmation",
    method: "POST",
    path: "/auth/confirm/mail",
    answer: Schema.Struct({ expiresAt: Schema.String }),
    errors: [...common, ConfirmOtherwise, SessionRequired],
    summary: "Mail a code to confirm with",
    description:
      "For who has neither password, authenticator app nor passkey. It's good once, for 15 minutes, here alone.",
    handler: ({ payload }) =>
      Effect.gen(function* () {
        yield* fromOwnPage
        yield* payload
        const { askMail } = yield* Confirming
        const { expiresMs } = yield* asDocumented(askMail(yield* asking))
        return dataOf({ expiresAt: new Date(expiresMs).toISOString() }, 202)
      })
  }),
  jsonRoute({
    ...shared,
    id: "beginConfirmingByPasskey",
    method: "POST",
    path: "/auth/confirm/passkey/options",
    answer: Schema.Struct({ options: RequestOptions }),
    errors: [...common, PasskeysUnavailable, SessionRequired],
    summary: "Begin to confirm by a passkey",
    description:
      "Gives the `options` for `navigator.credentials.get`, and a cookie without which the answer isn't taken.",
    handler: ({ payload }) =>
      Effect.gen(function* () {
        yield* fromOwnPage
        yield* payload
        const signedIn = yield* SignedIn
        const { cookies } = yield* asking
        const found = yield* asDocumented(signedIn.find(cookies))
        if (found === undefined) return yield* nobody
        const { beginConfirming } = yield* Passkeys
        const { setCookie } = yield* RoundTrips
        const { cookie, options } = yield* asDocumented(beginConfirming(found.person))
        return dataOf({ options }, 200, (response) => setCookie(response, "passkey", cookie))
      })
  }),
  jsonRoute({
    ...shared,
    id: "confirmByPasskey",
    method: "POST",
    path: "/auth/confirm/passkey",
    payload: Signed,
    answer: Entered,
    errors: [...common, PasskeyRefused, PasskeysUnavailable, SessionRequired],
    summary: "Confirm by a passkey that it's you",
    description:
      "Takes the `credential` as `toJSON` writes it, of a passkey of whoever is signed in. The session gets a new cookie; a passkey that verified its person counts as the second factor too.",
    handler: ({ payload }) =>
      Effect.gen(function* () {
        yield* fromOwnPage
        const { credential } = yield* payload
        const { confirm } = yield* Passkeys
        const { clearCookie } = yield* RoundTrips
        const entry = yield* asDocumented(confirm({ ...(yield* asking), signed: signedOf(credential) }))
        return within(yield* entered(entry), (response) => clearCookie(response, "passkey"))
      })
  })
]
