// The script of every page: theme, menu, copy buttons, where the reader is, search, samples by language, and trying
// operations out. Pages read without it.
const root = document.documentElement
const addresses = document.currentScript.dataset

// Before the first paint, so that nothing flashes.
const kept = (name) => {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}
const keep = (name, value) => {
  try {
    localStorage.setItem(name, value)
  } catch {
    // It then holds for this page alone.
  }
}
const element = (name, attributes = {}, ...content) => {
  const made = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value)
  made.append(...content)
  return made
}
root.classList.replace("no-js", "js")
root.dataset.theme = kept("theme") ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")

const say = (text) => {
  document.getElementById("said").textContent = text
}

const theme = () => {
  document.querySelector(".theme").addEventListener("click", () => {
    const next = root.dataset.theme === "dark" ? "light" : "dark"
    root.dataset.theme = next
    keep("theme", next)
    say(`${next} theme`)
  })
}

const menu = () => {
  const button = document.querySelector(".menu")
  const sidebar = document.getElementById("sidebar")
  const current = sidebar.querySelector("[aria-current]")
  if (current !== null && current.offsetTop > sidebar.clientHeight - 80) sidebar.scrollTop = current.offsetTop - 80
  const set = (open) => {
    sidebar.classList.toggle("open", open)
    button.setAttribute("aria-expanded", String(open))
  }
  button.addEventListener("click", () => set(button.getAttribute("aria-expanded") !== "true"))
  sidebar.addEventListener("click", (event) => event.target.closest("a") && set(false))
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || button.getAttribute("aria-expanded") !== "true") return
    set(false)
    button.focus()
  })
}

const addCopy = (figure) => {
  const button = document.createElement("button")
  button.type = "button"
  button.className = "copy"
  button.textContent = "Copy"
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(figure.querySelector("code").textContent)
      button.textContent = "Copied"
    } catch {
      button.textContent = "Press Ctrl-C"
      getSelection().selectAllChildren(figure.querySelector("code"))
    }
    say(button.textContent)
    setTimeout(() => {
      button.textContent = "Copy"
    }, 1500)
  })
  figure.querySelector("figcaption").append(button)
}
const copyButtons = () => {
  for (const figure of document.querySelectorAll("figure.code")) addCopy(figure)
}

const whereabouts = () => {
  const links = new Map()
  for (const link of document.querySelectorAll(".contents a")) links.set(link.hash.slice(1), link)
  if (links.size === 0) return
  const watch = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue
        for (const [id, link] of links) link.classList.toggle("active", id === target.id)
      }
    },
    { rootMargin: "-70px 0px -75% 0px" }
  )
  for (const id of links.keys()) {
    const target = document.getElementById(id)
    if (target !== null) watch.observe(target)
  }
}

const search = () => {
  const input = document.getElementById("q")
  const list = document.getElementById("results")
  let searching
  let chosen = -1
  const load = () => {
    searching ??= Promise.all([
      import(addresses.searcher),
      import(addresses.engine),
      fetch(addresses.search).then((response) => response.json())
    ]).then(([{ makeSearch }, { default: Engine }, entries]) => makeSearch(Engine, entries))
    return searching
  }
  const close = () => {
    list.hidden = true
    chosen = -1
    input.setAttribute("aria-expanded", "false")
    input.removeAttribute("aria-activedescendant")
  }
  const choose = (next) => {
    const options = [...list.querySelectorAll("[role=option]")]
    if (options.length === 0) return
    chosen = (next + options.length) % options.length
    for (const [at, option] of options.entries()) option.setAttribute("aria-selected", String(at === chosen))
    input.setAttribute("aria-activedescendant", options[chosen].id)
    options[chosen].scrollIntoView({ block: "nearest" })
  }
  const optionOf = ({ entry, excerpt }, at) => {
    const option = element("li", { id: `result-${at}`, role: "option" })
    option.dataset.href = entry.href
    const parts = excerpt.map(({ matched, text }) => (matched ? element("mark", {}, text) : text))
    option.append(
      element("strong", {}, entry.title),
      element("small", {}, entry.where),
      element("small", { class: "excerpt" }, ...parts)
    )
    return option
  }
  const show = (found, asked) => {
    list.replaceChildren(...found.map(optionOf))
    if (found.length === 0) list.append(element("li", { class: "none" }, `Nothing found for “${asked}”`))
    list.hidden = false
    input.setAttribute("aria-expanded", "true")
    say(found.length === 0 ? "Nothing found" : `${found.length} results`)
    choose(0)
  }
  const look = async () => {
    const asked = input.value.trim()
    if (asked === "") return close()
    const find = await load()
    if (input.value.trim() === asked) show(find(asked), asked)
  }
  const go = (option) => {
    if (option?.dataset.href === undefined) return
    close()
    input.blur()
    location.assign(option.dataset.href)
  }
  input.addEventListener("focus", load)
  input.addEventListener("input", look)
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") choose(chosen + 1)
    else if (event.key === "ArrowUp") choose(chosen - 1)
    else if (event.key === "Enter") go(list.querySelector("[aria-selected=true]"))
    else if (event.key === "Escape") close()
    else return
    if (event.key !== "Escape") event.preventDefault()
  })
  // Before the field loses its focus.
  list.addEventListener("mousedown", (event) => {
    event.preventDefault()
    go(event.target.closest("[role=option]"))
  })
  input.addEventListener("blur", close)
  addEventListener("keydown", (event) => {
    const typing = event.target.closest?.("input, textarea, select, [contenteditable]")
    if (typing || event.ctrlKey || event.metaKey || event.altKey || event.key !== "/") return
    event.preventDefault()
    input.focus()
  })
}

