import { formatAmount, localPrice, type Market } from "@storeglass/sandbox/world"

const freeLabels: Readonly<Record<string, string>> = {
  de: "Gratis",
  fr: "Gratuit",
  es: "Gratis",
  ja: "無料",
  ko: "무료",
  zh: "免费",
  it: "Gratis",
  pt: "Grátis",
  nl: "Gratis",
  ru: "Бесплатно",
  tr: "Ücretsiz"
}

const getLabels: Readonly<Record<string, string>> = {
  de: "Laden",
  fr: "Obtenir",
  es: "Obtener",
  ja: "入手",
  ko: "받기",
  zh: "获取",
  it: "Ottieni",
  pt: "Obter",
  nl: "Download",
  ru: "Загрузить",
  tr: "Al"
}

/** As a lookup prints it: "Free", "4,99 €". */
export const formattedPrice = (usd: number, market: Market, language: string): string =>
  usd === 0 ? (freeLabels[language] ?? "Free") : formatAmount(localPrice(usd, market), market)

/** As a chart prints it, where a free app says "Get". */
export const chartPriceLabel = (usd: number, market: Market): string =>
  usd === 0 ? (getLabels[market.language] ?? "Get") : formatAmount(localPrice(usd, market), market)
