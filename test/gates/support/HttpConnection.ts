import { connect, type Socket } from "node:net"

/** An answer as it came over the wire, whole. */
export interface WireAnswer {
  readonly status: number
  /** Status line and headers. */
  readonly head: string
  readonly body: Buffer
}

export interface Listener {
  readonly answered: (answer: WireAnswer) => void
  /** The connection ended; `waiting` while a request was under way, with how much of an answer had come. */
  readonly ended: (waiting: boolean, bytes: number, reason: string) => void
  readonly connected: () => void
}

const headEnd = Buffer.from("\r\n\r\n")

/** One keep-alive connection with one request under way at a time. */
export class HttpConnection {
  private readonly socket: Socket
  private readonly listener: Listener
  private pieces: Array<Buffer> = []
  private bytes = 0
  private bytesWanted = -1
  private waiting = false
  private over = false

  constructor(port: number, listener: Listener) {
    this.listener = listener
    this.socket = connect({ host: "127.0.0.1", port, noDelay: true })
    this.socket.on("connect", listener.connected)
    this.socket.on("data", (chunk) => this.read(chunk))
    this.socket.on("error", (error) => this.end(error.message))
    this.socket.on("close", () => this.end("closed by the server"))
  }

  get isWaiting(): boolean {
    return this.waiting
  }

  send(request: string): void {
    this.waiting = true
    this.socket.write(request)
  }

  close(reason = "closed by the client"): void {
    this.end(reason)
  }

  private read(chunk: Buffer): void {
    this.pieces.push(chunk)
    this.bytes += chunk.length
    if (this.bytes < this.bytesWanted) return
    const all = this.pieces.length === 1 ? chunk : Buffer.concat(this.pieces)
    this.pieces = [all]
    const end = all.indexOf(headEnd)
    if (end < 0) return
    const head = all.toString("latin1", 0, end)
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
    if (length === undefined && !/^HTTP\/1\.1 (204|304)/.test(head)) {
      this.end("an answer has no Content-Length")
      return
    }
    this.bytesWanted = end + headEnd.length + Number(length ?? 0)
    if (this.bytes < this.bytesWanted) return
    if (!this.waiting || this.bytes > this.bytesWanted) {
      this.end("bytes that nobody asked for")
      return
    }
    const body = all.subarray(end + headEnd.length)
    this.pieces = []
    this.bytes = 0
    this.bytesWanted = -1
    this.waiting = false
    this.listener.answered({ status: Number(head.slice(9, 12)), head, body })
  }

  private end(reason: string): void {
    if (this.over) return
    this.over = true
    this.socket.destroy()
    this.listener.ended(this.waiting, this.bytes, reason)
  }
}
