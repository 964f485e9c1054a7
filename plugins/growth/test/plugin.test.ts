import { describePlugin } from "@storeglass/testkit"
import { growthCalls } from "./calls.ts"

describePlugin("growth", {
  plugins: { stores: true, growth: true },
  // A scan that is asked for must be the project's first: another is free for a quarter of an hour.
  prepare: (gateway, account, operationId) =>
    growthCalls(gateway, account, { hasWorkers: true, isScanned: operationId !== "growth_scan" })
})
