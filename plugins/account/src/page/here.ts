import type { Client } from "@storeglass/plugin-api"
import type { Headers } from "effect/http"
import { isLoopback } from "../signIn/SignedIn.ts"

const isLoopbackUrl = (text: string) => URL.canParse(text) && isLoopback(new URL(text).hostname)

/** Whether whoever asks is on the machine of a sandbox, by a name of that machine. A page's own GET has no Origin. */
export const isHere = (
  gateway: { readonly sandbox: boolean; readonly url: string },
  client: Client,
  headers: Headers.Headers
): boolean =>
  gateway.sandbox &&
  isLoopback(new URL(gateway.url).hostname) &&
  isLoopbackUrl(`http://${headers.host}`) &&
  (headers.origin === undefined || isLoopbackUrl(headers.origin)) &&
  /^(127\.|::1$)/.test(client.address ?? "") &&
  headers["x-forwarded-for"] === undefined &&
  headers.forwarded === undefined
