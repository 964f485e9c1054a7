/** The guide's code that checks signatures, against requests as they're signed. */
import { execFileSync, spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
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
/** Whether a program of this name runs here. */
const has = (program: string, ...args: ReadonlyArray<string>) => spawnSync(program, args).status === 0
const quoted = (value: unknown) => JSON.stringify(value)

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

  it.skipIf(!has("python3", "--version"))("in Python takes ours, and nothing else (needs python3)", async () => {
    for (const [name, headers, text, isOurs] of await cases()) {
      const call = `import json\nprint(json.dumps(is_ours(json.loads(r'''${JSON.stringify(headers)}'''), r'''${text}'''.encode(), "${secret}")))`
      const said = execFileSync("python3", ["-c", `${blockOf("python")}\n${call}`], { encoding: "utf8" })
      assert.strictEqual(Schema.decodeUnknownSync(Verdict)(said), isOurs, name)
    }
  })

  it.skipIf(!has("javac", "--version"))("in Java takes ours, and nothing else (needs a JDK)", async () => {
    const all = await cases()
    const calls = all.map(([, headers, text]) => {
      const map = Object.entries(headers).map(([name, value]) => `${quoted(name)}, ${quoted(value)}`)
      const body = `${quoted(text)}.getBytes(java.nio.charset.StandardCharsets.UTF_8)`
      return `System.out.println(Webhook.isOurs(java.util.Map.of(${map.join(", ")}), ${body}, ${quoted(secret)}));`
    })
    const folder = mkdtempSync(join(tmpdir(), "storeglass-snippet-"))
    try {
      const main = `class Check { public static void main(String[] args) throws Exception { ${calls.join("\n")} } }`
      writeFileSync(join(folder, "Check.java"), blockOf("java").replace("class Webhook", `${main}\nclass Webhook`))
      const said = execFileSync("java", ["-Dfile.encoding=UTF-8", join(folder, "Check.java")], { encoding: "utf8" })
      assert.deepEqual(
        said.trim().split("\n"),
        all.map(([, , , isOurs]) => String(isOurs))
      )
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it.skipIf(!has("perl", "-MDigest::SHA", "-e", "1"))("in Perl takes ours, and nothing else (needs perl)", async () => {
    for (const [name, headers, text, isOurs] of await cases()) {
      const map = Object.entries(headers).map(([header, value]) => `'${header}' => '${value}'`)
      const call = `print is_ours({ ${map.join(", ")} }, '${text}', '${secret}') ? "true" : "false";`
      const said = execFileSync("perl", ["-e", `${blockOf("perl")}\n${call}`], { encoding: "utf8" })
      assert.strictEqual(said, String(isOurs), name)
    }
  })
})
