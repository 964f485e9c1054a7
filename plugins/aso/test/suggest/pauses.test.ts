/** A suggestion computes for long; others have their turn when it pauses. */
import { Random } from "@storeglass/sandbox/world"
import { assert, describe, it } from "vitest"
import { checkMetadata } from "../../src/rules/check.ts"
import { suggesting } from "../../src/suggest/suggest.ts"
import { english, someKeywords } from "./support.ts"

describe("a suggestion of 50 keywords", () => {
  it("checks few texts between two pauses", () => {
    for (let seed = 1; seed <= 2; seed++) {
      let checks = 0
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
        {
          check: (metadata, known) => {
            checks++
            return checkMetadata(metadata, known)
          }
        }
      )
      let pauses = 0
      for (let isDone = false; !isDone; pauses++) {
        const before = checks
        isDone = steps.next().done === true
        assert.isAtMost(checks - before, 30, `before pause ${pauses} of suggestion ${seed}`)
      }
      assert.isAtLeast(pauses, 100)
    }
  })
})
