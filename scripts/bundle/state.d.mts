export declare const root: string
/** Each build has a folder of its own in here; the manifest names the newest. */
export declare const bundles: string
export declare const manifestFile: string

export interface Manifest {
  /** Name of its folder. */
  readonly build: string
  /** Whether the dashboard's page was built of its sources, too, which are then among these. */
  readonly isPageBuilt: boolean
  /** What it was made of, relative to the root. */
  readonly sources: ReadonlyArray<readonly [file: string, size: number, mtimeMs: number]>
  /** Files in the build, by the address of the module that they stand for. */
  readonly entries: Readonly<Record<string, string>>
  /** Addresses of the modules that aren't part of it. */
  readonly externals: ReadonlyArray<string>
}

/** Also of a process that is another user's. */
export declare const isAlive: (pid: number) => boolean
export declare const readManifest: () => Manifest | undefined
export declare const isFresh: (manifest: Manifest) => boolean
