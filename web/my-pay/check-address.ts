import { serverConfig } from './server-config.ts'

/** Reads an address as the server does. The reader is loaded with the first text. */
export async function checkAddress(text: string) {
  const [{ explainAddress, askFor }, { network }] = await Promise.all([
    import('#domain/explain-address.ts'),
    serverConfig(),
  ])
  const found = explainAddress(text, network)
  if (found.ok) return { ok: true, address: found.address } as const
  return { ok: false, fault: { ...found.fault, ask: askFor(found.fault) } } as const
}
