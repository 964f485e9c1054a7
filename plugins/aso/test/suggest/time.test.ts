/** How long a suggestion keeps others from their turn. This process has suggested nothing before. */
import { Random } from "@storeglass/sandbox/world"
import { assert, describe, it } from "vitest"
import { checkMetadata } from "../../src/rules/check.ts"
import { suggesting } from "../../src/suggest/suggest.ts"
import { cpuMs } from "../cpu.ts"
import { english, someKeywords } from "./support.ts"

describe("a suggestion of 50 keywords", () => {
  it("takes at most 50 ms of CPU between two pauses, the first of a process too", { timeout: 300_000 }, () => {
    const slow: Array<string> = []
    for (let seed = 1; seed <= 2; seed++) {
      const steps = suggesting(
        {
          keywords: someKeywords(new Random(seed), 50),
          language: english,
          brand: "Zenflow",
          listing: {
            title: "Zenflow: Habit Tracker",
            subtitle: "Stay on your day",
            fullDescription: "Plan it. ".repeat(430)
          },
          known: { otherBrands: ["Spendee", "Moneta"], categories: ["Productivity"], country: "us", year: 2026 }
        },
        { check: checkMetadata }
      )
      for (let at = 0, isDone = false; !isDone; at++) {
        const ms = cpuMs(() => {
          isDone = steps.next().done === true
        })
        if (ms > 50) slow.push(`step ${at} of suggestion ${seed}: ${ms} ms`)
      }
    }
    assert.deepEqual(slow, [])
  })
})
