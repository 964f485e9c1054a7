import { availableParallelism } from "node:os"
import { defineConfig } from "vitest/config"
import { isolated, release, timed } from "./scripts/test-lanes.ts"

const everywhere = ["packages/*/test/**/*.test.ts", "plugins/*/test/**/*.test.ts", "test/**/*.test.ts"]
const never = ["**/node_modules/**", "test/bench/**"]

export default defineConfig({
  test: {
    globalSetup: ["scripts/vitest-postgres.ts"],
    // Processes and not threads: tests start gateways, send signals and change the clock. They wait for a database and
    // for sockets more than they compute: three keep two cores busy, and a run took 281 s instead of 323.
    pool: "forks",
    // Answers and pages are short-lived: with room for the young, less is collected.
    execArgv: ["--max-semi-space-size=32"],
    maxWorkers: Math.max(3, Math.min(8, availableParallelism())),
    // A machine as slow as the slowest that CI had takes three times as long as a good one.
    testTimeout: 90_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: "shared",
          // Loading effect and the gateway anew for each file took longer than most files take.
          isolate: false,
          include: everywhere,
          exclude: [...never, ...isolated, ...release, ...timed]
        }
      },
      { extends: true, test: { name: "isolated", isolate: true, include: [...isolated], exclude: never } },
      { extends: true, test: { name: "release", isolate: true, include: [...release], exclude: [...never, ...timed] } },
      {
        extends: true,
        test: {
          name: "timed",
          isolate: true,
          include: [...timed],
          exclude: never,
          maxWorkers: 1,
          sequence: { groupOrder: 1 }
        }
      }
    ]
  }
})
