import { Endpoint, group } from "@storeglass/plugin-api"
import { HttpApi } from "effect/http-api"
import { dashboard } from "./dashboard/api.ts"
import * as E from "./errors.ts"
import * as S from "./schema.ts"

const base = "/v1/cofounder"

const saveWebhook = Endpoint.put("saveWebhook", `${base}/integrations/webhook`, {
  tokenRole: "admin",
  payload: S.NewWebhook,
  answer: S.Webhook,
  errors: E.saveErrors,
  summary: "Save the webhook",
  description:
    "Saves the address to which daily reports are posted. It's tested first: it must answer the event test.connection with a 2xx or 3xx within 10 seconds, else nothing is saved. What is enabled stays enabled.",
  tool: { destructive: false, idempotent: true, words: ["where reports are posted, webhook of the co-founder"] }
})

const removeWebhook = Endpoint.delete("removeWebhook", `${base}/integrations/webhook`, {
  tokenRole: "admin",
  answer: S.WebhookRemoved,
  errors: E.removeErrors,
  summary: "Delete the webhook",
  description:
    "Deletes the address, its secret and the record of what was posted to it. Reports end with it, unless mail or alerts are enabled for them.",
  tool: { idempotent: true }
})

const preferences = Endpoint.put("preferences", `${base}/preferences`, {
  tokenRole: "admin",
  payload: S.NewPreferences,
  answer: S.Preferences,
  errors: E.preferenceErrors,
  summary: "Choose where reports go",
  description:
    "Enables what is listed and disables the rest; what was saved stays. While any is enabled, each app of your workspace gets a report a day: posted to the webhook, mailed to the owner (email), sent where your alerts go (alerts), and kept.",
  tool: { destructive: false, idempotent: true, words: ["switch daily reports on or off"] }
})

export class CofounderApi extends HttpApi.make("cofounder").add(
  group("cofounder", saveWebhook, removeWebhook, preferences),
  dashboard
) {}
