import { escapeHtml, pageMaker } from "@storeglass/sandbox"
import type { Chat, Line, Posted } from "./index.ts"

const page =
  pageMaker(`main{max-width:640px}h1{margin:0 0 4px;font-size:24px}h2{font-size:16px;margin:28px 0 8px}p{margin:0 0 16px;color:light-dark(#5b6470,#9aa4b0)}
ol{list-style:none;margin:0;padding:16px;border-radius:12px;background:light-dark(#fff,#1f2329);display:flex;flex-direction:column;gap:8px}
li{max-width:85%;padding:8px 12px;border-radius:12px;white-space:pre-wrap;overflow-wrap:anywhere}.bot{background:light-dark(#eef1f5,#2b3037)}li img{display:block;max-width:100%;height:auto;border-radius:8px;margin-bottom:8px}.person{align-self:flex-end;background:light-dark(#0b5cad,#7cb7f5);color:light-dark(#fff,#10151b)}
form{display:flex;gap:8px;margin:8px 0 0;flex-wrap:wrap}input[type=text]{flex:1 1 200px;min-width:0;font:inherit;padding:10px 12px;border:1px solid light-dark(#c9ced6,#3a4149);border-radius:8px;background:light-dark(#fff,#15181c);color:inherit}
button{font:inherit;font-weight:600;padding:10px 16px;border:0;border-radius:8px;background:light-dark(#0b5cad,#7cb7f5);color:light-dark(#fff,#10151b);cursor:pointer}button.quiet{background:light-dark(#e2e6ec,#2b3037);color:inherit}
button:focus-visible,input:focus-visible{outline:3px solid light-dark(#1c2024,#fff);outline-offset:2px}`)

const photoOf = (base64: string) => `<img src="data:image/png;base64,${base64}" alt="A chart">`
const lineOf = (chat: number, { buttons = [], by, photo, text }: Line) =>
  `<li class="${by}">${photo === undefined ? "" : photoOf(photo)}${escapeHtml(text)}${buttons.length === 0 ? "" : `<form method="post"><input type="hidden" name="chat" value="${chat}">${buttons.map(({ data, text }) => `<button class="quiet" name="press" value="${escapeHtml(data)}">${escapeHtml(text)}</button>`).join("")}</form>`}</li>`
const chatOf = ({
  blocked,
  id,
  lines,
  username
}: Chat) => `<h2>@${escapeHtml(username)}${blocked ? " · blocked the bot" : ""}</h2>
${lines.length === 0 ? "" : `<ol>${lines.map((line) => lineOf(id, line)).join("")}</ol>`}
<form method="post"><input type="hidden" name="chat" value="${id}"><input type="text" name="text" aria-label="Message" placeholder="A link to the bot, or a message"><button>Send</button><button class="quiet" name="do" value="block">${blocked ? "Unblock" : "Block"}</button></form>`

/** The chats with the bot, as people have them. */
export const chatsPage = (chats: ReadonlyArray<Chat>, shown?: string, posted: ReadonlyArray<Posted> = []): string =>
  page(
    "Chats",
    `<h1>Chats with the bot</h1><p>Open the link of start-link, or paste it here, to link a chat; alerts then come here. Nothing leaves this machine.</p>${shown === undefined ? "" : `<p role="status"><b>Shown last when a button was pressed:</b> ${escapeHtml(shown)}</p>`}${chats.map(chatOf).join("")}${posted.length === 0 ? "" : `<h2>Channels of Slack and Discord</h2><ol>${posted.map(({ channel, text }) => `<li class="bot"><small>${escapeHtml(channel)}</small>\n${escapeHtml(text)}</li>`).join("")}</ol>`}`
  )

/** What a link to the bot opens. */
export const startPage = page(
  "Start the bot",
  `<h1>Start the bot</h1><p>Start links the first chat to the account that the link was made for.</p><form method="post"><button>Start</button></form>`
)
