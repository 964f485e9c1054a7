import type { Readable } from "node:stream"
import { crc32 } from "node:zlib"
import { ContentError } from "@storeglass/plugin-api"
import { type Entry, open, type ZipFile } from "yauzl"

const broken = (cause?: unknown) =>
  new ContentError({ reason: "broken", message: "the archive is damaged or truncated", cause })
const unsupported = (message: string) => new ContentError({ reason: "unsupported", message })

const opened = (file: string) =>
  new Promise<ZipFile>((resolve, reject) =>
    open(file, { lazyEntries: true, autoClose: false }, (error, zip) => (error ? reject(broken(error)) : resolve(zip)))
  )
const nextEntry = (zip: ZipFile) =>
  new Promise<Entry | undefined>((resolve, reject) => {
    const done = (act: () => void) => {
      zip.removeAllListeners()
      act()
    }
    zip.once("entry", (entry) => done(() => resolve(entry)))
    zip.once("end", () => done(() => resolve(undefined)))
    zip.once("error", (error) => done(() => reject(broken(error))))
    zip.readEntry()
  })
const streamOf = (zip: ZipFile, entry: Entry) =>
  new Promise<Readable>((resolve, reject) =>
    zip.openReadStream(entry, (error, stream) => (error ? reject(broken(error)) : resolve(stream)))
  )

/** The one file of a zip archive on disk, as it's inflated; what it unpacks to is for the reader to limit. */
export async function* inflatedZip(file: string): AsyncGenerator<Uint8Array> {
  const zip = await opened(file)
  try {
    const files: Array<Entry> = []
    for (let entry = await nextEntry(zip); entry !== undefined; entry = await nextEntry(zip)) {
      if (!entry.fileName.endsWith("/")) files.push(entry)
      if (files.length > 1) throw unsupported("the archive holds more than one file")
    }
    const [entry] = files
    if (entry === undefined) throw unsupported("the archive holds no file")
    if (entry.isEncrypted()) throw unsupported("the archive is encrypted")
    let crc = 0
    const source = await streamOf(zip, entry)
    try {
      for await (const chunk of source) {
        if (!(chunk instanceof Uint8Array)) continue
        crc = crc32(chunk, crc)
        yield chunk
      }
    } finally {
      source.destroy()
    }
    if (crc !== entry.crc32) throw broken()
  } finally {
    zip.close()
  }
}
