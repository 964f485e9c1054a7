import {
  connectingErrors,
  Endpoint,
  group,
  InvalidInput,
  Param,
  ServiceUnavailable,
  TierLimitExceeded,
  View
} from "@storeglass/plugin-api"
import { modelSlugs } from "../models.ts"
import * as S from "./schema.ts"

const base = "/v1/connect/assistants"
const params = {
  modelSlug: Param.oneOf({
    values: modelSlugs,
    description: "Which assistant: model_a, model_b, model_c or model_d.",
    example: "model_a"
  })
}
const errors = [InvalidInput.wire, ServiceUnavailable.wire]

const keys = Endpoint.get("keys", `${base}/keys`, {
  answer: S.OwnKeys,
  errors: [ServiceUnavailable.wire],
  summary: "Your own keys for assistants",
  description:
    "For each assistant whether a key of your own is saved, with which key the next scan asks it, what a call then costs, and when a run last had to go on without it. Never the key itself. The providers aren't asked.",
  tool: { words: ["which assistants use my own key, are my provider keys working"] },
  view: View.table({
    rows: "",
    columns: [
      { field: "modelSlug", title: "Assistant" },
      { field: "state", title: "Own key" },
      { field: "lastFour", title: "Ends in" },
      { field: "asks", title: "Asked with" },
      { field: "creditsEach", title: "Credits a call" },
      { field: "lastVerifiedAt", title: "Verified" }
    ]
  })
})
const save = Endpoint.post("save", `${base}/:modelSlug/key`, {
  tokenRole: "admin",
  params,
  payload: S.NewOwnKey,
  answer: S.OwnKey,
  status: 201,
  errors: [...connectingErrors, InvalidInput.wire, ServiceUnavailable.wire, TierLimitExceeded.wire],
  requires: "aiVisibility",
  summary: "Save your own key for an assistant",
  description:
    "Verifies your key with the assistant's provider by its list of models (model_d: by an answer of a few tokens, as its list is open to all), then saves it encrypted in place of an older one. From then on your scans ask the assistant with it, and a call costs 1 credit; you pay the provider. A scan that was accepted before goes on as it was. If the provider refuses the key, nothing changes. It's never shown again.",
  // It takes a key.
  tool: false
})
const setFallback = Endpoint.patch("setFallback", `${base}/:modelSlug/key`, {
  tokenRole: "admin",
  params,
  payload: S.OwnKeyRule,
  answer: S.OwnKey,
  errors,
  summary: "Choose what happens without your own key",
  description:
    "Whether an assistant may be asked with the gateway's key, at its full price, while you have no key of your own saved for it. fallback=false: it isn't asked then.",
  tool: { destructive: false, idempotent: true, words: ["never use the gateway's key, pay full price without my key"] }
})
const remove = Endpoint.delete("remove", `${base}/:modelSlug/key`, {
  tokenRole: "admin",
  params,
  answer: S.DeletedKey,
  errors,
  summary: "Delete your own key for an assistant",
  description:
    "Deletes the saved key. Calls of accepted scans that were to use it fail uncharged. Later scans ask the assistant with the gateway's key only if fallback allows it, else not at all: key.asks says which. Nothing changes at the provider."
})

/** Accounts' own keys at the assistants' providers. */
export const keysGroup = group("aiVisibilityKeys", keys, save, setFallback, remove)
