import { describePlugin } from "@storeglass/testkit"

describePlugin("apps", { plugins: { stores: true, apps: true } })
