import type { Bucket } from "@storeglass/plugin-api"
import { lastUsed } from "../cache/lastUsed.ts"
import type { ChargeReceipt } from "../credits/ChargeQueue.ts"

/**
 * The last balance this process has seen of each bucket. Other nodes charge too, so it may be too high; no charge is
 * ever decided by it.
 */
export class BalanceHints {
  private readonly seen = lastUsed<string, { readonly period: string; readonly receipt: ChargeReceipt }>(100_000)

  get(accountId: string, bucket: Bucket, period: string): ChargeReceipt | undefined {
    const hint = this.seen.get(`${bucket}${accountId}`)
    return hint?.period === period ? hint.receipt : undefined
  }

  remember(accountId: string, bucket: Bucket, period: string, receipt: ChargeReceipt): ChargeReceipt {
    this.seen.set(`${bucket}${accountId}`, { period, receipt })
    return receipt
  }
}
