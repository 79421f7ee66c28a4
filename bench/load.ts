import { connect, type Socket } from 'node:net'

export type Load = { perSecond: number; p95: number; p99: number; answers: number }

/**
 * The same GET over and over on so many open connections for a time: how many were answered in a second,
 * and how long 95 and 99 of a hundred took. By bare sockets, for a client's own work would be measured too.
 */
export async function load(url: string, { connections, ms, headers = {} }: Options): Promise<Load> {
  const start = performance.now()
  const times = await Promise.all(
    Array.from({ length: connections }, () => onConnection(new URL(url), headers, start + ms)),
  )
  const seconds = (performance.now() - start) / 1_000
  const sorted = times.flat().sort((a, b) => a - b)
  const quantile = (part: number) => sorted[Math.ceil(sorted.length * part) - 1] ?? Number.NaN
  return {
    perSecond: sorted.length / seconds,
    p95: quantile(0.95),
    p99: quantile(0.99),
    answers: sorted.length,
  }
}

type Options = { connections: number; ms: number; headers?: Record<string, string> }

function onConnection(
  { hostname, port, host, pathname, search }: URL,
  headers: Record<string, string>,
  deadline: number,
): Promise<number[]> {
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const request = `GET ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`
  return new Promise((resolve, reject) => {
    const times: number[] = []
    let requested = 0
    let answer = ''
    const socket: Socket = connect(Number(port), hostname)
    const ask = () => {
      requested = performance.now()
      socket.write(request)
    }
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
      times.push(performance.now() - requested)
      answer = ''
      if (performance.now() < deadline) return ask()
      resolve(times)
      socket.removeAllListeners('close').destroy()
    })
  })
}
