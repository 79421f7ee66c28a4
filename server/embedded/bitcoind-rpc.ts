import { readFileSync } from 'node:fs'

export interface RpcAddress {
  readonly rpcUrl: string
  /** Written at each start of the node. */
  readonly cookieFile: string
}

/** An error that the node itself gave, as against one of reaching it. */
export class NodeError extends Error {
  readonly code: number
  constructor(method: string, { code, message }: { code: number; message: string }) {
    super(`${method}: ${message} (${code})`)
    this.name = 'NodeError'
    this.code = code
  }
}

/** Calls a node that is started or tested; the program's own client is server/adapters/bitcoind. */
export async function callNode<T>(
  { rpcUrl, cookieFile }: RpcAddress,
  method: string,
  params: readonly unknown[] = [],
): Promise<T> {
  const credentials = Buffer.from(readFileSync(cookieFile, 'utf8')).toString('base64')
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { authorization: `Basic ${credentials}`, connection: 'close' },
    body: JSON.stringify({ id: 0, method, params }),
    signal: AbortSignal.timeout(60_000),
  })
  const text = await response.text()
  if (!text.startsWith('{')) throw new Error(`${method}: the node answered ${response.status}`)
  const { error, result } = JSON.parse(text)
  if (error) throw new NodeError(method, error)
  return result
}
