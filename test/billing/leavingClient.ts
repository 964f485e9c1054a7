import { connect } from "node:net"

/** A client in a process of its own: the gateway hears of what it does when the kernel says so, and not before. */
const [port = "", path = "", key = "", how = ""] = process.argv.slice(2)
const text = `GET ${path} HTTP/1.1\r\nhost: localhost\r\nx-api-key: ${key}\r\n\r\n`

const connected = () =>
  new Promise<ReturnType<typeof connect>>((resolve, reject) => {
    const socket = connect(Number(port), "127.0.0.1", () => resolve(socket))
    socket.once("error", reject)
  })

if (how === "at once") {
  const sockets = await Promise.all(Array.from({ length: 40 }, connected))
  // Written and closed in the same moment, and to the kernel in this order.
  for (const socket of sockets) {
    socket.write(text)
    socket.destroy()
  }
} else {
  const socket = await connected()
  socket.once("data", () => socket.destroy())
  socket.write(text.repeat(50))
}
