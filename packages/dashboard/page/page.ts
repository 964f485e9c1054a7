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
  /** Whether there's likely a session: the document was asked with its cookie. */
  isSignedIn: signedIn === "true",
  version
}
