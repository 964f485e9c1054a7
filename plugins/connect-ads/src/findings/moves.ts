/** What could be done about search ads this week, worked out from what they brought in the last. */
import { compareAmounts, type Money, moneyText, subtractAmount, sumAmounts, timesAmount } from "../money.ts"
import type { Campaign, Metrics, WastedTerm } from "../schema.ts"

/** A campaign and what it brought in a week. */
export interface Week {
  readonly campaign: Campaign
  readonly metrics: Metrics | undefined
  /** Read for the campaigns with the highest spend alone. */
  readonly wasted: ReadonlyArray<WastedTerm>
}
interface Move {
  /** What is at stake in the week: decimal text. */
  readonly stake: string
  readonly text: string
}

const movesMax = 3
const days = 7
/** Of a budget that is spent to so much a day, more may be made. */
const spentOut = "0.9"
/** So many times what an install costs on average is much. */
const costly = "1.5"
/** Fewer taps than these say nothing. */
const tapsMin = 20

const atLeast = (amount: string, limit: string | undefined) =>
  limit !== undefined && (compareAmounts(amount, limit) ?? -1) >= 0
const below = (amount: string, limit: string | undefined) => limit !== undefined && compareAmounts(amount, limit) === -1

const ofWaste = (campaign: Campaign, wasted: ReadonlyArray<WastedTerm>): ReadonlyArray<Move> => {
  const [first] = wasted
  const stake = sumAmounts(wasted.map(({ spend }) => spend.amount))
  if (first === undefined || stake === undefined) return []
  const terms = wasted
    .slice(0, 3)
    .map(({ searchTerm }) => `"${searchTerm}"`)
    .join(", ")
  const more = wasted.length > 3 ? ` and ${wasted.length - 3} more` : ""
  const cost = moneyText({ amount: stake, currency: first.spend.currency })
  return [
    {
      stake,
      text: `Stop paying for ${terms}${more} in "${campaign.name}": ${wasted.length === 1 ? "it" : "they"} cost ${cost} and brought no install.`
    }
  ]
}

const ofCost = ({ name }: Campaign, metrics: Metrics, average: Money | null): ReadonlyArray<Move> => {
  const { avgCpi, installs, spend, taps } = metrics
  if (spend === null || taps === null || taps < tapsMin) return []
  if (installs === 0) {
    return compareAmounts(spend.amount, "0") === 1
      ? [
          {
            stake: spend.amount,
            text: `Pause or rework "${name}": ${moneyText(spend)} for ${taps} taps and no install.`
          }
        ]
      : []
  }
  if (avgCpi === null || average === null || installs === null) return []
  if (!atLeast(avgCpi.amount, timesAmount(average.amount, costly))) return []
  const usual = timesAmount(average.amount, String(installs))
  const stake = usual === undefined ? undefined : subtractAmount(spend.amount, usual)
  return stake === undefined
    ? []
    : [
        {
          stake,
          text: `Lower the bids of "${name}": an install costs ${moneyText(avgCpi)} there, and ${moneyText(average)} on average.`
        }
      ]
}

const ofBudget = ({ dailyBudgetAmount: budget, name }: Campaign, metrics: Metrics, average: Money | null) => {
  const { avgCpi, spend } = metrics
  if (budget === null || spend === null || avgCpi === null || average === null) return []
  const whole = timesAmount(budget.amount, String(days))
  const nearly = whole === undefined ? undefined : timesAmount(whole, spentOut)
  const fifth = whole === undefined ? undefined : timesAmount(whole, "0.2")
  if (fifth === undefined || !atLeast(spend.amount, nearly) || !below(avgCpi.amount, average.amount)) return []
  const share = Math.round((100 * Number(spend.amount)) / (days * Number(budget.amount)))
  return [
    {
      stake: fifth,
      text: `Raise the daily budget of "${name}" (${moneyText(budget)}) by a fifth: it spent ${share} % of it, at ${moneyText(avgCpi)} an install.`
    }
  ]
}

const ofStanding = ({ name, servingState, servingStateReasons, status }: Campaign): ReadonlyArray<Move> =>
  status === "ENABLED" && servingState === "NOT_RUNNING" && servingStateReasons.length > 0
    ? [{ stake: "0", text: `Look at "${name}": it is enabled and doesn't run (${servingStateReasons.join(", ")}).` }]
    : []

/** At most three moves, one for a campaign, the one with the most at stake first. */
export const movesOf = (weeks: ReadonlyArray<Week>, average: Money | null): ReadonlyArray<string> =>
  weeks
    .flatMap(({ campaign, metrics, wasted }) => {
      const found =
        metrics === undefined
          ? ofStanding(campaign)
          : [
              ...ofWaste(campaign, wasted),
              ...ofCost(campaign, metrics, average),
              ...ofBudget(campaign, metrics, average)
            ]
      return found.toSorted(byStake).slice(0, 1)
    })
    .sort(byStake)
    .slice(0, movesMax)
    .map(({ text }) => text)
const byStake = (a: Move, b: Move) => compareAmounts(b.stake, a.stake) ?? 0
