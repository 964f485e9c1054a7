import { describePlugin } from "@storeglass/testkit"

describePlugin("connect-paywall", { plugins: { "connect-paywall": true } })
