import { useTestGateway } from "@storeglass/testkit"
import { assert, describe, it } from "vitest"
import { everyEditClosed, nothingOpen, owner } from "./edits.support.ts"
import { at, dataOf, listAt, quiet } from "./support.ts"

const gateway = useTestGateway({ plugins: { stores: true, keywords: true, aso: true, "connect-storeb": quiet } })
everyEditClosed()
const lintOf = (data: unknown) =>
  listAt(data, "warnings")
    .filter((warning) => at(warning, "code") === "LISTING_LINT")
    .map((warning) => String(at(warning, "message")))

describe("a preview of a listing's change", () => {
  it("tells what the rules for texts say of the fields that change, and of no others", async () => {
    const person = await owner(gateway())
    const path = "/listings/en-US?validateOnly=true"
    const found = lintOf(dataOf(await person.askApp(path, "PATCH", { title: "BEST notes app #1 🐢" })))
    assert.isNotEmpty(found)
    for (const message of found) assert.match(message, /^title: .*\([a-z]+\.[a-z0-9-]+, (?:error|warning|info)\)$/s)
    assert.isTrue(found.some((message) => message.includes("error")))
    const other = lintOf(dataOf(await person.askApp(path, "PATCH", { shortDescription: "Notes that sync." })))
    for (const message of other) assert.match(message, /^shortDescription: /)
    await nothingOpen(person)
  })
})
