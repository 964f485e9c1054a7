import { trackIdOf } from "@storeglass/stores/contract"
import type { AskedApp } from "../Asked.ts"

/** The app and the market that an answer is about. */
export const appHead = ({ appId, country, device, platform }: AskedApp) => ({
  appId: trackIdOf(platform, appId),
  platform,
  country,
  device
})
