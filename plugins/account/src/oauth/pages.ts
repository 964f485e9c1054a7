import { HttpServerResponse } from "effect/http"
import { escaped } from "../mail/mailPage.ts"
import type { Language } from "../mail/texts.ts"
import { hostOf } from "./redirects.ts"
import type { AuthorizationRequest } from "./requests.ts"
import { filled, type Problem, type Words, words } from "./words.ts"

export const signInPath = "/auth/oauth/sign-in"
export const consentPath = "/auth/oauth/authorize"
export const stylePath = "/auth/oauth/pages.css"

/** From one of these pages to another, whatever a proxy puts before their paths. */
export const linkTo = (path: string, query: string): string => `${path.slice(path.lastIndexOf("/") + 1)}?${query}`

/** To the dashboard's page, which has the ways that take a script, and leads back here. */
const otherWays = (query: string, text: string) => {
  const returnTo = new URLSearchParams({ returnTo: `${consentPath}?${query}` })
  return `<p class="ways"><a href="${escaped(`../../dashboard?${returnTo}`)}">${text}</a></p>`
}

/**
 * No script runs, nothing comes from elsewhere, and nobody may frame it. Forms go to this gateway alone. Where the browser goes
 * from there isn't a form's redirect, which this would stop, but a page's.
 */
const policy = "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
const headers = {
  "content-security-policy": policy,
  // Its own forms must say where they come from.
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "x-robots-tag": "noindex",
  "cache-control": "no-store"
}

/** A page of ours: its language, what calls itself by which name, and what went wrong before. */
export interface PageOf {
  readonly language: Language
  readonly product: string
  readonly problem?: Problem | undefined
  readonly status?: number | undefined
}

