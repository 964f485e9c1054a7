import { addressOf, demoBody, everyPlugin, sampleValues, useTestGateway } from "@storeglass/testkit"
import { Predicate } from "effect"
import { assert, describe, it } from "vitest"
import { exampleOf } from "../exampleOf.ts"

const gateway = useTestGateway({ plugins: everyPlugin, config: { jobs: { concurrency: 0 } } })

/** The body once for each of its texts, with U+0000 at that one's end. */
const spoilt = (body: unknown): ReadonlyArray<unknown> => {
  if (typeof body === "string") return [`${body}\0`]
  if (Array.isArray(body)) {
    return body.flatMap((item: unknown, index) => spoilt(item).map((bad) => body.with(index, bad)))
  }
  if (!Predicate.isObject(body)) return []
  return Object.entries(body).flatMap(([name, value]) => spoilt(value).map((bad) => ({ ...body, [name]: bad })))
}

describe("the character U+0000, which no database stores in a text", () => {
  it("is never a 5xx, in whichever field of a body it comes", async () => {
    const samples = await sampleValues(gateway())
    const customer = await gateway().account({ plan: "large" })
    const operator = await gateway().account({ plan: "large", scopes: ["read", "write", "internal"] })
    const failed: Array<string> = []
    let sent = 0
    for (const row of gateway().running.composition.operations) {
      const { definitions, payload } = row.shapes
      if (payload === undefined || row.access === "public" || row.access === "session") continue
      const key = row.access === "internal" ? operator.key : customer.key
      const bodies = [exampleOf(payload.schema, definitions, { every: true }), await demoBody(gateway(), row)]
      for (const body of bodies.flatMap(spoilt)) {
        const address = addressOf(row, samples)
        const { status, text } = await gateway().ask(address, { method: row.method, key, body })
        sent += 1
        if (status >= 500) failed.push(`${row.method} ${address} ${JSON.stringify(body)}: ${text}`)
      }
    }
    assert.isAbove(sent, 150)
    assert.deepEqual(failed, [])
  }, 300_000)
})
