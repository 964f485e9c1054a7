/** `npm run -s backtest -- --keywords FILE`: holds keyword scores against an owner's known popularity. */
import { resolve } from "node:path"
import { parseArgs } from "node:util"
import { Effect } from "effect"
import { readKnown } from "./data.ts"
import { backtestKeywords, tableOf } from "./scores.ts"

/** What it prints for its arguments. */
export const report = Effect.fnUntraced(function* (args: ReadonlyArray<string>) {
  const { values } = parseArgs({
    args: [...args],
    options: { keywords: { type: "string", multiple: true }, json: { type: "boolean", default: false } }
  })
  const files = (values.keywords ?? []).map((file) => resolve(file))
  const score = backtestKeywords((yield* Effect.forEach(files, readKnown)).flat())
  return values.json ? `${JSON.stringify({ scores: [score] }, null, 2)}\n` : tableOf(score)
})
