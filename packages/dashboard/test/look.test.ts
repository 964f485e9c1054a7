import { assert, describe, it } from "vitest"
import { isPlain, isSameLook, lookIn, savedOf, searchOf, sorted, viewsIn } from "../page/pages/kept/look.ts"

describe("how a list of the workspace is looked at", () => {
  const search = { app: "storea:5", find: "photo", tag: "core", country: "de", sort: "-rank", columns: "keyword,rank" }
  const look = lookIn("keywords", search)

  it("stands in the address, with what the list has", () => {
    assert.deepEqual(look, {
      filter: { find: "photo", tag: "core", country: "de" },
      sort: { by: "rank", descending: true },
      columns: ["keyword", "rank"]
    })
    assert.deepEqual(lookIn("apps", search), { filter: { find: "photo", tag: "core" }, sort: null, columns: [] })
    assert.deepEqual(lookIn("apps", { sort: "notThere", columns: "constructor,,appId" }).columns, ["appId"])
    assert.isTrue(isPlain("keywords", lookIn("keywords", { app: "storea:5", find: "" })))
    assert.isFalse(isPlain("keywords", look))
  })

  it("goes into the address and comes back, and takes out what it doesn't have", () => {
    assert.deepEqual(lookIn("keywords", searchOf("keywords", look)), look)
    const plain = searchOf("keywords", { filter: {}, sort: null, columns: [] })
    assert.deepEqual(
      Object.values(plain).filter((value) => value !== undefined),
      []
    )
    assert.includeMembers(Object.keys(plain), ["find", "tag", "country", "language", "sort", "columns"])
  })

  it("is saved as a view and opened from it", () => {
    const saved = savedOf(look)
    assert.deepEqual(saved, {
      filter: { q: "photo", tag: "core", country: "de" },
      sort: { by: "rank", descending: true },
      columns: ["keyword", "rank"]
    })
    const [opened, whole] = viewsIn("keywords", {
      items: [
        { id: "1", name: "German", ...saved },
        { id: "2", name: "All", filter: {}, sort: null, columns: [] }
      ]
    })
    if (opened === undefined || whole === undefined) return assert.fail("no view")
    assert.strictEqual(opened.name, "German")
    assert.isTrue(isSameLook("keywords", opened, look))
    assert.isTrue(isPlain("keywords", whole))
  })

  it("orders rows by numbers and texts, with what isn't told last either way", () => {
    const rows = [
      { id: "a", "collection.rank": 10, keyword: "b", tags: [] },
      { id: "b", "collection.rank": null, keyword: "a", tags: ["x"] },
      { id: "c", "collection.rank": 2, keyword: "Ä", tags: ["core"] }
    ]
    const by = (by: string, descending = false) =>
      sorted("keywords", rows, { sort: { by, descending } })
        .map(({ id }) => id)
        .join("")
    assert.strictEqual(by("rank"), "cab")
    assert.strictEqual(by("rank", true), "acb")
    assert.strictEqual(by("keyword"), "bca")
    assert.strictEqual(by("tags"), "cba")
    assert.strictEqual(sorted("keywords", rows, { sort: null }), rows)
  })
})
