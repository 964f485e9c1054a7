import {
  connectingErrors,
  Endpoint,
  group,
  InvalidAppId,
  InvalidInput,
  Param,
  ServiceUnavailable,
  View
} from "@storeglass/plugin-api"
import * as S from "./schema.ts"

const prefix = "/v1/connect/storea"

const connect = Endpoint.post("connect", `${prefix}/credentials`, {
  tokenRole: "admin",
  payload: S.Credentials,
  answer: S.SavedConnection,
  status: 201,
  errors: [...connectingErrors, InvalidInput.wire, ServiceUnavailable.wire],
  summary: "Save a console key",
  description:
    "Verifies a key with the vendor, then saves it encrypted in place of an older one, and begins to read the account's own reports every night. If the vendor refuses it, nothing changes. It reads reports, and deletes what a screenshot's upload of yours left behind in a crash: changes at the console take the key in headers. It's never shown again.",
  // It takes a private key.
  tool: false
})
const status = Endpoint.get("status", `${prefix}/credentials/status`, {
  answer: S.SavedConnection,
  errors: [ServiceUnavailable.wire],
  summary: "Status of the saved console key",
  description:
    "Which key is saved, what it may do, what is wrong with it, and how far its reports were read. Doesn't ask the vendor.",
  tool: { words: ["is my console connected", "when were my sales last synced"] },
  view: View.status({
    state: "state",
    details: [
      { field: "keyId", title: "Key" },
      { field: "vendorNumber", title: "Vendor number" },
      { field: "lastVerifiedAt", title: "Last verified" }
    ]
  })
})
const disconnect = Endpoint.delete("disconnect", `${prefix}/credentials`, {
  tokenRole: "admin",
  query: {
    purge: Param.boolean({
      default: false,
      description: "Whether to delete what was read too, with what this account's estimates learnt from it."
    })
  },
  answer: S.Disconnected,
  errors: [ServiceUnavailable.wire],
  summary: "Delete the saved console key",
  description:
    "Deletes the saved key and ends its nightly sync. What was read stays, unless purge=true. Nothing changes at the vendor."
})

const appId = Param.digits({ max: 19, description: "The app's numeric store id.", error: InvalidAppId, picks: "app" })
const window = {
  from: Param.optional(Param.date({ description: "First day. Default: 30 days that end with to. At most 366 days." })),
  to: Param.optional(Param.date({ description: "Last day, included. Default: yesterday, in the store's time zone." }))
}
const reading = [InvalidInput.wire, InvalidAppId.wire, ServiceUnavailable.wire]
const days = Endpoint.get("days", `${prefix}/apps/:appId/days`, {
  params: { appId },
  query: {
    ...window,
    country: Param.optional(Param.countryCode({ description: "One country alone. Default: all of them together." }))
  },
  answer: S.OwnDays,
  errors: reading,
  price: 1,
  summary: "Own downloads and proceeds by day",
  description:
    "What the account's own console counted of an app, by day: downloads, installations, purchases and proceeds by currency, as the nightly sync read them. A figure that isn't measured is null, never 0.",
  tool: { essential: true, words: ["my real downloads", "my sales by day", "how much did my app earn"] }
})
const countries = Endpoint.get("countries", `${prefix}/apps/:appId/countries`, {
  params: { appId },
  query: window,
  answer: S.OwnCountries,
  errors: reading,
  price: 1,
  summary: "Own downloads and proceeds by country",
  description:
    "The same of a window of days, by country. measuredDays says of how many days anything is known: a sum over fewer than all is less than the truth.",
  tool: { words: ["which countries download my app", "my proceeds by country"] }
})

/** A saved console key, and what is read with it. */
export const syncGroup = group("connectStoreaSync", connect, status, disconnect, days, countries)
