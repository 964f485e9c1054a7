import { AccountAdmin, type AccountDetails, Directory, type ServiceUnavailable } from "@storeglass/plugin-api"
import { Context, Effect, Layer, Option, Stream } from "effect"
import type { MessagingConfig } from "../config.ts"
import { parseAddress } from "../mail/address.ts"
import { Lists } from "../mail/Lists.ts"

/** Somebody whom a broadcast goes to. */
export interface Recipient {
  readonly email: string
  readonly accountId: string
  /** Of the address to unsubscribe. */
  readonly token: string
}

const pageSize = 500

const make = Effect.fnUntraced(function* ({ broadcasts }: MessagingConfig) {
  const admin = yield* AccountAdmin
  const directory = yield* Directory
  const lists = yield* Lists

  const first: string | undefined = undefined
  const accounts = Stream.paginate<string | undefined, ReadonlyArray<AccountDetails>, ServiceUnavailable>(
    first,
    (before) =>
      Effect.map(admin.search({ before, limit: pageSize }), (page) => {
        const last = page.length < pageSize ? undefined : page.at(-1)?.id
        return [[page], last === undefined ? Option.none() : Option.some(last)] as const
      })
  )

  return {
    /** Those whom a kind goes to, in pages, each address once a page: owners of accounts that are neither suspended nor leaving. */
    of: (kind: string) => {
      const rule = broadcasts[kind]
      if (rule === undefined) return Stream.empty
      return accounts.pipe(
        Stream.mapEffect(
          Effect.fnUntraced(function* (page) {
            const wanted = page.filter(
              ({ deletionDueAt, plan, suspendedAt }) =>
                suspendedAt === null && deletionDueAt === null && (rule.to !== "plans" || rule.plans.includes(plan))
            )
            const entries = yield* Effect.forEach(wanted, ({ id }) => directory.account(id), {
              concurrency: "unbounded"
            })
            const owners = new Map<string, string>()
            for (const entry of entries) {
              for (const { email, role } of entry?.members ?? []) {
                const address = role === "owner" ? parseAddress(email) : undefined
                if (address !== undefined && entry !== undefined && !owners.has(address.key)) {
                  owners.set(address.key, entry.accountId)
                }
              }
            }
            const emails = [...owners.keys()]
            const suppressed = yield* lists.suppressedOf(emails)
            const subscriptions = yield* lists.subscriptionsOf(
              kind,
              emails.filter((email) => !suppressed.has(email))
            )
            return subscriptions.flatMap(({ email, subscribed, token }): ReadonlyArray<Recipient> => {
              const accountId = owners.get(email)
              const isWanted = subscribed ?? rule.to !== "opted-in"
              return accountId === undefined || !isWanted ? [] : [{ email, accountId, token }]
            })
          })
        )
      )
    }
  }
})

/** Finds whom a broadcast goes to. */
export class Recipients extends Context.Service<Recipients, Effect.Success<ReturnType<typeof make>>>()(
  "@storeglass/messaging/Recipients"
) {
  static readonly layer = (config: MessagingConfig) => Layer.effect(Recipients, make(config))
}
