import type { Market } from "./markets.ts"

interface Currency {
  /** Units for one US dollar. */
  readonly rate: number
  /** Prices end just below a multiple of this. */
  readonly step: number
  /** What is taken off the multiple: 0.01 gives 4.99, 0 gives 800. */
  readonly below: number
  readonly decimals: 0 | 2
}

const currencies: Readonly<Record<string, Currency>> = {
  USD: { rate: 1, step: 1, below: 0.01, decimals: 2 },
  EUR: { rate: 1, step: 1, below: 0.01, decimals: 2 },
  GBP: { rate: 0.9, step: 1, below: 0.01, decimals: 2 },
  CHF: { rate: 1, step: 1, below: 0, decimals: 2 },
  CAD: { rate: 1.4, step: 1, below: 0.01, decimals: 2 },
  AUD: { rate: 1.5, step: 1, below: 0.01, decimals: 2 },
  NZD: { rate: 1.7, step: 1, below: 0.01, decimals: 2 },
  SGD: { rate: 1.35, step: 1, below: 0.02, decimals: 2 },
  AED: { rate: 3.9, step: 1, below: 0.01, decimals: 2 },
  SAR: { rate: 4, step: 1, below: 0.01, decimals: 2 },
  QAR: { rate: 3.9, step: 1, below: 0.01, decimals: 2 },
  ILS: { rate: 3.9, step: 1, below: 0.1, decimals: 2 },
  MYR: { rate: 4.5, step: 1, below: 0.1, decimals: 2 },
  PEN: { rate: 3.9, step: 1, below: 0.1, decimals: 2 },
  PLN: { rate: 4.8, step: 1, below: 0.01, decimals: 2 },
  RON: { rate: 5, step: 1, below: 0.01, decimals: 2 },
  BRL: { rate: 5.5, step: 1, below: 0.1, decimals: 2 },
  CNY: { rate: 7, step: 1, below: 0, decimals: 2 },
  HKD: { rate: 8, step: 1, below: 0, decimals: 2 },
  DKK: { rate: 8, step: 1, below: 0, decimals: 2 },
  NOK: { rate: 12, step: 1, below: 0, decimals: 2 },
  SEK: { rate: 12, step: 1, below: 0, decimals: 2 },
  ZAR: { rate: 20, step: 5, below: 0.01, decimals: 2 },
  MXN: { rate: 20, step: 10, below: 1, decimals: 2 },
  CZK: { rate: 26, step: 10, below: 1, decimals: 2 },
  TWD: { rate: 32, step: 10, below: 0, decimals: 2 },
  THB: { rate: 36, step: 10, below: 1, decimals: 2 },
  TRY: { rate: 35, step: 10, below: 0.01, decimals: 2 },
  PHP: { rate: 58, step: 10, below: 1, decimals: 2 },
  EGP: { rate: 50, step: 10, below: 0.01, decimals: 2 },
  INR: { rate: 90, step: 10, below: 1, decimals: 2 },
  RUB: { rate: 99, step: 10, below: 1, decimals: 2 },
  JPY: { rate: 160, step: 50, below: 0, decimals: 0 },
  PKR: { rate: 290, step: 50, below: 0, decimals: 2 },
  KZT: { rate: 520, step: 100, below: 10, decimals: 0 },
  HUF: { rate: 400, step: 100, below: 10, decimals: 0 },
  CLP: { rate: 990, step: 100, below: 10, decimals: 0 },
  KRW: { rate: 1500, step: 100, below: 0, decimals: 0 },
  NGN: { rate: 1600, step: 100, below: 0, decimals: 2 },
  TZS: { rate: 2600, step: 100, below: 100, decimals: 0 },
  COP: { rate: 4500, step: 1000, below: 100, decimals: 0 },
  IDR: { rate: 16_500, step: 1000, below: 0, decimals: 0 },
  VND: { rate: 25_500, step: 1000, below: 0, decimals: 0 }
}

const dollar: Currency = { rate: 1, step: 1, below: 0.01, decimals: 2 }

/** A dollar tier in the market's own money, ending the way prices end there. */
export const localPrice = (usd: number, market: Market): number => {
  if (usd === 0) return 0
  const { rate, step, below, decimals } = currencies[market.currency] ?? dollar
  const multiple = Math.max(step, Math.round((usd * rate) / step) * step)
  return Number((multiple - below).toFixed(decimals))
}

const formatters = new Map<string, Intl.NumberFormat>()

/** An amount as the market writes it: "4,99 €". */
export const formatAmount = (amount: number, market: Market): string => {
  const key = `${market.locale} ${market.currency}`
  let formatter = formatters.get(key)
  if (formatter === undefined) {
    const decimals = (currencies[market.currency] ?? dollar).decimals
    formatter = new Intl.NumberFormat(market.locale, {
      style: "currency",
      currency: market.currency,
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals
    })
    formatters.set(key, formatter)
  }
  return formatter.format(amount)
}

export const decimalsOf = (market: Market): number => (currencies[market.currency] ?? dollar).decimals