/** The samples of an operation behind tabs; the language that was chosen is kept. */
const samples = () => {
  const place = document.querySelector(".samples")
  if (place === null) return
  const panels = [...place.querySelectorAll("[data-sample]")]
  const tabs = panels.map((panel) => {
    const { sample } = panel.dataset
    const title = panel.querySelector("figcaption").firstChild
    const tab = element("button", {
      type: "button",
      role: "tab",
      id: `tab-${sample}`,
      "aria-controls": `sample-${sample}`
    })
    tab.textContent = title.textContent
    title.remove()
    panel.id = `sample-${sample}`
    panel.setAttribute("role", "tabpanel")
    panel.setAttribute("aria-labelledby", tab.id)
    return tab
  })
  const choose = (index) => {
    for (const [at, tab] of tabs.entries()) {
      tab.setAttribute("aria-selected", String(at === index))
      tab.tabIndex = at === index ? 0 : -1
      panels[at].hidden = at !== index
    }
  }
  for (const [index, tab] of tabs.entries()) {
    tab.addEventListener("click", () => {
      choose(index)
      keep("language", panels[index].dataset.sample)
    })
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
      if (step === undefined) return
      const next = (index + step + tabs.length) % tabs.length
      tabs[next].click()
      tabs[next].focus()
    })
  }
  place.prepend(element("div", { class: "tabs", role: "tablist", "aria-label": "Language" }, ...tabs))
  place.classList.add("tabbed")
  const language = kept("language")
  choose(
    Math.max(
      0,
      panels.findIndex((panel) => panel.dataset.sample === language)
    )
  )
}

const partOf =
  /("(?:[^"\\\n]|\\.)*"|'[^'\n]*'|`[^`]*`)(\s*:)?|\b(\d+(?:\.\d+)?)\b|\b(true|false|null|None|True|False|const|await|import|from|func|package|if|defer|return|nil|print)\b/g
const coloursMax = 60_000

/** Puts code in place, coloured like what came with the page. */
const putCode = (place, text) => {
  if (text.length > coloursMax) {
    place.textContent = text
    return
  }
  const parts = []
  let from = 0
  for (const found of text.matchAll(partOf)) {
    const [whole, string, colon, number] = found
    const shown = string ?? whole
    parts.push(text.slice(from, found.index))
    const kind =
      string === undefined ? (number === undefined ? "keyword" : "number") : colon === undefined ? "string" : "attr"
    parts.push(element("span", { class: `hljs-${kind}` }, shown))
    from = found.index + shown.length
  }
  place.replaceChildren(...parts, text.slice(from))
}

const pretty = (text) => {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2)
  } catch {
    return text
  }
}

