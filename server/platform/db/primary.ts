import pg from 'pg'
import { requirePrimary } from './database-away.ts'

/**
 * The servers of an address with a list of them, `…@db1/quincena?host=db1,db2,db3&port=5432,5432,5433`,
 * each as an address of its own; any other address alone. Tools of libpq read the same list.
 */
export function serversOf(address: string): string[] {
  if (!address.includes(',')) return [address]
  const url = new URL(address)
  const hosts = url.searchParams.get('host')?.split(',') ?? []
  if (hosts.length < 2) return [address]
  const ports = url.searchParams.get('port')?.split(',') ?? []
  return hosts.map((host, index) => {
    const server = new URL(address)
    for (const name of ['host', 'port', 'target_session_attrs']) server.searchParams.delete(name)
    server.hostname = host
    server.port = ports.at(ports.length === 1 ? 0 : index) || url.port
    return server.href
  })
}

/** A server that says nothing by then is no primary; a pool waits 5 s for a connection. */
const lookMs = 2_000

async function requirePrimaryAt(server: string): Promise<string> {
  const client = new pg.Client({ connectionString: server, connectionTimeoutMillis: lookMs })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await requirePrimary(client)
    return server
  } finally {
    void client.end().catch(() => undefined)
  }
}

/** Knows the primary of a list of servers until a connection to it is lost. */
class ServerList {
  #known: string | null = null
  #search: Promise<string> | null = null
  readonly #servers: readonly string[]

  constructor(servers: readonly string[]) {
    this.#servers = servers
  }

  async primary(): Promise<string> {
    if (this.#known !== null) return this.#known
    this.#search ??= Promise.any(this.#servers.map(requirePrimaryAt)).finally(() => {
      this.#search = null
    })
    this.#known = await this.#search
    return this.#known
  }

  forget(server: string): void {
    if (this.#known === server) this.#known = null
  }
}

const lists = new Map<string, ServerList>()

function listOf(address: string, servers: readonly string[]): ServerList {
  const list = lists.get(address) ?? new ServerList(servers)
  lists.set(address, list)
  return list
}

type Config = pg.ClientConfig & { connectionString: string }
type Connected = (err: Error) => void

/** A client that goes to the primary of its list, as libpq does with `target_session_attrs=read-write`. */
export class PrimaryClient extends pg.Client {
  readonly #list: ServerList | null

  constructor(config: Config) {
    const servers = serversOf(config.connectionString)
    super({ ...config, connectionString: servers[0] })
    this.#list = servers.length > 1 ? listOf(config.connectionString, servers) : null
  }

  override connect(): Promise<pg.Client>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<pg.Client> | undefined {
    const list = this.#list
    if (!list) return callback ? (super.connect(callback) as undefined) : super.connect()
    const connected = this.#connectTo(list)
    if (!callback) return connected
    const done = callback as (err?: Error) => void
    connected.then(() => done(), done)
    return undefined
  }

  async #connectTo(list: ServerList): Promise<pg.Client> {
    const server = await list.primary()
    const { hostname, port } = new URL(server)
    // Read when the connection is made, the name in its certificate too.
    Object.assign(this, { host: decodeURIComponent(hostname), port: Number(port || 5432) })
    const forget = () => list.forget(server)
    this.once('end', forget)
    this.once('error', forget)
    try {
      await super.connect()
    } catch (cause) {
      forget()
      throw cause
    }
    return this
  }
}

/** The client for a pool, which gives it the pool's own options. */
export const ofPools = PrimaryClient as unknown as new () => pg.ClientBase
