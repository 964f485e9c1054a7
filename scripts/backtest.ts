// `npm run -s backtest`: the back-tests of the plugins. Keyword scores have other data than estimates of installs and revenue.
import { Effect } from "effect"
import { run } from "../plugins/apps/backtest/main.ts"
import { report } from "../plugins/keywords/backtest/main.ts"

const args = process.argv.slice(2)
const ofKeywords = args.some((arg) => arg === "--keywords" || arg.startsWith("--keywords="))
const work = ofKeywords ? Effect.map(report(args), (text) => void process.stdout.write(text)) : run

await Effect.runPromise(
  Effect.catch(work, (failure) =>
    Effect.sync(() => {
      process.stderr.write(`backtest: ${failure.message}\n`)
      process.exitCode = 1
    })
  )
)
