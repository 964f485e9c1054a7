import { type LoggedRequest, csvLine as lineOf } from "@storeglass/plugin-api"

const columns = [
  "at",
  "requestId",
  "operation",
  "path",
  "query",
  "status",
  "code",
  "credits",
  "held",
  "bucket",
  "ms",
  "replayed",
  "by",
  "credentialId",
  "address",
  "agent",
  "weight"
] as const satisfies ReadonlyArray<keyof LoggedRequest>

export const csvHead = lineOf(columns)
export const csvLine = (request: LoggedRequest): string => lineOf(columns.map((name) => request[name]))
