import { asDocumented, type MailInDoubt } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { Broadcasts } from "../broadcasts/Broadcasts.ts"
import { Mails } from "./Mails.ts"

/** Mails of which nobody knows whether they were sent, single ones and those of broadcasts, at most so many of each. */
export const makeInDoubt = Effect.gen(function* () {
  const mails = yield* Mails
  const broadcasts = yield* Broadcasts
  return Effect.fn("messaging.inDoubt")(function* (limit: number) {
    const single = yield* mails.unknown(limit)
    const many = yield* broadcasts.unknown(limit)
    return [
      ...single.map(
        ({ createdMs, error, id, kind, recipients }): MailInDoubt => ({
          id,
          kind,
          to: recipients,
          atMs: createdMs,
          problem: error
        })
      ),
      ...many.map(
        ({ email, id, kind, sendingMs }): MailInDoubt => ({
          id: `${id}/${email}`,
          kind: `broadcast ${kind}`,
          to: [email],
          atMs: sendingMs,
          problem: null
        })
      )
    ].toSorted((one, two) => one.atMs - two.atMs)
  }, asDocumented)
})
