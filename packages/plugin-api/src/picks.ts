/**
 * What a text stands for, so that pages offer it: an app that the account knows, a country, a keyword that it tracks, or the store
 * of the app beside it.
 */
export type Picks = "app" | "country" | "keyword" | "platform"

/** In JSON Schema, on the text or on the items of a list. */
export const picksKey = "x-picks"
