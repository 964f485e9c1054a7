import { coreSealedColumns, type Rotation, rotateVault, undeclaredSealed, VaultLive } from "@storeglass/core"
import { Effect, Redacted } from "effect"
import type { TestGateway } from "./TestGateway.ts"

const keys = { old: Buffer.alloc(32, 1).toString("base64"), new: Buffer.alloc(32, 2).toString("base64") }

/** Config of a gateway whose vault's key can be changed by `rotateAll`. */
export const rotatable = { vault: { keys, currentKeyId: "old" } }

/** Wraps all that's sealed under the other key, as the operator's command does; a sealed column that no plugin declares fails. */
export const rotateAll = (gateway: TestGateway): Promise<Rotation> => {
  const { plugins } = gateway.running.composition
  const columns = [...coreSealedColumns, ...plugins.flatMap(({ plugin }) => plugin.sealed ?? [])]
  const both = Object.entries(keys).map(([id, key]) => ({ id, key: Redacted.make(key) }))
  return gateway.run(
    Effect.gen(function* () {
      const [unknown] = yield* undeclaredSealed("neither", columns)
      if (unknown !== undefined) {
        return yield* Effect.die(new Error(`${unknown.table}.${unknown.column} is named under no plugin's \`sealed\``))
      }
      return yield* rotateVault("new", columns)
    }).pipe(Effect.provide(VaultLive({ keys: both, currentKeyId: "new" })))
  )
}
