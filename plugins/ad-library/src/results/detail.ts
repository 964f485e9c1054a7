/** One ad in full, as the repository tells it, in our shape. */
import { type Asset, type DatePreset, delayDays } from "../ads.ts"
import * as V from "../vendor/shapes.ts"
import { namedOf } from "./named.ts"

const devices = ["iphone", "ipad", "mac", "tv", "watch"] as const
/** `iPhone_6.5` and `iphone_6_5` alike: the first part of the name. */
const deviceOf = (previewDevice: string | null): string => {
  const name = (previewDevice ?? "").toLowerCase().replaceAll("_", " ")
  return devices.find((device) => name.startsWith(device) || name.startsWith(`apple ${device}`)) ?? "other"
}

interface DeviceAsset extends Omit<Asset, "pictureUrl" | "videoUrl"> {
  readonly type: "image" | "video"
  readonly url: string
  readonly locale: string | null
  readonly previewDevice: string | null
}

const assetsOf = (
  told: ReadonlyArray<Asset>,
  locale: string | null,
  previewDevice: string | null
): ReadonlyArray<DeviceAsset> =>
  told.flatMap(({ pictureUrl, videoUrl, ...rest }) => {
    const of = { ...rest, locale, previewDevice }
    return [
      ...(pictureUrl === null ? [] : [{ type: "image" as const, url: pictureUrl, ...of }]),
      ...(videoUrl === null ? [] : [{ type: "video" as const, url: videoUrl, ...of }])
    ]
  })

export const adInFullOf = (
  appId: number,
  detail: V.AdShape,
  datePreset: DatePreset,
  window: { readonly dataStartDate: string | null; readonly dataEndDate: string | null }
) => {
  const ad = V.adOf(detail)
  const defaultLanguage = V.textOf(detail.defaultLanguageTag)
  const variations = (detail.adLocaleVariations ?? []).toSorted((a, b) => {
    const isDefault = (told: typeof a) => (V.textOf(told.languageTag) === defaultLanguage ? 0 : 1)
    return isDefault(a) - isDefault(b)
  })
  const assets = [
    ...assetsOf(ad.assets, defaultLanguage, V.textOf(detail.defaultPreviewDevice)),
    ...variations.flatMap(({ deviceAssets, languageTag }) =>
      (deviceAssets ?? []).flatMap(({ adAssets, previewDevice }) =>
        assetsOf((adAssets ?? []).map(V.assetOf), V.textOf(languageTag), V.textOf(previewDevice))
      )
    )
  ]
  return {
    ...namedOf(appId, ad),
    datePreset,
    ...window,
    defaultLanguage,
    localeVariations: variations.map((told) => ({
      locale: V.textOf(told.languageTag),
      languageName: V.textOf(told.languageDisplayName),
      title: V.textOf(told.appName),
      subtitle: V.textOf(told.subTitle),
      primaryCategory: V.textOf(told.primaryCategory),
      promotionalText: V.textOf(told.promotionalText)
    })),
    creativeAssets: Object.fromEntries(Map.groupBy(assets, ({ previewDevice }) => deviceOf(previewDevice))),
    appIconVariations: V.iconsOf(detail),
    dataDelayDays: delayDays
  }
}
