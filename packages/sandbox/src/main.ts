import { parseArgs } from "node:util"
import { Effect, Runtime } from "effect"
import { SandboxError, startSandbox } from "./Sandbox.ts"

const usage = "usage: node packages/sandbox/src/main.ts [--port N] [--recordings DIR] [--seed N] [--size N]"

const options = {
  port: { type: "string" },
  recordings: { type: "string" },
  seed: { type: "string" },
  size: { type: "string" }
} as const

const readFlags = Effect.try({
  try: () => parseArgs({ options }).values,
  catch: (cause) => new SandboxError({ message: `${String(cause)}\n${usage}` })
})

const whole = (name: string, value: string | undefined): Effect.Effect<number | undefined, SandboxError> => {
  if (value === undefined) return Effect.succeed(undefined)
  return /^\d{1,9}$/.test(value)
    ? Effect.succeed(Number(value))
    : Effect.fail(new SandboxError({ message: `--${name} wants a whole number, not "${value}"\n${usage}` }))
}

const main = Effect.gen(function* () {
  const flags = yield* readFlags
  const port = yield* whole("port", flags.port)
  const seed = yield* whole("seed", flags.seed)
  const size = yield* whole("size", flags.size)
  const sandbox = yield* startSandbox({
    ...(port === undefined ? {} : { port }),
    ...(seed === undefined ? {} : { seed }),
    ...(size === undefined ? {} : { size }),
    ...(flags.recordings === undefined ? {} : { recordings: flags.recordings })
  })
  process.stdout.write(`sandbox on ${sandbox.origin}\n`)
  return yield* Effect.never
}).pipe(Effect.scoped)

const runMain = Runtime.makeRunMain(({ fiber, teardown }) => {
  const stop = () => {
    fiber.interruptUnsafe()
  }
  process.once("SIGINT", stop)
  process.once("SIGTERM", stop)
  fiber.addObserver((exit) => teardown(exit, (code) => process.exit(code)))
})

runMain(main)
