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
  description:
    "Device whose screenshots are given; all (default) for every device. storeb has phone alone, storea all others."
})

/** Fails for a device of another store. */
export const deviceOf = (store: AppStore, asked: Device): Effect.Effect<Device, InvalidInput> =>
  asked === "all" || store.devices.includes(asked)
    ? Effect.succeed(asked)
    : Effect.fail(
        new InvalidInput(
          `device: '${asked}' is no device of ${store.platform}; send ${[...store.devices, "all"].join(", ")}`
        )
      )
