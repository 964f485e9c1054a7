import { describePlugin } from "@storeglass/testkit"
import { consoleCalls } from "./calls.ts"
import { options } from "./support.ts"

describePlugin("connect-storea", { ...options, prepare: consoleCalls })
