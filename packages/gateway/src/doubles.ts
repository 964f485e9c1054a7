// The sandbox and the doubles are loaded here and nowhere else, and only for a config with a sandbox.
import type { Double, Sandbox } from "@storeglass/sandbox"
import { Effect, type Scope } from "effect"
import { BootError } from "./BootError.ts"
import type { GatewayConfig } from "./config.ts"
import { broughtBy } from "./places.ts"

/** The plugins of a config, and where their paths begin. */
export interface Named {
  readonly plugins: GatewayConfig["plugins"]
  readonly folder: string
}

const kernel = Effect.promise(() => import("@storeglass/sandbox"))

const loadOne = Effect.fnUntraced(function* (id: string, named: unknown, folder: string) {
  const { isDouble } = yield* kernel
  const extra = { name: "./sandbox", called: "its double", madeWith: "defineDouble", is: isDouble } as const
  const double = yield* broughtBy(id, named, folder, extra)
  return double === undefined ? [] : [double]
})

/** The doubles that the plugins of a config bring. */
export const loadDoubles = ({ folder, plugins }: Named): Effect.Effect<ReadonlyArray<Double>, BootError> =>
  Effect.map(
    Effect.forEach(Object.entries(plugins), ([id, entry]) => loadOne(id, entry?.package, folder)),
    (all) => all.flat()
  )

/** What `${sandbox.<name>}` stands for: addresses of hosts, and numbers of ports. */
export const placesOf = ({
  baseUrls,
  ports
}: Pick<Sandbox, "baseUrls" | "ports">): Readonly<Record<string, string>> => ({
  ...baseUrls,
  ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)] as const))
})

/** Addresses that stand in for the sandbox's when only the declarations are read. */
export const unstartedUrls = Effect.fnUntraced(function* (
  named: Named
): Effect.fn.Return<Readonly<Record<string, string>>, BootError> {
  const doubles = yield* loadDoubles(named)
  const { baseUrlsOf, portsOf } = yield* kernel
  return placesOf({ baseUrls: baseUrlsOf("http://127.0.0.1:9", doubles), ports: portsOf(doubles) })
})

export interface SandboxStart extends Named {
  readonly seed: number
  readonly recordings: string | undefined
  /** Beside those of the plugins. */
  readonly further: ReadonlyArray<Double>
  /** A folder of the vendors' own descriptions, against which requests are held. */
  readonly descriptions: string | undefined
  /** Ports to listen on: the first of them that is free. Where none is, any that is. */
  readonly ports?: ReadonlyArray<number>
}

/** Starts the sandbox with the doubles of a config's plugins. */
export const startDoubles = Effect.fn("startDoubles")(function* ({
  descriptions,
  further,
  ports = [],
  recordings,
  seed,
  ...named
}: SandboxStart): Effect.fn.Return<Sandbox, BootError, Scope.Scope> {
  const doubles = [...(yield* loadDoubles(named)), ...further]
  const { startSandbox } = yield* kernel
  const start = (port: number) =>
    startSandbox({
      doubles,
      seed,
      port,
      ...(recordings === undefined ? {} : { recordings }),
      ...(descriptions === undefined ? {} : { descriptions })
    })
  return yield* Effect.mapError(
    Effect.firstSuccessOf([...ports, 0].map(start)),
    (cause) => new BootError({ subject: "sandbox", reason: cause.message, cause })
  )
})
