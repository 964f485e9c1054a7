import { htmlError } from "@storeglass/sandbox"
import { textHash } from "@storeglass/sandbox/world"
import { renderPng } from "./png.ts"
import type { Upstream } from "./Upstream.ts"

const sideMax = 4096

const kept = new Map<string, Buffer>()
const keptMax = 64

/** The artwork host: a plain picture for every address that the catalogue names, in the size that it asks for. */
export const images: Upstream = {
  prefix: "/images",
  handle: (request) => {
    const match = /^\/thumb\/(.+)\/(\d+)x(\d+)[a-z]*\.(?:png|jpg|webp)$/.exec(request.path)
    const width = Number(match?.[2])
    const height = Number(match?.[3])
    if (match === null || !(width >= 1 && width <= sideMax && height >= 0 && height <= sideMax)) {
      return htmlError(404, "Not Found")
    }
    const key = `${match[1]} ${width} ${height}`
    let picture = kept.get(key)
    if (picture === undefined) {
      // A height of 0 asks for whatever the picture's own proportions give.
      picture = renderPng(textHash(match[1] ?? ""), width, height === 0 ? width : height)
      if (kept.size >= keptMax) kept.clear()
      kept.set(key, picture)
    }
    return { status: 200, headers: { "content-type": "image/png", "cache-control": "max-age=86400" }, body: picture }
  }
}
