import { describePlugin } from "@storeglass/testkit"

describePlugin("stores", { plugins: { stores: true } })
