#!/usr/bin/env node
// `npm run -s storeglass -- <command>`, and `storeglass <command>` where the package is installed.
import "./bundled.ts"

const args = process.argv.slice(2)
if (args[0] === "call") {
  const { callOperation } = await import("./cli/callOperation.ts")
  const { err, exitCode, out } = await callOperation(args.slice(1), process.env)
  process.stdout.write(out)
  process.stderr.write(err)
  process.exitCode = exitCode
} else {
  const { run } = await import("./cli/run.ts")
  run(args)
}
