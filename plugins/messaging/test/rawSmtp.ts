import { createServer, type Socket } from "node:net"

/**
 * What it says at a step: `connect`, a verb such as `EHLO`, `.` for the end of a mail, or `*` for any other. `cut` ends the
 * connection, and `hang` says nothing more.
 */
export type Script = Readonly<Record<string, string>>

const usual: Script = {
  connect: "220 raw ESMTP",
  EHLO: "250-raw\r\n250-STARTTLS\r\n250 AUTH PLAIN LOGIN",
  AUTH: "235 Accepted",
  DATA: "354 End with a dot",
  STARTTLS: "502 Not known",
  QUIT: "221 Bye"
}

/** A mail server that says what it's told to and encrypts nothing; it keeps every line that it hears. */
export const startRawSmtp = async () => {
  let script: Script = {}
  const heard: Array<string> = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on("close", () => sockets.delete(socket))
    socket.on("error", () => socket.destroy())
    const say = (step: string) => {
      const said = script[step] ?? usual[step] ?? script["*"] ?? "250 OK"
      if (said === "cut") socket.destroy()
      else if (said !== "hang") socket.write(`${said}\r\n`)
    }
    let rest = ""
    let inMail = false
    socket.on("data", (chunk: Buffer) => {
      rest += chunk.toString("latin1")
      for (let end = rest.indexOf("\n"); end !== -1; end = rest.indexOf("\n")) {
        const line = rest.slice(0, end).trimEnd()
        rest = rest.slice(end + 1)
        heard.push(line)
        if (inMail && line !== ".") continue
        const step = inMail ? "." : (line.split(" ", 1)[0] ?? "").toUpperCase()
        say(step)
        inMail = step === "DATA" && (script.DATA ?? "354").startsWith("354")
      }
    })
    say("connect")
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("the server has no port")
  return {
    port: address.port,
    heard,
    /** What it says from now on where that isn't the usual; who is connected is cut off. */
    says: (next: Script) => {
      script = next
      heard.length = 0
      for (const socket of sockets) socket.destroy()
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      })
  }
}
