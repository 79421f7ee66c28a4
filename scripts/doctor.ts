import { readConfig } from '#server/config.ts'
import { examine } from './doctor/examine.ts'
import { wordsOf } from './doctor/finding.ts'

/**
 * Says in plain words whether this configuration can be trusted with money, before a company does, and
 * ends with 1 where it can't. Changes nothing; the program may run meanwhile.
 */

const marks = { fine: '✓', note: '·', wrong: '✗' }
const say = (text = ''): void => void process.stdout.write(`${text}\n`)

examine(readConfig(process.env)).then(
  (findings) => {
    for (const { level, says } of findings) say(`${marks[level]} ${says}`)
    const wrong = findings.filter(({ level }) => level === 'wrong').length
    say()
    say(wrong === 0 ? 'Nothing is wrong.' : `To be put right: ${wrong}.`)
    process.exit(wrong === 0 ? 0 : 1)
  },
  (error: unknown) => {
    process.stderr.write(`${wordsOf(error)}\n`)
    process.exit(1)
  },
)
