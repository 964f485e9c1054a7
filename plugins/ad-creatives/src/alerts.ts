import type { OperatorAlert } from "@storeglass/plugin-api"
import type { DrawingFailed } from "./vendors/ImageVendor.ts"

/** Of operators: the image provider takes no requests of the gateway, for whichever reason. */
export const closedCause = "ad-creatives image provider closed"

export const closedAlert = ({ detail, reason }: DrawingFailed): OperatorAlert => ({
  cause: closedCause,
  title: `Ad creatives: the image provider draws nothing (${reason})`,
  text: `The image provider refuses the gateway: ${detail}. Pictures fail and cost their owners nothing. Look at image of the plugin ad-creatives: its key, its credit and its model, in the config and at the provider. It's over with the next picture.`
})
