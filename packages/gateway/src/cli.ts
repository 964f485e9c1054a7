// `npm run -s storeglass -- <command>`.
import { run } from "./cli/run.ts"

run(process.argv.slice(2))
