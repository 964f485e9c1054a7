import { lastDays } from "../format.ts"
import { t } from "../i18n.ts"
import { useAddress } from "../link.ts"
import { Field, Input, Select } from "../ui/basics.tsx"

const spans = [7, 14, 30, 60, 90] as const

/** The country and the days that stand in the page's address; without one, an app's own. */
export const useAppRange = (own = "us") => {
  const [{ country = own, days = "30" }] = useAddress()
  return { country, days: Number(days), ...lastDays(Number(days), Date.now()), isWhole: country.length === 2 }
}

export const AppRange = ({ own }: { readonly own?: string | undefined }) => {
  const [, setSearch] = useAddress()
  const { country, days } = useAppRange(own)
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="w-24">
        <Field label={t("Country")}>
          {(ids) => (
            <Input
              {...ids}
              value={country}
              maxLength={2}
              onChange={(event) =>
                /^[a-z]{0,2}$/i.test(event.target.value) && setSearch({ country: event.target.value.toLowerCase() })
              }
            />
          )}
        </Field>
      </div>
      <Field label={t("Days")}>
        {(ids) => (
          <Select {...ids} value={String(days)} onChange={(event) => setSearch({ days: event.target.value })}>
            {spans.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  )
}
