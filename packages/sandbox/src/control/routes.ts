import { Option, Result, Schema } from "effect"
import type { OpenDouble } from "../double/defineDouble.ts"
import { json, type Reply } from "../http/replies.ts"
import type { SandboxRequest } from "../http/request.ts"
import { Fault, type Faults } from "./Faults.ts"
import type { Ledger } from "./Ledger.ts"
import type { Violations } from "./Violations.ts"

export const controlPrefix = "/__sandbox"

const Id = Schema.NumberFromString.check(Schema.isInt())
const optional = Schema.optionalKey

const FaultsBody = Schema.fromJsonString(Schema.Union([Fault, Schema.Array(Fault)]))
const FaultsQuery = Schema.Struct({ id: optional(Id), upstream: optional(Schema.String) })
const RequestsQuery = Schema.Struct({
  upstream: optional(Schema.String),
  path: optional(Schema.String),
  credential: optional(Schema.String),
  afterSequence: optional(Id)
})
const StateQuery = Schema.Struct({ credential: optional(Schema.String) })

const strict = { onExcessProperty: "error" } as const
const decodeFaults = Schema.decodeUnknownResult(FaultsBody, strict)
const decodeFaultsQuery = Schema.decodeUnknownResult(FaultsQuery, strict)
const decodeRequestsQuery = Schema.decodeUnknownResult(RequestsQuery, strict)
const decodeStateQuery = Schema.decodeUnknownResult(StateQuery, strict)
const decodeJson = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Unknown))

const refused = (error: Schema.SchemaError): Reply => json(400, { error: error.message })

/** What the control route works on. */
export interface Controlled {
  readonly faults: Faults
  readonly ledger: Ledger
  readonly violations: Violations
  readonly doubles: ReadonlyMap<string, OpenDouble>
  readonly around: (origin: string) => Parameters<OpenDouble["act"]>[2]
}

const faultsRoute = (request: SandboxRequest, { faults }: Controlled): Reply => {
  if (request.method === "GET") return json(200, { faults: faults.list() })
  if (request.method === "POST") {
    const decoded = decodeFaults(request.body)
    if (Result.isFailure(decoded)) return refused(decoded.failure)
    const added = Array.isArray(decoded.success) ? decoded.success : [decoded.success]
    const problem = added.map((fault) => faults.problemOf(fault)).find((found) => found !== undefined)
    return problem === undefined
      ? json(201, { ids: added.map((fault) => faults.add(fault)) })
      : json(400, { error: problem })
  }
  const query = decodeFaultsQuery(Object.fromEntries(request.query))
  if (Result.isFailure(query)) return refused(query.failure)
  faults.clear(query.success)
  return json(200, { faults: faults.list() })
}

const requestsRoute = (request: SandboxRequest, { ledger }: Controlled): Reply => {
  if (request.method === "DELETE") {
    ledger.clear()
    return json(200, { requests: [] })
  }
  const query = decodeRequestsQuery(Object.fromEntries(request.query))
  return Result.isFailure(query) ? refused(query.failure) : json(200, { requests: ledger.list(query.success) })
}

const violationsRoute = (request: SandboxRequest, { violations }: Controlled): Reply => {
  if (request.method === "DELETE") violations.clear()
  return json(200, { violations: violations.list() })
}

const stateRoute = (double: OpenDouble, request: SandboxRequest): Reply => {
  const query = decodeStateQuery(Object.fromEntries(request.query))
  if (Result.isFailure(query)) return refused(query.failure)
  double.reset(query.success.credential)
  return json(200, {})
}

const actionRoute = async (
  double: OpenDouble,
  action: string,
  request: SandboxRequest,
  origin: string,
  all: Controlled
) => {
  const input = request.body === "" ? Option.some(undefined) : decodeJson(request.body)
  if (Option.isNone(input)) return json(400, { error: "the body isn't JSON" })
  const acted = double.act(action, input.value, all.around(origin))
  if (acted === undefined) return json(404, { error: `no such action: ${action}` })
  try {
    return json(200, { result: (await acted.result) ?? null })
  } catch (error) {
    return json(400, { error: error instanceof Error ? error.message : String(error) })
  }
}

/** How a test in another process tells the sandbox to fail, reads what it was asked, and acts on its doubles. */
export const control = async (request: SandboxRequest, origin: string, all: Controlled): Promise<Reply> => {
  const allowed = (methods: ReadonlyArray<string>, answer: () => Reply | Promise<Reply>): Reply | Promise<Reply> =>
    methods.includes(request.method) ? answer() : json(405, { error: `use ${methods.join(", ")}` })
  if (request.path === "/faults") return allowed(["GET", "POST", "DELETE"], () => faultsRoute(request, all))
  if (request.path === "/requests") return allowed(["GET", "DELETE"], () => requestsRoute(request, all))
  if (request.path === "/violations") return allowed(["GET", "DELETE"], () => violationsRoute(request, all))
  const [, name = "", action = ""] = /^\/doubles\/([^/]+)\/([^/]+)$/.exec(request.path) ?? []
  const double = all.doubles.get(name)
  if (double !== undefined && action === "state") return allowed(["DELETE"], () => stateRoute(double, request))
  if (double !== undefined) return allowed(["POST"], () => actionRoute(double, action, request, origin, all))
  return json(404, {
    error: `no such control; there are ${["faults", "requests", "violations", "doubles/<double>/state", "doubles/<double>/<action>"].map((path) => `${controlPrefix}/${path}`).join(", ")}`
  })
}
