import { createServer } from "node:http"
import { Data, Effect } from "effect"

/**
 * What the vendor does with a write.
 * - `done` does it and says so; `refused` 409, not done
 * - `lostAnswer` does it, then cuts the connection; `lostRequest` cuts it, not done
 * - `errorDone`, `errorNotDone` 500 after doing it, and without
 * - `silentDone`, `silentNotDone` never answers, having done it or not
 */
export const faults = [
  "done",
  "refused",
  "lostAnswer",
  "lostRequest",
  "errorDone",
  "errorNotDone",
  "silentDone",
  "silentNotDone"
] as const
export type Fault = (typeof faults)[number]
/** The faults in which the vendor does the write. */
export const does = (fault: Fault) => ["done", "lostAnswer", "errorDone", "silentDone"].includes(fault)

export interface Vendor {
  readonly url: string
  /** Every write that it did, in order: what was asked for. */
  readonly ledger: Array<string>
  /** What it shall do with the next writes; after them `done`. */
  readonly next: Array<Fault>
  /** So many reads fail with 500. */
  failReads: number
  /** So many reads show the state before any write. */
  lagReads: number
  reads: number
  /** Called when a write has come, before anything is done. */
  arrived: () => void
  /** The vendor answers what it has done once this ends. */
  hold: Effect.Effect<unknown>
}

/** A vendor over HTTP on loopback: `PUT /things/<target>?value=<v>` writes, `GET /things/<target>` reads. */
export const startVendor = Effect.acquireRelease(
  Effect.callback<Vendor & { readonly close: () => void }>((resume) => {
    const things = new Map<string, string>()
    const ledger: Array<string> = []
    const next: Array<Fault> = []
    const server = createServer((request, response) => {
      const url = new URL(request.url ?? "/", "http://vendor")
      const target = url.pathname.slice("/things/".length)
      if (request.method === "GET") {
        vendor.reads += 1
        if (vendor.failReads > 0) {
          vendor.failReads -= 1
          return response.writeHead(500).end()
        }
        const lags = vendor.lagReads > 0
        if (lags) vendor.lagReads -= 1
        return response.end(lags ? "" : (things.get(target) ?? ""))
      }
      const value = url.searchParams.get("value") ?? ""
      vendor.arrived()
      const fault = next.shift() ?? "done"
      if (does(fault)) {
        ledger.push(`${target}=${value}`)
        things.set(target, value)
      }
      switch (fault) {
        case "done":
          return void Effect.runPromise(vendor.hold).then(() =>
            response.writeHead(200, { "x-request-id": `v-${ledger.length}` }).end(value)
          )
        case "refused":
          return response.writeHead(409).end("it is locked")
        case "lostAnswer":
        case "lostRequest":
          return request.socket.destroy()
        case "errorDone":
        case "errorNotDone":
          return response.writeHead(500).end()
        default:
          return
      }
    })
    const vendor: Vendor & { url: string; readonly close: () => void } = {
      url: "",
      ledger,
      next,
      failReads: 0,
      lagReads: 0,
      reads: 0,
      arrived: () => undefined,
      hold: Effect.void,
      close: () => {
        server.close()
        server.closeAllConnections()
      }
    }
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      vendor.url = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`
      resume(Effect.succeed(vendor))
    })
  }),
  (vendor) => Effect.sync(vendor.close)
)

export class VendorBroke extends Data.TaggedError("VendorBroke")<{ readonly message: string }> {}

const fetched = (url: string, method: "GET" | "PUT") =>
  Effect.tryPromise({
    try: async (signal) => {
      const response = await fetch(url, { method, signal, headers: { connection: "close" } })
      return { status: response.status, id: response.headers.get("x-request-id"), text: await response.text() }
    },
    catch: (cause) => new VendorBroke({ message: String(cause) })
  })

export const put = (vendor: Pick<Vendor, "url">, target: string, value: string) =>
  fetched(`${vendor.url}/things/${target}?value=${encodeURIComponent(value)}`, "PUT")

/** What is there; fails where the vendor does. */
export const get = (vendor: Pick<Vendor, "url">, target: string) =>
  Effect.flatMap(fetched(`${vendor.url}/things/${target}`, "GET"), ({ status, text }) =>
    status === 200 ? Effect.succeed(text) : Effect.fail(new VendorBroke({ message: `${status}` }))
  )
