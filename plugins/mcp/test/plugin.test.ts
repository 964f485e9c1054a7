import { describePlugin } from "@storeglass/testkit"

describePlugin("mcp", { plugins: { mcp: true } })
