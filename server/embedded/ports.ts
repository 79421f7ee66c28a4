import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Below what systems give to connections that go out (Linux from 32768 on, others from 49152): a port
 * from up there is some connection's before its server listens, or while that is started again.
 */
const ours = { from: 20_000, below: 32_768 }
const tries = 100

/** The wanted port when it is free on 127.0.0.1, else one that is. */
export async function freePort(wanted?: number): Promise<number> {
  if (wanted !== undefined && (await isFree(wanted))) return wanted
  for (let tried = 0; tried < tries; tried += 1) {
    const port = randomInt(ours.from, ours.below)
    if (await isFree(port)) return port
  }
  throw new Error('no free port on 127.0.0.1')
}

/** The port of a server whose address is known already: nobody would look for it at another one. */
export async function waitForFreePort(port: number, waitMs = 15_000): Promise<number> {
  const deadline = Date.now() + waitMs
  while (!(await isFree(port))) {
    if (Date.now() > deadline) throw new Error(`port ${port} was taken by another program`)
    await sleep(50)
  }
  return port
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' || error.code === 'EACCES' ? resolve(false) : reject(error),
    )
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      server.close(() => resolve(true))
    })
  })
}