/** Asks the gateway what the form says; the key is in its field and nowhere else. */
const tryIt = async () => {
  const section = document.getElementById("try")
  if (section === null) return
  const { addressOf, samplesOf } = await import(addresses.samples)
  const recorded = JSON.parse(section.dataset.call)
  const answer = section.querySelector(".try-answer")
  const body = document.getElementById("try-body")
  const typedValue = ({ dataset: { type }, value }) =>
    (type === "integer" || type === "number") && value !== "" && Number.isFinite(Number(value))
      ? Number(value)
      : type === "boolean"
        ? value === "true"
        : value
  const bodyOf = () => {
    if (body === null) return {}
    try {
      body.setCustomValidity("")
      body.removeAttribute("aria-invalid")
      return { body: JSON.parse(body.value) }
    } catch {
      body.setAttribute("aria-invalid", "true")
      return undefined
    }
  }
  const read = () => {
    const values = { path: {}, query: {}, header: {} }
    for (const field of section.querySelectorAll("[data-place]")) {
      const { name, place } = field.dataset
      const given = field.value !== ""
      if (given) values[place][name] = field.type === "password" ? "…" : typedValue(field)
      else if (place === "header" && field.required) values[place][name] = "…"
    }
    const sent = bodyOf()
    return sent === undefined ? undefined : { ...recorded, values, ...sent }
  }
  const follow = () => {
    const call = read()
    if (call === undefined) return
    section.querySelector(".try-address").textContent = `${call.method} ${addressOf(call)}`
    for (const { code, id } of samplesOf(call)) {
      putCode(document.querySelector(`[data-sample="${id}"] code`), code)
    }
  }
  const show = (status, facts, text, kind) => {
    const code = element("code")
    putCode(code, text)
    const figure = element(
      "figure",
      { class: "code" },
      element("figcaption", {}, "Answer"),
      element("pre", { tabindex: "0", role: "group", "aria-label": "Answer" }, code)
    )
    answer.replaceChildren(
      element("p", {}, element("strong", { class: `try-status ${kind}` }, status), ` ${facts}`),
      ...(text === "" ? [] : [figure])
    )
    answer.hidden = false
    addCopy(figure)
  }
  const factsOf = (response, ms) => {
    const { headers } = response
    const cost = headers.get("x-credit-cost")
    const left = headers.get("x-ratelimit-remaining")
    return [
      `${Math.round(ms)} ms`,
      ...(cost === null ? [] : [`${cost} credit${cost === "1" ? "" : "s"} charged`]),
      ...(left === null ? [] : [`${Number(left).toLocaleString("en-US")} left`]),
      ...(headers.get("x-request-id") === null ? [] : [`request ${headers.get("x-request-id")}`])
    ].join(" · ")
  }
  const send = async () => {
    const call = read()
    const key = document.getElementById("try-key")
    const empty = [...section.querySelectorAll("[required]")].find(({ value }) => value === "")
    if (call === undefined) return show("Not sent", "The body isn't JSON.", "", "failed")
    if (key?.value === "") {
      key.focus()
      return show("Not sent", "Type a key first.", "", "failed")
    }
    if (empty !== undefined) {
      empty.focus()
      return show("Not sent", `${empty.dataset.name} is required.`, "", "failed")
    }
    const headers = new Headers(key === null ? {} : { "x-api-key": key.value })
    for (const field of section.querySelectorAll('[data-place="header"]')) {
      if (field.value !== "") headers.set(field.dataset.name, field.value)
    }
    if (call.body !== undefined) headers.set("content-type", "application/json")
    const button = section.querySelector(".send")
    button.disabled = true
    const begun = performance.now()
    try {
      const response = await fetch(addressOf(call), {
        method: call.method,
        headers,
        cache: "no-store",
        credentials: "omit",
        redirect: "manual",
        ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) })
      })
      const text = await response.text()
      const kind = response.ok ? "ok" : "failed"
      show(`${response.status}`, factsOf(response, performance.now() - begun), pretty(text), kind)
    } catch {
      show(
        "No answer",
        "The gateway couldn't be reached, or the key has characters that no header can have.",
        "",
        "failed"
      )
    } finally {
      button.disabled = false
    }
  }
  section.addEventListener("input", follow)
  section.addEventListener("submit", (event) => event.preventDefault())
  section.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.target.tagName === "TEXTAREA" || event.target.tagName === "BUTTON") return
    event.preventDefault()
    send()
  })
  section.querySelector(".send").addEventListener("click", send)
  const call = read()
  if (call !== undefined) section.querySelector(".try-address").textContent = `${call.method} ${addressOf(call)}`
}

addEventListener("DOMContentLoaded", () => {
  theme()
  menu()
  copyButtons()
  samples()
  tryIt()
  whereabouts()
  search()
})
