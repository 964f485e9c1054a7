import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { root } from "@storeglass/testkit"
import { Schema } from "effect"
import { at } from "./support.ts"

export const cli = join(root, "packages/gateway/src/cli.ts")
const parse = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Unknown))

/** `storeglass mcp` as a client starts it, with nothing but what is given in its environment. */
export class BridgeProcess {
  readonly child: ChildProcessWithoutNullStreams
  readonly answers: Array<unknown> = []
  errors = ""
  private waiters: Array<() => void> = []

  constructor(args: ReadonlyArray<string>, environment: Readonly<Record<string, string>>) {
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...environment }
    this.child = spawn(process.execPath, [cli, "mcp", ...args], { env })
    createInterface({ input: this.child.stdout }).on("line", (line) => {
      // Whatever else is printed would break the protocol, so it must break the test.
      this.answers.push(parse(line))
      this.wake()
    })
    this.child.stderr.setEncoding("utf8").on("data", (text) => {
      this.errors += text
    })
    this.child.on("close", () => this.wake())
  }

  private wake() {
    for (const waiter of this.waiters.splice(0)) waiter()
  }

  send(message: Readonly<Record<string, unknown>>) {
    this.child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`)
  }

  async answer(id: string | number): Promise<unknown> {
    for (;;) {
      const found = this.answers.find((answer) => at(answer, "id") === id)
      if (found !== undefined) return found
      if (this.child.exitCode !== null) throw new Error(`it ended: ${this.errors}`)
      await new Promise<void>((resolve) => this.waiters.push(resolve))
    }
  }

  ended(): Promise<number | null> {
    return this.child.exitCode === null
      ? new Promise((resolve) => this.child.on("close", resolve))
      : Promise.resolve(this.child.exitCode)
  }
}
