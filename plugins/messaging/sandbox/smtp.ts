import type { Socket } from "node:net"
import { createSecureContext, TLSSocket } from "node:tls"
import { localhostCertificate, localhostKey } from "@storeglass/sandbox"

/** Where a mail server misbehaves. `after` is once it has the mail. */
export const verbs = ["connect", "auth", "mail", "rcpt", "data", "after"] as const
export type Verb = (typeof verbs)[number]

/** A mail as it came. */
export interface Envelope {
  readonly from: string
  readonly to: ReadonlyArray<string>
  /** Each byte is a character. */
  readonly source: string
  readonly isSecure: boolean
  readonly user: string | undefined
}
export interface MailServer {
  /** The sentence with which a step is refused, or that the connection is cut there; undefined: it goes on. */
  readonly problemAt: (verb: Verb) => string | "cut" | undefined
  readonly refuses: (address: string) => boolean
  readonly take: (mail: Envelope) => void
}

export const smtpUser = { name: "gateway", password: "sandbox-mail-password" }
const lineMax = 2_000
const mailMax = 10 * 1024 * 1024
const addressIn = (line: string) => /<([^<>]*)>/.exec(line)?.[1]

/** One connection to a mail server: STARTTLS, users, one or more mails. In the clear it takes mail without a user. */
export const serveSmtp = (plain: Socket, server: MailServer): void => {
  let socket: Socket = plain
  let rest = ""
  let isSecure = false
  let user: string | undefined
  let asked: "name" | "password" | undefined
  let name = ""
  let from: string | undefined
  let to: Array<string> = []
  let data: string | undefined
  const say = (line: string) => socket.write(`${line}\r\n`)
  const begin = () => {
    from = undefined
    to = []
    data = undefined
  }
  /** Whether the step may be taken; where not, that is answered. */
  const may = (verb: Verb) => {
    const problem = server.problemAt(verb)
    if (problem === "cut") socket.destroy()
    else if (problem !== undefined) say(problem)
    return problem === undefined
  }
  const login = (given: string, password: string) => {
    asked = undefined
    if (!may("auth")) return
    if (given !== smtpUser.name || password !== smtpUser.password) return say("535 Authentication failed")
    user = given
    say("235 Accepted")
  }
  const secure = () => {
    say("220 Go ahead")
    const secureContext = createSecureContext({ key: localhostKey, cert: localhostCertificate })
    plain.removeAllListeners("data")
    socket = new TLSSocket(plain, { isServer: true, secureContext })
    socket.on("error", () => socket.destroy())
    isSecure = true
    rest = ""
    user = undefined
    begin()
    listen()
  }
  const end = () => {
    const mail = { from: from ?? "", to, source: (data ?? "").replace(/^\.\./gm, "."), isSecure, user }
    begin()
    if (!may("data")) return
    server.take(mail)
    if (may("after")) say("250 Taken")
  }

  const commands: Readonly<Record<string, (given: string) => void>> = {
    HELO: () => say("250 localhost"),
    EHLO: () =>
      say(
        ["localhost", "8BITMIME", "SMTPUTF8", ...(isSecure ? ["AUTH PLAIN LOGIN"] : ["STARTTLS"])]
          .map((line, index, all) => `250${index === all.length - 1 ? " " : "-"}${line}`)
          .join("\r\n")
      ),
    STARTTLS: () => (isSecure ? say("503 It's secure already") : secure()),
    AUTH: (given) => {
      // A password in the clear is nobody's idea.
      if (!isSecure) return say("538 STARTTLS first")
      const [how = "", initial] = given.split(" ")
      if (how.toUpperCase() === "PLAIN" && initial !== undefined) {
        const [, one = "", two = ""] = Buffer.from(initial, "base64").toString("utf8").split("\0")
        return login(one, two)
      }
      if (how.toUpperCase() !== "LOGIN") return say("504 PLAIN or LOGIN")
      asked = "name"
      say("334 VXNlcm5hbWU6")
    },
    MAIL: (given) => {
      if (isSecure && user === undefined) return say("530 Authentication required")
      if (!may("mail")) return
      begin()
      from = addressIn(given) ?? ""
      say("250 OK")
    },
    RCPT: (given) => {
      const address = addressIn(given) ?? ""
      if (from === undefined) return say("503 MAIL first")
      if (!may("rcpt")) return
      if (server.refuses(address)) return say("550 No such mailbox")
      to.push(address)
      say("250 OK")
    },
    DATA: () => {
      if (to.length === 0) return say("503 RCPT first")
      data = ""
      say("354 End with a dot")
    },
    RSET: () => {
      begin()
      say("250 OK")
    },
    NOOP: () => say("250 OK"),
    QUIT: () => {
      say("221 Bye")
      socket.end()
    }
  }

  const take = (line: string) => {
    if (asked !== undefined) {
      const given = Buffer.from(line, "base64").toString("utf8")
      if (asked === "password") return login(name, given)
      name = given
      asked = "password"
      return say("334 UGFzc3dvcmQ6")
    }
    const [, verb = "", given = ""] = /^([A-Za-z]+) ?(.*)$/.exec(line) ?? []
    const run = Object.hasOwn(commands, verb.toUpperCase()) ? commands[verb.toUpperCase()] : undefined
    if (run === undefined) say("502 Not known")
    else run(given)
  }
  const read = (chunk: Buffer) => {
    rest += chunk.toString("latin1")
    for (;;) {
      if (data !== undefined) {
        const found = /(?:^|\r\n)\.\r\n/.exec(rest)
        if (found === null) {
          if (rest.length > mailMax) socket.destroy()
          return
        }
        data = rest.slice(0, found.index)
        rest = rest.slice(found.index + found[0].length)
        end()
        continue
      }
      const at = rest.indexOf("\r\n")
      if (at === -1) {
        if (rest.length > lineMax) socket.destroy()
        return
      }
      const line = rest.slice(0, at)
      rest = rest.slice(at + 2)
      take(line)
      if (socket.destroyed) return
    }
  }
  const listen = () => socket.on("data", read)

  listen()
  if (may("connect")) say("220 localhost ESMTP")
  else socket.end()
}
