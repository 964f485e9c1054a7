/** What a picture is, by its beginning, whatever its host calls it; undefined for everything else. */
export const pictureKindOf = (bytes: Uint8Array): "png" | "jpeg" | "webp" | undefined => {
  const has = (at: number, text: string) => [...text].every((sign, index) => bytes[at + index] === sign.charCodeAt(0))
  if (has(0, "\x89PNG\r\n\x1a\n")) return "png"
  if (has(0, "\xff\xd8\xff")) return "jpeg"
  return has(0, "RIFF") && has(8, "WEBP") ? "webp" : undefined
}

/**
 * The address of a store's picture in about that many pixels on its longer side, where its address says in how many it is
 * given; else as it is. `larger`: never in fewer than it says; `smaller`: never in more.
 */
export const resizedPicture = (url: string, side: number, only: "larger" | "smaller"): string => {
  const boxed = /\/(\d{1,5})x(\d{1,5})([a-z0-9-]*)\.(png|jpg|jpeg|webp)$/i.exec(url)
  if (boxed !== null) {
    const [width, height] = [Number(boxed[1]), Number(boxed[2])]
    const by = side / Math.max(width, height, 1)
    if (only === "larger" ? by <= 1 : by >= 1) return url
    const sized = (length: number) => Math.max(1, Math.round(length * by))
    return `${url.slice(0, boxed.index)}/${sized(width)}x${sized(height)}${boxed[3]}.${boxed[4]}`
  }
  const sized = /=[whs]\d{1,5}(?:-[a-z0-9-]+)?$/i.exec(url)
  return sized === null ? url : `${url.slice(0, sized.index)}=s${side}`
}
