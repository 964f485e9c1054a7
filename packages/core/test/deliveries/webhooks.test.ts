import { assert, describe, it } from "@effect/vitest"
import { signWebhook, verifyWebhook } from "@storeglass/plugin-api"
import { adjustableClock } from "@storeglass/testkit"
import { Clock, Effect, Redacted } from "effect"

// The example of the Standard Webhooks documentation.
const secret = Redacted.make("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
const body = '{"test": 2432232314}'
const example = { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestampSeconds: 1614265330, body }
const signature = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
const headers = {
  "webhook-id": example.id,
  "webhook-timestamp": String(example.timestampSeconds),
  "webhook-signature": signature
}
const other = Redacted.make("whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")

interface Change {
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly body?: string | Uint8Array
  readonly secrets?: ReadonlyArray<Redacted.Redacted<string>>
  readonly atSeconds?: number
}
const checked = (change: Change) =>
  verifyWebhook({
    headers: { ...headers, ...change.headers },
    body: change.body ?? body,
    secrets: change.secrets ?? [secret]
  }).pipe(
    Effect.provideService(Clock.Clock, adjustableClock((change.atSeconds ?? example.timestampSeconds) * 1000).clock)
  )

describe("an inbound webhook", () => {
  it.effect("is signed and believed as the standard's example says", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* signWebhook(secret, example), signature)
      assert.strictEqual(yield* checked({}), example.id)
      assert.strictEqual(yield* checked({ body: new TextEncoder().encode(body) }), example.id)
    })
  )

  it.effect("is believed with any of the sender's signatures and of our secrets", () =>
    Effect.gen(function* () {
      yield* checked({ headers: { "webhook-signature": `v1a,xyz v1,AAAA ${signature}` } })
      yield* checked({ secrets: [other, secret] })
      yield* checked({ atSeconds: example.timestampSeconds + 290 })
      yield* checked({ atSeconds: example.timestampSeconds - 290 })
    })
  )

  const wrong: ReadonlyArray<{ readonly what: string; readonly reason: string; readonly change: Change }> = [
    { what: "another body", reason: "signature", change: { body: `${body} ` } },
    { what: "another id", reason: "signature", change: { headers: { "webhook-id": "msg_other" } } },
    { what: "another secret", reason: "signature", change: { secrets: [other] } },
    { what: "no secret at all", reason: "signature", change: { secrets: [] } },
    { what: "an empty secret", reason: "signature", change: { secrets: [Redacted.make(""), Redacted.make("whsec_")] } },
    { what: "half a signature", reason: "signature", change: { headers: { "webhook-signature": "v1,g0hM9SsE+OTP" } } },
    { what: "an empty signature", reason: "signature", change: { headers: { "webhook-signature": "v1," } } },
    { what: "no signature", reason: "missing", change: { headers: { "webhook-signature": undefined } } },
    { what: "no id", reason: "missing", change: { headers: { "webhook-id": "" } } },
    { what: "an old time", reason: "timestamp", change: { atSeconds: example.timestampSeconds + 301 } },
    { what: "a time ahead", reason: "timestamp", change: { atSeconds: example.timestampSeconds - 302 } },
    { what: "a time in words", reason: "timestamp", change: { headers: { "webhook-timestamp": "now" } } },
    {
      what: "a time with a zero before it",
      reason: "timestamp",
      change: { headers: { "webhook-timestamp": `0${example.timestampSeconds}` } }
    }
  ]
  it.effect.each(wrong)("isn't believed with $what", ({ change, reason }) =>
    Effect.gen(function* () {
      assert.strictEqual<string>((yield* Effect.flip(checked(change))).reason, reason)
    })
  )
})
