import { readFileSync } from "node:fs"
import type { AddressInfo } from "node:net"
import { parseArgs } from "node:util"
import pg from "pg"

/** What every peer is started with. */
export interface PeerOptions {
  readonly databaseUrl: string
  /** The record's path, and the bytes that the gateway answers there. */
  readonly path: string
  readonly record: Buffer
  /** Headers of the gateway's answer that are the same in each. */
  readonly headers: Readonly<Record<string, string>>
  /** The running period, `YYYY-MM-01`. */
  readonly period: string
}

/** Credits that one answer costs. */
export const credits = 2
/** The same number of connections for everyone, the gateway's default. */
export const connectionsMax = 20

export const readOptions = (): PeerOptions => {
  const { values } = parseArgs({
    options: {
      "database-url": { type: "string", default: "" },
      path: { type: "string", default: "" },
      record: { type: "string", default: "" },
      headers: { type: "string", default: "" },
      period: { type: "string", default: "" }
    }
  })
  return {
    databaseUrl: values["database-url"],
    path: values.path,
    record: readFileSync(values.record),
    headers: JSON.parse(readFileSync(values.headers, "utf8")),
    period: values.period
  }
}

export const openPool = (options: PeerOptions): pg.Pool =>
  new pg.Pool({ connectionString: options.databaseUrl, max: connectionsMax })

/** Tells the bench, which waits for this line, where the peer listens. */
export const announce = (address: AddressInfo | string | null): void => {
  if (address === null || typeof address === "string") throw new Error("the peer does not listen on a port")
  process.stdout.write(`ready at http://127.0.0.1:${address.port}\n`)
}
