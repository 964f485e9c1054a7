/** Requests as the mail service describes them, and as they're sent. */
import { join } from "node:path"
import { startSandbox } from "@storeglass/sandbox"
import { adjustableClock, at, root, savedVectors, startRecorder, usePluginGateway } from "@storeglass/testkit"
import { Effect, Schema } from "effect"
import { afterAll, assert, beforeEach, describe, it } from "vitest"
import double from "../sandbox/index.ts"
import { Broadcast, Chunk } from "../src/jobRefs.ts"
import plugin from "../src/plugin.ts"
import { operator, post, rows } from "./support.ts"

const descriptions = join(root, "../shared/vendor-specs")
const vectors = savedVectors.filter(({ id }) => id.startsWith("mail."))
const vector = (id: string) => vectors.find((one) => one.id === id) ?? assert.fail(id)

/** In place of the mail service: its answers are of no matter here. */
const service = await startRecorder(({ method, path }) => ({
  status: 200,
  body: JSON.stringify(
    path === "/emails/batch" || (method === "GET" && path.startsWith("/broadcasts?"))
      ? { object: "list", has_more: false, data: [] }
      : { id: "a-made-one", status: "draft" }
  )
}))
afterAll(service.stop)

const segment = "78261eea-8f8b-4381-83c6-79fa7120f1cf"
const clock = adjustableClock()
const gateway = usePluginGateway(plugin, {
  settings: {
    from: { address: "noreply@example.com", name: "Store Intel" },
    resend: { baseUrl: service.origin, apiKey: "re_vectors", requestsPerSecond: 1_000 },
    broadcasts: { listed: { to: "everybody", segment }, unlisted: { to: "everybody" } }
  },
  config: { jobs: { concurrency: 0 } },
  clock
})
beforeEach(() => {
  service.asked.length = 0
})

let n = 0
const news = { subject: "News", headline: "News", intro: "n", send: true }
const broadcast = async (kind: string, more: object = {}) => {
  const made = await post(
    gateway(),
    (await operator(gateway())).key,
    "send-broadcast",
    { ...news, kind, ...more },
    kind
  )
  assert.strictEqual(made.status, 200, made.text)
  const id = String(at(made.data, "broadcastId"))
  await gateway().runJob(Broadcast, { id })
  return id
}
const Sent = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Json)))
const sent = (path: string) =>
  service.asked.filter((one) => one.method === "POST" && one.path === path).map(({ body }) => Sent(body))

describe.skipIf(vectors.length === 0)("the saved vectors", () => {
  it("are all here", () => {
    assert.sameMembers(
      vectors.map(({ id }) => id),
      ["mail.send", "mail.send.noSubject", "mail.broadcast", "mail.broadcast.noSegment", "mail.broadcast.send"]
    )
  })

  it("and the double agree about every request: valid ones are answered as described, the others refused", async () => {
    const check = Effect.gen(function* () {
      const { baseUrls, control } = yield* startSandbox({ doubles: [double], size: 10, descriptions })
      const ask = (path: string, body: unknown) =>
        Effect.promise(async () => {
          const answer = await fetch(`${baseUrls.mail}${path}`, {
            method: "POST",
            headers: { "content-type": "application/json", authorization: "Bearer re_vectors", "user-agent": "tests" },
            body: JSON.stringify(body)
          })
          return { status: answer.status, text: await answer.text() }
        })
      const { scheduled_at: _, send: __, ...draft } = Sent(JSON.stringify(vector("mail.broadcast").body))
      const id = String(Sent((yield* ask("/broadcasts", draft)).text).id)
      for (const { body, id: name, method, path, valid } of vectors) {
        assert.strictEqual(method, "POST")
        const { status } = yield* ask(path.replace("{id}", id), body)
        const wrong = control.violations().flatMap(({ problems }) => problems)
        control.clearViolations()
        assert.deepEqual([status < 300, wrong.length === 0], [valid, valid], `${name}: ${status} ${wrong.join(", ")}`)
      }
    })
    await Effect.runPromise(Effect.scoped(check))
  })

  it("mail.send is what a mail is sent as, to the letter, with its key", async () => {
    const answer = await post(gateway(), (await operator(gateway())).key, "send-email", {
      to: "a@example.com",
      subject: "Hello",
      html: "<p>Hi</p>",
      text: "Hi",
      replyTo: "help@example.com"
    })
    assert.strictEqual(answer.status, 200, answer.text)
    assert.deepEqual(sent(vector("mail.send").path), [vector("mail.send").body])
    assert.strictEqual(service.asked[0]?.headers["idempotency-key"], at(answer.data, "messageId"))
  })

  it("mail.broadcast and mail.broadcast.send are what a broadcast to a segment is sent as; when is for us to say", async () => {
    const id = await broadcast("listed")
    const { scheduled_at: _, send: __, ...described } = Sent(JSON.stringify(vector("mail.broadcast").body))
    const [made, ...more] = sent("/broadcasts")
    assert.deepEqual(more, [])
    // Its name tells a broadcast that was made before a node died; its content is the template's.
    assert.deepEqual({ ...made, html: described.html, text: described.text }, { ...described, name: id })
    for (const part of ["html", "text"]) assert.include(String(made?.[part]), "{{{RESEND_UNSUBSCRIBE_URL}}}")
    assert.deepEqual(sent("/broadcasts/a-made-one/send"), [{}])
    assert.deepEqual(sent("/emails/batch"), [])
  })

  it("mail.send.noSubject is never sent: a mail or a broadcast without one is refused here", async () => {
    const { key } = await operator(gateway())
    for (const [path, body] of [
      ["send-email", { to: "a@example.com", html: "x" }],
      ["send-email", { to: "a@example.com", html: "x", subject: "" }],
      ["send-broadcast", { ...news, kind: "listed", subject: undefined }],
      ["send-broadcast", { ...news, kind: "listed", subject: "" }]
    ] as const) {
      const answer = await post(gateway(), key, path, body, `no-subject-${++n}`)
      assert.deepEqual([answer.status, answer.code], [400, "INVALID_INPUT"], answer.text)
      assert.include(answer.message, "subject")
    }
    assert.deepEqual(service.asked, [])
  })

  it("mail.broadcast.noSegment is never sent: a kind without one goes to its own readers", async () => {
    const id = await broadcast("unlisted")
    const [found] = await rows(gateway(), `SELECT chunks FROM messaging_broadcasts WHERE id = '${id}'`)
    assert.strictEqual(found?.chunks, 1)
    await gateway().runJob(Chunk, { id, chunk: 0 })
    assert.deepEqual(new Set(service.asked.map(({ path }) => path)), new Set(["/emails/batch"]))
  })

  it("a mail without a text never leaves: it's derived where it's missing", async () => {
    const { key } = await operator(gateway())
    const answer = await post(gateway(), key, "send-email", {
      to: "a@example.com",
      subject: "Hello",
      html: "<p>Hi</p>"
    })
    assert.strictEqual(answer.status, 200, answer.text)
    assert.deepEqual(
      sent("/emails").map(({ text }) => text),
      ["Hi"]
    )
  })
})
