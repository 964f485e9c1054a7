import { Effect, Schema } from "effect"
import { assert, describe, it } from "vitest"
import { Param } from "../src/index.ts"

const Proof = Schema.Union([
  Schema.Struct({ token: Schema.String, name: Schema.optionalKey(Schema.String) }),
  Schema.Struct({ ticket: Schema.String, code: Schema.String.check(Schema.isMinLength(8)) })
])
const wrongOf = (input: unknown) => {
  const decoded = Effect.runSync(Effect.result(Schema.decodeUnknownEffect(Proof, { onExcessProperty: "error" })(input)))
  if (decoded._tag === "Success") return undefined
  const { path, wrong } = Param.firstIssue(decoded.failure)
  return [path.join("."), wrong]
}

describe("what is wrong with an object that may have several forms", () => {
  it("is told of the form whose fields it has, else which fields each form has", () => {
    const forms = ["", "must have token, or ticket and code"]
    assert.isUndefined(wrongOf({ token: "t" }))
    assert.deepEqual(wrongOf({ ticket: "t", code: "123" }), ["code", "must have at least 8 characters"])
    assert.deepEqual(wrongOf({ token: 5 }), ["token", "must be text"])
    assert.deepEqual(wrongOf({ token: "t", name: 1 }), ["name", "must be text"])
    for (const input of [{}, { ticket: "t" }, { ticket: "t", code: "12345678", x: 1 }]) {
      assert.deepEqual(wrongOf(input), forms)
    }
    for (const input of [5, null, "text", []]) assert.deepEqual(wrongOf(input), ["", "must be an object"])
  })
})
