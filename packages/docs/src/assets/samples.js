// How a call is written in each language. Pages are made with it, and it runs in them, so that samples follow what is
// typed into the form.

const encode = encodeURIComponent

export const addressOf = ({ path, values }) => {
  const filled = path.replace(/\{(\w+)\}/g, (whole, name) =>
    values.path[name] === undefined || values.path[name] === "" ? whole : encode(values.path[name])
  )
  const query = Object.entries(values.query).map(([name, value]) => `${encode(name)}=${encode(value)}`)
  return query.length === 0 ? filled : `${filled}?${query.join("&")}`
}

const quoted = (value) => JSON.stringify(String(value))
const inShell = (text) => `'${text.replaceAll("'", "'\\''")}'`

const curl = (call) => {
  const { body, keyed, method, url, values } = call
  const lines = [
    `curl -s${method === "GET" ? "" : ` -X ${method}`} "${url}${addressOf(call).replace(/["$`\\]/g, "\\$&")}"`,
    ...(keyed ? ['-H "X-API-Key: $STOREGLASS_API_KEY"'] : []),
    ...Object.entries(values.header).map(([name, value]) => `-H ${inShell(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : ['-H "Content-Type: application/json"', `-d ${inShell(JSON.stringify(body))}`])
  ]
  return lines.join(" \\\n  ")
}

const property = (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name))

/** A value of JSON as an expression of TypeScript. */
const script = (value) => {
  if (Array.isArray(value)) return `[${value.map(script).join(", ")}]`
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).map(([name, each]) => `${property(name)}: ${script(each)}`)
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`
}

const withClient = ({ body, flat, id, keyed, url, values }) => {
  const [group, ...name] = id.split("_")
  const input = {
    ...values.path,
    ...values.query,
    ...values.header,
    ...(body === undefined ? {} : flat ? body : { body })
  }
  const fields = Object.entries(input).map(([field, value]) => `${property(field)}: ${script(value)}`)
  const short = `{ ${fields.join(", ")} }`
  const argument = fields.length === 0 ? "" : short.length < 60 ? short : `{\n  ${fields.join(",\n  ")}\n}`
  return `import { createClient } from "@storeglass/client"

const client = createClient({ baseUrl: "${url}"${keyed ? ", key: process.env.STOREGLASS_API_KEY" : ""} })

const { data } = await client.${group}.${name.join("_")}(${argument})
console.log(data)`
}

/** The typed client reads JSON; what else there is, is fetched. */
const withFetch = (call) => {
  const { body, keyed, method, url, values } = call
  const headers = {
    ...values.header,
    ...(body === undefined ? {} : { "Content-Type": "application/json" })
  }
  const lines = [
    ...(method === "GET" ? [] : [`method: "${method}"`]),
    `headers: { ${[
      ...(keyed ? ['"X-API-Key": process.env.STOREGLASS_API_KEY ?? ""'] : []),
      ...Object.entries(headers).map(([name, value]) => `${property(name)}: ${quoted(value)}`)
    ].join(", ")} }`,
    ...(body === undefined ? [] : [`body: JSON.stringify(${script(body)})`])
  ]
  return `const response = await fetch(${quoted(`${url}${addressOf(call)}`)}, {
  ${lines.join(",\n  ")}
})
if (!response.ok) throw new Error(await response.text())
console.log(await response.${call.gives === "json" ? "json" : "text"}())`
}

/** A value of JSON as an expression of Python. */
const inPython = (value, by = "") => {
  if (value === null) return "None"
  if (typeof value === "boolean") return value ? "True" : "False"
  if (typeof value !== "object") return JSON.stringify(value)
  const inner = `${by}    `
  const parts = Array.isArray(value)
    ? value.map((each) => inPython(each, inner))
    : Object.entries(value).map(([name, each]) => `${quoted(name)}: ${inPython(each, inner)}`)
  const [open, close] = Array.isArray(value) ? "[]" : "{}"
  const short = `${open}${parts.join(", ")}${close}`
  return short.length < 70 && !short.includes("\n")
    ? short
    : `${open}\n${parts.map((part) => `${inner}${part},\n`).join("")}${by}${close}`
}

const python = (call) => {
  const { body, gives, keyed, method, url, values } = call
  const headers = [
    ...(keyed ? ['"X-API-Key": os.environ["STOREGLASS_API_KEY"]'] : []),
    ...Object.entries(values.header).map(([name, value]) => `${quoted(name)}: ${quoted(value)}`)
  ]
  const pairs = Object.entries(values.query).map(([name, value]) => [
    name,
    typeof value === "boolean" ? String(value) : value
  ])
  const lines = [
    quoted(`${url}${addressOf({ ...call, values: { ...values, query: {} } })}`),
    ...(pairs.length === 0 ? [] : [`params=${inPython(Object.fromEntries(pairs), "    ")}`]),
    ...(headers.length === 0 ? [] : [`headers={${headers.join(", ")}}`]),
    ...(body === undefined ? [] : [`json=${inPython(body, "    ")}`]),
    "timeout=60"
  ]
  const shown = { json: 'response.json()["data"]', none: "response.status_code", other: "response.text" }[gives]
  return `${keyed ? "import os\n\n" : ""}import requests

response = requests.${method.toLowerCase()}(
${lines.map((line) => `    ${line},\n`).join("")})
response.raise_for_status()
print(${shown})`
}

const go = (call) => {
  const { body, keyed, method, url, values } = call
  const text = body === undefined ? "" : JSON.stringify(body)
  const literal = text.includes("`") ? quoted(text) : `\`${text}\``
  const headers = [
    ...(keyed ? ['	request.Header.Set("X-API-Key", os.Getenv("STOREGLASS_API_KEY"))\n'] : []),
    ...Object.entries(values.header).map(
      ([name, value]) => `	request.Header.Set(${quoted(name)}, ${quoted(value)})\n`
    ),
    ...(body === undefined ? [] : ['	request.Header.Set("Content-Type", "application/json")\n'])
  ]
  const imports = ["fmt", "io", "log", "net/http", ...(keyed ? ["os"] : []), ...(body === undefined ? [] : ["strings"])]
  return `package main

import (
${imports.map((name) => `	"${name}"\n`).join("")})

func main() {
${body === undefined ? "" : `	body := strings.NewReader(${literal})\n`}	request, err := http.NewRequest("${method}", ${quoted(`${url}${addressOf(call)}`)}, ${body === undefined ? "nil" : "body"})
	if err != nil {
		log.Fatal(err)
	}
${headers.join("")}	response, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		log.Fatal(err)
	}
	if response.StatusCode >= 300 {
		log.Fatal(string(answer))
	}
	fmt.Println(string(answer))
}`
}

export const samplesOf = (call) => [
  { id: "curl", title: "curl", code: curl(call) },
  { id: "typescript", title: "TypeScript", code: call.gives === "json" ? withClient(call) : withFetch(call) },
  { id: "python", title: "Python", code: python(call) },
  { id: "go", title: "Go", code: go(call) }
]
