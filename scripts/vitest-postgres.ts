import { Effect, Exit, Redacted, Scope } from "effect"
import type { TestProject } from "vitest/node"
import { EmbeddedPostgres } from "../packages/embedded-postgres/src/index.ts"

declare module "vitest" {
  export interface ProvidedContext {
    /** A PostgreSQL for the whole run, as its superuser. Each test makes databases of its own on it. */
    databaseUrl: string
  }
}

/** Starts one temporary PostgreSQL before all test files and stops it after them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const scope = await Effect.runPromise(Scope.make())
  const start = EmbeddedPostgres.temporary({ maxConnections: 300 })
  const server = await Effect.runPromise(Scope.provide(start, scope))
  project.provide("databaseUrl", Redacted.value(server.url))
  return () => Effect.runPromise(Scope.close(scope, Exit.void))
}
