/** Parameters of routes over the stores. */
import { InvalidInput, Param } from "@storeglass/plugin-api"
import { Effect } from "effect"
import type { AppStore } from "./AppStore.ts"

/** The storefront that is asked: `country` and `platform`. */
export const storefront = { country: Param.country, platform: Param.platform }

export const deviceNames = ["iphone", "ipad", "appletv", "watch", "phone", "all"] as const
export type Device = (typeof deviceNames)[number]

/** `device`: whose screenshots are given; `all` when absent. */
export const device = Param.oneOf({
  values: deviceNames,
  default: "all",
  description: "Device whose screenshots to return, or all (default). storeb has only phone; storea has the others."
})

/** Fails for a device of another store. */
export const deviceOf = (store: AppStore, asked: Device): Effect.Effect<Device, InvalidInput> =>
  asked === "all" || store.devices.includes(asked)
    ? Effect.succeed(asked)
    : Effect.fail(
        new InvalidInput(
          `device: '${asked}' isn't a device on ${store.platform}; send ${[...store.devices, "all"].join(", ")}`
        )
      )
