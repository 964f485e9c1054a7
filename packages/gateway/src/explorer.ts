import { randomBytes } from "node:crypto"
import { Effect, Layer, Scope } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { HttpApi, HttpApiScalar, OpenApi } from "effect/http-api"
import type { Json } from "./json.ts"

// What would lead to the hosts of the page's maker.
const customCss = ".api-reference-toolbar, .open-api-client-button { display: none !important }"

/**
 * Nothing inline runs, and the page asks this host alone. Its maker's script adds style elements and attributes: `strictPage`
 * lets these in, and nothing else.
 */
const policyOf = (nonce: string) =>
  `default-src 'self'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data: blob:; font-src 'self' data:; worker-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'`

/**
 * Gives style elements their nonce, and sets style attributes in the way that the policy allows. Whoever tries whether code
 * may be made of text is told no at once, where the browser would log it as an error too.
 */
const strictPage = `(() => {
  const { nonce } = document.currentScript
  const refuse = () => {
    throw new EvalError("this page makes no code of text")
  }
  globalThis.Function = new Proxy(Function, { construct: refuse, apply: refuse })
  const create = Document.prototype.createElement
  Document.prototype.createElement = function (name, options) {
    const element = create.call(this, name, options)
    if (String(name).toLowerCase() === "style") element.nonce = nonce
    return element
  }
  const setAttribute = Element.prototype.setAttribute
  Element.prototype.setAttribute = function (name, value) {
    if (String(name).toLowerCase() === "style" && this.style) this.style.cssText = value
    else setAttribute.call(this, name, value)
  }
  const inner = Object.getOwnPropertyDescriptor(Element.prototype, "innerHTML")
  const styled = /(<[^>]*\\s)style=/g
  Object.defineProperty(Element.prototype, "innerHTML", {
    ...inner,
    set(html) {
      const text = String(html)
      const without = text.replace(styled, "$1data-style=")
      inner.set.call(this, without)
      if (without === text) return
      for (const element of (this.content ?? this).querySelectorAll("[data-style]")) {
        element.style.cssText = element.dataset.style
        element.removeAttribute("data-style")
      }
    }
  })
})()
`

const inlineScript = /<script>([\s\S]*?)<\/script>/g
const folder = "/docs/explorer"

/** The page that its maker makes, with its scripts as files beside it. */
const makePage = (document: () => Json) =>
  Effect.gen(function* () {
    const api = HttpApi.make("storeglass").annotate(OpenApi.Transform, () => document())
    const handle = yield* HttpRouter.toHttpEffect(
      HttpApiScalar.layer(api, { path: folder, scalar: { withDefaultFonts: false, layout: "modern", customCss } })
    )
    const { body } = yield* handle
    const html = body._tag === "Uint8Array" ? new TextDecoder().decode(body.body) : ""
    const scripts = [...html.matchAll(inlineScript)].map(([, script = ""]) => script)
    const [before = "", ...after] = html.split(inlineScript).filter((_, index) => index % 2 === 0)
    const htmlOf = (nonce: string) =>
      after.reduce(
        (text, part, index) => `${text}<script src="${folder}/${index}.js"></script>${part}`,
        `${before}<script src="${folder}/strict.js" nonce="${nonce}"></script>`
      )
    return { scripts, htmlOf }
  })

const script = (text: string) =>
  HttpServerResponse.text(text, {
    contentType: "text/javascript; charset=utf-8",
    headers: { "cache-control": "no-cache" }
  })

/** A page to try operations out, made when it is first asked for: its maker takes the whole document into it. */
export const layer = (document: () => Json) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const scope = yield* Effect.scope
      const made = yield* Effect.cached(Effect.orDie(Scope.provide(makePage(document), scope)))
      const page = Effect.map(made, ({ htmlOf }) => {
        const nonce = randomBytes(16).toString("base64url")
        return HttpServerResponse.html(htmlOf(nonce)).pipe(
          HttpServerResponse.setHeaders({
            "content-security-policy": policyOf(nonce),
            "referrer-policy": "no-referrer",
            "cache-control": "no-store"
          })
        )
      })
      const scriptAt = (index: number) =>
        HttpRouter.add(
          "GET",
          `${folder}/${index}.js`,
          Effect.map(made, ({ scripts }) => script(scripts[index] ?? ""))
        )
      return Layer.mergeAll(
        HttpRouter.add("GET", folder, page),
        HttpRouter.add("GET", `${folder}/strict.js`, script(strictPage)),
        scriptAt(0),
        scriptAt(1)
      )
    })
  )
