import { assert, it } from "vitest"
import { cookieOf } from "../page/keep.ts"

it("a choice that the page keeps goes over https to this host alone", () => {
  const [pair, ...attributes] = cookieOf("theme", "dark", "https:").split("; ")
  assert.strictEqual(pair, "__Host-storeglass-theme=dark")
  assert.includeMembers(attributes, ["path=/", "samesite=lax", "secure"])
  assert.notMatch(attributes.join(), /domain/)
  // Browsers keep no such name over plain http.
  assert.match(cookieOf("language", "de", "http:"), /^storeglass_language=de; (?!.*secure)/)
})
