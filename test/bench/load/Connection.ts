import { connect, type Socket } from "node:net"

/** Told of every answer; gives the next request, or undefined when there is to be none. */
export interface Driver {
  readonly next: () => Buffer | undefined
  readonly answered: (status: number, bodyBytes: number, sentMs: number, nowMs: number) => void
  readonly broken: (reason: string) => void
}

const chunkBytesMax = 64 * 1024
const headEnd = Buffer.from("\r\n\r\n")
const contentLength = /\ncontent-length: *(\d+)/i

/**
 * One keep-alive connection with one request under way at a time. It reads no more of an answer than its status and
 * its length: on a machine that it shares with the server, every microsecond here is taken from the server.
 */
export class Connection {
  private readonly socket: Socket
  private readonly driver: Driver
  private sentMs = 0
  private waiting = false
  private status = 0
  /** Bytes of the answer's body still to come; -1 while its head is not complete. */
  private missing = -1
  private bodyBytes = 0
  private head: Buffer | undefined

  constructor(port: number, driver: Driver) {
    this.driver = driver
    this.socket = connect({
      host: "127.0.0.1",
      port,
      noDelay: true,
      // One buffer for all that arrives, past the stream's own handling.
      onread: {
        buffer: Buffer.allocUnsafe(chunkBytesMax),
        callback: (bytes, buffer) => this.read(buffer, bytes)
      }
    })
    this.socket.on("connect", () => this.send())
    this.socket.on("error", (error) => this.fail(error.message))
    this.socket.on("close", () => this.fail("the server closed the connection"))
  }

  private send(): void {
    const request = this.driver.next()
    if (request === undefined) {
      this.socket.removeAllListeners("close")
      this.socket.end()
      return
    }
    this.waiting = true
    this.sentMs = performance.now()
    this.socket.write(request)
  }

  private read(buffer: Uint8Array, bytes: number): boolean {
    if (this.missing >= 0) {
      this.take(bytes)
      return true
    }
    const chunk = Buffer.from(buffer.buffer, buffer.byteOffset, bytes)
    const data = this.head === undefined ? chunk : Buffer.concat([this.head, chunk])
    const end = data.indexOf(headEnd)
    if (end < 0) {
      this.head = Buffer.from(data)
      return true
    }
    this.head = undefined
    const text = data.toString("latin1", 0, end)
    const length = contentLength.exec(text)?.[1]
    if (length === undefined) {
      this.fail("an answer has no Content-Length")
      return false
    }
    this.status = Number(text.slice(9, 12))
    this.bodyBytes = Number(length)
    this.missing = this.bodyBytes
    this.take(data.length - end - headEnd.length)
    return true
  }

  private take(bytes: number): void {
    this.missing -= bytes
    if (this.missing > 0) return
    if (this.missing < 0) {
      this.fail("an answer is longer than its Content-Length")
      return
    }
    this.missing = -1
    this.waiting = false
    this.driver.answered(this.status, this.bodyBytes, this.sentMs, performance.now())
    this.send()
  }

  private fail(reason: string): void {
    this.socket.removeAllListeners("close")
    this.socket.destroy()
    this.driver.broken(this.waiting ? `${reason}, with a request under way` : reason)
  }
}
