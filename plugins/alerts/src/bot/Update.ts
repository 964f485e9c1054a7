import { Schema } from "effect"

const User = Schema.Struct({ username: Schema.optionalKey(Schema.String) })
const Chat = Schema.Struct({ id: Schema.Int, type: Schema.String })
const Message = Schema.Struct({
  text: Schema.optionalKey(Schema.String),
  chat: Chat,
  from: Schema.optionalKey(User)
})
/** What the platform tells of: a message, a button that was pressed, or that somebody blocked the bot or took it back. */
export const Update = Schema.Struct({
  update_id: Schema.Int,
  message: Schema.optionalKey(Message),
  callback_query: Schema.optionalKey(
    Schema.Struct({
      id: Schema.String,
      data: Schema.optionalKey(Schema.String),
      message: Schema.optionalKey(Schema.Struct({ chat: Chat }))
    })
  ),
  my_chat_member: Schema.optionalKey(
    Schema.Struct({ chat: Chat, new_chat_member: Schema.Struct({ status: Schema.String }) })
  )
})
export type Update = typeof Update.Type
