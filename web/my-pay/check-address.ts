import type { Network } from '#domain/address.ts'

let network: Promise<Network> | null = null

/** Asked for once; after a failure again. */
function networkOfServer(): Promise<Network> {
  network ??= fetch('/api/v1/config')
    .then((answer) => answer.json())
    .then((answer: { data: { network: Network } }) => answer.data.network)
    .catch((error) => {
      network = null
      throw error
    })
  return network
}

/** Reads an address as the server does. The reader is loaded with the first text. */
export async function checkAddress(text: string) {
  const [{ explainAddress, askFor }, network] = await Promise.all([
    import('#domain/explain-address.ts'),
    networkOfServer(),
  ])
  const found = explainAddress(text, network)
  if (found.ok) return { ok: true, address: found.address } as const
  return { ok: false, fault: { ...found.fault, ask: askFor(found.fault) } } as const
}
