import { at, controlOf, rows, type TestGateway } from "@storeglass/testkit"
import { Schema } from "effect"
import { assert } from "vitest"

export { controlOf, rows } from "@storeglass/testkit"

export const clear = async (gateway: TestGateway) => {
  const control = controlOf(gateway)
  control.clearFaults()
  control.clearRequests()
  control.reset("mail", "all")
  await rows(gateway, "TRUNCATE messaging_mails, messaging_suppressions, messaging_subscriptions, core_operator_alerts")
  await rows(gateway, "DELETE FROM messaging_broadcasts")
}

const Kept = Schema.Struct({
  id: Schema.String,
  from: Schema.String,
  to: Schema.Array(Schema.String),
  subject: Schema.String,
  html: Schema.String,
  text: Schema.String,
  replyTo: Schema.String,
  headers: Schema.Record(Schema.String, Schema.String),
  broadcast: Schema.String
})
/** What the mail service took, oldest first. */
export const mailsOf = async (gateway: TestGateway) =>
  Schema.decodeUnknownSync(Schema.Array(Kept))(await controlOf(gateway).act("mail", "mails", null))

/** An account whose key may use the operator's operations. */
export const operator = (gateway: TestGateway) => gateway.account({ scopes: ["read", "write", "internal"] })

export const post = async (gateway: TestGateway, key: string, path: string, body: unknown, idempotencyKey?: string) => {
  const answer = await gateway.ask(`/v1/internal/${path}`, {
    method: "POST",
    key,
    body,
    ...(idempotencyKey === undefined ? {} : { headers: { "idempotency-key": idempotencyKey } })
  })
  return {
    ...answer,
    data: at(answer.json, "data"),
    code: at(answer.json, "error", "code"),
    message: String(at(answer.json, "error", "message"))
  }
}

export const stateOf = async (gateway: TestGateway, id: unknown) => {
  const [row] = await rows(
    gateway,
    `SELECT state, sealed, attempts, error FROM messaging_mails WHERE id = '${String(id)}'`
  )
  assert.isDefined(row)
  return row
}

export const hello = { to: "ada@example.com", subject: "Hello", html: "<p>Hi <b>Ada</b></p>" }
