import { existsSync } from "node:fs"

// In a checkout, what is loaded from here on may come from a bundle; a published package has none.
const use = new URL("../../../scripts/bundle/use.mjs", import.meta.url)
if (import.meta.url.endsWith(".ts") && existsSync(use)) await import(use.href)
