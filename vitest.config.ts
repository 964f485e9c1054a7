import { availableParallelism } from "node:os"
import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["packages/*/test/**/*.test.ts", "plugins/*/test/**/*.test.ts", "test/**/*.test.ts"],
    exclude: ["**/node_modules/**", "test/bench/**"],
    globalSetup: ["scripts/vitest-postgres.ts"],
    // Processes and not threads: tests start gateways, send signals and change the clock. They wait for a database and
    // for sockets more than they compute, so both cores of a small machine get one.
    pool: "forks",
    maxWorkers: Math.max(2, Math.min(8, availableParallelism())),
    testTimeout: 30_000,
    hookTimeout: 60_000
  }
})
