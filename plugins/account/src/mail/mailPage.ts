import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import type { AccountConfig } from "../config.ts"
import { lengthMax, lengthMin } from "../persons/Passwords.ts"
import { languageFor } from "../request.ts"
import { productOf } from "./links.ts"
import { type Language, roleNames, texts } from "./texts.ts"

const words = {
  en: {
    verify: "Confirm your e-mail address",
    "sign-in": "Sign in",
    reset: "Choose a new password",
    invite: "Join the account",
    email: "Confirm your new address",
    keep: "Keep the account",
    kept: "The account stays. Its keys have ended: sign in and make new ones.",
    go: "Continue",
    password: "New password",
    hint: `${lengthMin} characters or more`,
    done: "Done. You can close this page.",
    other:
      "Your address is confirmed, and you're signed in here. As you signed up in another browser, the password chosen there wasn't taken: choose one in your settings, or sign in by mail.",
    factor: "Almost done: go on and give your second factor.",
    link: "Link of a mail",
    incomplete: "This link isn't complete",
    broken: "Open it from the mail again, or ask for a new mail.",
    start: "Go on",
    failed: "That didn't work. Check your connection and try again.",
    invalid: "This link was used, has expired, or a newer one was sent. Ask for a new mail.",
    weak: `Choose another password: at least ${lengthMin} characters, and none of the common ones.`,
    nobody: "You aren't signed in here. Sign in with this browser, then open the link from the mail again.",
    script: "This page needs JavaScript, so that the link's secret stands in no address and no log."
  },
  de: {
    verify: "Bestätige deine E-Mail-Adresse",
    "sign-in": "Anmelden",
    reset: "Wähl ein neues Passwort",
    invite: "Dem Konto beitreten",
    email: "Bestätige deine neue Adresse",
    keep: "Konto behalten",
    kept: "Das Konto bleibt. Seine Schlüssel sind beendet: Melde dich an und erstell neue.",
    go: "Weiter",
    password: "Neues Passwort",
    hint: `Mindestens ${lengthMin} Zeichen`,
    done: "Fertig. Du kannst diese Seite schließen.",
    other:
      "Deine Adresse ist bestätigt, und du bist hier angemeldet. Registriert hast du dich in einem anderen Browser; das Passwort von dort gilt deshalb nicht: Wähl eines in den Einstellungen, oder melde dich per Mail an.",
    factor: "Fast geschafft: Geh weiter und gib deinen zweiten Faktor an.",
    link: "Link aus einer Mail",
    incomplete: "Der Link ist nicht vollständig",
    broken: "Öffne ihn noch einmal aus der Mail, oder fordere eine neue an.",
    start: "Weiter",
    failed: "Das hat nicht geklappt. Prüf deine Verbindung und versuch es noch einmal.",
    invalid: "Dieser Link wurde schon benutzt, ist abgelaufen, oder es gibt einen neueren. Fordere eine neue Mail an.",
    weak: `Wähl ein anderes Passwort: mindestens ${lengthMin} Zeichen und keines der häufigen.`,
    nobody:
      "Du bist hier nicht angemeldet. Melde dich in diesem Browser an und öffne den Link dann noch einmal aus der Mail.",
    script:
      "Diese Seite braucht JavaScript, damit das Geheimnis des Links in keiner Adresse und in keinem Protokoll steht."
  }
}

/** What pages with a script of their own say of a refusal, by its code; of any other, `refused` with the code. */
const refusals = {
  en: {
    refused: "That didn't work ({code}). Try again, or ask for a new mail.",
    TOO_MANY_ATTEMPTS: "Too many attempts. Try again in a while.",
    SERVICE_UNAVAILABLE: "That can't be done just now. Try again in a moment.",
    SIGN_UP_CLOSED: "This gateway takes no new accounts from this address. Ask its operator, or someone to invite you.",
    FORBIDDEN: "You may not do this."
  },
  de: {
    refused: "Das hat nicht geklappt ({code}). Versuch es noch einmal, oder fordere eine neue Mail an.",
    TOO_MANY_ATTEMPTS: "Zu viele Versuche. Versuch es später noch einmal.",
    SERVICE_UNAVAILABLE: "Das geht gerade nicht. Versuch es gleich noch einmal.",
    SIGN_UP_CLOSED:
      "Von dieser Adresse nimmt dieses Gateway keine neuen Konten an. Frag den Betreiber, oder lass dich einladen.",
    FORBIDDEN: "Das darfst du nicht."
  }
}
/** They stand in the page, for its script. */
export const refusalsIn = (language: Language): string =>
  Object.entries(refusals[language])
    .map(([code, text]) => ` data-${code}="${escaped(text)}"`)
    .join("")

