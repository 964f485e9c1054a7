const {
  nonce = "",
  product = "Storeglass",
  sandbox = "false",
  version = ""
} = document.getElementById("page")?.dataset ?? {}

/** What the gateway says of itself in the page. */
export const page = { nonce, product, isSandbox: sandbox === "true", version }
