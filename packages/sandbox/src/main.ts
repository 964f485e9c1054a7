import { resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { parseArgs } from "node:util"
import { Effect, Predicate, Runtime } from "effect"
import { isDouble } from "./double/defineDouble.ts"
import { SandboxError, startSandbox } from "./Sandbox.ts"

const usage =
  "usage: node packages/sandbox/src/main.ts --double FILE [--double FILE] [--port N] [--recordings DIR] [--seed N] [--size N]"

const options = {
  double: { type: "string", multiple: true },
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
    : Effect.fail(new SandboxError({ message: `--${name} needs a whole number, not "${value}"\n${usage}` }))
}

const loadDouble = Effect.fnUntraced(function* (file: string) {
  const path = resolve(file)
  const module = yield* Effect.tryPromise({
    try: (): Promise<unknown> => import(pathToFileURL(path).href),
    catch: (cause) => new SandboxError({ message: `can't import ${path}: ${String(cause)}` })
  })
  const double = Predicate.hasProperty(module, "default") ? module.default : undefined
  return isDouble(double)
    ? double
    : yield* new SandboxError({ message: `${path} has no default export made with defineDouble` })
})

const main = Effect.gen(function* () {
  const flags = yield* readFlags
  const port = yield* whole("port", flags.port)
  const seed = yield* whole("seed", flags.seed)
  const size = yield* whole("size", flags.size)
  const sandbox = yield* startSandbox({
    doubles: yield* Effect.forEach(flags.double ?? [], loadDouble),
    ...(port === undefined ? {} : { port }),
    ...(seed === undefined ? {} : { seed }),
    ...(size === undefined ? {} : { size }),
    ...(flags.recordings === undefined ? {} : { recordings: flags.recordings })
  })
  process.stdout.write(`sandbox on ${sandbox.origin}\n`)
  for (const { path, reason } of sandbox.unserved) process.stderr.write(`not served: ${path}: ${reason}\n`)
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
