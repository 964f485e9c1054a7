import {
  connectingErrors,
  Endpoint,
  group,
  InvalidAppId,
  InvalidInput,
  Param,
  ServiceUnavailable,
  savedErrors,
  View
} from "@storeglass/plugin-api"
import { HttpApi } from "effect/http-api"
import { dashboardGroup } from "./dashboard/api.ts"
import { editsGroup } from "./edits/api.ts"
import { reportsGroup } from "./reports/api.ts"
import { reviewsGroup } from "./reviews/api.ts"
import * as S from "./schema.ts"
import { vitalsGroup } from "./vitals/api.ts"

const prefix = "/v1/connect/storeb-play"
const reading = [...savedErrors, InvalidAppId.wire, ServiceUnavailable.wire]

const packageName = Param.packageName({
  description: "The app's package name, as apps lists it.",
  error: InvalidAppId
})

const connect = Endpoint.post("connect", `${prefix}/credentials`, {
  tokenRole: "admin",
  payload: S.Credentials,
  answer: S.Connection,
  status: 201,
  errors: [...connectingErrors, InvalidInput.wire, ServiceUnavailable.wire],
  summary: "Connect the second store's console",
  description:
    "Tries a service account's key at the vendor, then saves it encrypted in place of an older one. If the vendor refuses it, nothing changes. If only the reports are refused it's saved as degraded: the console can take a day to pass that right on. checks says what is missing and where it's granted. The key is never shown again.",
  // It takes a private key.
  tool: false
})
const status = Endpoint.get("status", `${prefix}/credentials/status`, {
  answer: S.Connection,
  errors: [ServiceUnavailable.wire],
  summary: "Status of the second store's console",
  description:
    "Which service account is connected, which rights it lacks and where they're granted, and how the last sync went. Doesn't ask the vendor.",
  tool: { words: ["is my play console connected", "which rights does my service account lack"] },
  view: View.status({
    state: "state",
    details: [
      { field: "serviceAccountEmail", title: "Service account" },
      { field: "reportsBucket", title: "Reports bucket" },
      { field: "lastVerifiedAt", title: "Last verified" }
    ]
  })
})
const disconnect = Endpoint.delete("disconnect", `${prefix}/credentials`, {
  tokenRole: "admin",
  query: {
    purge: Param.boolean({ default: false, description: "Whether to delete what was read with it too." })
  },
  answer: S.Disconnected,
  errors: [ServiceUnavailable.wire],
  summary: "Disconnect the second store's console",
  description:
    "Deletes the saved key and ends its tokens. What was read stays, unless purge=true. Nothing changes at the vendor."
})
const apps = Endpoint.get("apps", `${prefix}/apps`, {
  answer: S.Apps,
  errors: reading.filter((error) => error !== InvalidAppId.wire),
  price: 1,
  summary: "The console's apps",
  description: "The apps that the connected service account can see, by package name.",
  tool: { words: ["my apps in the second store's console", "package names of my apps"] }
})
const subscriptions = Endpoint.get("subscriptions", `${prefix}/apps/:packageName/subscriptions`, {
  params: { packageName },
  query: {
    archived: Param.boolean({ default: false, description: "Whether to list archived ones too." })
  },
  answer: S.Subscriptions,
  errors: reading,
  price: 1,
  summary: "An app's subscriptions",
  description:
    "An app's subscriptions with their base plans, prices by region and texts, as the console has them; at most 1,000. Read only.",
  tool: { words: ["subscription prices by country in my console", "base plans of my subscriptions"] }
})
const oneTimeProducts = Endpoint.get("oneTimeProducts", `${prefix}/apps/:packageName/one-time-products`, {
  params: { packageName },
  answer: S.OneTimeProducts,
  errors: reading,
  price: 1,
  summary: "An app's one-time products",
  description:
    "An app's one-time products with their purchase options, prices by region and texts, as the console has them; at most 1,000. Read only.",
  tool: { words: ["in-app products of my app", "one-time product prices by country"] }
})

export class PlayApi extends HttpApi.make("connect-storeb")
  .add(editsGroup)
  .add(reviewsGroup)
  .add(reportsGroup)
  .add(vitalsGroup)
  .add(dashboardGroup)
  .add(group("connectStoreb", connect, status, apps, subscriptions, oneTimeProducts, disconnect)) {}
