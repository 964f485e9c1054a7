import { asConnectorAnswer } from "@storeglass/plugin-api"
import { connectRoute } from "./links/Links.ts"

/** Failures of a read with the saved key, as documented. */
export const saved = asConnectorAnswer({ credentials: "saved", connectRoute })
export const connecting = asConnectorAnswer({ credentials: "connecting" })
