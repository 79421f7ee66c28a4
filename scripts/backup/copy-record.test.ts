import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { copyRecord } from './copy-record.ts'

test('a copy replaces the former one that it continues, a shorter one replaces none', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quincena-copies-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const place = join(folder, 'copies')
  const settings = { dir: folder, remote: null, command: 'rclone', recipient: null }
  const copyAt = async (record: string, minute: number, recordTo: string | null = place) => {
    writeFileSync(join(folder, 'signer-0123456789abcdef.record'), record)
    const at = new Date(Date.UTC(2026, 10, 28, 12, minute))
    return copyRecord({ ...settings, recordTo }, join(folder, 'signer.count'), at)
  }
  const copies = () =>
    readdirSync(place).map((name) => [name, readFileSync(join(place, name), 'utf8')])
  expect(await copyAt('one\n', 0, null)).toBeNull()
  await expect(copyAt('one\n', 0, folder)).rejects.toThrow('BACKUP_RECORD_TO')
  expect(await copyAt('one\n', 1)).toBe(place)
  await copyAt('one\ntwo\n', 2)
  const whole = ['signer-0123456789abcdef-20261128T120200Z.record', 'one\ntwo\n']
  expect(copies()).toEqual([whole])
  await copyAt('one\n', 3)
  expect(copies()).toEqual([whole, ['signer-0123456789abcdef-20261128T120300Z.record', 'one\n']])
})
