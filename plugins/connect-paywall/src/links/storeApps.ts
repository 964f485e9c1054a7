import type { Param } from "@storeglass/plugin-api"
import type { Application } from "../PaywallSource.ts"

export interface StoreApp {
  readonly platform: Param.Platform
  readonly appId: string
}

/**
 * Which app of a store an application is. Undefined where the provider doesn't tell: an application for several platforms
 * may be in both stores, and one for the web is in none.
 */
export const storeAppOf = ({ bundleId, platform, storeId }: Application): StoreApp | undefined => {
  if (platform === "ios" && storeId !== null && /^\d+$/.test(storeId)) return { platform: "storea", appId: storeId }
  return platform === "android" && bundleId !== null ? { platform: "storeb", appId: bundleId } : undefined
}
