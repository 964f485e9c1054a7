import { OperatorAlertAdmin } from "@storeglass/core"
import { jobRef } from "@storeglass/plugin-api"
import { manifestOf, useTestGateway } from "@storeglass/testkit"
import { Effect, Layer, Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { assert, describe, it } from "vitest"
import { erased } from "../src/index.ts"

class Api extends HttpApi.make("gathers") {}
let detail: string | undefined
const gathers = (id: string, collects: boolean) => ({
  plugin: erased({
    id,
    manifest: manifestOf(id),
    description: "Made by a test.",
    config: Schema.Struct({}),
    api: Api,
    live: () => Layer.empty,
    ...(collects ? { collection: () => Effect.succeed([]) } : {}),
    health: () =>
      Effect.sync(() => ({ storea: detail === undefined ? { status: "ok" } : { status: "degraded", detail } }) as const)
  }),
  settings: {},
  from: "the test"
})

describe("a collection", () => {
  const gateway = useTestGateway({ further: [gathers("gathers", true), gathers("asks", false)] })
  const look = async () => {
    await gateway().runJob(jobRef("system.collection", Schema.Struct({})), {})
    return gateway().run(OperatorAlertAdmin.use(({ list }) => list))
  }

  it("that is behind is one open alert of the operator until it isn't; other checks are none", async () => {
    assert.deepEqual(await look(), [])
    detail = "3 of 9 lists read; the oldest has waited 50 hours"
    await look()
    const [open, ...more] = await look()
    assert.deepInclude(open, { cause: "collection gathers.storea", title: "Collecting gathers.storea is behind" })
    assert.include(open?.text, "the oldest has waited 50 hours. storeglass collect plan")
    assert.deepEqual(more, [])
    detail = undefined
    assert.deepEqual(await look(), [])
  })
})
