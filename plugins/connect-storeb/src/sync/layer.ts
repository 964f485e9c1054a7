import { Layer } from "effect"
import { PlayConnection } from "../PlayConnection.ts"
import { Rooms } from "./Rooms.ts"
import { SyncStates } from "./SyncStates.ts"
import { Syncs } from "./Syncs.ts"

/** The connection and its sync, to which rooms add themselves. */
export const syncing = Syncs.layer.pipe(
  Layer.provideMerge(PlayConnection.layer),
  Layer.provideMerge([Rooms.layer, SyncStates.layer])
)
