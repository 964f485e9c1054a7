import { describePlugin } from "@storeglass/testkit"
import { playCalls } from "./calls.ts"
import { idle } from "./support.ts"

describePlugin("connect-storeb", {
  plugins: { "connect-storeb": true },
  config: idle,
  prepare: playCalls
})
