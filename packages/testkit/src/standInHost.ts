import { Middlewares } from "@storeglass/core"
import { Caller, Data, Exchange, Metered, MeteredShared, type Provenance } from "@storeglass/plugin-api"
import { Effect, Layer, Schema } from "effect"

/** What the host does around a plugin's handlers, without a gateway: no key, no charge. `described` gets provenances. */
export const standInHost = (described: Array<Provenance> = []) => {
  const exchange = Exchange.of({
    requestId: "r-1",
    client: { address: "127.0.0.1", network: "127.0.0.1", agent: undefined },
    idempotencyKey: undefined,
    setHeader: () => Effect.void,
    nextPage: () => Effect.void,
    empty: Effect.void,
    describe: (provenance) => Effect.sync(() => void described.push(provenance)),
    quote: () => Effect.void,
    held: () => Effect.void,
    draining: Effect.never,
    sender: Effect.succeed(undefined),
    challenge: Effect.succeed(undefined)
  })
  const caller = Caller.of({
    accountId: "a",
    keyId: "k",
    credential: "key",
    personId: undefined,
    plan: "free",
    scopes: ["read"]
  })
  const metered = Metered.of((endpoint) =>
    endpoint.pipe(Effect.provideService(Caller, caller), Effect.provideService(Exchange, exchange))
  )
  const shared = MeteredShared.of((endpoint) => Effect.provideService(endpoint, Exchange, exchange))
  return Layer.mergeAll(Layer.succeed(Metered, metered), Layer.succeed(MeteredShared, shared), Middlewares.strictInput)
}

const Failure = Schema.Struct({ error: Schema.Struct({ code: Schema.String, message: Schema.NonEmptyString }) })

/** Asks the web handler of a plugin's routes, as `HttpRouter.toWebHandler` makes it, and reads what it answers. */
export const routeReader = (handler: (request: Request) => Promise<Response>) => {
  const ask = async (path: string) => {
    const response = await handler(new Request(`http://plugin.test${path}`))
    const body: unknown = await response.json()
    return { status: response.status, body }
  }
  return {
    ask,
    /** Status and code of a failure. */
    failure: async (path: string) => {
      const { body, status } = await ask(path)
      return [status, Schema.decodeUnknownSync(Failure)(body, { onExcessProperty: "error" }).error.code] as const
    },
    /** Asks a route with a value for its path parameter, and holds the answer to its documented shape alone. */
    reader:
      <A>(schema: Schema.Codec<A, unknown>, path: string, usually = "1") =>
      async (query = "", id = usually): Promise<A> => {
        const { body, status } = await ask(`${path.replace(/:\w+/, id)}${query}`)
        if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
        return Schema.decodeUnknownSync(Data(schema))(body, { onExcessProperty: "error" }).data
      }
  }
}
