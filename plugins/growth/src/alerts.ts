import type { AlertKind } from "@storeglass/plugin-api"

export const mustReply = "growth.must_reply"
export const digestKind = "growth.digest"
/** Most alerts of an account on a day (UTC). */
export const alertsADay = 20

export const alerts: Readonly<Record<string, AlertKind>> = {
  [mustReply]: {
    title: "Growth: a thread where an answer of yours would help now",
    description: "Sent when a scan finds a thread of the urgency must_reply, at most 20 times a day."
  },
  [digestKind]: {
    title: "Growth: threads to answer",
    description: "Sent once a day where the account has its daily digest in chats, if anything was found."
  }
}
