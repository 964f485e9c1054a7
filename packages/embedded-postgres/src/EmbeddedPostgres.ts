import { Effect, type Scope } from "effect"
import { connect, type EmbeddedPostgresServer, openCluster, type StartOptions } from "./Cluster.ts"
import type { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts"

export type { EmbeddedPostgresServer, StartOptions } from "./Cluster.ts"
export { createDatabase, urlOfDatabase } from "./databases.ts"
export { standbyOf, type TemporaryOptions, type TemporaryPostgres, temporary } from "./TemporaryPostgres.ts"

/**
 * Starts PostgreSQL on a folder, or attaches to the one that runs there, until the scope closes. It listens on a Unix
 * socket alone, and only for this operating-system user.
 */
export const start = Effect.fn("EmbeddedPostgres.start")(function* (
  options: StartOptions
): Effect.fn.Return<EmbeddedPostgresServer, EmbeddedPostgresError, Scope.Scope> {
  const cluster = yield* openCluster(options)
  return yield* connect(cluster, options)
})
