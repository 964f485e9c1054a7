import { assert, describe, it } from "vitest"
import { largerPicture } from "../src/screenshots.ts"

describe("a larger picture of a listing", () => {
  it.each([
    ["https://is1.example/image/thumb/a/b.png/392x696bb.png", "https://is1.example/image/thumb/a/b.png/901x1600bb.png"],
    [
      "https://is1.example/image/thumb/a/b.jpg/406x228bb-60.jpg",
      "https://is1.example/image/thumb/a/b.jpg/1600x899bb-60.jpg"
    ],
    ["https://lh.example/abc=w240-h480-rw", "https://lh.example/abc=s1600"],
    ["https://lh.example/abc=s512", "https://lh.example/abc=s1600"]
  ])("is asked for where its address says in how many pixels it comes: %s", (url, wanted) => {
    assert.strictEqual(largerPicture(url, 1_600), wanted)
  })

  it.each([
    "https://is1.example/image/thumb/a/b.png/1600x2000bb.png",
    "https://example.com/picture.png",
    "https://example.com/392x696/picture",
    "https://lh.example/abc"
  ])("isn't where it is large enough, or its address doesn't tell: %s", (url) => {
    assert.strictEqual(largerPicture(url, 1_600), url)
  })
})
