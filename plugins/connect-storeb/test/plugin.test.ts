import { describePlugin } from "@storeglass/testkit"
import { playCalls } from "./calls.ts"

describePlugin("connect-storeb", {
  plugins: { "connect-storeb": true },
  prepare: playCalls
})
