// `npm start`: the command `serve`, with its arguments.
import { run } from "./cli/run.ts"

run(["serve", ...process.argv.slice(2)])
