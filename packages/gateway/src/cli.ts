#!/usr/bin/env node
// `npm run -s storeglass -- <command>`, and `storeglass <command>` where the package is installed.
import { run } from "./cli/run.ts"

run(process.argv.slice(2))
