import { escapeHtml } from "@storeglass/plugin-api"
import hljs from "highlight.js/lib/core"
import bash from "highlight.js/lib/languages/bash"
import dockerfile from "highlight.js/lib/languages/dockerfile"
import go from "highlight.js/lib/languages/go"
import java from "highlight.js/lib/languages/java"
import javascript from "highlight.js/lib/languages/javascript"
import json from "highlight.js/lib/languages/json"
import perl from "highlight.js/lib/languages/perl"
import python from "highlight.js/lib/languages/python"
import typescript from "highlight.js/lib/languages/typescript"
import yaml from "highlight.js/lib/languages/yaml"

const languages = { bash, dockerfile, go, java, javascript, json, perl, python, typescript, yaml }
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language)

const known: Readonly<Record<string, { readonly name: string; readonly title: string } | undefined>> = {
  sh: { name: "bash", title: "Shell" },
  console: { name: "bash", title: "Shell" },
  js: { name: "javascript", title: "JavaScript" },
  ts: { name: "typescript", title: "TypeScript" },
  python: { name: "python", title: "Python" },
  go: { name: "go", title: "Go" },
  java: { name: "java", title: "Java" },
  perl: { name: "perl", title: "Perl" },
  json: { name: "json", title: "JSON" },
  yaml: { name: "yaml", title: "YAML" },
  dockerfile: { name: "dockerfile", title: "Dockerfile" }
}

/** The languages that are coloured, by their names in Markdown. */
export const colouredLanguages: ReadonlyArray<string> = Object.keys(known)

/** A block of code, coloured here and not in the browser, with a title and room for a copy button. */
export const codeBlock = (code: string, lang: string, title?: string): string => {
  const language = known[lang]
  const shown = title ?? language?.title ?? "Text"
  const html = language === undefined ? escapeHtml(code) : hljs.highlight(code, { language: language.name }).value
  return `<figure class="code"><figcaption>${escapeHtml(shown)}</figcaption><pre tabindex="0" role="group" aria-label="${escapeHtml(shown)} example"><code>${html}</code></pre></figure>`
}
