import { describePlugin } from "@storeglass/testkit"

describePlugin("charts", { plugins: { stores: true, charts: true }, values: { genreId: "6014" } })
