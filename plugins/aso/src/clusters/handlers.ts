import { Caller, served } from "@storeglass/plugin-api"
import { Effect } from "effect"
import type { SnapshotQuery } from "../snapshot/snapshot.ts"
import { IntentClusters } from "./IntentClusters.ts"

interface Request {
  readonly params: { readonly id: string }
  readonly query: Omit<SnapshotQuery, "accountId" | "id">
}

export const clusterHandlers = Effect.map(IntentClusters, (clusters) => ({
  intentClusters: ({ params, query }: Request) =>
    served(
      Effect.flatMap(Caller, ({ accountId }) => clusters.of({ ...query, accountId, id: params.id })),
      ({ clusters: found, gaps }) => found.length + gaps.length === 0
    )
}))
