import { at, controlOf, rows, type TestGateway } from "@storeglass/testkit"
import { Schema } from "effect"

export { controlOf, rows } from "@storeglass/testkit"

export const base = "/v1/internal/alerts/telegram"
export const hook = "/v1/webhooks/alerts/telegram"
export const secret = "A1_b-2-a-secret-of-tests"
export const bot = {
  baseUrl: "${sandbox.bot}",
  linkUrl: "${sandbox.bot}",
  token: "4711:a-token-of-tests",
  webhookSecret: secret
}

export const operator = (gateway: TestGateway) => gateway.account({ scopes: ["read", "write", "internal"] })
export const emailOf = async (gateway: TestGateway, accountId: string) =>
  String((await rows(gateway, `SELECT email FROM core_accounts WHERE id = '${accountId}'`))[0]?.email)

const Chats = Schema.Array(
  Schema.Struct({ id: Schema.Int, lines: Schema.Array(Schema.Struct({ by: Schema.String, text: Schema.String })) })
)
/** What the bot said in a chat, in order. */
export const said = async (gateway: TestGateway, chat = 4711) => {
  const chats = Schema.decodeUnknownSync(Chats)(await controlOf(gateway).act("bot", "chats", null))
  const lines = chats.find(({ id }) => id === chat)?.lines ?? []
  return lines.filter(({ by }) => by === "bot").map(({ text }) => text)
}

/** Delivers an update as the platform does. */
export const deliver = (
  gateway: TestGateway,
  update: unknown,
  headers: Readonly<Record<string, string>> = { "x-telegram-bot-api-secret-token": secret }
) => gateway.ask(hook, { method: "POST", headers, body: update })
/** Somebody writes to the bot; gives what it answers at once. */
export const write = async (
  gateway: TestGateway,
  text: string,
  more: { readonly chat?: number; readonly type?: string } = {}
) => {
  const update = await controlOf(gateway).act("bot", "write", { text, ...more })
  const answer = await deliver(gateway, update)
  return { update, status: answer.status, text: at(answer.json, "text"), json: answer.json }
}

export const startLink = async (gateway: TestGateway, key: string, email: string) => {
  const answer = await gateway.ask(`${base}/start-link`, { method: "POST", key, body: { email } })
  return { ...answer, token: String(at(answer.json, "data", "token")), url: String(at(answer.json, "data", "url")) }
}
/** An account whose chat is linked. */
export const linked = async (gateway: TestGateway, chat = 4711) => {
  const account = await operator(gateway)
  const email = await emailOf(gateway, account.accountId)
  const { token } = await startLink(gateway, account.key, email)
  const answer = await write(gateway, `/start ${token}`, { chat })
  return { ...account, email, answer }
}
