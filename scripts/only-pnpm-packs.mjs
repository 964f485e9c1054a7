// The `prepack` of every package. npm alone would publish what runs in the checkout: exports that lead to src, ranges that
// only pnpm knows. pnpm puts publishConfig and real ranges in their place.
import { existsSync } from "node:fs"

const refuse = (why) => {
  process.stderr.write(`storeglass: ${why}; run \`npm run build -- --pack FOLDER\` at the root of the checkout\n`)
  process.exit(1)
}
if (!process.env.npm_config_user_agent?.startsWith("pnpm/")) refuse("npm alone would pack a broken package")
if (!existsSync("dist")) refuse("this package isn't built")
