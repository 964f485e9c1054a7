import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { eventsOf, type Movement, type MovementKind, movementsBetween, ofKind } from "../src/models/movements.ts"

const AppId = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 160 }))
const List = Schema.Array(Schema.NullOr(AppId))
/** Up to 160 different apps, and holes. */
const listOf = (ids: ReadonlyArray<number | null>) => {
  const seen = new Set<number>()
  return ids
    .filter((id) => id === null || (!seen.has(id) && seen.add(id)))
    .map((id) => (id === null ? null : String(id)))
}
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => String(from + index))
const told = (movements: ReadonlyArray<Movement>) =>
  movements.map(({ appId, currentRank, kind, previousRank, rankChange }) => [
    appId,
    kind,
    currentRank,
    previousRank,
    rankChange
  ])

describe("movements between two lists", () => {
  it("tells gains, losses, entries and exits with their places", () => {
    assert.sameDeepMembers(told(movementsBetween(["b", "a", "x", "c"], ["a", "b", "c", "y"])), [
      ["b", "up", 1, 2, 1],
      ["a", "down", 2, 1, -1],
      ["x", "entered", 3, null, 2],
      ["c", "down", 4, 3, -1],
      ["y", "left", null, 4, -1]
    ])
  })

  it("counts an entry at 5 of 100 as 96 places", () => {
    const before = range(1, 100)
    const [entered] = ofKind(
      movementsBetween([...before.slice(0, 4), "new", ...before.slice(4, 99)], before),
      "entered"
    )
    assert.strictEqual(entered?.rankChange, 96)
  })

  it("compares lists of 200 to their end", () => {
    const list = range(1, 200)
    const swapped = [...list]
    ;[swapped[149], swapped[180]] = [swapped[180] ?? "", swapped[149] ?? ""]
    assert.sameDeepMembers(told(movementsBetween(swapped, list)), [
      ["181", "up", 150, 181, 31],
      ["150", "down", 181, 150, -31]
    ])
    const entered = ofKind(movementsBetween([...list.slice(0, 119), "new", ...list.slice(119, 199)], list), "entered")
    assert.deepStrictEqual(told(entered), [["new", "entered", 120, null, 81]])
  })

  it("tells nothing of apps below the end of the other list", () => {
    assert.deepStrictEqual(movementsBetween(range(1, 200), range(1, 100)), [])
    assert.deepStrictEqual(movementsBetween(range(1, 100), range(1, 200)), [])
    const risen = movementsBetween(["new", ...range(1, 199)], range(1, 100))
    assert.deepStrictEqual(told(ofKind(risen, "entered")), [["new", "entered", 1, null, 100]])
    assert.strictEqual(ofKind(risen, "down").length, 100)
  })

  it("orders by size, the better placed first among equals", () => {
    const up = ofKind(movementsBetween(["c", "d", "a", "b"], ["a", "b", "c", "d"]), "up")
    assert.deepStrictEqual(
      up.map(({ appId }) => appId),
      ["c", "d"]
    )
  })

  it("takes moves of three places and more, and all entries and exits, for events", () => {
    const before = range(1, 100)
    const moved = ["4", "1", "2", "3", ...range(5, 99), "new"]
    const events = eventsOf(movementsBetween(moved, before))
    assert.deepStrictEqual(told(events), [
      ["4", "up", 1, 4, 3],
      ["100", "left", null, 100, -1],
      ["new", "entered", 100, null, 1]
    ])
  })

  it.prop("is its own opposite when the lists are swapped", [List, List], ([a, b]) => {
    const opposite: Record<MovementKind, MovementKind> = { up: "down", down: "up", entered: "left", left: "entered" }
    const forward = movementsBetween(listOf(a), listOf(b))
    const backward = movementsBetween(listOf(b), listOf(a)).map((movement) => ({
      kind: opposite[movement.kind],
      appId: movement.appId,
      currentRank: movement.previousRank,
      previousRank: movement.currentRank,
      rankChange: -movement.rankChange
    }))
    assert.sameDeepMembers([...forward], backward)
  })

  it.prop("tells nothing of a list beside itself", [List], ([a]) => {
    assert.deepStrictEqual(movementsBetween(listOf(a), listOf(a)), [])
  })

  it.prop("tells each app once, with entries and exits only where both lists reach", [List, List], ([a, b]) => {
    const [current, previous] = [listOf(a), listOf(b)]
    const movements = movementsBetween(current, previous)
    assert.strictEqual(new Set(movements.map(({ appId }) => appId)).size, movements.length)
    for (const { currentRank, kind, previousRank, rankChange } of movements) {
      assert.strictEqual(rankChange, (previousRank ?? previous.length + 1) - (currentRank ?? current.length + 1))
      if (kind === "entered") assert.isAtMost(currentRank ?? Number.NaN, previous.length)
      if (kind === "left") assert.isAtMost(previousRank ?? Number.NaN, current.length)
    }
  })
})
