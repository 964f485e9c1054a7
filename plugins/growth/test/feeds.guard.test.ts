import { codeOf, useTestGateway } from "@storeglass/testkit"
import { assert, beforeAll, describe, it } from "vitest"
import { staticForms } from "../../../test/gates/egressCorpus.ts"
import { base } from "./support.ts"

const gateway = useTestGateway({ plugins: { stores: true, growth: true } })
let key = ""
beforeAll(async () => {
  ;({ key } = await gateway().account({ plan: "large" }))
})

describe("a feed at an address of the guard's corpus", () => {
  it("is refused when its project is made, each of them", { timeout: 120_000 }, async () => {
    // Space around an address is trimmed, which makes one of them good.
    const forms = staticForms(9).filter(({ url }) => url !== " https://example.com/")
    assert.isAbove(forms.length, 80)
    const taken: Array<string> = []
    for (const { url } of forms) {
      const answer = await gateway().ask(`${base}/projects`, {
        method: "POST",
        key,
        body: { name: "Habits", channel: "rss", keywords: ["habit tracker"], filters: { feeds: [url] } }
      })
      if (answer.status !== 400 || codeOf(answer.json) !== "INVALID_INPUT") taken.push(`${url}: ${answer.text}`)
    }
    assert.deepEqual(taken, [])
  })
})
