import { Socket } from "node:net"
import { Effect, Redacted, type Scope } from "effect"
import pg from "pg"
import type { Primary } from "../sql/Primary.ts"
import { type JobsUnavailable, unavailable } from "./errors.ts"

/**
 * Where PostgreSQL is: its primary, wherever that is at the time; a URL; or its parts with a host that may be the folder of
 * a Unix socket. It must be the server itself or a session pooler: notifications and session locks do not pass a
 * transaction pooler.
 */
export type DatabaseAddress =
  | { readonly primary: Primary["Service"] }
  | { readonly url: Redacted.Redacted<string> }
  | {
      readonly host: string
      readonly port: number
      readonly user: string
      readonly database: string
      readonly password?: Redacted.Redacted<string> | undefined
    }

const connectTimeoutMs = 5_000
const endTimeoutMs = 2_000

/** What runs statements: a connection, or a pool that takes one for each. */
export interface Queryable {
  readonly query: (text: string, values: Array<unknown>) => Promise<{ readonly rows: ReadonlyArray<unknown> }>
}

const configOf = (address: DatabaseAddress): pg.ClientConfig => {
  const common = { application_name: "storeglass-jobs", connectionTimeoutMillis: connectTimeoutMs, keepAlive: true }
  if ("primary" in address) return { ...common, connectionString: Redacted.value(address.primary.found().url) }
  if ("url" in address) return { ...common, connectionString: Redacted.value(address.url) }
  const { host, port, user, database, password } = address
  const secret = password === undefined ? {} : { password: Redacted.value(password) }
  return { ...common, host, port, user, database, ...secret }
}

// Without a listener an error of an idle connection ends the process; the next query meets it anyway.
const ignoreErrors = (emitter: { on: (event: "error", listener: () => void) => unknown }) =>
  void emitter.on("error", () => undefined)

// Don't wait for a connection that no longer answers to close.
const ending = (end: () => Promise<void>) =>
  Effect.promise(() => end().catch(() => undefined)).pipe(
    Effect.interruptible,
    Effect.timeoutOption(endTimeoutMs),
    Effect.asVoid
  )

/** Runs with each move of the primary; gives what ends that. */
const onMove = (address: DatabaseAddress, end: () => void) =>
  "primary" in address ? address.primary.onMove(() => Effect.sync(end)) : () => {}

/** Clients that end with the server's being the primary: what it is told afterwards is lost. */
const followers = (address: DatabaseAddress) => {
  const sockets = new Set<Socket>()
  class Follower extends pg.Client {
    constructor(config: pg.ClientConfig = {}) {
      const socket = new Socket()
      super({ ...config, ...configOf(address), stream: () => socket })
      sockets.add(socket)
      socket.once("close", () => sockets.delete(socket))
    }
  }
  const stop = onMove(address, () => {
    for (const socket of sockets) socket.destroy()
  })
  return { Follower, stop }
}

/** A dedicated connection, until the scope closes. */
export const connect = (
  address: DatabaseAddress,
  queryTimeoutMs: number
): Effect.Effect<pg.Client, JobsUnavailable, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.suspend(() => {
        const { Follower, stop } = followers(address)
        const client = new Follower({ query_timeout: queryTimeoutMs })
        ignoreErrors(client)
        const end = Effect.andThen(
          Effect.sync(stop),
          ending(() => client.end())
        )
        return Effect.tryPromise({ try: () => client.connect(), catch: unavailable("connect to PostgreSQL") }).pipe(
          Effect.onError(() => end),
          Effect.as({ client, end })
        )
      }),
      ({ end }) => end
    ),
    ({ client }) => client
  )

/** A pool, until the scope closes. It connects when first used. */
export const connectPool = (
  address: DatabaseAddress,
  options: { readonly max: number; readonly queryTimeoutMs: number }
): Effect.Effect<pg.Pool, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const { Follower, stop } = followers(address)
      const pool = new pg.Pool({
        Client: Follower,
        max: options.max,
        query_timeout: options.queryTimeoutMs,
        // What we no longer wait for must not take effect later. Not in the packet that starts it: poolers refuse it there.
        onConnect: async (client) => {
          await client.query(`set statement_timeout = ${options.queryTimeoutMs}`)
        }
      })
      ignoreErrors(pool)
      pool.on("connect", ignoreErrors)
      return { pool, stop }
    }),
    ({ pool, stop }) =>
      Effect.andThen(
        Effect.sync(stop),
        ending(() => pool.end())
      )
  ).pipe(Effect.map(({ pool }) => pool))

/** Runs one statement. */
export const query = (
  client: Queryable,
  text: string,
  values: ReadonlyArray<unknown> = []
): Effect.Effect<ReadonlyArray<unknown>, JobsUnavailable> =>
  Effect.tryPromise({
    try: async () => (await client.query(text, [...values])).rows,
    catch: unavailable("use PostgreSQL")
  })

/** Runs statements as one transaction. */
export const transaction = <A, E>(
  client: Queryable,
  statements: Effect.Effect<A, E>
): Effect.Effect<A, E | JobsUnavailable> =>
  Effect.andThen(query(client, "begin"), statements).pipe(
    Effect.tap(() => query(client, "commit")),
    Effect.onError(() => Effect.ignore(query(client, "rollback")))
  )

/** Runs statements as one transaction on a connection of the pool. */
export const pooledTransaction = <A, E>(
  pool: pg.Pool,
  statements: (client: Queryable) => Effect.Effect<A, E>
): Effect.Effect<A, E | JobsUnavailable> =>
  Effect.acquireUseRelease(
    Effect.tryPromise({ try: () => pool.connect(), catch: unavailable("connect to PostgreSQL") }),
    (client) => transaction(client, statements(client)),
    // After a failure its state is unknown.
    (client, exit) => Effect.sync(() => client.release(exit._tag === "Failure"))
  )
