import { defaultFeeCeilings } from '#domain/fee-ceilings.ts'
import type { Config } from '#server/startup/config.ts'
import { feeSettingsOf } from '#server/startup/fee-settings.ts'
import { type Finding, fine, note, wrong } from './finding.ts'

const onlyHere = new Set(['localhost', '127.0.0.1', '[::1]', '0.0.0.0', '[::]'])

/** Defaults that work, and that a company with real salaries must change. */
export function examineInstallation(config: Config): Finding[] {
  if (config.sandbox) return [...feeCeilings(config)]
  return [
    ...feeCeilings(config),
    ...(config.roles.includes('api') || config.roles.includes('worker') ? ofPeople(config) : []),
    ...(config.roles.includes('signer') ? caps(config) : []),
  ]
}

/** How people come to the program: by its address, and by way of a proxy that has the certificate. */
function* ofPeople({ publicUrl, trustProxy, roles, network }: Config): Generator<Finding> {
  const { protocol, hostname } = new URL(publicUrl)
  if (onlyHere.has(hostname)) {
    yield wrong(
      `PUBLIC_URL is ${publicUrl}: links in mails, for a new password too, would lead people to their own machine.`,
    )
    return
  }
  if (protocol !== 'https:') {
    // The refusals have this fault on main.
    if (network !== 'main') {
      yield wrong(
        `PUBLIC_URL is ${publicUrl}: without https passwords and codes can be read on the way.`,
      )
    }
  } else {
    yield fine(`Links in mails lead to ${publicUrl}.`)
  }
  // The program itself speaks no TLS, so somebody in front of it does.
  if (protocol === 'https:' && roles.includes('api') && !trustProxy) {
    yield wrong(
      'TRUST_PROXY is not set: to an api behind a proxy all people come from one address, and the wrong passwords of one keep everybody out.',
    )
  }
}

/** The signer has its own: only they are to be the same on every machine. */
function* feeCeilings({ feeCeilings: ceilings }: Config): Generator<Finding> {
  const standard = new Map(Object.entries(feeSettingsOf(defaultFeeCeilings)))
  const others = Object.entries(feeSettingsOf(ceilings)).flatMap(([name, value]) =>
    value === standard.get(name) ? [] : `${name} is ${value} instead of ${standard.get(name)}`,
  )
  if (others.length > 0) {
    yield note(`Ceilings of fees: ${others.join(', ')}. Api, worker and signer need the same ones.`)
  }
}

function* caps({ signerCaps, network, signUp }: Config): Generator<Finding> {
  const { usdPerPayment, usdPerDay, usdPerDayOfAll } = signerCaps
  const missing = [
    ...(usdPerPayment === null ? ['SIGNER_MAX_USD_PER_PAYMENT'] : []),
    // The refusals have this fault on main.
    ...(usdPerDay === null && network !== 'main' ? ['SIGNER_MAX_USD_PER_DAY'] : []),
  ]
  if (missing.length > 0) {
    yield note(
      `${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} not set: whoever takes over an api can have everything paid out at once.`,
    )
  }
  if (usdPerDayOfAll === null && signUp === 'open') {
    yield note(
      'SIGN_UP is open and SIGNER_MAX_USD_PER_DAY_ALL is not set: the cap of a day is that of each company, and anybody makes one more.',
    )
  }
}
