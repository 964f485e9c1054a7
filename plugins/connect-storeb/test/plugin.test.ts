import { describePlugin } from "@storeglass/testkit"

describePlugin("connect-storeb", { plugins: { "connect-storeb": true } })
