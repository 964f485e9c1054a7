import { readdirSync } from "node:fs"
import { join } from "node:path"
import { root } from "@storeglass/testkit"
import { assert, it } from "vitest"

/** Above so many files a plugin's sources stand in rooms by feature; at the root is what each plugin has one of. */
const filesMax = 25
const atRootMax = 24

const isSource = (name: string) => name.endsWith(".ts") && !name.endsWith(".gen.ts")

it.each(readdirSync(join(root, "plugins")))(
  "the files of %s stand in rooms by feature where they're many",
  (plugin) => {
    const folder = join(root, "plugins", plugin, "src")
    const all = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(isSource)
    const atRoot = readdirSync(folder).filter(isSource)
    if (all.length > filesMax) assert.isAtMost(atRoot.length, atRootMax, atRoot.join(" "))
  }
)
