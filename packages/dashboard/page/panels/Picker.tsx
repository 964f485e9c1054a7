import { countryCodes } from "@storeglass/plugin-api/countries"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { createContext, useContext, useDeferredValue, useMemo, useState } from "react"
import { isProblem, read } from "../api.ts"
import { appsQuery } from "../apps.ts"
import type { KeptKeyword, TrackedKeywordSince } from "../generated/keywords.routes.ts"
import { locale, t } from "../i18n.ts"
import { type Choice, Combobox } from "../ui/Combobox.tsx"
import { AppIcon } from "../ui/Picture.tsx"
import { joined, partsOf } from "./parts.ts"
import type { Picks } from "./schema.ts"

/** What the fields of a form stand for, wherever they travel, and how one sets another. */
export interface Picked {
  readonly of: (picks: Picks) => string | undefined
  readonly set: (picks: Picks, value: string) => void
}
export const PickedContext = createContext<Picked>({ of: () => undefined, set: () => undefined })

interface PickerProps {
  readonly common: Readonly<Record<string, unknown>> & { readonly id: string; readonly name: string }
  readonly value: string
  /** Several are separated by commas. */
  readonly several: boolean
  readonly onChange: (value: string) => void
}

const choicesMax = 8

const AppPicker = ({ common, onChange, several, value }: PickerProps) => {
  const picked = useContext(PickedContext)
  const [looked, setLooked] = useState(false)
  const { before, typed } = partsOf(value, several)
  const q = useDeferredValue(typed)
  const { data: found = [] } = useQuery({
    ...appsQuery({ q, limit: choicesMax }),
    enabled: looked || value !== "",
    placeholderData: keepPreviousData
  })
  const exact = found.find(({ appId }) => appId === typed)
  // Once an app is chosen, what else it may be called offers nothing.
  const shown = exact !== undefined && found.length === 1 ? [] : found
  const choices = shown.map(
    ({ appId, developer, iconUrl, name, platform }): Choice => ({
      value: appId,
      title: name ?? appId,
      note: `${developer === null ? appId : developer} · ${platform}`,
      picture: <AppIcon url={iconUrl} name={name ?? appId} size={32} />
    })
  )
  return (
    <>
      <Combobox
        {...common}
        value={value}
        choices={choices}
        placeholder={t("name or id")}
        onText={() => setLooked(true)}
        onChange={onChange}
        onChoose={(choice) => {
          const app = shown[choices.indexOf(choice)]
          onChange(joined(before, choice.value))
          // Of several apps, the store is that of the app that they're compared with.
          if (app === undefined || several) return
          picked.set("platform", app.platform)
        }}
      />
      {exact === undefined ? null : (
        <p className="mt-1 flex items-center gap-1.5 text-xs">
          <AppIcon url={exact.iconUrl} name={exact.name ?? exact.appId} size={18} />
          <span className="min-w-0 truncate">{exact.name}</span>
          <span className="text-muted">{exact.platform}</span>
        </p>
      )}
    </>
  )
}

const fold = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase()

/** Countries by their names in the language of the page. */
const useCountries = (): ReadonlyArray<Choice> => {
  const language = locale()
  return useMemo(() => {
    const names = new Intl.DisplayNames(language, { type: "region" })
    return countryCodes()
      .map((code) => ({ value: code, title: names.of(code.toUpperCase()) ?? code, note: code }))
      .toSorted((one, other) => one.title.localeCompare(other.title, language))
  }, [language])
}

const CountryPicker = ({ common, onChange, several, value }: PickerProps) => {
  const all = useCountries()
  const { before, typed } = partsOf(value, several)
  const q = fold(typed)
  const exact = all.find(({ value: code }) => code === q)
  const begins = (text: string) => fold(text).startsWith(q)
  const choices =
    exact === undefined
      ? [
          ...all.filter(({ title, value: code }) => code.startsWith(q) || begins(title)),
          ...all.filter(
            ({ title, value: code }) => !code.startsWith(q) && !begins(title) && title.split(/[\s-]/).some(begins)
          )
        ]
      : all
  return (
    <>
      <Combobox
        {...common}
        value={value}
        choices={choices}
        onChange={onChange}
        onChoose={(choice) => onChange(joined(before, choice.value))}
      />
      {exact === undefined ? null : <p className="mt-1 text-xs">{exact.title}</p>}
    </>
  )
}

const isPlatform = (text: string): text is TrackedKeywordSince["platform"] => text === "storea" || text === "storeb"

/** Keywords that the account tracks: of the app that the form is about, where it's known, with its ranks. */
const keywordsAt = async (
  {
    appId,
    country,
    platform
  }: {
    readonly appId?: string | undefined
    readonly platform?: string | undefined
    readonly country?: string | undefined
  },
  signal: AbortSignal
): Promise<ReadonlyArray<KeptKeyword | TrackedKeywordSince>> => {
  if (platform !== undefined && !isPlatform(platform)) return []
  const market = { country, platform, limit: 100 }
  try {
    if (appId !== undefined) {
      const { keywords } = await read("/dashboard/api/keywords/keywords", { query: { ...market, appId } }, signal)
      const own = keywords.filter(({ tracked }) => tracked)
      if (own.length > 0) return own
    }
    return (await read("/dashboard/api/keywords/tracked", { query: market }, signal)).keywords
  } catch (error) {
    // Without the plugin that tracks them, or with what is no app, there's nothing to offer.
    if (isProblem(error) && error.status >= 400 && error.status < 500) return []
    throw error
  }
}

const KeywordPicker = ({ common, onChange, several, value }: PickerProps) => {
  const picked = useContext(PickedContext)
  const [looked, setLooked] = useState(false)
  const { before, typed } = partsOf(value, several)
  const query = {
    appId: useDeferredValue(picked.of("app")),
    platform: useDeferredValue(picked.of("platform")),
    country: useDeferredValue(picked.of("country"))
  }
  const { data: tracked = [] } = useQuery({
    queryKey: ["offered keywords", query],
    queryFn: ({ signal }) => keywordsAt(query, signal),
    enabled: looked
  })
  const q = fold(typed)
  const choices = tracked
    .filter(({ keyword }) => fold(keyword).includes(q) && fold(keyword) !== q)
    .slice(0, 50)
    .map(
      (each): Choice => ({
        value: each.keyword,
        title: each.keyword,
        ...("country" in each
          ? { note: `${each.country} · ${each.platform}` }
          : each.rank === null
            ? {}
            : { note: t("rank {rank}", { rank: each.rank }) })
      })
    )
  return (
    <Combobox
      {...common}
      value={value}
      choices={choices}
      onText={() => setLooked(true)}
      onChange={onChange}
      onChoose={(choice) => onChange(joined(before, choice.value))}
    />
  )
}

/** A field that offers what it stands for; any other text may be typed. */
export const Picker = ({ picks, ...props }: PickerProps & { readonly picks: Exclude<Picks, "platform"> }) => {
  switch (picks) {
    case "app":
      return <AppPicker {...props} />
    case "country":
      return <CountryPicker {...props} />
    case "keyword":
      return <KeywordPicker {...props} />
  }
}
