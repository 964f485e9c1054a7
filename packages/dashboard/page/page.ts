const {
  nonce = "",
  product = "Storeglass",
  sandbox = "false",
  signedIn = "false",
  version = ""
} = document.getElementById("page")?.dataset ?? {}

/** What the gateway says of itself in the page. */
export const page = {
  nonce,
  product,
  isSandbox: sandbox === "true",
  /** Whether the document was made for a session: the page asks again. */
  isSignedIn: signedIn === "true",
  version
}
