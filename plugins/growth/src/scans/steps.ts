import type { Asked, GrowthChannel, Step } from "../contract.ts"
import type { Scanned } from "../projects/ProjectTable.ts"

const dayMs = 86_400_000

export const askedOf = (project: Asked): Asked => ({
  platform: project.platform,
  appId: project.appId,
  country: project.country,
  keywords: project.keywords,
  competitors: project.competitors,
  competitorIds: project.competitorIds,
  filters: project.filters
})

/** What to change where a channel has nothing to ask. */
export const lackingOf = (channel: GrowthChannel, asked: Asked): string =>
  channel.lacking?.(asked) ?? `channel: ${channel.id} has nothing to ask for these settings; change keywords or filters`

/** What a scan of now asks: since the newest that was seen of a source, less the time by which posts come up late. */
export const stepsOf = (project: Scanned, channel: GrowthChannel, nowMs: number): ReadonlyArray<Step> => {
  const first = nowMs - project.lookbackDays * dayMs
  const sinceMs = (source: string) => {
    const newest = project.newest[source]
    return newest === undefined ? first : Math.max(first, newest - channel.overlapMs)
  }
  return channel.plan(askedOf(project), sinceMs)
}
