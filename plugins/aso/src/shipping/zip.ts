import { zipSync } from "fflate"

export interface ArchiveFile {
  /** With slashes between, and none at the start. */
  readonly path: string
  readonly bytes: Uint8Array
}

/** The first day that archives know: files of a listing have no time of their own. */
const firstDay = new Date(1980, 0, 1)

/** A zip archive of small texts: stored, not packed, and the same bytes for the same files. */
export const zipOf = (files: ReadonlyArray<ArchiveFile>): Uint8Array<ArrayBuffer> =>
  zipSync(Object.fromEntries(files.map(({ bytes, path }) => [path, bytes])), { level: 0, mtime: firstDay })
