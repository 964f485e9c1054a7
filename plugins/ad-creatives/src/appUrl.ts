/** Addresses of listings, as people copy them from either store. They're read, and never asked for. */
import { Param } from "@storeglass/plugin-api"

export interface ListingAddress {
  readonly platform: Param.Platform
  readonly appId: string
  /** Lower case; undefined: the address names none. */
  readonly country: string | undefined
  readonly lang: string | undefined
}

const storeaHosts: ReadonlySet<string> = new Set(["apps.apple.com", "itunes.apple.com", "geo.itunes.apple.com"])
const storebHosts: ReadonlySet<string> = new Set(["play.google.com", "market.android.com"])
const countryForm = /^[a-z]{2}$/
const langForm = /^[a-z]{2,3}(?:[-_][a-z0-9]{2,8})*$/i

const parsed = (text: string): URL | undefined => {
  const trimmed = text.trim()
  // Without a scheme it's what the browser's bar shows.
  const whole = /^[a-z][a-z0-9+.-]*:/i.test(trimmed) ? trimmed : `https://${trimmed}`
  return URL.canParse(whole) ? new URL(whole) : undefined
}
const langOf = (text: string | null) => (text !== null && langForm.test(text) ? text.replaceAll("_", "-") : undefined)
const countryOf = (text: string | null | undefined) => {
  const lower = text?.toLowerCase()
  return lower !== undefined && countryForm.test(lower) ? lower : undefined
}

const ofStorea = ({ pathname, searchParams }: URL): ListingAddress | undefined => {
  const steps = pathname.split("/").filter((step) => step !== "")
  const last = steps.findLast((step) => /^id\d{1,20}$/i.test(step))
  // The oldest form has it in the query.
  const appId = last?.slice(2) ?? (/viewsoftware/i.test(pathname) ? (searchParams.get("id") ?? "") : "")
  if (!/^[1-9]\d{0,18}$/.test(appId)) return undefined
  return {
    platform: "storea",
    appId,
    country: countryOf(steps[0]) ?? countryOf(searchParams.get("cc")),
    lang: langOf(searchParams.get("l"))
  }
}

const ofStoreb = ({ protocol, pathname, searchParams }: URL): ListingAddress | undefined => {
  const isDetails = protocol === "market:" || /^\/(?:store\/apps\/)?details\/?$/.test(pathname)
  const appId = searchParams.get("id") ?? ""
  if (!isDetails || !Param.isPackageName(appId)) return undefined
  return {
    platform: "storeb",
    appId,
    country: countryOf(searchParams.get("gl")),
    lang: langOf(searchParams.get("hl"))
  }
}

/** What an address names; undefined where it's no listing's of either store. */
export const listingAddress = (text: string): ListingAddress | undefined => {
  const url = parsed(text)
  if (url === undefined || url.username !== "" || url.password !== "") return undefined
  if (url.protocol === "market:") return url.hostname === "details" ? ofStoreb(url) : undefined
  if (url.protocol !== "https:" && url.protocol !== "http:") return undefined
  if (url.port !== "") return undefined
  const host = url.hostname.replace(/\.$/, "")
  if (storeaHosts.has(host)) return ofStorea(url)
  return storebHosts.has(host) ? ofStoreb(url) : undefined
}
