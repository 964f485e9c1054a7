import { mkdtempSync, rmSync } from "node:fs"
import { createConnection, createServer, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Redacted } from "effect"

/** Stands between a client and PostgreSQL, and fails as it is told. */
export interface DatabaseProxy {
  /** The address of the same database by way of this proxy. */
  readonly url: Redacted.Redacted<string>
  /** Cuts all connections, and refuses new ones until `restore`. */
  readonly cut: () => void
  /** Cuts all connections once; new ones pass. */
  readonly reset: () => void
  /** Lets requests pass and holds back what is answered, on old and new connections, until `restore`. */
  readonly blackHole: () => void
  /** The same from the next request with this text on. */
  readonly blackHoleFrom: (text: string) => void
  /** Lets the request with this text pass, and cuts its connection before the answer; as often as `times`. */
  readonly cutAnswerTo: (text: string, times?: number) => void
  /** Keeps what is answered until the function that this gives is called. */
  readonly holdAnswers: () => () => void
  /** How many pieces of answers are kept. */
  readonly answersHeld: () => number
  readonly restore: () => void
}

/** A proxy on a Unix socket of its own, to the database of a URL as the embedded server gives it. */
export const databaseProxy = (target: Redacted.Redacted<string>) =>
  Effect.acquireRelease(
    Effect.callback<DatabaseProxy & { readonly close: () => void }>((resume) => {
      const [head = "", query = ""] = Redacted.value(target).split("?")
      const params = new URLSearchParams(query)
      const name = `.s.PGSQL.${params.get("port") ?? "5432"}`
      const upstream = join(params.get("host") ?? "", name)
      const folder = mkdtempSync(join(tmpdir(), "sg-proxy-"))
      const pairs = new Set<{ readonly client: Socket; readonly server: Socket }>()
      let refuses = false
      let silent = false
      let last: string | undefined
      const held: Array<() => void> = []
      let holding = false
      let fatal: string | undefined
      let fatalTimes = 0
      const cutAll = () => {
        for (const { client, server } of pairs) {
          client.destroy()
          server.destroy()
        }
      }
      const proxy = createServer((client) => {
        if (refuses) return client.destroy()
        const server = createConnection(upstream)
        const pair = { client, server }
        let doomed = false
        pairs.add(pair)
        client.on("data", (chunk) => {
          if (fatal !== undefined && fatalTimes > 0 && chunk.includes(fatal)) {
            fatalTimes -= 1
            doomed = true
          }
          if (last !== undefined && chunk.includes(last)) silent = true
          server.write(chunk)
        })
        server.on("data", (chunk) => {
          if (doomed) client.destroy()
          else if (holding) held.push(() => client.write(chunk))
          else if (!silent) client.write(chunk)
        })
        for (const [one, other] of [
          [client, server],
          [server, client]
        ] as const) {
          one.on("error", () => other.destroy())
          one.on("close", () => {
            other.destroy()
            pairs.delete(pair)
          })
        }
      })
      proxy.listen(join(folder, name), () => {
        params.set("host", folder)
        resume(
          Effect.succeed({
            url: Redacted.make(`${head}?${params.toString()}`),
            cut: () => {
              refuses = true
              cutAll()
            },
            reset: cutAll,
            blackHole: () => {
              silent = true
            },
            blackHoleFrom: (text: string) => {
              last = text
            },
            cutAnswerTo: (text: string, times = 1) => {
              fatal = text
              fatalTimes = times
            },
            holdAnswers: () => {
              holding = true
              return () => {
                holding = false
                for (const send of held.splice(0)) send()
              }
            },
            answersHeld: () => held.length,
            restore: () => {
              // What was held back is lost: those connections can only be cut.
              if (silent) cutAll()
              refuses = false
              silent = false
              last = undefined
              fatalTimes = 0
            },
            close: () => {
              proxy.close()
              cutAll()
              rmSync(folder, { recursive: true, force: true })
            }
          })
        )
      })
    }),
    (proxy) => Effect.sync(proxy.close)
  )
