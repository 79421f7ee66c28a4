import { connect, type Socket } from 'node:net'

const connections = 50
const ms = 3_000

/** Repeats one GET over bare sockets, for a client's own work would be measured too. */
export async function answersPerSecond(
  url: string,
  headers: Record<string, string> = {},
): Promise<number> {
  const start = performance.now()
  const counts = await Promise.all(
    Array.from({ length: connections }, () => onConnection(new URL(url), headers, start + ms)),
  )
  const seconds = (performance.now() - start) / 1_000
  return counts.reduce((sum, count) => sum + count, 0) / seconds
}

function onConnection(
  { hostname, port, host, pathname, search }: URL,
  headers: Record<string, string>,
  deadline: number,
): Promise<number> {
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const request = `GET ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`
  return new Promise((resolve, reject) => {
    let answers = 0
    let answer = ''
    const socket: Socket = connect(Number(port), hostname)
    const ask = () => socket.write(request)
    socket.setEncoding('latin1')
    socket.on('connect', ask)
    socket.on('error', reject)
    socket.on('close', () => reject(new Error(`${host} closed the connection`)))
    socket.on('data', (part: string) => {
      answer += part
      const length = /\r\ncontent-length: (\d+)/i.exec(answer)?.[1]
      const body = answer.indexOf('\r\n\r\n') + 4
      if (length === undefined || body < 4 || answer.length < body + Number(length)) return
      if (!answer.startsWith('HTTP/1.1 200 ')) return socket.destroy(new Error(answer))
      answers++
      answer = ''
      if (performance.now() < deadline) return ask()
      resolve(answers)
      socket.removeAllListeners('close').destroy()
    })
  })
}
