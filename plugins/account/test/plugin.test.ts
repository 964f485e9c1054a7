import { describePlugin } from "@storeglass/testkit"

describePlugin("account", { plugins: { account: true } })
