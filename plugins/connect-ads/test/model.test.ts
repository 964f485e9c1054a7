import { Random } from "@storeglass/sandbox/world"
import { assert, describe, it } from "vitest"
import { at, type Connected, settings, usd, useAds } from "./support.ts"

const ads = useAds({ plugins: { "connect-ads": { ...settings, readBackMs: 100 } } })
const faults = ["none", "none", "lostAnswer", "reset", "500", "lag", "409"] as const
const steps = 30

interface Model {
  budget: number
  bid: number
  status: string
}
interface Things {
  readonly campaignId: string
  readonly adGroupId: string
}

const stateAt = async ({ client }: Connected, { adGroupId, campaignId }: Things): Promise<Model> => {
  const { adGroups, campaigns } = await ads.owned(client)
  const campaign = campaigns.find(({ id }) => id === campaignId)
  const group = adGroups.find(({ id }) => id === adGroupId)
  return {
    budget: Number(campaign?.dailyBudget.amount),
    bid: Number(group?.bidStrategy?.bid?.amount),
    status: campaign?.status ?? ""
  }
}

/** Changes at random, with whatever may go wrong; the vendor and a model of it are held against each other. */
const run = async (seed: number) => {
  const random = new Random(seed)
  const connected = await ads.connect()
  const { client } = connected
  const { key } = connected.account
  const owned = await ads.owned(client)
  const campaign = owned.campaign((_, status, problems) => status === "ENABLED" && problems.length === 0)
  const group = owned.adGroups.find(({ bidStrategy, campaignId }) => campaignId === campaign.id && bidStrategy)
  const things = { campaignId: campaign.id, adGroupId: group?.id ?? "" }
  const paths = {
    campaign: `/campaigns/${things.campaignId}`,
    adGroup: `/campaigns/${things.campaignId}/adgroups/${things.adGroupId}`
  }
  const model = await stateAt(connected, things)
  let sent = 0
  for (let step = 0; step < steps; step++) {
    const told = `seed ${seed}, step ${step}`
    const field = random.pick(["budget", "bid", "status"])
    const factor = random.pick([0.5, 1, 1.3, 2.9, 3.2, 8])
    const before = field === "bid" ? model.bid : model.budget
    const value = Math.max(0.01, Math.round(before * factor * 100) / 100)
    const intent: Model = { ...model }
    if (field === "budget") intent.budget = value
    if (field === "bid") intent.bid = value
    if (field === "status") intent.status = random.pick(["ENABLED", "PAUSED"])
    const confirm = random.chance(0.5)
    const body = {
      ...(field === "budget" ? { dailyBudgetAmount: usd(value.toFixed(2)) } : {}),
      ...(field === "bid" ? { defaultBidAmount: usd(value.toFixed(2)) } : {}),
      ...(field === "status" ? { status: intent.status } : {}),
      ...(confirm ? { confirm: true } : {})
    }
    const headers: Record<string, string> = random.chance(0.6) ? { "idempotency-key": `${seed}-${step}` } : {}
    const fault = random.pick([...faults])
    if (fault !== "none") {
      const method = fault === "lag" ? {} : { method: "PUT" }
      ads.fail({ kind: fault, credential: client.clientId, times: fault === "lag" ? 2 : 1, ...method })
    }
    const path = field === "bid" ? paths.adGroup : paths.campaign
    let answer = await ads.put(path, key, body, headers)
    // Who has a key repeats what isn't known to be done.
    if (answer.status >= 500 && "idempotency-key" in headers) answer = await ads.put(path, key, body, headers)
    ads.control().clearFaults()
    const changes = JSON.stringify(intent) !== JSON.stringify(model)
    const now = await stateAt(connected, things)
    const raises = field !== "status" && value > before * 3
    if (raises && !confirm) {
      assert.deepEqual([answer.status, at(answer.json, "error", "code")], [400, "CONFIRMATION_REQUIRED"], told)
      assert.deepEqual(now, model, told)
      continue
    }
    if (answer.status === 200) assert.deepEqual(now, intent, `${told} ${fault} ${answer.text}`)
    // Refused, or known not to be done: as before. Unknown: one of the two, and nothing else.
    else if (at(answer.json, "error", "code") !== "WRITE_OUTCOME_UNKNOWN")
      assert.deepEqual(now, model, `${told} ${fault}`)
    else assert.include([JSON.stringify(model), JSON.stringify(intent)], JSON.stringify(now), told)
    if (changes && JSON.stringify(now) === JSON.stringify(intent)) sent += 1
    Object.assign(model, now)
    assert.lengthOf(await ads.writes(client), sent, `${told} ${fault} ${answer.text}`)
  }
  return sent
}

describe("random changes under faults, lost answers and repeats", () => {
  it.each([1, 2, 3])(
    "leave the vendor at the last confirmed change, each sent once (seed %i)",
    async (seed) => {
      assert.isAbove(await run(seed), 5)
    },
    120_000
  )
})
