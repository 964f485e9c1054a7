export const isDay = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true

const shape = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/

/** A day of UTC, or a time with its zone: without one it would be a time of wherever the gateway runs. */
export const isMoment = (text: string) =>
  shape.test(text) && isDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text))
