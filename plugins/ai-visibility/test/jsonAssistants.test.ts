import { usePluginGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import { assert, describe, it } from "vitest"
import { JsonAssistants } from "../src/contract.ts"
import plugin from "../src/plugin.ts"
import { namesSchema } from "./assistantsSupport.ts"

const gateway = usePluginGateway(plugin, { plugins: { stores: true, "ai-visibility": true } })
const question = {
  slug: "model_a",
  instructions: "Name what stands out.",
  input: "1. Frames\n2. Filters",
  name: "mentions",
  schema: namesSchema,
  outputTokensMax: 500
} as const

describe("the operator's assistants, asked by another plugin", () => {
  it("say JSON of its schema, and cost no account anything", async () => {
    const said = await gateway().run(JsonAssistants.use(({ ask }) => ask(question)))
    assert.match(JSON.stringify(said), /Frames.*Filters/)
    const available = await gateway().run(Effect.map(JsonAssistants, (assistants) => assistants.available))
    assert.deepEqual(available, ["model_a", "model_b", "model_c", "model_d"])
  })
})
