import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyFolder, writeTemporaryFile } from './temporary-files.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'temporary-files-test-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('a temporary file has the bytes, for its owner alone', async () => {
  async function* bytes() {
    yield Buffer.from('Nombre,')
    yield Buffer.from('Apellido')
  }
  const path = join(folder, 'one')
  await writeTemporaryFile(path, bytes())
  expect(await readFile(path, 'utf8')).toBe('Nombre,Apellido')
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  await rm(path)
})

test('what breaks off says so', async () => {
  async function* bytes() {
    yield Buffer.from('Nombre,')
    throw new Error('hung up')
  }
  await expect(writeTemporaryFile(join(folder, 'two'), bytes())).rejects.toThrow('hung up')
})

test('the next start removes the files of a process that was killed', async () => {
  await writeFile(join(folder, 'left'), 'Rosa,Menjívar')
  expect(await readdir(await emptyFolder(folder))).toEqual([])
  const inner = await emptyFolder(join(folder, 'data', 'uploads'))
  expect((await stat(inner)).mode & 0o777).toBe(0o700)
})
