import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '#server/embedded/ports.ts'
import { Client } from '../testing/client.ts'
import { DebianTree, whyNoTree } from '../testing/debian-tree.ts'
import { makeAndFundPayroll, runPath, waitUntilSent } from '../testing/installation.ts'
import { runUnit, startUnit } from '../testing/systemd-units.ts'

const source = join(import.meta.dirname, '../..')
const library = '/usr/local/lib/quincena'
const units = ['quincena-*.service', 'quincena-*.timer', 'quincena@api-1.service']
const installer = '/root/quincena/deploy/install.sh'
const answers = [
  ...['--domain', 'localhost', '--email', 'ops@example.com'],
  ...['--network', 'regtest', '--usd-per-day', '1000'],
]

/** Files that a user must not read: those of the other roles. */
const othersFiles = [
  ['signer.key', 'quincena'],
  ['mac-worker.key', 'quincena'],
  ['worker.env', 'quincena'],
  ['mac.key', 'quincena-worker'],
  ['signer.key', 'quincena-worker'],
  ['api-1.env', 'quincena-worker'],
  ['mac.key', 'quincena-backup'],
  ['signer.key', 'quincena-backup'],
  ['mac-signer.key', 'quincena-backup'],
] as const

const kept = ['signer.key', 'api-1.env', 'backup.env'].map((name) => `/etc/quincena/${name}`)

/** A freshly installed server, whose ports are free on this machine. */
async function installedOn(suite: string): Promise<{ tree: DebianTree; apiPort: number }> {
  const why = whyNoTree()
  if (why) throw new Error(`install.sh was not tried on ${suite}: ${why}`)
  const tree = await DebianTree.make(suite)
  onTestFinished(() => tree.remove())
  tree.copySources(source, '/root/quincena')
  tree.copyFetchedPrograms(library)
  expect(await tree.run([installer, ...answers])).toContain('AGE-SECRET-KEY-')
  const [apiPort, otherPort, nodePort] = [await freePort(), await freePort(), await freePort()]
  for (const [file, before, after] of [
    ['api-1.env', 'PORT=3000', `PORT=${apiPort}`],
    ['api-2.env', 'PORT=3001', `PORT=${otherPort}`],
    ['quincena.env', ':18443', `:${nodePort}`],
    ['bitcoin.conf', 'rpcport=18443', `rpcport=${nodePort}\nlisten=0`],
  ] as const) {
    const path = `/etc/quincena/${file}`
    const text = tree.read(path)
    expect(text).toContain(before)
    writeFileSync(tree.at(path), text.replace(before, after))
  }
  return { tree, apiPort }
}

async function startAll(tree: DebianTree): Promise<void> {
  await startUnit(tree, 'quincena-postgres', /ready to accept connections/)
  await startUnit(tree, 'quincena-bitcoind', /Done loading|init message: Done/)
  await runUnit(tree, 'quincena-migrate')
  for (const unit of ['quincena-signer', 'quincena-worker', 'quincena@api-1', 'quincena@api-2']) {
    await startUnit(tree, unit, /^Ready\.$/m)
  }
}

const suites = (process.env.INSTALL_ON ?? 'trixie').split(',')

test.for(suites)(
  'install.sh on Debian %s → a payroll is paid, and what is kept outlives it',
  { timeout: 1_200_000 },
  async (suite) => {
    const { tree, apiPort } = await installedOn(suite)
    const inUnits = `cd /etc/systemd/system && systemd-analyze verify ${units.join(' ')}`
    expect(await tree.run(['sh', '-c', inUnits])).toBe('')
    for (const [file, user] of othersFiles) {
      const read = tree.run(['cat', `/etc/quincena/${file}`], user)
      await expect(read, `${user} reads ${file}`).rejects.toThrow('Permission denied')
    }

    await startAll(tree)
    const client = new Client(`http://127.0.0.1:${apiPort}`)
    await client.signUp()
    const payroll = await makeAndFundPayroll(client)
    await client.call('POST', runPath(payroll._id))
    await waitUntilSent(client, 'unconfirmed', 1)
    await client.call('POST', '/api/sandbox/mine', { blocks: 1 })
    await waitUntilSent(client, 'confirmed', 1)
    await tree.run(['quincena', 'check-money'])
    const records = '/var/lib/quincena-backup/records'
    appendFileSync(tree.at('/etc/quincena/backup.env'), `BACKUP_RECORD_TO=${records}\n`)
    await runUnit(tree, 'quincena-backup')
    expect(await tree.run(['ls', records])).toMatch(/^signer-[\da-f]{16}-\S+\.record$/m)
    await runUnit(tree, 'quincena-backup-verify')

    const before = kept.map((file) => tree.read(file))
    expect(await tree.run([installer]), 'a second time').not.toContain('AGE-SECRET-KEY-')
    await tree.run([installer, '--uninstall'])
    expect(kept.map((file) => tree.read(file))).toEqual(before)
    expect(tree.has('/var/lib/quincena-postgres/18/PG_VERSION')).toBe(true)
    expect(['/opt/quincena', library].filter((path) => tree.has(path))).toEqual([])
  },
)
