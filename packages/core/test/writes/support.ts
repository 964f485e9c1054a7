import { Effect } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { migratedDatabase, quiet } from "../credits.support.ts"
import { asRequest, startNode } from "./operation.ts"
import { startVendor } from "./vendor.ts"

/** Who writes in the tests. */
export const account = uuidV7Unsafe()
export const sentAs = (key?: string) => asRequest(account, key)

export const scoped = <A, E, R>(effect: Effect.Effect<A, E, R>) => effect.pipe(Effect.scoped, quiet)

/** A vendor, and a node on a database of its own. */
export const start = Effect.gen(function* () {
  const url = yield* migratedDatabase
  return { url, vendor: yield* startVendor, ...(yield* startNode(url)) }
})
