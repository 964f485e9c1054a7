import { LRUCache } from "lru-cache"

/**
 * Keeps the entries that were used last, up to so many. With `max` the library takes the room for all of them at once: some
 * megabytes for each of the caches that a gateway starts with.
 */
export const lastUsed = <K extends {}, V extends {}>(
  most: number,
  options: Pick<LRUCache.Options<K, V, unknown>, "dispose"> = {}
): LRUCache<K, V> => new LRUCache<K, V>({ ...options, maxSize: most, sizeCalculation: () => 1 })
