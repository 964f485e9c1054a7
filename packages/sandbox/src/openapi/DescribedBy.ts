/** Where a vendor describes its own API. */
export interface DescribedBy {
  /** Files of the folder with the vendors' descriptions; together they describe the host. */
  readonly files: ReadonlyArray<string>
  /** What the paths of the host have before those of the description, as `/v1`. Default: nothing. */
  readonly base?: string
  /** Paths of the host that the vendor does not describe. */
  readonly except?: ReadonlyArray<RegExp>
  /** Statuses that the vendor answers beside those that it describes. */
  readonly statuses?: ReadonlyArray<number>
  /** Query parameters that the vendor's own links have beside those that it describes, as `cursor`. */
  readonly queries?: ReadonlyArray<string>
  /** Schemas that are composed of others, so that unknown names in them cannot be told from known ones. */
  readonly composed?: ReadonlyArray<string>
}
