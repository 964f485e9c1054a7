import { type Answer, type AskOptions, at, type TestGateway } from "@storeglass/testkit"

import { assert } from "vitest"

export { at }

/** What a client of the reference library offers, in any of its versions. */
interface LibraryClient {
  readonly listTools: () => Promise<{ readonly tools: ReadonlyArray<{ readonly name: string }> }>
  readonly callTool: (call: { readonly name: string }) => Promise<object>
  readonly getServerVersion: () => { readonly name: string } | undefined
  readonly close: () => Promise<void>
}

/** Lists the tools of a connected client, calls the fixture's, is charged for that, and closes it. */
export const listsAndCalls = async (client: LibraryClient, gateway: TestGateway, accountId: string) => {
  try {
    assert.strictEqual(client.getServerVersion()?.name, "storeglass")
    const { tools } = await client.listTools()
    assert.include(
      tools.map(({ name }) => name),
      "fixture_whoami"
    )
    const called = await client.callTool({ name: "fixture_whoami" })
    assert.deepEqual(JSON.parse(String(at(called, "content", 0, "text"))), { data: accountId })
    assert.strictEqual(await gateway.used(accountId), 1)
  } finally {
    await client.close()
  }
}

/** What lies at a path in JSON; undefined where there is nothing. */

export interface RpcOptions {
  readonly key?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  /** With its query. Default `/mcp`. */
  readonly path?: string
  readonly id?: string | number
}

/** Sends any body to `/mcp`. */
export const send = (gateway: TestGateway, body: unknown, { headers = {}, key, path = "/mcp" }: RpcOptions = {}) => {
  const asked: AskOptions = { method: "POST", key, headers, body }
  return gateway.ask(path, asked)
}

/** Sends a request as clients of 2025 do. */
export const rpc = (
  gateway: TestGateway,
  method: string,
  params?: Readonly<Record<string, unknown>>,
  options: RpcOptions = {}
): Promise<Answer> =>
  send(gateway, { jsonrpc: "2.0", id: options.id ?? 1, method, ...(params === undefined ? {} : { params }) }, options)

export const modernRevision = "2026-07-28"
export const modernMeta = {
  "io.modelcontextprotocol/protocolVersion": modernRevision,
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {}
}

/** Sends a request as clients of 2026-07-28 do. */
export const modernRpc = (
  gateway: TestGateway,
  method: string,
  params: Readonly<Record<string, unknown>> = {},
  options: RpcOptions = {}
): Promise<Answer> =>
  rpc(
    gateway,
    method,
    { ...params, _meta: { ...modernMeta, ...Object(params._meta) } },
    {
      ...options,
      headers: {
        "mcp-protocol-version": modernRevision,
        "mcp-method": method,
        ...(typeof params.name === "string" ? { "mcp-name": params.name } : {}),
        ...(typeof params.uri === "string" ? { "mcp-name": params.uri } : {}),
        ...options.headers
      }
    }
  )

/** The result of calling a tool. */
export const callTool = async (
  gateway: TestGateway,
  name: string,
  input: Readonly<Record<string, unknown>>,
  options: RpcOptions & { readonly meta?: Readonly<Record<string, unknown>> } = {}
): Promise<unknown> => {
  const meta = options.meta === undefined ? {} : { _meta: options.meta }
  return at((await rpc(gateway, "tools/call", { name, arguments: input, ...meta }, options)).json, "result")
}

/** The tools that are listed, by name. */
export const listTools = async (gateway: TestGateway, options: RpcOptions = {}) => {
  const tools = at((await rpc(gateway, "tools/list", undefined, options)).json, "result", "tools")
  return new Map((Array.isArray(tools) ? tools : []).map((tool: unknown) => [String(at(tool, "name")), tool]))
}
