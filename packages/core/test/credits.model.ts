/** The ledger as one thread would keep it: what the real one is held against. */
export type Outcome = "charged" | "duplicate" | "refused"

interface Balance {
  used: number
  held: number
  granted: number
}

export class LedgerModel {
  private readonly balances = new Map<string, Balance>()
  private readonly settled = new Set<string>()
  private readonly holds = new Map<
    string,
    { account: string; key: string; credits: number; captured: number; state: string }
  >()
  private readonly plans = new Map<string, readonly [number, number, number]>()

  setPlan(account: string, credits: readonly [number, number, number]) {
    this.plans.set(account, credits)
  }

  balance(account: string, bucket: number): Balance {
    const key = `${account} ${bucket}`
    const known = this.balances.get(key) ?? { used: 0, held: 0, granted: 0 }
    this.balances.set(key, known)
    return known
  }

  limit(account: string, bucket: number): number {
    return (this.plans.get(account)?.[bucket] ?? 0) + this.balance(account, bucket).granted
  }

  charge(account: string, bucket: number, id: string, credits: number): Outcome {
    const balance = this.balance(account, bucket)
    if (this.settled.has(id)) return "duplicate"
    if (balance.used + balance.held + credits > this.limit(account, bucket)) return "refused"
    this.settled.add(id)
    balance.used += credits
    return "charged"
  }

  hold(account: string, bucket: number, id: string, credits: number): string {
    const balance = this.balance(account, bucket)
    const known = this.holds.get(id)
    if (known !== undefined) {
      if (known.account !== account) return "foreign"
      return known.state === "held" ? "duplicate" : `gone_${known.state}`
    }
    if (balance.used + balance.held + credits > this.limit(account, bucket)) return "refused"
    this.holds.set(id, { account, key: `${account} ${bucket}`, credits, captured: 0, state: "held" })
    balance.held += credits
    return "held"
  }

  /** Gives what came of it and what is captured in all; the first settlement stands. */
  settle(id: string, state: "captured" | "released" | "expired", credits: number) {
    const hold = this.holds.get(id)
    if (hold === undefined) return { outcome: "unknown", captured: 0 }
    const balance = this.balances.get(hold.key)
    if (hold.state !== "held" || balance === undefined) {
      return { outcome: `already_${hold.state}`, captured: hold.captured }
    }
    hold.state = state
    hold.captured = state === "captured" ? Math.min(Math.max(credits, 0), hold.credits) : 0
    balance.held -= hold.credits
    balance.used += hold.captured
    return { outcome: state, captured: hold.captured }
  }

  /** Whether the hold is open. */
  extend(id: string): string {
    return this.holds.get(id)?.state ?? "unknown"
  }

  grant(account: string, bucket: number, id: string, credits: number): number {
    const balance = this.balance(account, bucket)
    if (!this.settled.has(id)) {
      this.settled.add(id)
      balance.granted += credits
    }
    return balance.granted
  }
}
