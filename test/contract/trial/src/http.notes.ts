import { asDocumented, Caller, Exchange, NotFound, pageOf } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api, cursor } from "./api.ts"
import { NoteExists } from "./errors.ts"
import { Notes } from "./Notes.ts"
import type { Note } from "./schema.ts"

const there = (note: Note | undefined) =>
  note === undefined ? Effect.fail(new NotFound("noteId: no such note")) : Effect.succeed({ data: note })
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

export const NotesHttp = HttpApiBuilder.group(Api, "trialNotes", (handlers) =>
  Effect.gen(function* () {
    const notes = yield* Notes
    return handlers.handleAll({
      create: ({ payload }) =>
        Effect.gen(function* () {
          const note = yield* notes.add((yield* Caller).accountId, payload)
          if (note === undefined) return yield* new NoteExists("name (body): there is a note of this name")
          const exchange = yield* Exchange
          yield* exchange.setHeader("Location", `/v1/trial/notes/${note.id}`)
          return { data: note }
        }).pipe(asDocumented),
      list: ({ query: { cursor: after, limit } }) =>
        Effect.gen(function* () {
          const rows = yield* notes.list((yield* Caller).accountId, { limit: limit + 1, after })
          const positionOf = ({ createdAtMs, id }: Note) => ({ createdAtMs, id })
          return { data: pageOf(rows, { limit, cursor, positionOf }) }
        }).pipe(asDocumented),
      get: ({ params: { noteId } }) =>
        Effect.gen(function* () {
          return yield* there(yield* notes.find((yield* Caller).accountId, noteId))
        }).pipe(asDocumented),
      replace: ({ params: { noteId }, payload }) =>
        Effect.gen(function* () {
          const { accountId } = yield* Caller
          yield* there(yield* notes.find(accountId, noteId))
          const note = yield* notes.replace(accountId, noteId, payload)
          if (note === undefined) return yield* new NoteExists("name (body): there is a note of this name")
          return { data: note }
        }).pipe(asDocumented),
      remove: ({ params: { noteId } }) =>
        Effect.gen(function* () {
          const removed = yield* notes.remove((yield* Caller).accountId, noteId)
          if (!removed) return yield* new NotFound("noteId: no such note")
        }).pipe(asDocumented),
      download: () =>
        Effect.gen(function* () {
          const rows = yield* notes.list((yield* Caller).accountId, { limit: 1_000 })
          return ["name,text", ...rows.map(({ name, text }) => `${quoted(name)},${quoted(text)}`), ""].join("\n")
        }).pipe(asDocumented)
    })
  })
)
