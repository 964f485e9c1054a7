import { describePlugin } from "@storeglass/testkit"

describePlugin("system")
