// The only script of the docs: theme, menu, copy buttons, where the reader is, and the search. Pages read without it.
const root = document.documentElement
const searchAddress = document.currentScript.dataset.search

// Before the first paint, so that nothing flashes.
const kept = () => {
  try {
    return localStorage.getItem("theme")
  } catch {
    return null
  }
}
root.classList.replace("no-js", "js")
root.dataset.theme = kept() ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")

const say = (text) => {
  document.getElementById("said").textContent = text
}

const theme = () => {
  document.querySelector(".theme").addEventListener("click", () => {
    const next = root.dataset.theme === "dark" ? "light" : "dark"
    root.dataset.theme = next
    try {
      localStorage.setItem("theme", next)
    } catch {
      // It then holds for this page alone.
    }
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

const copyButtons = () => {
  for (const figure of document.querySelectorAll("figure.code")) {
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
}

const whereabouts = () => {
  const links = new Map()
  for (const link of document.querySelectorAll(".contents a, .sidebar ul ul a")) links.set(link.hash.slice(1), link)
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

const resultsMax = 12

const rank = (entry, words) => {
  const title = entry.title.toLowerCase()
  const where = entry.where.toLowerCase()
  const text = entry.text.toLowerCase()
  let score = 0
  for (const word of words) {
    const found =
      (title === word ? 40 : title.startsWith(word) ? 24 : title.includes(word) ? 16 : 0) +
      (where.includes(word) ? 8 : 0) +
      (text.includes(word) ? 3 : 0)
    if (found === 0) return 0
    score += found
  }
  return score
}

const search = () => {
  const input = document.getElementById("q")
  const list = document.getElementById("results")
  let index
  let chosen = -1
  const load = () => {
    index ??= fetch(searchAddress).then((response) => response.json())
    return index
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
  const show = (found, asked) => {
    list.replaceChildren(
      ...found.map((entry, at) => {
        const option = document.createElement("li")
        option.id = `result-${at}`
        option.setAttribute("role", "option")
        option.dataset.href = entry.href
        const title = document.createElement("strong")
        title.textContent = entry.title
        const where = document.createElement("small")
        where.textContent = entry.where
        option.append(title, where)
        return option
      })
    )
    if (found.length === 0) {
      const none = document.createElement("li")
      none.className = "none"
      none.textContent = `Nothing found for “${asked}”`
      list.append(none)
    }
    list.hidden = false
    input.setAttribute("aria-expanded", "true")
    say(found.length === 0 ? "Nothing found" : `${found.length} results`)
    choose(0)
  }
  const look = async () => {
    const asked = input.value.trim().toLowerCase()
    if (asked === "") return close()
    const words = asked.split(/\s+/)
    const entries = await load()
    if (input.value.trim().toLowerCase() !== asked) return
    const found = entries
      .map((entry) => ({ entry, score: rank(entry, words) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, resultsMax)
      .map(({ entry }) => entry)
    show(found, input.value.trim())
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

addEventListener("DOMContentLoaded", () => {
  theme()
  menu()
  copyButtons()
  whereabouts()
  search()
})
