import { Record } from "effect"
import type { Upstream } from "../http/Upstream.ts"
import { apps } from "./apps.ts"
import { images } from "./images.ts"
import { itunes } from "./itunes.ts"
import { play } from "./play.ts"
import { rssV2 } from "./rssV2.ts"
import { search } from "./search.ts"

/** Every vendor host that the sandbox stands in for. A further one is a module beside these and a line here. */
export const upstreams = { itunes, search, rssV2, apps, images, play } as const satisfies {
  readonly [name: string]: Upstream
}

export type UpstreamName = keyof typeof upstreams

export type BaseUrls = { readonly [Name in UpstreamName]: string }

const isUpstreamName = (name: string): name is UpstreamName => Object.hasOwn(upstreams, name)

export const upstreamNames: ReadonlyArray<UpstreamName> = Object.keys(upstreams).filter(isUpstreamName)

export const baseUrlsOf = (origin: string): BaseUrls => Record.map(upstreams, ({ prefix }) => `${origin}${prefix}`)

/** The upstream that serves a path, with the path that is left below its prefix. */
export const upstreamFor = (path: string): { readonly name: UpstreamName; readonly path: string } | undefined => {
  for (const name of upstreamNames) {
    const { prefix } = upstreams[name]
    if (path.startsWith(`${prefix}/`)) return { name, path: path.slice(prefix.length) }
  }
  return undefined
}
