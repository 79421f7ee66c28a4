import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { isTrue } from '#server/authorization/mac.ts'
import { type MacRow, macColumns } from '#server/authorization/registry.ts'
import type { Config } from '#server/startup/config.ts'
import { readMacKey } from '#server/startup/secrets.ts'
import { type Finding, fine, note, reasonOf, wrong } from './finding.ts'
import { lookInto } from './look-into.ts'

const peopleTried = 100

/** A key that others can read is no key. `without` says what a missing one leaves; null: the start makes it. */
export async function examineKeyFile(
  name: string,
  path: string,
  without: string | null,
): Promise<Finding> {
  try {
    const { mode } = await stat(path)
    return (mode & 0o077) === 0
      ? fine(`${name} can be read by its owner alone.`)
      : wrong(`${name} can be read by others than its owner: chmod 400 ${path}`)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      return wrong(`${name} cannot be read: ${reasonOf(error)}.`)
    }
    return without
      ? wrong(`${name} is not there (${path}), and ${without}: see docs/operating/keys.md.`)
      : note(`${name} is not there yet: the first start makes it.`)
  }
}

/** The MAC key must be the one under which people were saved; that the file is there is not enough. */
export async function examineMacKey(
  { macKeyFile, network }: Config,
  url: string | null,
): Promise<Finding[]> {
  const people = url ? await newestPeople(url) : []
  const file = await examineKeyFile('MAC_KEY_FILE', macKeyFile, leftWithout(people))
  if (!existsSync(macKeyFile)) return [file]
  try {
    const key = await readMacKey(macKeyFile, network)
    if (people === null) {
      return [file, note('Whether MAC_KEY_FILE is the right key only a database could say.')]
    }
    const misfits = people.filter((terms) => !isTrue(key, 'employees', terms)).length
    return [file, ...howTheyFit(people.length, misfits)]
  } catch (error) {
    return [file, wrong(`MAC_KEY_FILE is no key: ${reasonOf(error)}.`)]
  }
}

function leftWithout(people: readonly unknown[] | null): string | null {
  if (people === null) return 'no database says whether people were saved under it'
  if (people.length === 0) return null
  return 'the database has people who were saved under it: nothing starts'
}

function* howTheyFit(people: number, misfits: number): Generator<Finding> {
  if (people === 0) return
  if (misfits === 0) yield fine('MAC_KEY_FILE is the key under which people were saved.')
  else if (misfits === people) {
    yield wrong(
      'MAC_KEY_FILE is another key than the one under which people were saved: nobody would be paid. Every api and the signer have to share one file.',
    )
  } else {
    yield wrong(
      `${misfits} of the newest ${people} people do not fit MAC_KEY_FILE and would not be paid: an api has another key, or somebody has changed them in the database. Each is right again once saved anew.`,
    )
  }
}

/** Null where the database cannot be asked, which is a finding of its own. */
async function newestPeople(url: string): Promise<MacRow<'employees'>[] | null> {
  return lookInto(url, (db) =>
    db
      .selectFrom('employees')
      .select(macColumns.employees)
      .orderBy('id', 'desc')
      .limit(peopleTried)
      .execute(),
  ).then(
    (people) => people ?? [],
    () => null,
  )
}
