import { statfsSync } from "node:fs"
import { freemem } from "node:os"
import { buildPage } from "@storeglass/dashboard/build"
import { Effect, Exit, Redacted, Scope } from "effect"
import type { TestProject } from "vitest/node"
import { EmbeddedPostgres } from "../packages/embedded-postgres/src/index.ts"

declare module "vitest" {
  export interface ProvidedContext {
    /** A PostgreSQL for the whole run, as its superuser. Each test makes databases of its own on it. */
    databaseUrl: string
  }
}

const memory = "/dev/shm"
const roomMin = 8 * 2 ** 30
/** A folder in memory, where there is plenty of it: the server still syncs each commit, and waits for no disk. */
const inMemory = () => {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize > roomMin && freemem() > roomMin ? memory : undefined
  } catch {
    return undefined
  }
}

/** Starts one temporary PostgreSQL before all test files and stops it after them; beside that the dashboard is built. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const scope = await Effect.runPromise(Scope.make())
  const start = EmbeddedPostgres.temporary({
    maxConnections: 300,
    within: inMemory(),
    // It would visit each of the hundreds of databases every minute. Tests of plans count rows themselves.
    settings: { autovacuum: "off", max_wal_size: "256MB" }
  })
  const [server] = await Promise.all([Effect.runPromise(Scope.provide(start, scope)), buildPage()])
  project.provide("databaseUrl", Redacted.value(server.url))
  return () => Effect.runPromise(Scope.close(scope, Exit.void))
}
