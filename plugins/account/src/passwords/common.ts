import { common as lines } from "./common.gen.ts"

/** Common passwords in small letters. Loaded when the first password is chosen. */
export const common: ReadonlySet<string> = new Set(lines.split("\n"))
