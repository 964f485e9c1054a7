import { Result, Schema } from "effect"
import { json, type Reply, type SandboxRequest } from "../http/Upstream.ts"
import { upstreamNames } from "../upstreams/index.ts"
import { Fault, type Faults } from "./Faults.ts"
import type { Ledger } from "./Ledger.ts"

export const controlPrefix = "/__sandbox"

const Id = Schema.NumberFromString.check(Schema.isInt())

const FaultsBody = Schema.fromJsonString(Schema.Union([Fault, Schema.Array(Fault)]))
const FaultsQuery = Schema.Struct({
  id: Schema.optionalKey(Id),
  upstream: Schema.optionalKey(Schema.Literals(upstreamNames))
})
const RequestsQuery = Schema.Struct({
  upstream: Schema.optionalKey(Schema.Literals(upstreamNames)),
  path: Schema.optionalKey(Schema.String),
  afterSequence: Schema.optionalKey(Id)
})

const strict = { onExcessProperty: "error" } as const
const decodeFaults = Schema.decodeUnknownResult(FaultsBody, strict)
const decodeFaultsQuery = Schema.decodeUnknownResult(FaultsQuery, strict)
const decodeRequestsQuery = Schema.decodeUnknownResult(RequestsQuery, strict)

const refused = (error: Schema.SchemaError): Reply => json(400, { error: error.message })

const faultsRoute = (request: SandboxRequest, faults: Faults): Reply => {
  if (request.method === "GET") return json(200, { faults: faults.list() })
  if (request.method === "POST") {
    const decoded = decodeFaults(request.body)
    if (Result.isFailure(decoded)) return refused(decoded.failure)
    const added = Array.isArray(decoded.success) ? decoded.success : [decoded.success]
    return json(201, { ids: added.map((fault) => faults.add(fault)) })
  }
  const query = decodeFaultsQuery(Object.fromEntries(request.query))
  if (Result.isFailure(query)) return refused(query.failure)
  faults.clear(query.success)
  return json(200, { faults: faults.list() })
}

const requestsRoute = (request: SandboxRequest, ledger: Ledger): Reply => {
  if (request.method === "DELETE") {
    ledger.clear()
    return json(200, { requests: [] })
  }
  const query = decodeRequestsQuery(Object.fromEntries(request.query))
  return Result.isFailure(query) ? refused(query.failure) : json(200, { requests: ledger.list(query.success) })
}

/** How a test in another process tells the sandbox to fail and reads what it was asked. */
export const control = (request: SandboxRequest, faults: Faults, ledger: Ledger): Reply => {
  const allowed = (methods: ReadonlyArray<string>, answer: () => Reply): Reply =>
    methods.includes(request.method) ? answer() : json(405, { error: `use ${methods.join(", ")}` })
  if (request.path === "/faults") return allowed(["GET", "POST", "DELETE"], () => faultsRoute(request, faults))
  if (request.path === "/requests") return allowed(["GET", "DELETE"], () => requestsRoute(request, ledger))
  return json(404, {
    error: `no such control; there are ${controlPrefix}/faults, ${controlPrefix}/requests, ${controlPrefix}/charts and ${controlPrefix}/searches`
  })
}
