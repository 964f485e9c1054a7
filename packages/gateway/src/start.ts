// `npm start`: the command `serve`, with its arguments.
import "./bundled.ts"

const { run } = await import("./cli/run.ts")
run(["serve", ...process.argv.slice(2)])
