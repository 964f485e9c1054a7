import { Endpoint, group, Param } from "@storeglass/plugin-api"
import { HttpApi } from "effect/http-api"
import { dashboard } from "./dashboard/api.ts"
import * as E from "./errors.ts"
import * as S from "./schema.ts"

const base = "/v1/internal/alerts/telegram"

const startLink = Endpoint.post("startLink", `${base}/start-link`, {
  payload: S.NewLink,
  answer: S.Link,
  errors: E.startErrors,
  access: "internal",
  summary: "Begin to link a chat",
  description:
    "Makes a code for an account's address. Whoever opens the link in a private chat and presses Start gets the account's alerts there."
})

const paired = Endpoint.get("paired", `${base}/paired`, {
  query: { email: Param.text({ max: 320, description: "E-mail address of an account.", example: "ada@example.com" }) },
  answer: S.Paired,
  errors: E.listErrors,
  access: "internal",
  summary: "Linked chats",
  description: "The chats that are linked to an address. An address that no account has isn't linked."
})

const unpair = Endpoint.delete("unpair", `${base}/pairings`, {
  payload: S.OldPairing,
  answer: S.Removed,
  errors: E.removeErrors,
  access: "internal",
  summary: "Unlink a chat",
  description: "Ends alerts to a chat, and tells the chat."
})

export class AlertsApi extends HttpApi.make("alerts").add(group("alerts", startLink, paired, unpair), dashboard) {}
