import type { Answer, AskOptions } from "./TestGateway.ts"

/** Calls methods of the gateway's `/mcp` with what asks it. */
export const rpcOf =
  (ask: (path: string, options: AskOptions) => Promise<Answer>) =>
  (method: string, params: object = {}, options: AskOptions = {}): Promise<Answer> =>
    ask("/mcp", { method: "POST", ...options, body: { jsonrpc: "2.0", id: 1, method, params } })