export const pageHeaders = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-robots-tag": "noindex",
  "cache-control": "no-store"
}

export const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")

/** To GET it changes nothing: scanners of mail may open it as often as they like. */
export const mailPage = (config: AccountConfig) =>
  Effect.map(languageFor(undefined, config), (language) => {
    const {
      broken,
      done,
      email,
      factor,
      failed,
      go,
      hint,
      incomplete,
      invalid,
      invite,
      keep,
      kept,
      link,
      nobody,
      other,
      password,
      reset,
      script,
      start,
      verify,
      weak,
      ...rest
    } = words[language]
    const product = escaped(productOf(config))
    // What its mail says, so that whoever opens the link reads the same there.
    const invited = (texts[language].invite.before[0] ?? "").replaceAll("{product}", () => productOf(config))
    const html = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>${escaped(link)} · ${product}</title>
<link rel="stylesheet" href="/auth/mail.css">
<script src="/auth/mail.js" type="module"></script>
</head>
<body>
<main data-verify="${escaped(verify)}" data-sign-in="${escaped(rest["sign-in"])}" data-reset="${escaped(reset)}" data-invite="${escaped(invite)}" data-email="${escaped(email)}" data-keep="${escaped(keep)}" data-kept="${escaped(kept)}" data-done="${escaped(done)}" data-other="${escaped(other)}" data-factor="${escaped(factor)}" data-incomplete="${escaped(incomplete)}" data-broken="${escaped(broken)}" data-failed="${escaped(failed)}" data-PROOF_INVALID="${escaped(invalid)}" data-PASSWORD_REFUSED="${escaped(weak)}" data-SESSION_REQUIRED="${escaped(nobody)}" data-invited="${escaped(invited)}" data-roles="${escaped(JSON.stringify(roleNames[language]))}"${refusalsIn(language)}>
<p class="product">${product}</p>
<h1>${escaped(link)}</h1>
<p id="who" hidden></p>
<form hidden>
<div class="password" hidden>
<label for="password">${escaped(password)}</label>
<input id="password" type="password" autocomplete="new-password" minlength="${lengthMin}" maxlength="${lengthMax}" aria-describedby="hint" disabled required>
<p id="hint">${escaped(hint)}</p>
</div>
<button type="submit">${escaped(go)}</button>
</form>
<p role="status"></p>
<p hidden><a class="button" href="/">${escaped(start)}</a></p>
<noscript><p>${escaped(script)}</p></noscript>
</main>
</body>
</html>
`
    return HttpServerResponse.text(html, { contentType: "text/html; charset=utf-8", headers: pageHeaders })
  })

/** What the page says of a refusal: in its own language, where the API speaks English alone. */
export const refusalScript = `const refusal = ({ code, message }) => {
  const own = main.getAttribute("data-" + code)
  if (own !== null) return own
  if (document.documentElement.lang !== "en") return main.dataset.refused.replace("{code}", code)
  const said = message.replace(/^[\\w.]+ \\(\\w+\\): /, "")
  return said.charAt(0).toUpperCase() + said.slice(1) + (/[.!?]$/.test(said) ? "" : ".")
}
`

const scriptText = `const main = document.querySelector("main")
${refusalScript}const form = main.querySelector("form")
const status = main.querySelector("[role=status]")
const title = (text) => {
  main.querySelector("h1").textContent = text
  document.title = text + " · " + main.querySelector(".product").textContent
}
const input = main.querySelector("input")
const [, purpose, token] = /^#(verify|sign-in|reset|invite|email|keep)\\.([A-Za-z0-9_-]{43})$/.exec(location.hash) ?? []
// Nor is it left in the browser's history.
history.replaceState(null, "", location.pathname)
if (token === undefined) {
  title(main.dataset.incomplete)
  status.textContent = main.dataset.broken
} else {
  title(main.dataset[purpose === "sign-in" ? "signIn" : purpose])
  input.disabled = purpose !== "reset"
  input.closest("div").hidden = purpose !== "reset"
  form.hidden = false
}
const post = (path, body, headers = {}) =>
  fetch(path, { method: "POST", headers: { ...headers, "content-type": "application/json" }, body: JSON.stringify(body) })
const problem = (error) => {
  status.textContent = refusal(error)
  status.className = "problem"
}
// Who invites: that uses nothing up. Without an answer the page works as the others do.
const tellWho = async () => {
  const answer = await post("/auth/invitation/show", { token })
  const { data, error } = await answer.json()
  if (!answer.ok) {
    if (error.code !== "PROOF_INVALID") return
    form.hidden = true
    return problem(error)
  }
  const { account, email, inviter, role } = data
  const told = { account, email, inviter: inviter ?? account, role: JSON.parse(main.dataset.roles)[role] }
  const who = main.querySelector("#who")
  who.textContent = main.dataset.invited.replace(/\\{(\\w+)\\}/g, (_, name) => told[name])
  who.hidden = false
}
if (purpose === "invite") tellWho().catch(() => {})
const paths = { invite: "/auth/invitation", keep: "/auth/keep-account", email: "/dashboard/api/email/confirm" }
const ask = async () => {
  const headers = {}
  if (purpose === "email") {
    // Whoever is signed in changes their address: the token of their session goes with it.
    const me = await fetch("/dashboard/api/me")
    if (!me.ok) return me
    headers["x-csrf-token"] = (await me.json()).data.csrfToken
  }
  const body = purpose === "reset" ? { token, password: input.value } : { token }
  return post(paths[purpose] ?? "/auth/mail", body, headers)
}
form.addEventListener("submit", async (event) => {
  event.preventDefault()
  const button = form.querySelector("button")
  button.disabled = true
  status.textContent = ""
  status.className = ""
  try {
    const answer = await ask()
    const { data, error } = await answer.json()
    if (answer.ok) {
      form.hidden = true
      status.textContent =
        data.needs === "password" ? main.dataset.other
        : data.needs === "factor" ? main.dataset.factor
        : purpose === "keep" ? main.dataset.kept : main.dataset.done
      main.querySelector("a").parentElement.hidden = false
      return
    }
    problem(error)
  } catch {
    status.textContent = main.dataset.failed
    status.className = "problem"
  }
  button.disabled = false
})
`
export const styleText = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif }
body { background: Canvas; color: CanvasText; margin: 0; padding: 24px; display: grid; place-items: center; min-height: 80vh }
main { width: min(100%, 400px) }
.product { font-weight: 600; margin: 0 0 24px }
h1 { font-size: 22px; line-height: 1.25; margin: 0 0 16px }
#who { margin: 0 0 16px; overflow-wrap: anywhere }
label { display: block; font-weight: 600; margin-bottom: 4px }
input { box-sizing: border-box; width: 100%; padding: 10px 12px; font: inherit; border: 1px solid #8a8f98; border-radius: 8px; background: Canvas; color: CanvasText }
#hint { margin: 4px 0 16px; font-size: 14px; opacity: 0.75 }
button { width: 100%; padding: 12px 20px; font: inherit; font-weight: 600; border: 0; border-radius: 8px; background: #1f5fd6; color: #fff; cursor: pointer }
button:disabled { opacity: 0.6 }
[role=status] { margin: 16px 0 }
[role=status]:empty { display: none }
form + [role=status] { margin-top: 16px }
.problem { padding: 10px 12px; border-radius: 8px; background: #c6282814; border: 1px solid #c62828; margin: 0 0 16px }
.button { display: block; padding: 12px 20px; border-radius: 8px; background: #1f5fd6; color: #fff; font-weight: 600; text-align: center; text-decoration: none }
input:focus-visible, button:focus-visible, a:focus-visible { outline: 3px solid #1f5fd6; outline-offset: 2px }
`
export const asset = (text: string, contentType: string) =>
  Effect.succeed(
    HttpServerResponse.text(text, { contentType, headers: { ...pageHeaders, "cache-control": "public, max-age=300" } })
  )
export const mailScript = asset(scriptText, "text/javascript; charset=utf-8")
export const mailStyle = asset(styleText, "text/css; charset=utf-8")