const page = ({ language, problem, product, status = 200 }: PageOf, title: string, body: string, head = "") => {
  const told = problem === undefined ? "" : filled(words[language][problem.word], problem.values)
  const html = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>${escaped(title)} · ${escaped(product)}</title>
<link rel="stylesheet" href="pages.css">${head}
</head>
<body>
<main>
<p class="product">${escaped(product)}</p>
<h1>${escaped(title)}</h1>
${told === "" ? "" : `<p class="problem" role="alert">${escaped(told)}</p>\n`}${body}
</main>
</body>
</html>
`
  return HttpServerResponse.text(html, { status, contentType: "text/html; charset=utf-8", headers })
}

const form = (path: string, query: string, step: string, inner: string) =>
  `<form method="post" action="${escaped(linkTo(path, query))}"><input type="hidden" name="step" value="${step}">
${inner}
</form>`
const hidden = (name: string, value: string) => `<input type="hidden" name="${name}" value="${escaped(value)}">`

export interface SignInPage extends PageOf {
  readonly request: AuthorizationRequest
  readonly email?: string | undefined
  /** Whether mail goes out. */
  readonly mail: boolean
  readonly providers: ReadonlyArray<{ readonly id: string; readonly name: string }>
  /** Whether a sandbox's demo account may be taken. */
  readonly demo: boolean
}

/** By password, by a code that is mailed, or by an identity provider; all else the dashboard's own page has. */
export const signInPage = (of: SignInPage) => {
  const { demo, email = "", language, mail, providers, request } = of
  const { client, query } = request
  const say: Words = words[language]
  const others = mail || demo || providers.length > 0
  return page(
    of,
    say.signIn,
    `<p>${escaped(filled(say.signInFor, { app: client.name }))}</p>
${form(
  signInPath,
  query,
  "password",
  `<label for="email">${say.email}</label>
<input id="email" name="email" type="email" autocomplete="username" maxlength="254" value="${escaped(email)}" required${email === "" ? " autofocus" : ""}>
<label for="password">${say.password}</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="1024"${email === "" ? "" : " autofocus"}>
<button>${say.enter}</button>
${others ? `<p class="or"><span>${say.or}</span></p>` : ""}
${mail ? `<button class="second" name="way" value="mail">${say.byMail}</button>` : ""}`
)}${providers
  .map(({ id, name }) =>
    form(
      signInPath,
      query,
      "provider",
      `${hidden("provider", id)}<button class="second">${escaped(filled(say.provider, { name }))}</button>`
    )
  )
  .join(
    ""
  )}${demo ? form(signInPath, query, "demo", `<button class="second">${say.demo}</button>`) : ""}${otherWays(query, say.otherWays)}`
  )
}

/** For the code of the mail, in the tab that asked for it. */
export const codePage = (
  of: PageOf & { readonly request: AuthorizationRequest; readonly email: string; readonly ticket: string }
) => {
  const { email, language, request, ticket } = of
  const say: Words = words[language]
  return page(
    of,
    say.code,
    `<p>${escaped(filled(say.codeFor, { email }))}</p>
${form(
  signInPath,
  request.query,
  "code",
  `${hidden("ticket", ticket)}${hidden("email", email)}
<label for="code">${say.codeLabel}</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="9" pattern="[0-9]{4} ?[0-9]{4}" required autofocus>
<button>${say.go}</button>`
)}<p><a href="${escaped(linkTo(consentPath, request.query))}">${say.back}</a></p>`
  )
}

export const factorPage = (
  of: PageOf & { readonly request: AuthorizationRequest; readonly email: string; readonly passkeys: boolean }
) => {
  const { email, language, passkeys, request } = of
  const say: Words = words[language]
  return page(
    of,
    say.factor,
    `<p>${say.factorFor}</p>
${form(
  signInPath,
  request.query,
  "factor",
  `<label for="code">${say.factorLabel}</label>
<input id="code" name="code" autocomplete="one-time-code" minlength="6" maxlength="20" required autofocus>
<button>${say.go}</button>`
)}${passkeys ? otherWays(request.query, say.byPasskey) : ""}${whoIs(say, email, request.query)}`
  )
}

const whoIs = (say: Words, email: string, query: string) =>
  `<div class="who"><span>${escaped(filled(say.who, { email }))}</span>${form(signInPath, query, "out", `<button class="link">${say.notYou}</button>`)}</div>`

export interface ConsentPage extends PageOf {
  readonly request: AuthorizationRequest
  readonly email: string
  readonly csrf: string
  readonly accounts: ReadonlyArray<{
    readonly id: string
    readonly name: string
    readonly plan: string
    readonly isViewer: boolean
    readonly isChosen: boolean
  }>
  readonly toolsets: ReadonlyArray<{ readonly id: string; readonly description: string }>
}

/** What someone decides: who asks, for what, of which account, and what it costs. */
export const consentPage = (of: ConsentPage) => {
  const { accounts, csrf, email, language, request, toolsets } = of
  const { client, query, redirectUri, refreshes, scopes } = request
  const say: Words = words[language]
  const host = hostOf(redirectUri)
  const writes = scopes.includes("write")
  const onlyViews = accounts.every(({ isViewer }) => isViewer)
  const nameOf = ({ isViewer, name, plan }: ConsentPage["accounts"][number]) =>
    escaped(`${name} (${plan}${isViewer ? `, ${say.reads}` : ""})`)
  const [only] = accounts
  const account =
    accounts.length === 1 && only !== undefined
      ? `${hidden("account", only.id)}<p class="value">${nameOf(only)}</p>`
      : `<select id="account" name="account">${accounts
          .map(
            (each) => `<option value="${escaped(each.id)}"${each.isChosen ? " selected" : ""}>${nameOf(each)}</option>`
          )
          .join("")}</select>`
  const may = [
    ...(scopes.includes("read") ? [`<li>${say.read}</li>`] : []),
    ...(!writes
      ? []
      : onlyViews
        ? [`<li>${say.viewer}</li>`]
        : [`<li><label><input type="checkbox" name="write" value="yes" checked> ${say.write}</label></li>`]),
    `<li>${refreshes ? say.stays : say.short}</li>`
  ]
  return page(
    of,
    filled(say.consent, { app: client.name }),
    `<p class="vouched">${
      client.host === null
        ? `<strong class="unverified">${say.unverified}</strong> ${say.unverifiedFor}`
        : escaped(filled(say.verified, { host: client.host }))
    }</p>
<p class="vouched">${host === undefined ? say.sentHere : escaped(filled(say.sentTo, { host }))}</p>
${form(
  consentPath,
  query,
  "consent",
  `${hidden("csrf", csrf)}
<section><${accounts.length === 1 ? "h2" : 'label for="account"'}>${say.account}</${accounts.length === 1 ? "h2" : "label"}>
${account}</section>
<section><h2>${say.may}</h2>
<ul>${may.join("")}</ul></section>
<details><summary>${say.toolsets}: ${filled(say.all, { count: String(toolsets.length) })}</summary>
<ul>${toolsets
    .map(
      ({ description, id }) =>
        `<li><label><input type="checkbox" name="toolset" value="${escaped(id)}" checked> <b>${escaped(id)}</b> ${escaped(description)}</label></li>`
    )
    .join("")}</ul></details>
<p class="note">${say.cost} ${say.end}</p>
<div class="choice"><button name="decision" value="deny" class="second">${say.deny}</button><button name="decision" value="allow">${say.allow}</button></div>`
)}${whoIs(say, email, query)}`
  )
}

const refreshTo = (location: string) => `\n<meta http-equiv="refresh" content="0;url=${escaped(location)}">`

/** Sends the browser on to the app, which may be one that only the browser can open. */
export const leavingPage = (of: PageOf & { readonly app: string; readonly location: string }) => {
  const { app, language, location } = of
  const say: Words = words[language]
  const title = filled(say.done, { app })
  return page(
    of,
    title,
    `<p>${say.doneFor}</p><p><a class="button" href="${escaped(location)}">${say.go}</a></p>`,
    refreshTo(location)
  )
}

/** Sends the browser on to an identity provider, from where it comes back. */
export const providerPage = (of: PageOf & { readonly name: string; readonly location: string }) => {
  const { language, location, name } = of
  const say: Words = words[language]
  return page(
    of,
    filled(say.onTheWay, { name }),
    `<p>${say.onTheWayFor}</p><p><a class="button" href="${escaped(location)}">${say.go}</a></p>`,
    refreshTo(location)
  )
}

/** Nothing can be asked: why, for who looks at it and for who made the app. */
export const brokenPage = (of: PageOf & { readonly why: string }) => {
  const say: Words = words[of.language]
  return page(of, say.broken, `<p class="why"><code>${escaped(of.why)}</code></p><p>${say.brokenFor}</p>`)
}

export const noAccountPage = (of: PageOf & { readonly email: string; readonly query: string }) => {
  const say: Words = words[of.language]
  return page(of, say.broken, `<p>${say.noAccount}</p>${whoIs(say, of.email, of.query)}`)
}
