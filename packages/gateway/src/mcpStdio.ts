import { Effect, FiberMap, Option, Predicate, Schema, Stream } from "effect"

/** How the bridge reaches `/mcp`: the status and text of the answer to one message. */
export type SendMessage = (
  body: string,
  headers: Readonly<Record<string, string>>
) => Effect.Effect<{ readonly status: number; readonly text: string }, { readonly message: string }>

const parseOption = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Unknown))
const parse = (text: string): unknown => Option.getOrUndefined(parseOption(text))

const field = (value: unknown, ...path: ReadonlyArray<string>): unknown =>
  path.reduce<unknown>((at, name) => (Predicate.isReadonlyObject(at) ? at[name] : undefined), value)

const isId = (value: unknown) => typeof value === "string" || typeof value === "number"

/** A name as a header can hold it. */
const headerText = (text: string) =>
  /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !text.startsWith("=?base64?")
    ? text
    : `=?base64?${Buffer.from(text).toString("base64")}?=`

/** The headers that HTTP wants beside a message. */
const headersOf = (message: unknown, agreed: string | undefined): Record<string, string> => {
  const claimed = field(message, "params", "_meta", "io.modelcontextprotocol/protocolVersion")
  const version = typeof claimed === "string" ? claimed : agreed
  const method = field(message, "method")
  const name = field(message, "params", method === "resources/read" ? "uri" : "name")
  return {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    ...(version === undefined ? {} : { "mcp-protocol-version": version }),
    ...(typeof method === "string" ? { "mcp-method": headerText(method) } : {}),
    ...(typeof name === "string" ? { "mcp-name": headerText(name) } : {})
  }
}

/**
 * Carries messages between the lines of a client's stdio and the server's `/mcp`, each as it is. What the client
 * cancels is given up; when its input ends, what is at work is finished.
 */
export const bridgeStdio = <E, R>(
  lines: Stream.Stream<string, E, R>,
  write: (line: string) => Effect.Effect<void>,
  send: SendMessage
) =>
  Effect.gen(function* () {
    const atWork = yield* FiberMap.make<string>()
    let agreed: string | undefined
    let unnamed = 0

    const exchange = Effect.fnUntraced(function* (line: string, message: unknown) {
      const id = field(message, "id")
      const failureOf = (id: unknown, text: string) => ({ jsonrpc: "2.0", id, error: { code: -32603, message: text } })
      const fail = (text: string) => {
        if (!Array.isArray(message)) return isId(id) ? write(JSON.stringify(failureOf(id, text))) : Effect.void
        const ids = message.map((each) => field(each, "id")).filter(isId)
        return ids.length === 0 ? Effect.void : write(JSON.stringify(ids.map((each) => failureOf(each, text))))
      }
      const answer = yield* Effect.result(send(line, headersOf(message, agreed)))
      if (answer._tag === "Failure") return yield* fail(answer.failure.message)
      const { status, text } = answer.success
      if (text === "") return
      const reply = parse(text)
      // A batch, of revision 2025-03-26, is answered by one.
      const replies: ReadonlyArray<unknown> = Array.isArray(reply) && Array.isArray(message) ? reply : [reply]
      if (replies.some((each) => field(each, "jsonrpc") !== "2.0")) {
        return yield* fail(`the gateway answered ${status}: ${text.slice(0, 300)}`)
      }
      const version = field(reply, "result", "protocolVersion")
      if (field(message, "method") === "initialize" && typeof version === "string") agreed = version
      yield* write(text)
    })

    yield* Stream.runForEach(lines, (line) => {
      if (line.trim() === "") return Effect.void
      const message = parse(line)
      if (field(message, "method") === "notifications/cancelled") {
        return FiberMap.remove(atWork, JSON.stringify(field(message, "params", "requestId") ?? null))
      }
      const id = field(message, "id")
      unnamed += 1
      const name = isId(id) ? JSON.stringify(id) : `#${unnamed}`
      return FiberMap.run(atWork, name, exchange(line, message))
    })
    yield* FiberMap.awaitEmpty(atWork)
  }).pipe(Effect.scoped)
