// Writes src/passwords/common.gen.ts: npm i --no-save @zxcvbn-ts/language-common@4.1.3, then node scripts/common-passwords.mjs.
import { readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"

const require = createRequire(import.meta.url)
const entry = require.resolve("@zxcvbn-ts/language-common")
const licence = readFileSync(join(dirname(entry), "../LICENSE.txt"), "utf8")
const { dictionary } = require(entry)

const known = [...new Set(dictionary["passwords-common"].map((each) => each.normalize("NFC").toLowerCase()))]
const isLong = (password) => [...password].length >= 12
const long = known.filter(isLong)
const list = [...long, ...known.filter((each) => !isLong(each)).slice(0, 10_000 - long.length)].sort()
const notice = licence
  .trim()
  .split("\n")
  .map((line) => `// ${line}`.trimEnd())
  .join("\n")

writeFileSync(
  join(import.meta.dirname, "../src/passwords/common.gen.ts"),
  `// Written by scripts/common-passwords.mjs from @zxcvbn-ts/language-common 4.1.3, under this licence:
//
${notice}

/** The 10,000 most common passwords, one a line: all that are known of 12 characters and more, then the most common others. */
export const common = ${JSON.stringify(list.join("\n"))}
`
)
