import { IncomingMessage } from "node:http"
import type { HttpServerRequest } from "effect/http"
import type { RequestState } from "./RequestAtHand.ts"

/** Whether the sender of a request can still be answered: a client that has closed its side gets nothing more. */
export const isThere = ({ socket }: Pick<IncomingMessage, "socket">): boolean => socket.writable

/** The same of a request that got as far as the guard; one from within this process asks for the one that it serves. */
export const senderIsThere = (
  { source }: HttpServerRequest.HttpServerRequest,
  served: RequestState | undefined
): (() => boolean) => (source instanceof IncomingMessage ? () => isThere(source) : (served?.isThere ?? (() => true)))
