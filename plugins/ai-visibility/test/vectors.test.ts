import { existsSync } from "node:fs"
import { startSandbox } from "@storeglass/sandbox"
import { Effect } from "effect"
import { assert, describe, it } from "vitest"
import double from "../sandbox/index.ts"
import { descriptions, nowMs, vectorsOf } from "./assistantsSupport.ts"

const vendors = {
  openai: ["assistant-a", "/v1", "authorization", "Bearer "],
  anthropic: ["assistant-b", "", "x-api-key", ""],
  gemini: ["assistant-c", "", "x-goog-api-key", ""],
  perplexity: ["assistant-d", "", "authorization", "Bearer "]
} as const

describe.skipIf(!existsSync(descriptions))("the double and the saved vectors", () => {
  it("agree about every request: valid ones are answered as described, the one without max_tokens is refused", async () => {
    const check = Effect.gen(function* () {
      const { baseUrls, control } = yield* startSandbox({
        doubles: [double],
        size: 100,
        nowMs: () => nowMs,
        descriptions
      })
      const seen: Array<string> = []
      for (const [vendor, [host, base, header, scheme]] of Object.entries(vendors)) {
        for (const { body, id, path, valid } of vectorsOf(`ai.${vendor}.`)) {
          if (/\.image/.test(id)) continue
          const url = `${baseUrls[host]}${base}${path.replace(/\{\w+\}/, "gemini-3.5-flash")}`
          const headers = {
            "content-type": "application/json",
            "anthropic-version": "2023-06-01",
            [header]: `${scheme}sandbox-key-of-${host}`
          }
          const answer = yield* Effect.promise(() =>
            fetch(url, { method: "POST", headers, body: JSON.stringify(body) }).then(async (response) => {
              await response.arrayBuffer()
              return response.status
            })
          )
          const wrong = control.violations().flatMap(({ problems, side }) => problems.map((one) => `${side}: ${one}`))
          control.clearViolations()
          assert.deepEqual([answer, wrong.length === 0], [valid ? 200 : 400, valid], `${id}: ${wrong.join(", ")}`)
          seen.push(id)
        }
      }
      return seen
    })
    const seen = await Effect.runPromise(Effect.scoped(check))
    assert.sameMembers(seen, [
      "ai.openai.answer",
      "ai.openai.parse",
      "ai.anthropic.answer",
      "ai.anthropic.parse",
      "ai.anthropic.noMax",
      "ai.gemini.answer",
      "ai.gemini.parse",
      "ai.perplexity.answer"
    ])
  })
})
