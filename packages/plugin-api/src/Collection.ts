/**
 * What a plugin must collect each day and what its limits allow, one row per source; `storeglass collect plan`
 * and operators read it. Nothing is dropped silently: what does not fit is `uncovered`.
 */
export interface CollectionRow {
  /** What is collected, as in "keywords" or "charts". */
  readonly what: string
  readonly platform: string
  /** Calls to the source that a day needs. */
  readonly demandPerDay: number
  /** Calls that the limits allow in a day; null where the plugin cannot know. */
  readonly capacityPerDay: number | null
  /** Things that a day will not cover. */
  readonly uncovered: number
  /** Collected today, and still to do. */
  readonly done: number
  readonly due: number
  /** How long the one that waits longest has been due. */
  readonly lagSeconds: number
}
