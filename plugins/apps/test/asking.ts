import { Data } from "@storeglass/plugin-api"
import type { TestGateway } from "@storeglass/testkit"
import { Schema } from "effect"
import { assert } from "vitest"

const Failure = Schema.Struct({ error: Schema.Struct({ code: Schema.String, message: Schema.NonEmptyString }) })

/** Asks with a key, and holds the answer to its documented shape. */
export const asking = (gateway: () => TestGateway) => {
  let key: string | undefined
  const ask = async (path: string) => {
    key ??= (await gateway().account()).key
    return gateway().ask(path, { key })
  }
  return {
    ask,
    read: async <A>(schema: Schema.Codec<A, unknown>, path: string): Promise<A> => {
      const answer = await ask(path)
      assert.strictEqual(answer.status, 200, `${path} ${answer.text}`)
      return Schema.decodeUnknownSync(Data(schema))(answer.json, { onExcessProperty: "error" }).data
    },
    failure: async (path: string) => {
      const { json, status } = await ask(path)
      const { code, message } = Schema.decodeUnknownSync(Failure)(json).error
      return { status, code, message }
    }
  }
}
