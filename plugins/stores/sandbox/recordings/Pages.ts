import { parseLenient, type RecordedFile, textAt } from "@storeglass/sandbox/recordings"
import type { Records } from "./Records.ts"

interface RecordedPage {
  readonly country: string
  readonly html: string
}

const jsonLdName = (html: string): string | undefined => {
  const block = /<script[^>]*type="?application\/ld\+json"?[^>]*>([\s\S]*?)<\/script>/i.exec(html)?.[1]
  return block === undefined ? undefined : textAt(parseLenient(block), "name")
}

/** Its own address, its data, its file's name; else, for a page that was cut, the app of that name. */
const appIdOf = (file: RecordedFile, country: string, records: Records): string | undefined => {
  const canonical = /<link[^>]*rel="?canonical"?[^>]*>/i.exec(file.text)?.[0]
  const own = /\/id(\d+)/.exec(canonical ?? "")?.[1]
  const data = /"lockup":\{[^}]*?"adamId":"(\d+)"/.exec(file.text)?.[1]
  const named = /(?:^|[-_]|id)(\d{6,})(?:[-_]|$)/.exec(file.name)?.[1]
  const found = own ?? data ?? named
  if (found !== undefined) return found
  const name = jsonLdName(file.text)
  const record = name === undefined ? undefined : records.byName(country, name)
  return record === undefined ? undefined : String(record.trackId)
}

export const isPage = (file: RecordedFile): boolean =>
  /^\s*<(!doctype html|html)/i.test(file.text) && /serialized-server-data|apps\.apple\.com\/[a-z]{2}\//.test(file.text)

export class Pages {
  private readonly pages = new Map<string, RecordedPage>()

  /** To be asked when all records are in. */
  add(file: RecordedFile, records: Records): boolean {
    const country = file.country ?? /apps\.apple\.com\/([a-z]{2})\//.exec(file.text)?.[1] ?? "us"
    const appId = appIdOf(file, country, records)
    if (appId === undefined) return false
    this.pages.set(`${country} ${appId}`, { country, html: file.text })
    return true
  }

  find(country: string, appId: string): string | undefined {
    return this.pages.get(`${country} ${appId}`)?.html
  }
}
