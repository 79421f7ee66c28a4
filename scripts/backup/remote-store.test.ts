import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { remoteStore } from './remote-store.ts'

/** A program with rclone's words, over a folder; `refuse` fails as a remote does that is away. */
const folder = mkdtempSync(join(tmpdir(), 'quincena-remote-'))
afterAll(() => rmSync(folder, { recursive: true }))
const command = join(folder, 'rclone')
const files = join(folder, 'files')
writeFileSync(
  command,
  `#!/bin/sh
set -e
path() { printf '%s/%s' '${files}' "\${1#play:}"; }
case "$1" in
  rcat) cat > "$(path "$2")" ;;
  cat) cat "$(path "$2")" ;;
  lsf) mkdir -p '${files}'; ls '${files}' ;;
  moveto) case "$2" in *refuse*) echo 'quota exceeded' >&2; exit 3 ;; esac; mv "$(path "$2")" "$(path "$3")" ;;
  deletefile) rm "$(path "$2")" ;;
esac
`,
)
chmodSync(command, 0o755)
const store = remoteStore(command, 'play:')

async function* bytes(fault?: Error) {
  yield Buffer.from('first ')
  if (fault) throw fault
  yield Buffer.from("'; touch x; second")
}

test('a backup goes to the remote and comes back as it was', async () => {
  expect(await store.list()).toEqual([])
  expect(await store.write("a'b $(c).age", bytes())).toBe(24)
  expect(await store.list()).toEqual(["a'b $(c).age"])
  expect(String(await buffer(store.read("a'b $(c).age")))).toBe("first '; touch x; second")
  await store.remove("a'b $(c).age")
  expect(await store.list()).toEqual([])
})

test('the source fails, or the remote does → nothing has the name', async () => {
  await expect(store.write('one.age', bytes(new Error('pg_dump failed')))).rejects.toThrow(
    'pg_dump failed',
  )
  await expect(store.write('refuse.age', bytes())).rejects.toThrow('quota exceeded')
  expect(readdirSync(files).filter((name) => !name.endsWith('.part'))).toEqual([])
})

test('no such program, or a file that is not there → said in a sentence', async () => {
  await expect(remoteStore('/nowhere/rclone', 'play:').list()).rejects.toThrow('cannot be run')
  await expect(buffer(store.read('missing.age'))).rejects.toThrow('cat failed')
})
