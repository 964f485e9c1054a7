/** How long to wait after `tries` tries in vain, 1 or more: the wait of that number, and the last one from there on. */
export const waitMsAfter = (waitsMs: readonly [number, ...ReadonlyArray<number>], tries: number): number =>
  waitsMs[Math.min(tries, waitsMs.length) - 1] ?? waitsMs[0]
