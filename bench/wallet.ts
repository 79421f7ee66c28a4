import { startBitcoind } from '#server/embedded/bitcoind.ts'
import { callNode } from '#server/embedded/bitcoind-rpc.ts'
import { makeProgramFolder } from '../e2e/temp-data-dir.ts'

/** A node of its own with a wallet that has money. */
export async function startWallet() {
  const dataDir = makeProgramFolder()
  const node = await startBitcoind({
    dataDir: dataDir.path,
    log: { info: () => undefined, warn: (line) => process.stderr.write(`${line}\n`) },
    extraArgs: ['-disablewallet=0', '-fallbackfee=0.00002'],
  })
  const { rpcUrl, cookieFile } = node
  await callNode({ rpcUrl, cookieFile }, 'createwallet', ['bench'])
  const wallet = { rpcUrl: new URL('/wallet/bench', rpcUrl).href, cookieFile }
  const address = await callNode<string>(wallet, 'getnewaddress')
  await callNode(wallet, 'generatetoaddress', [101, address])
  return {
    /** How long the call takes, in formatMilliseconds; a block follows it. */
    async sendmany(outputs: Readonly<Record<string, string>>): Promise<number> {
      const start = performance.now()
      await callNode(wallet, 'sendmany', ['', outputs, 1, '', [], true, null, 'unset', 2])
      const ms = performance.now() - start
      await callNode(wallet, 'generatetoaddress', [1, address])
      return ms
    },
    async stop(): Promise<void> {
      await node.stop()
      dataDir.remove()
    },
  }
}
