import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import type { AccountConfig } from "../config.ts"
import { productOf } from "../mail/links.ts"
import { asset, escaped, pageHeaders, refusalScript, refusalsIn } from "../mail/mailPage.ts"
import { languageFor } from "../request.ts"

const words = {
  en: {
    title: "Sign in",
    waiting: "Signing in…",
    done: "Done. You can close this page.",
    mail: "Almost done: confirm your e-mail address by the mail that we've sent. Open its link in this browser.",
    failed: "That didn't work. Check your connection and begin again.",
    late: "This sign-in wasn't begun in this browser, or more than 10 minutes ago. Begin again.",
    back: "Back",
    script: "This page needs JavaScript."
  },
  de: {
    title: "Anmelden",
    waiting: "Du wirst angemeldet …",
    done: "Fertig. Du kannst diese Seite schließen.",
    mail: "Fast geschafft: Bestätige deine Adresse mit der Mail, die wir dir geschickt haben. Öffne den Link in diesem Browser.",
    failed: "Das hat nicht geklappt. Prüf deine Verbindung und fang noch einmal an.",
    late: "Diese Anmeldung hat nicht in diesem Browser begonnen, oder vor mehr als 10 Minuten. Fang noch einmal an.",
    back: "Zurück",
    script: "Diese Seite braucht JavaScript."
  }
}

/** Where providers send people back to. To GET it changes nothing: its script posts what they came back with. */
export const callbackPage = (config: AccountConfig) =>
  Effect.map(languageFor(undefined, config), (language) => {
    const { back, done, failed, late, mail, script, title, waiting } = words[language]
    const html = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>${escaped(title)} · ${escaped(productOf(config))}</title>
<link rel="stylesheet" href="/auth/mail.css">
<script src="/auth/providers.js" type="module"></script>
</head>
<body>
<main data-done="${escaped(done)}" data-mail="${escaped(mail)}" data-failed="${escaped(failed)}" data-late="${escaped(late)}"${refusalsIn(language)}>
<p class="product">${escaped(productOf(config))}</p>
<h1>${escaped(title)}</h1>
<p role="status">${escaped(waiting)}</p>
<p hidden><a class="button" href="/">${escaped(back)}</a></p>
<noscript><p>${escaped(script)}</p></noscript>
</main>
</body>
</html>
`
    return HttpServerResponse.text(html, { contentType: "text/html; charset=utf-8", headers: pageHeaders })
  })

const scriptText = `const main = document.querySelector("main")
${refusalScript}const status = main.querySelector("[role=status]")
const given = new URLSearchParams(location.search === "" ? location.hash.slice(1) : location.search)
const [, , , id] = location.pathname.split("/")
const returned = {}
for (const name of ["state", "code", "iss", "error"]) {
  const value = given.get(name)
  if (value !== null) returned[name] = value
}
// Nor is it left in the browser's history.
history.replaceState(null, "", location.pathname)
const stop = (text) => {
  status.textContent = text
  main.querySelector("a").parentElement.hidden = false
}
const fail = (text) => {
  status.className = "problem"
  stop(text)
}
try {
  const answer = await fetch("/auth/providers/" + id, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(returned)
  })
  const { data, error } = await answer.json()
  if (!answer.ok) fail(error.message.startsWith("state ") ? main.dataset.late : refusal(error))
  else if (data.needs === "mail") stop(main.dataset.mail)
  else {
    status.textContent = main.dataset.done
    location.replace(data.returnTo)
  }
} catch {
  fail(main.dataset.failed)
}
`
export const callbackScript = asset(scriptText, "text/javascript; charset=utf-8")
