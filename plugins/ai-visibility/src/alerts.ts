import type { AlertKind, OperatorAlert } from "@storeglass/plugin-api"
import type { ModelSlug } from "./models.ts"
import type { AssistantFailed } from "./vendors/Assistants.ts"

export const providerAlert = "ai-visibility.provider-closed"

export const ownKeyAlert = "ai-visibility.own-key-refused"

export const bandAlert = "ai-visibility.score-left-band"

export const alerts: Readonly<Record<string, AlertKind>> = {
  [providerAlert]: {
    title: "AI visibility: an assistant couldn't be asked",
    description:
      "Sent once a scan when a provider refuses the gateway's key or has no credit left, so that the scan goes on without it."
  },
  [ownKeyAlert]: {
    title: "AI visibility: your own key takes no questions",
    description:
      "Sent once a scan when a provider refuses the account's own key or has no credit left for it, so that the scan goes on without that assistant."
  },
  [bandAlert]: {
    title: "AI visibility: the score left its band",
    description:
      "Sent once when an assistant's score lies above or below its own band for two scans in a row, and again only after it came back."
  }
}

/** Of operators: a provider takes no questions, for whichever reason. */
export const closedCause = (slug: ModelSlug): string => `ai-visibility ${slug} closed`

export const closedAlert = ({ detail, reason, slug }: AssistantFailed): OperatorAlert => ({
  cause: closedCause(slug),
  title: `AI visibility: ${slug} takes no questions (${reason})`,
  text: `The provider of ${slug} refuses the gateway: ${detail}. Scans go on without it, and its calls aren't charged. Look at its key, its credit and its model, in the config and at the provider. It's looked at again each day at 04:17 UTC and with each scan.`
})
