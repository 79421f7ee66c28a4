import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { connectionsOf, type Db } from '../db/database.ts'

/** Counts what this process answers; the rest is asked of the database when somebody looks. */
export type Metrics = ReturnType<typeof createMetrics>

export function createMetrics(pools: Record<string, Db>, readGauges: () => Promise<string>) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'quincena_http_request_duration_seconds',
    help: 'Time to answer, by the pattern of the route: no id and no address is a label',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 1, 2.5, 10, 30],
    registers: [registry],
  })
  // Finding an observer by its labels each time costs more than counting in it.
  const observers = new Map<string, { observe(seconds: number): void }>()
  const pool = new Gauge({
    name: 'quincena_database_connections',
    help: "This process's connections to the database: used, idle; and who waits for one",
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [name, db] of Object.entries(pools)) {
        for (const [state, count] of Object.entries(connectionsOf(db))) {
          pool.set({ pool: name, state }, count)
        }
      }
    },
  })
  return {
    observe(method: string, route: string, status: number, seconds: number): void {
      const key = `${method} ${route} ${status}`
      const found = observers.get(key) ?? requests.labels(method, route, String(status))
      observers.set(key, found)
      found.observe(seconds)
    },
    contentType: registry.contentType,
    /** The figures of now; without a database those of the process alone. */
    async text(): Promise<string> {
      const [own, gauges] = await Promise.all([registry.metrics(), readGauges()])
      return `${own}\n${gauges}`
    },
  }
}

/** `GET /metrics` on an address of its own, which is for those who operate the program. */
export async function serveMetrics(
  metrics: Metrics,
  { host, port }: { host: string; port: number },
) {
  const server = createServer(async (request, response) => {
    if (!['GET', 'HEAD'].includes(request.method ?? '') || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    const text = await metrics.text()
    response.writeHead(200, { 'content-type': metrics.contentType }).end(text)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    async stop(): Promise<void> {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
