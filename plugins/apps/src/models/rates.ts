/**
 * Units of a currency for one USD, rounded to what an estimate can carry: monthly averages of mid-2025. An operator
 * replaces or adds rates in the config (`estimates.rates`).
 */
export const ratesAsOf = "2025-06"

export const rates: Readonly<Record<string, number>> = {
  USD: 1,
  AED: 3.67,
  AUD: 1.54,
  BGN: 1.7,
  BRL: 5.55,
  CAD: 1.37,
  CHF: 0.81,
  CLP: 940,
  CNY: 7.18,
  COP: 4100,
  CZK: 21.5,
  DKK: 6.48,
  EGP: 50,
  EUR: 0.87,
  GBP: 0.74,
  HKD: 7.85,
  HUF: 349,
  IDR: 16_300,
  ILS: 3.5,
  INR: 86,
  JPY: 144.5,
  KRW: 1365,
  KZT: 515,
  MXN: 19,
  MYR: 4.24,
  NGN: 1550,
  NOK: 10.1,
  NZD: 1.66,
  PEN: 3.63,
  PHP: 56.5,
  PKR: 283,
  PLN: 3.7,
  QAR: 3.64,
  RON: 4.38,
  RUB: 78.5,
  SAR: 3.75,
  SEK: 9.6,
  SGD: 1.28,
  THB: 32.6,
  TRY: 39.5,
  TWD: 29.6,
  TZS: 2640,
  UAH: 41.7,
  VND: 26_100,
  ZAR: 17.9
}

/** An amount in another currency; null without a rate for both. */
export const converted = (
  amount: number,
  from: string,
  to: string,
  table: Readonly<Record<string, number>>
): number | null => {
  const { [from]: per, [to]: wanted } = table
  return per === undefined || wanted === undefined ? null : (amount / per) * wanted
}
