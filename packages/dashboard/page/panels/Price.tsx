import type { OperationRow } from "../generated/account.routes.ts"
import { t } from "../i18n.ts"

export const priceText = ({ credits }: Pick<OperationRow, "credits">): string =>
  credits === "quoted"
    ? t("price by what is asked")
    : credits === 0
      ? t("free")
      : t("{n, plural, one {# credit} other {# credits}}", { n: credits })

/** What a press of the button costs. */
export const Price = ({ operation }: { readonly operation: Pick<OperationRow, "credits"> }) => (
  <span className="rounded bg-black/15 px-1.5 text-xs font-normal">{priceText(operation)}</span>
)
