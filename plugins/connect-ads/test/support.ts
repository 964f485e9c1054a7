import type { Fault } from "@storeglass/sandbox"
import {
  type Answer,
  type AskOptions,
  at,
  type TestAccount,
  type TestGateway,
  useTestGateway
} from "@storeglass/testkit"
import { Schema } from "effect"
import { assert } from "vitest"
import type { Metrics } from "../src/schema.ts"

export { dataOf as ok, refused } from "@storeglass/testkit"
export { at }

export const prefix = "/v1/connect/storea-ads"
export const settings = {
  apiUrl: "${sandbox.ads}",
  tokenUrl: "${sandbox.ads-token}",
  requestsPerMinute: 60_000,
  // Tests raise a lot; what the caps do has a suite of its own.
  budgetRaisePerHour: null,
  budgetRaisePerDay: null,
  bidRaisePerHour: null,
  bidRaisePerDay: null,
  // What doesn't show in this time is unknown; long enough for a few looks.
  readBackMs: 600
}
/** Nothing is read of the vendor but what a test asks for. */
export const copiesWhenAsked = { jobs: { lanes: { "connect-ads.copy": 0 } } }
export const options = { plugins: { "connect-ads": settings }, config: copiesWhenAsked }

export const Client = Schema.Struct({
  clientId: Schema.String,
  teamId: Schema.String,
  keyId: Schema.String,
  privateKey: Schema.String,
  adAccountId: Schema.String,
  orgId: Schema.String
})
export type Client = typeof Client.Type

const Money = Schema.Struct({ amount: Schema.String, currency: Schema.String })
const Thing = { id: Schema.String, name: Schema.String, status: Schema.String }
const Owned = Schema.Struct({
  accounts: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      campaigns: Schema.Array(
        Schema.Struct({
          ...Thing,
          promotedObjectType: Schema.String,
          dailyBudget: Money,
          problems: Schema.Array(Schema.String)
        })
      ),
      adGroups: Schema.Array(
        Schema.Struct({
          ...Thing,
          campaignId: Schema.String,
          problems: Schema.Array(Schema.String),
          bidStrategy: Schema.optional(
            Schema.Struct({ bidStrategyType: Schema.String, bid: Schema.optionalKey(Money) })
          )
        })
      )
    })
  )
})
const Keywords = Schema.Struct({
  accounts: Schema.Array(Schema.Struct({ keywords: Schema.Array(Schema.Struct({ text: Schema.String })) }))
})
const Writes = Schema.Array(Schema.Struct({ path: Schema.String, body: Schema.Unknown }))

export const bodyOf = ({ orgId: _, ...credentials }: Client) => credentials

/** An account that is connected to a client of its own, and what its test does. */
export interface Connected {
  readonly account: TestAccount
  readonly client: Client
}

/** Asks a gateway and its vendor in a test's words. */
export const useAds = (more: Parameters<typeof useTestGateway>[0] = {}) =>
  adsOf(useTestGateway({ ...options, ...more }))

type Gateway = Pick<TestGateway, "ask" | "account" | "used" | "running">
/** The same with a gateway that the test has started. */
export const adsOf = (gateway: () => Gateway) => {
  const control = () => {
    const { sandbox } = gateway().running
    if (sandbox === undefined) throw new Error("there is no sandbox")
    return sandbox.control
  }
  const issue = async (input: object = {}): Promise<Client> =>
    Schema.decodeUnknownSync(Client)(await control().act("ads", "issue", input))
  const ask = (path: string, key: string, asked: AskOptions = {}): Promise<Answer> =>
    gateway().ask(`${prefix}${path}`, { key, ...asked })
  const connect = async (input: object = {}, account?: TestAccount): Promise<Connected> => {
    const client = await issue(input)
    const who = account ?? (await gateway().account())
    const answer = await ask("/credentials", who.key, { method: "POST", body: bodyOf(client) })
    if (answer.status !== 201) throw new Error(answer.text)
    return { account: who, client }
  }
  const owned = async ({ clientId }: Client) => {
    const { accounts } = Schema.decodeUnknownSync(Owned)(await control().act("ads", "owned", clientId))
    const [main] = accounts
    if (main === undefined) throw new Error("there is no ad account")
    const campaign = (match: (name: string, status: string, problems: ReadonlyArray<string>) => boolean) => {
      const found = main.campaigns.find(({ name, problems, status }) => match(name, status, problems))
      return found ?? assert.fail("there is no such campaign")
    }
    return { ...main, campaign }
  }
  const keywords = async ({ clientId }: Client) => {
    const { accounts } = Schema.decodeUnknownSync(Keywords)(await control().act("ads", "owned", clientId))
    return { keywords: accounts.flatMap((one) => one.keywords.map(({ text }) => text)) }
  }
  return {
    gateway,
    control,
    keywords,
    issue,
    ask,
    connect,
    owned,
    fail: (fault: Omit<Fault, "upstream">, upstream = "ads") => control().fail({ upstream, times: 1, ...fault }),
    writes: async ({ clientId }: Client) =>
      Schema.decodeUnknownSync(Writes)(await control().act("ads", "writes", clientId)),
    put: (path: string, key: string, body: object, headers: Record<string, string> = {}) =>
      ask(path, key, { method: "PUT", body, headers }),
    /** Requests of a client to the API, oldest first. */
    requests: ({ clientId }: Client) => control().requests({ upstream: "ads", credential: clientId })
  }
}

export const usd = (amount: string) => ({ amount, currency: "USD" })

/** What ads brought for so much. */
export const metrics = (spend: string, installs: number, taps = 100): Metrics => ({
  impressions: 1000,
  taps,
  ttr: 0.1,
  installs,
  tapInstalls: installs,
  newDownloads: installs,
  redownloads: 0,
  spend: usd(spend),
  avgCpt: null,
  avgCpi: installs === 0 ? null : usd((Number(spend) / installs).toFixed(4)),
  conversionRate: null
})
