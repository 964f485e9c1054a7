import type { ReactNode } from "react"
import { Meter } from "../charts/small.tsx"
import { number, percent } from "../format.ts"
import type { Bucket } from "../generated/account.routes.ts"
import { t } from "../i18n.ts"
import { bucketName } from "../names.ts"
import { Stat } from "./basics.tsx"

/** What's left of a bucket of credits. `taken` is what can't be spent any more; the text below is the page's own. */
export const BucketCard = ({
  bucket,
  children,
  limit,
  remaining,
  taken
}: {
  readonly bucket: Bucket
  readonly limit: number
  readonly remaining: number
  readonly taken: number
  readonly children: ReactNode
}) => {
  const share = limit === 0 ? 0 : taken / limit
  return (
    <div className="min-w-0 rounded-xl border border-line p-4">
      <Stat label={bucketName(bucket)}>{number(remaining)}</Stat>
      <div className="my-2">
        <Meter
          share={share}
          label={t("{used} of {limit} used", { used: percent(share), limit: number(limit) })}
          tone={share >= 1 ? "bad" : share >= 0.8 ? "warn" : "ok"}
        />
      </div>
      <p className="text-xs text-muted">{children}</p>
    </div>
  )
}
