import { Alerts, Directory, InvalidInput, NotFound } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer } from "effect"
import { Channels } from "../channels/Channels.ts"
import { Pairings } from "../pairing/Pairings.ts"
import { type AlertSettings, Queue, type queueStates, quietMs } from "../queue/Queue.ts"
import { Snoozes } from "../queue/Snoozes.ts"
import { Rules, told } from "../rules/Rules.ts"
import type {
  alertStates,
  Chats,
  Kinds,
  NewChannel,
  NewRule,
  OwnChannels,
  OwnRules,
  Quiet,
  QuietHours,
  RecentAlerts
} from "./api.ts"

const textMax = 500
/** Days that a page draws, as far as they're kept. */
const drawnDaysMax = 14
const dayMs = 86_400_000
const stateOf = {
  waiting: "waiting",
  sent: "sent",
  muted: "off",
  nobody: "no_chat",
  summed: "kept_for_summary",
  summarized: "summarized"
} as const satisfies Record<(typeof queueStates)[number], (typeof alertStates)[number]>

const cut = (text: string) =>
  text.length <= textMax ? text : `${text.slice(0, textMax - 1).replace(/[\ud800-\udbff]$/, "")}…`
const isoOf = (ms: number) => new Date(ms).toISOString()
const isoOr = (ms: number | undefined) => (ms === undefined ? null : isoOf(ms))
const dayOf = (ms: number) => isoOf(ms).slice(0, 10)
const minuteOf = (ms: number) => `${isoOf(ms).slice(0, 16).replace("T", " ")} UTC`

