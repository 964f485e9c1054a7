import { cpSync, existsSync, mkdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { root } from "@storeglass/testkit"
import { assert, describe, it } from "vitest"
import { run, textsIn, useTemporaryFolder } from "./checkout.ts"

/** The commands between the marks in CONTRIBUTING, without their remarks. */
const walk = () => {
  const text = readFileSync(join(root, "CONTRIBUTING.md"), "utf8")
  const block = /<!-- walk -->\n+```sh\n([\s\S]*?)```/.exec(text)?.[1] ?? assert.fail("CONTRIBUTING has no walk")
  return block.split("\n").flatMap((line) => {
    const command = line.replace(/\s+#.*$/, "").trim()
    return command === "" ? [] : [command]
  })
}

/** What a clone of this working tree would hold. */
const cloneTo = (folder: string) => {
  const { output } = run("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], root)
  for (const file of output.split("\0")) {
    if (file === "" || !existsSync(join(root, file))) continue
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(root, file), join(folder, file))
  }
  for (const args of [
    ["init", "--quiet"],
    ["add", "."],
    ["-c", "user.name=test", "-c", "user.email=test@example.com", "commit", "--quiet", "-m", "all"]
  ]) {
    assert.strictEqual(run("git", args, folder).code, 0, args.join(" "))
  }
}

const changedIn = (folder: string) =>
  run("git", ["status", "--porcelain", "--untracked-files=all"], folder)
    .output.split("\n")
    .flatMap((line) => (line === "" ? [] : [line.slice(3)]))
    .sort()

describe.skipIf(!existsSync(join(root, ".git")))("the walk of CONTRIBUTING", () => {
  const folder = useTemporaryFolder()

  it("works as it is written, in a fresh clone, and changes what it says", { timeout: 900_000 }, () => {
    const clone = join(folder(), "storeglass")
    cloneTo(clone)
    const outputs = new Map<string, string>()
    const changes = new Map<string, ReadonlyArray<string>>()
    for (const command of walk()) {
      const { code, output } = run("sh", ["-c", command], clone)
      assert.strictEqual(code, 0, `${command}\n${output}`)
      outputs.set(command, output)
      changes.set(command, changedIn(clone))
    }
    const commands = [...outputs.keys()]
    const [create = "", test = "", routes = "", generate = ""] = commands
    assert.include(create, "plugin new rating-watch")
    const own = [...textsIn(join(clone, "plugins/rating-watch")).keys()].map((file) => `plugins/rating-watch/${file}`)
    const fragment = "plugins/rating-watch/test/rating-watch.openapi.json"
    const written = own.filter((file) => file !== fragment)
    assert.deepEqual(changes.get(create), ["config/sandbox.yaml", ...written].sort())
    assert.match(outputs.get(test) ?? "", /[1-9]\d* passed, 0 failed/)
    assert.deepEqual(changes.get(test), ["config/sandbox.yaml", ...own].sort())
    assert.match(outputs.get(routes) ?? "", /rating-watch +GET +\/v1\/rating-watch\/:id\/rating +1 /)
    const listed = (changes.get(generate) ?? []).filter((file) => !own.includes(file))
    assert.deepEqual([...listed].sort(), [
      "config/sandbox.yaml",
      "packages/client/src/generated/rating-watch.operations.ts",
      "packages/client/src/generated/rating-watch.schemas.ts"
    ])
  })
})
