import { createSocket } from "node:dgram"
import { isIPv4 } from "node:net"
import { Effect, type Scope } from "effect"

/** What a name answers, one list of addresses a lookup; the last stays. `alias` puts a CNAME before them. */
export type Names = Readonly<
  Record<string, { readonly turns: ReadonlyArray<ReadonlyArray<string>>; readonly alias?: string }>
>

/** A name server of the gate's own, on loopback. */
export interface NameServer {
  readonly address: string
  /** Questions for A records of a name so far. */
  readonly asked: (name: string) => number
}

const typeA = 1
const typeCname = 5
const typeAaaa = 28

const encodeName = (name: string) =>
  Buffer.concat([...name.split(".").map((label) => Buffer.from([label.length, ...Buffer.from(label)])), Buffer.of(0)])

const words = (address: string): ReadonlyArray<number> => {
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address)
  if (dotted !== null) {
    const [, head = "", a, b, c, d] = dotted
    const hex = (high: string | undefined, low: string | undefined) => (Number(high) * 256 + Number(low)).toString(16)
    return words(`${head}${hex(a, b)}:${hex(c, d)}`)
  }
  const [head = "", tail] = address.split("::")
  const parse = (part: string) => (part === "" ? [] : part.split(":").map((word) => Number.parseInt(word, 16)))
  const [left, right] = [parse(head), parse(tail ?? "")]
  return tail === undefined
    ? left
    : [...left, ...Array.from({ length: 8 - left.length - right.length }, () => 0), ...right]
}

/** The bytes of an address, as a record holds them. */
export const bytesOf = (address: string): Buffer =>
  isIPv4(address)
    ? Buffer.from(address.split(".").map(Number))
    : Buffer.from(words(address).flatMap((word) => [word >> 8, word & 255]))

const record = (name: Buffer, type: number, data: Buffer) => {
  const head = Buffer.alloc(10)
  head.writeUInt16BE(type, 0)
  head.writeUInt16BE(1, 2)
  head.writeUInt16BE(data.length, 8)
  return Buffer.concat([name, head, data])
}

const questionOf = (query: Buffer) => {
  const labels: Array<string> = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length).toLowerCase())
    at += 1 + length
  }
  return { name: labels.join("."), type: query.readUInt16BE(at + 1), bytes: query.subarray(12, at + 5) }
}

/** Starts it, until the scope closes. A and AAAA of one lookup get the same turn; every TTL is 0. */
export const nameServer = (names: Names): Effect.Effect<NameServer, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.callback<{ readonly server: NameServer; readonly close: () => void }>((resume) => {
        const socket = createSocket("udp4")
        const counts = new Map<string, number>()
        socket.on("message", (query, from) => {
          const { bytes, name, type } = questionOf(query)
          const entry = names[name]
          const counted = `${name} ${type}`
          const turn = counts.get(counted) ?? 0
          counts.set(counted, turn + 1)
          const addresses = entry?.turns[Math.min(turn, entry.turns.length - 1)] ?? []
          const wanted = addresses.filter((address) => isIPv4(address) === (type === typeA))
          const owner = encodeName(entry?.alias ?? name)
          const records =
            type === typeA || type === typeAaaa ? wanted.map((it) => record(owner, type, bytesOf(it))) : []
          if (entry?.alias !== undefined) records.unshift(record(encodeName(name), typeCname, owner))
          const head = Buffer.alloc(12)
          head.writeUInt16BE(query.readUInt16BE(0), 0)
          head.writeUInt16BE(entry === undefined ? 0x8183 : 0x8180, 2)
          head.writeUInt16BE(1, 4)
          head.writeUInt16BE(records.length, 6)
          socket.send(Buffer.concat([head, bytes, ...records]), from.port, from.address)
        })
        socket.bind(0, "127.0.0.1", () =>
          resume(
            Effect.succeed({
              server: {
                address: `127.0.0.1:${socket.address().port}`,
                asked: (name) => counts.get(`${name} ${typeA}`) ?? 0
              },
              close: () => socket.close()
            })
          )
        )
      }),
      ({ close }) => Effect.sync(close)
    ),
    ({ server }) => server
  )
