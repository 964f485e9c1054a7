import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"

// `src/` in a checkout, `dist/` in a package: both are beside `built/`.
export const root = fileURLToPath(new URL("../", import.meta.url))
export const built = fileURLToPath(new URL("../built/", import.meta.url))
/** A published package has what is built and nothing to build it from. */
export const canBuild = existsSync(new URL("../page/main.tsx", import.meta.url))
