/** What the vendor's refusals mean. */
import { type MissingRight, refusedBy, type VendorRefused, type VendorSaid } from "@storeglass/plugin-api"
import type * as V from "./shapes.ts"

/** As our callers are told of it. */
export const vendorName = "the second store's console"

const people = "the console, Users and permissions, the service account's e-mail"
/** Rights by what they are needed for, as the vendor calls them. */
export const rights = {
  apps: {
    right: "View app information and download bulk reports (read-only)",
    grantedAt: `${people}, Account permissions`
  },
  reviews: { right: "View app information (read-only)", grantedAt: `${people}, App permissions` },
  reply: { right: "Reply to reviews", grantedAt: `${people}, App permissions` },
  vitals: { right: "View app information (read-only)", grantedAt: `${people}, App permissions` },
  reports: {
    right: "View app information and download bulk reports (read-only)",
    grantedAt: `${people}, Account permissions`
  },
  financialReports: {
    right: "View financial data, orders, and cancellation survey responses",
    grantedAt: `${people}, Account permissions`
  },
  products: { right: "Manage store presence", grantedAt: `${people}, App permissions` },
  releases: { right: "View app information (read-only)", grantedAt: `${people}, App permissions` },
  release: {
    right: "Release to production, exclude devices, and use Play App Signing",
    grantedAt: `${people}, App permissions (for other tracks: "Release apps to testing tracks")`
  },
  listings: { right: "Manage store presence", grantedAt: `${people}, App permissions` }
} as const satisfies Readonly<Record<string, MissingRight>>
export type Right = (typeof rights)[keyof typeof rights]

/** An API that nobody switched on is refused as a right is. */
const switchedOff = /^(?:accessNotConfigured|SERVICE_DISABLED)$/
const service = (sentence: string | undefined) => /([a-z]+\.googleapis\.com)/.exec(sentence ?? "")?.[1]

/** The vendor's refusal as one of ours. */
export const refusalOf = (status: number, { error }: typeof V.Refusal.Type, right: Right): VendorRefused => {
  const reasons = [...(error.errors ?? []), ...(error.details ?? [])].flatMap(({ reason }) => reason ?? [])
  const code = reasons[0] ?? error.status ?? undefined
  const said: VendorSaid = { code, sentence: error.message ?? undefined }
  if (status !== 403) return refusedBy(vendorName, status, said)
  return reasons.some((reason) => switchedOff.test(reason))
    ? refusedBy(vendorName, status, said, {
        right: `the API ${service(said.sentence) ?? "it asks"}, switched on`,
        grantedAt: "the cloud project of the service account, APIs & Services"
      })
    : refusedBy(vendorName, status, said, right)
}
