/** The files that put together what is in `packages/client/src/generated`, by their paths. */
export declare const clientIndex: (root: string) => ReadonlyMap<string, string>
/** Writes them where they are not as they should be. */
export declare const writeClientIndex: (root: string) => void
