import { readSettings } from '#server/startup/config.ts'
import { command } from './command.ts'
import { examine } from './doctor/examine.ts'
import { print } from './print.ts'

/**
 * Says in plain words whether this configuration can be trusted with money, before a company does, and
 * ends with 1 where it can't. Changes nothing; the program may run meanwhile.
 */

const marks = { fine: '✓', note: '·', wrong: '✗' }

command(async () => {
  const { config, refusals } = readSettings(process.env)
  const findings = await examine(config, refusals)
  for (const { level, says } of findings) print(`${marks[level]} ${says}`)
  const wrong = findings.filter(({ level }) => level === 'wrong').length
  print()
  print(wrong === 0 ? 'Nothing is wrong.' : `To be put right: ${wrong}.`)
  return wrong === 0
})
