import { Mailer, Operations } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { relyingPartyOf } from "../passkeys/relyingParty.ts"
import { LastWayIn } from "../providers/errors.ts"
import { Identities } from "../providers/Identities.ts"
import { Providers } from "../providers/Providers.ts"

/** Whether mail goes out: without, nobody signs up or in by it. */
export const sendsMail = Effect.map(Mailer, ({ sends = true }) => sends)

/**
 * Fails where nobody could sign in as this person any more but by something that was just taken away. Called in the transaction
 * that takes it away, after that.
 */
export const keepsAWayIn = Effect.fnUntraced(function* (personId: string) {
  const identities = yield* Identities
  const { all } = yield* Providers
  const { gateway } = yield* Operations
  const { issuers, passkeys, password } = yield* identities.waysIn(personId)
  const byProvider = all.some(({ issuer }) => issuers.includes(issuer))
  const byPasskey = passkeys > 0 && "id" in relyingPartyOf(gateway.url)
  if (password || byProvider || byPasskey || (yield* sendsMail)) return
  return yield* new LastWayIn("that's your last way to sign in; set a password, or add a passkey or a provider first")
})
