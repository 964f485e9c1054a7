import { Lifecycle } from "@storeglass/core"
import { Clock, Console, Effect, Layer, Option, Redacted } from "effect"
import { boot, type RunningGateway } from "../boot.ts"
import * as Logging from "../logging.ts"
import { hasDashboard } from "../pages.ts"
import { connectDemo, demoKey, keepCredentials, tryOut } from "./demo.ts"
import { environment } from "./settings.ts"
import { stopLimit } from "./stopLimit.ts"

const say = (message: string) => Console.error(`storeglass: ${message}`)

const welcome = Effect.fn("welcome")(function* (gateway: RunningGateway, recordings: boolean, tookMs: number) {
  const { internalUrl, sandbox, services, url } = gateway
  const demo = sandbox === undefined ? undefined : yield* Effect.provideContext(demoKey(gateway), services)
  const connect = Effect.fnUntraced(function* (which: "now" | "later") {
    const failed = demo === undefined ? [] : yield* connectDemo(gateway, demo, which)
    yield* Effect.forEach(failed, (one) => say(`can't connect the demo account: ${one}`), { discard: true })
  })
  // From the second start on the account has what it's shown with: nobody waits until doubles, which forget, know it again.
  if (demo?.value === undefined) yield* Effect.forkScoped(Effect.andThen(connect("now"), connect("later")))
  else {
    yield* connect("now")
    yield* Effect.forkScoped(connect("later"))
  }
  const ready = [
    "",
    `  Storeglass is ready at ${url}  (${(tookMs / 1000).toFixed(1)} s)`,
    ...(hasDashboard(gateway.composition.operations) ? [`  Dashboard             ${url}/dashboard`] : []),
    `  Docs                  ${url}/docs`,
    `  For the operator      ${internalUrl}/metrics and /health`,
    sandbox === undefined
      ? "  Upstreams             the real stores"
      : recordings
        ? "  Upstreams             recorded answers from the stores"
        : "  Upstreams             the sandbox: invented apps, in the stores' own formats",
    ...(sandbox?.pages ?? []).map(({ title, url }) => `  ${title.padEnd(22)}${url}`),
    ""
  ]
  // What's below takes its time.
  yield* Console.log(ready.join("\n"))
  const lines: Array<string> = []
  if (demo !== undefined) {
    const kept = yield* keepCredentials(gateway)
    lines.push(
      demo.value === undefined
        ? `  Demo key              kept in ${demo.file}`
        : `  Demo key              ${Redacted.value(demo.value)}\n                        shown only once; kept in ${demo.file}`,
      ...kept.map((file) => `  Credentials           of an invented owner, kept in ${file}`),
      "",
      "  Try it:",
      ...(yield* tryOut(gateway, recordings)).map(
        (address) => `    curl -s -H "X-API-Key: $(cat '${demo.file}')" "${address}"`
      ),
      ""
    )
  } else {
    lines.push(
      "  Make a key:",
      "    npm run -s storeglass -- account create --email you@example.com --plan medium --json",
      ""
    )
  }
  lines.push("  Ctrl-C stops everything.", "")
  yield* Console.log(lines.join("\n"))
})

/** Recordings that are left out in silence look like apps that the store doesn't have. */
const tellUnserved = ({ sandbox }: RunningGateway) =>
  Effect.forEach(sandbox?.unserved ?? [], ({ path, reason }) => say(`recording not served: ${path}: ${reason}`), {
    discard: true
  })

const limitsOf = ({ loaded }: RunningGateway) => ({
  lameDuckMs: loaded.config.server?.lameDuckMs ?? 0,
  drainMsMax: loaded.config.server?.drainMsMax ?? 10_000
})

/** Readiness is false first, so that no more is sent here; what is at work finishes as the gateway's scope closes. */
const sayGoodbye = Effect.fn("sayGoodbye")(function* (gateway: RunningGateway) {
  const lifecycle = yield* Effect.provideContext(Lifecycle.Lifecycle, gateway.services)
  yield* lifecycle.drain
  yield* Effect.sleep(limitsOf(gateway).lameDuckMs)
})

/** Serves until it's asked to stop. */
export const serving = ({
  config,
  port,
  recordings
}: {
  readonly config: string
  readonly port: Option.Option<number>
  readonly recordings: Option.Option<string>
}) =>
  Effect.gen(function* () {
    const startedMs = yield* Clock.currentTimeMillis
    const setStopLimit = yield* stopLimit
    const gateway = yield* boot({
      configFile: config,
      environment: Option.match(port, {
        onNone: () => environment,
        onSome: (value) => ({ ...environment, PORT: String(value) })
      }),
      recordings: Option.getOrUndefined(recordings),
      keepsSandboxPort: true,
      onProgress: say
    })
    const tookMs = (yield* Clock.currentTimeMillis) - startedMs
    yield* tellUnserved(gateway)
    const { drainMsMax, lameDuckMs } = limitsOf(gateway)
    setStopLimit(lameDuckMs + drainMsMax)
    yield* welcome(
      gateway,
      Option.isSome(recordings) || gateway.loaded.config.sandbox?.recordings !== undefined,
      tookMs
    )
    yield* Effect.never.pipe(Effect.onInterrupt(() => sayGoodbye(gateway)))
  }).pipe(Effect.scoped, Effect.provide(Layer.unwrap(Logging.layerOf(config, environment))))
