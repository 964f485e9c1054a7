import Fastify from "fastify"
import type pg from "pg"
import { makeRequestId } from "../../../packages/core/src/http/requestIds.ts"
import { type Holder, KeyCache } from "./KeyCache.ts"
import { announce, credits, openPool, type PeerOptions, readOptions } from "./peer.ts"
import { RequestLog } from "./RequestLog.ts"

/** The balance after a charge; undefined when it does not fit. */
export type Charge = (holder: Holder, requestId: string) => Promise<Balance | undefined>

export interface Balance {
  readonly limit: number
  readonly used: number
}

/**
 * A Fastify server that authenticates, charges in the given way, answers with the record and the headers of the
 * documents, and writes the request down.
 */
export const serve = async (makeCharge: (pool: pg.Pool, options: PeerOptions) => Promise<Charge>): Promise<void> => {
  const options = readOptions()
  const pool = openPool(options)
  const keys = new KeyCache(pool)
  const log = new RequestLog(pool)
  const charge = await makeCharge(pool, options)
  const start = new Date(`${options.period}T00:00:00Z`)
  const resetSeconds = String(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1) / 1000)
  const app = Fastify({ logger: false, genReqId: () => makeRequestId(Date.now()) })
  app.get(options.path, async (request, reply) => {
    const key = request.headers["x-api-key"]
    const holder = typeof key === "string" ? await keys.holderOf(key) : undefined
    if (holder === undefined) return reply.code(401).send({ error: { code: "INVALID_API_KEY" } })
    const balance = await charge(holder, request.id)
    if (balance === undefined) return reply.code(429).send({ error: { code: "CREDITS_EXHAUSTED" } })
    log.note({
      holder,
      requestId: request.id,
      status: 200,
      ms: reply.elapsedTime,
      path: request.url,
      address: request.ip,
      agent: request.headers["user-agent"] ?? ""
    })
    return reply
      .headers(options.headers)
      .header("x-request-id", request.id)
      .header("x-ratelimit-limit", String(balance.limit))
      .header("x-ratelimit-remaining", String(balance.limit - balance.used))
      .header("x-ratelimit-reset", resetSeconds)
      .header("x-credit-cost", String(credits))
      .header("x-credit-category", "general")
      .header("x-plan", holder.plan)
      .type("application/json")
      .send(options.record)
  })
  await app.listen({ port: 0, host: "127.0.0.1" })
  announce(app.server.address())
}
