/** The guide's code that checks signatures, against requests as they're signed. */
import { execFileSync, spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { signWebhook, webhookSecretOf } from "@storeglass/plugin-api"
import { Effect, Redacted, Schema } from "effect"
import { assert, describe, it } from "vitest"

const guide = readFileSync(join(import.meta.dirname, "../guide/index.md"), "utf8")
const blockOf = (language: string) => {
  const [, block] = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(guide) ?? []
  if (block === undefined) throw new Error(`the guide has no block in ${language}`)
  return block
}

const secret = "a-secret-of-tests"
const body = '{"event":"report.created","text":"Ränge"}'
const signed = async (timestampSeconds = Math.floor(Date.now() / 1_000), by = secret) => {
  const id = "msg_1"
  const signature = await Effect.runPromise(
    signWebhook(webhookSecretOf(Redacted.make(by)), { id, timestampSeconds, body })
  )
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestampSeconds),
    "webhook-signature": signature
  }
}
const cases = async () => {
  const ours = await signed()
  const other = await signed(undefined, "another-secret")
  return [
    ["ours", ours, body, true],
    [
      "ours beside another",
      { ...ours, "webhook-signature": `${other["webhook-signature"]} ${ours["webhook-signature"]}` },
      body,
      true
    ],
    ["by another secret", other, body, false],
    ["another body", ours, body.replace("Ränge", "Rang"), false],
    ["old", await signed(Math.floor(Date.now() / 1_000) - 600), body, false]
  ] as const
}
const Verdict = Schema.fromJsonString(Schema.Boolean)
const hasPython = spawnSync("python3", ["--version"]).status === 0

describe("the guide's check of signatures", () => {
  it("in JavaScript takes ours, and nothing else", async () => {
    for (const [name, headers, text, isOurs] of await cases()) {
      const call = `console.log(isOurs(${JSON.stringify(headers)}, ${JSON.stringify(text)}, ${JSON.stringify(secret)}))`
      const said = execFileSync(process.execPath, ["--input-type=module", "-e", `${blockOf("js")}\n${call}`], {
        encoding: "utf8"
      })
      assert.match(said, /^not ours\n/, "its own example")
      assert.strictEqual(Schema.decodeUnknownSync(Verdict)(said.trim().split("\n").at(-1)), isOurs, name)
    }
  })

  it.skipIf(!hasPython)("in Python takes ours, and nothing else (needs python3)", async () => {
    for (const [name, headers, text, isOurs] of await cases()) {
      const call = `import json\nprint(json.dumps(is_ours(json.loads(r'''${JSON.stringify(headers)}'''), r'''${text}'''.encode(), "${secret}")))`
      const said = execFileSync("python3", ["-c", `${blockOf("python")}\n${call}`], { encoding: "utf8" })
      assert.strictEqual(Schema.decodeUnknownSync(Verdict)(said), isOurs, name)
    }
  })
})
