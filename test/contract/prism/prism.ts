import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { createLogger } from "@stoplight/prism-core"
import { getHttpOperationsFromSpec } from "@stoplight/prism-http"
import { createServer } from "@stoplight/prism-http-server"
import { root } from "@storeglass/testkit"
import { Schema } from "effect"
import { afterAll } from "vitest"

const folder = join(root, "../shared/vendor-specs")

const Vector = Schema.Struct({
  id: Schema.String,
  method: Schema.String,
  path: Schema.String,
  query: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
  body: Schema.optionalKey(Schema.Json),
  valid: Schema.Boolean
})
export type Vector = typeof Vector.Type
const Vectors = Schema.fromJsonString(Schema.Struct({ vectors: Schema.Array(Vector) }))

const Document = Schema.fromJsonString(
  Schema.StructWithRest(Schema.Struct({ paths: Schema.Record(Schema.String, Schema.Json) }), [
    Schema.Record(Schema.String, Schema.Json)
  ])
)

const shared = {
  validateRequest: true,
  validateResponse: true,
  checkSecurity: true,
  errors: true,
  upstreamProxy: undefined,
  mock: { dynamic: false }
} as const
const components = { logger: createLogger("prism", { enabled: false }) }
const loopback = "127.0.0.1"

interface Departures {
  /** Paths that the vendor has, and the description hasn't. */
  readonly undescribed?: ReadonlyArray<string>
  /** Whether answers are checked too. Default true. */
  readonly answers?: boolean
}

/**
 * Prism over a vendor's description: as a stand-in that only checks, and as a proxy in front of the double, where it refuses
 * every request, and every answer, that isn't as described. Undefined where the descriptions aren't beside the checkout.
 */
export const prismOf = async (
  file: string,
  prefix: string | RegExp,
  { answers = true, undescribed = [] }: Departures = {}
) => {
  if (!existsSync(folder)) return undefined
  const described = Schema.decodeUnknownSync(Document)(readFileSync(join(folder, file), "utf8"))
  const bare = { get: { responses: { 200: { description: "Not described." } } } }
  const paths = { ...described.paths, ...Object.fromEntries(undescribed.map((path) => [path, bare])) }
  const operations = await getHttpOperationsFromSpec({ ...described, paths })
  const mock = createServer(operations, {
    cors: false,
    components,
    config: { ...shared, isProxy: false }
  })
  // The double's address is known once the gateway runs, and the gateway has to be told this one.
  const proxied = {
    ...shared,
    validateResponse: answers,
    isProxy: true as const,
    upstream: new URL(`http://${loopback}:9`)
  }
  const proxy = createServer(operations, { cors: false, components, config: proxied })
  const [mockUrl, proxyUrl] = [await mock.listen(0, loopback), await proxy.listen(0, loopback)]
  afterAll(() => Promise.all([mock.close(), proxy.close()]))
  const { vectors } = Schema.decodeUnknownSync(Vectors)(readFileSync(join(folder, "contract-vectors.json"), "utf8"))
  return {
    vectors: vectors.filter(({ id }) => (typeof prefix === "string" ? id.startsWith(prefix) : prefix.test(id))),
    proxyUrl,
    setUpstream: (url: string) => {
      proxied.upstream = new URL(url)
    },
    /** Whether Prism takes a vector's request. It refuses by the status that the description has for that. */
    takes: async ({ body, method, path, query = {} }: Vector, headers: Record<string, string>) => {
      const filled = path.replace(/\{\w+\}/g, "1")
      const answer = await fetch(`${mockUrl}${filled}?${new URLSearchParams(query)}`, {
        method,
        headers: { authorization: "Bearer of-nobody", "content-type": "application/json", ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      })
      await answer.arrayBuffer()
      return answer.ok
    }
  }
}

/** Whether a request was one of a vector's operation, with the names that the vector has in its query. */
export const isOf =
  ({ method, path, query = {} }: Vector) =>
  (request: { readonly method: string; readonly path: string; readonly query: Readonly<Record<string, string>> }) =>
    request.method === method &&
    new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`).test(request.path) &&
    Object.keys(query).every((name) => name in request.query)
