import { type Param, PlatformUnsupported } from "@storeglass/plugin-api"
import { Effect, Layer } from "effect"
import type { StoresConfig } from "./config.ts"
import { type AppStore, AppStores } from "./contract.ts"
import { makeStoreA } from "./storea/StoreA.ts"
import { makeStoreB } from "./storeb/StoreB.ts"

/** All adapters by platform; another store is one more line in `make`. */
type Adapters = Readonly<Partial<Record<Param.Platform, AppStore>>>

const make = Effect.fnUntraced(function* (config: StoresConfig) {
  const adapters: Adapters = { storea: yield* makeStoreA(config.storea), storeb: yield* makeStoreB(config.storeb) }
  const served = Object.keys(adapters).join(", ")
  return AppStores.of({
    get: (platform) => {
      const adapter = adapters[platform]
      return adapter === undefined
        ? Effect.fail(
            new PlatformUnsupported(`platform: this host has no adapter for ${platform}; send platform=${served}`)
          )
        : Effect.succeed(adapter)
    }
  })
})

export const layer = (config: StoresConfig) => Layer.effect(AppStores, make(config))
