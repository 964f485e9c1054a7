export { capacityIn, collectionCheck, collectionRow, uncoveredOf } from "./capacity.ts"
export {
  addDays,
  type Day,
  dayMs,
  dayNumberOf,
  dayOf,
  daysFrom,
  hourMs,
  minuteMs,
  monthOf,
  nextMonth,
  slotOf,
  startMsOf
} from "./days.ts"
export { type HistoryInterning, type InterningOptions, makeInterning } from "./interning.ts"
export type {
  Appended,
  CheckOptions,
  CheckPosition,
  FeedEntry,
  FeedQuery,
  HistoryCheck,
  HistoryStats,
  ListHistory,
  ListSnapshot,
  Matrix,
  Measured,
  Series,
  SeriesFacts,
  StoredFacts,
  StoredList,
  Unreadable,
  Upkeep
} from "./ListHistory.ts"
export type { Adopted } from "./packed/adoption.ts"
export type { MoveOptions } from "./packed/moves.ts"
export { makePackedHistory, type PackedHistory } from "./packed/PackedHistory.ts"
export type { Pace } from "./packed/pace.ts"
export { packedTables } from "./packed/tables.ts"
export { type HistoryPartitions, makePartitions, type PartitionedTables } from "./partitions.ts"
export { progressGauges, startCollecting } from "./progress.ts"
export { waitMsAfter } from "./retries.ts"
