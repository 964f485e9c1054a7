import { fixedOf, withQuery } from "@storeglass/dashboard"
import { Operations } from "@storeglass/plugin-api"
import { Effect } from "effect"

/**
 * What the overview's panels ask by themselves of everybody who is signed in, as the page asks it: free reads of the session
 * whose parameters are all declared. Those with a key wait for the page's token.
 */
export const overviewPanelReads = Effect.map(Operations, ({ all, panels }): ReadonlyArray<string> => {
  const reads = panels
    .filter(({ requires, role = "viewer", slot }) => slot === "overview" && role === "viewer" && requires === undefined)
    .flatMap(({ blocks }) => blocks)
    .flatMap((block) => {
      if (block.kind !== "view") return []
      const operation = all.find(({ id }) => id === block.operation)
      if (operation === undefined || operation.access !== "session" || operation.method !== "GET") return []
      if (operation.credits !== 0 || operation.path.includes(":")) return []
      return [withQuery(operation.path, fixedOf(block, {}))]
    })
  return [...new Set(reads)]
})
