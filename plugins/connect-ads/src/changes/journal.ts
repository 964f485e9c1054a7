/** What the journal of writes calls ours. */
export const campaignUpdate = "connect-ads.campaign.update"
export const adGroupUpdate = "connect-ads.ad-group.update"

/** What is written to: `ad-account:1/campaign:2/ad-group:3`. */
export const targetOf = (adAccountId: string, ...ids: ReadonlyArray<string>) =>
  [`ad-account:${adAccountId}`, ...ids].join("/")
/** The ids in a target, that of the ad account first. */
export const idsIn = (target: string) => target.split("/").map((part) => part.slice(part.indexOf(":") + 1))