/** The zone as IANA names it; undefined: there is none of this name. */
const zoneNamed = (name: string): string | undefined => {
  if (!/^[A-Za-z][\w+-]*(?:\/[\w+-]+)*$/.test(name)) return undefined
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

const shownQuiet = (settings: AlertSettings, nowMs: number): Quiet => {
  const { quietFrom, quietTo, zone } = settings
  const leftMs = quietMs(settings, nowMs)
  return {
    state: quietFrom === null || quietTo === null ? "off" : "on",
    from: quietFrom,
    to: quietTo,
    zone: zone ?? "UTC",
    until: leftMs === 0 ? null : isoOf(nowMs + leftMs)
  }
}

/** What an account's page tells of its alerts, and changes. */
export class AccountAlerts extends Context.Service<AccountAlerts>()("@storeglass/alerts/AccountAlerts", {
  make: Effect.gen(function* () {
    const directory = yield* Directory
    const pairings = yield* Pairings
    const queue = yield* Queue
    const channels = yield* Channels
    const rules = yield* Rules
    const snoozes = yield* Snoozes
    const { kinds: declared } = yield* Alerts

    const kinds = Effect.fn("AccountAlerts.kinds")(function* (accountId: string) {
      const { muted } = yield* queue.settingsOf(accountId)
      const snoozed = new Map((yield* snoozes.of(accountId)).map(({ kind, untilMs }) => [kind, untilMs]))
      const titles = new Map([
        ...muted.map((kind) => [kind, kind] as const),
        // Of plugins that are enabled no longer.
        ...(yield* queue.kindsTold(accountId)).map(({ kind, label }) => [kind, label] as const),
        ...Object.entries(declared).map(([kind, { title }]) => [kind, title] as const)
      ])
      const answer: Kinds = {
        kinds: [...titles]
          .toSorted(([a], [b]) => (a < b ? -1 : 1))
          .map(([kind, title]) => ({
            kind,
            title,
            state: muted.includes(kind) ? "off" : snoozed.has(kind) ? "snoozed" : "on",
            snoozedUntil: isoOr(snoozed.get(kind)),
            when: declared[kind]?.description ?? null,
            text: [declared[kind]?.description, kind].filter((line) => line !== undefined).join("\n")
          }))
      }
      return answer
    })
    const channelsOf = Effect.fn("AccountAlerts.channels")(function* (accountId: string) {
      const found = yield* channels.of(accountId)
      const answer: OwnChannels = {
        channels: found.map(({ createdMs, id, name, service, status }) => ({
          id,
          service,
          name,
          status,
          addedAt: isoOf(createdMs),
          text: `${service === "slack" ? "Slack" : "Discord"}, added on ${dayOf(createdMs)}`
        }))
      }
      return answer
    })
    const rulesOf = Effect.fn("AccountAlerts.rules")(function* (accountId: string) {
      const found = yield* rules.of(accountId)
      const answer: OwnRules = {
        state: rules.isReady ? "ready" : "not_available",
        rules: found.map((rule) => ({ ...rule, title: `${rule.appId} (${rule.platform})`, text: told(rule) }))
      }
      return answer
    })
    const quiet = Effect.fn("AccountAlerts.quiet")(function* (accountId: string) {
      return shownQuiet(yield* queue.settingsOf(accountId), yield* Clock.currentTimeMillis)
    })

    return {
      chats: Effect.fn("AccountAlerts.chats")(function* (accountId: string) {
        const account = yield* directory.account(accountId)
        const found = yield* pairings.ofAccount(accountId)
        const answer: Chats = {
          bot: pairings.hasBot ? "ready" : "not_set_up",
          linked: found.filter(({ status }) => status === "active").length,
          addresses: [...new Set(account?.members.map(({ email }) => email))],
          chats: found.map(({ chatId, email, pairedMs, status, username }) => ({
            chatId,
            name: username ?? `Chat ${chatId}`,
            email,
            status,
            pairedAt: isoOf(pairedMs),
            text: `Chat ${chatId}, linked for ${email} on ${dayOf(pairedMs)}`
          }))
        }
        return answer
      }),
      linkChat: Effect.fn("AccountAlerts.linkChat")(function* (accountId: string, email: string | undefined) {
        const { token: _, ...link } = yield* pairings.startLinkOf(accountId, email)
        return { state: "waiting" as const, ...link }
      }),
      unlinkChat: Effect.fn("AccountAlerts.unlinkChat")(function* (accountId: string, chatId: string) {
        const removed = /^-?[0-9]{1,16}$/.test(chatId) && (yield* pairings.removeFrom(accountId, chatId))
        return removed ? { removed } : yield* new NotFound("chatId: no such chat is linked to this account")
      }),

      kinds,
      chooseKind: Effect.fn("AccountAlerts.chooseKind")(function* (accountId: string, kind: string, isOn: boolean) {
        if (!/^[a-z][a-z0-9-]*\.[a-z0-9][a-z0-9._-]*$/.test(kind)) {
          return yield* new InvalidInput("kind: must be the name of a kind, such as alerts.credits")
        }
        if (!(yield* queue.setKind(accountId, kind, isOn))) {
          return yield* new InvalidInput("kind: too many kinds are turned off; turn one on first")
        }
        if (isOn) yield* snoozes.end(accountId, kind)
        return yield* kinds(accountId)
      }),

      channels: channelsOf,
      addChannel: Effect.fn("AccountAlerts.addChannel")(function* (accountId: string, { name, url }: NewChannel) {
        yield* channels.add(accountId, url, name)
        return yield* channelsOf(accountId)
      }),
      removeChannel: Effect.fn("AccountAlerts.removeChannel")(function* (accountId: string, id: string) {
        const removed = yield* channels.remove(accountId, id)
        return removed ? { removed } : yield* new NotFound("channelId: this account has no such channel")
      }),

      rules: rulesOf,
      addRule: Effect.fn("AccountAlerts.addRule")(function* (accountId: string, rule: NewRule) {
        yield* rules.add(accountId, rule)
        return yield* rulesOf(accountId)
      }),
      removeRule: Effect.fn("AccountAlerts.removeRule")(function* (accountId: string, id: string) {
        const removed = yield* rules.remove(accountId, id)
        return removed ? { removed } : yield* new NotFound("ruleId: this account has no such rule")
      }),

      quiet,
      setQuiet: Effect.fn("AccountAlerts.setQuiet")(function* (accountId: string, { from, to, zone }: QuietHours) {
        if ((from === undefined) !== (to === undefined)) {
          return yield* new InvalidInput("from: goes with to; send both hours, or neither to have no quiet hours")
        }
        if (from !== undefined && from === to) return yield* new InvalidInput("to: must be another hour than from")
        const named = zone === undefined ? undefined : zoneNamed(zone)
        if (zone !== undefined && named === undefined) {
          return yield* new InvalidInput("zone: must be a time zone as IANA names it, such as Europe/Berlin")
        }
        yield* queue.setQuiet(accountId, {
          hours: from === undefined || to === undefined ? null : { from, to },
          ...(named === undefined ? {} : { zone: named })
        })
        return yield* quiet(accountId)
      }),

      recent: Effect.fn("AccountAlerts.recent")(function* (accountId: string, limit: number) {
        const found = yield* queue.recent(accountId, limit)
        const todayMs = Math.floor((yield* Clock.currentTimeMillis) / dayMs) * dayMs
        const drawnDays = Math.min(drawnDaysMax, queue.keptDays)
        const firstMs = todayMs - (drawnDays - 1) * dayMs
        const counts = new Map((yield* queue.byDay(accountId, firstMs)).map((row) => [row.dayMs, row.alerts]))
        const answer: RecentAlerts = {
          waiting: yield* queue.waiting(accountId),
          days: Array.from({ length: drawnDays }, (_, at) => {
            const ms = firstMs + at * dayMs
            return { day: dayOf(ms), alerts: counts.get(ms) ?? 0 }
          }),
          alerts: found.map(({ body, createdMs, id, kind, label, state, title, url }) => ({
            id,
            kind,
            title,
            text: `${[minuteOf(createdMs), ...(label === title ? [] : [label])].join(" · ")}\n${cut(body)}`,
            url,
            state: stateOf[state],
            toldAt: isoOf(createdMs)
          }))
        }
        return answer
      })
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
