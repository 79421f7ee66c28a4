import { createTransport } from 'nodemailer'
import { usdNumber, usdText } from '#domain/money.ts'
import { isPossiblePrice } from '#domain/price.ts'
import { exchanges } from '#server/adapters/price/exchanges.ts'
import { fetchTwilioStatus } from '#server/adapters/sms/twilio.ts'
import { plansOfOperator } from '#server/signer/read-plan.ts'
import type { Config } from '#server/startup/config.ts'
import { type Finding, fine, note, reasonOf, wrong } from './finding.ts'
import { lookInto } from './look-into.ts'

const patienceMs = 15_000

/** Payments that the signer has left to the operator, by their rates. */
export async function examineHeldRates(url: string | null): Promise<Finding[]> {
  const held = url ? await lookInto(url, plansOfOperator) : null
  return [...new Set(held?.map(({ rateUsdCentsPerBtc }) => rateUsdCentsPerBtc))].map((rate) =>
    wrong(
      `Payments at ${usdText(rate)} USD wait for you, since that is far from the rates signed before: npm run price:confirm.`,
    ),
  )
}

export async function examinePrice({ priceSources }: Config): Promise<Finding[]> {
  if (!priceSources) return [note('The price is simulated: good for play money alone.')]
  return Promise.all(
    priceSources.map(async ({ name, baseUrl }) => {
      try {
        const { usdCentsPerBtc } = await exchanges[name].fetchQuote(baseUrl, Date.now())
        return isPossiblePrice(usdCentsPerBtc)
          ? fine(`${name} says ${usdNumber(usdCentsPerBtc)} USD.`)
          : wrong(`${name} says ${usdNumber(usdCentsPerBtc)} USD, which no bitcoin costs.`)
      } catch (error) {
        return wrong(`${name} cannot be asked for the price: ${reasonOf(error)}.`)
      }
    }),
  )
}

const unconfigured = (what: string, sandbox: boolean, does: string): Finding =>
  sandbox
    ? note(`${what} is not set: messages show at /sandbox alone.`)
    : wrong(`${what} is not set: ${does}.`)

export async function examineMail({ smtp, sandbox }: Config): Promise<Finding[]> {
  if (!smtp) {
    return [unconfigured('SMTP_URL', sandbox, 'no code and no reset of a password reaches anybody')]
  }
  const timeouts = { connectionTimeout: patienceMs, greetingTimeout: patienceMs }
  const transport = createTransport({ url: smtp.url, ...timeouts, socketTimeout: patienceMs })
  try {
    await transport.verify()
    return [fine('The mail server lets us in.')]
  } catch (error) {
    return [wrong(`The mail server of SMTP_URL does not let us in: ${reasonOf(error)}.`)]
  } finally {
    transport.close()
  }
}

export async function examineTextMessages({ twilio: account }: Config): Promise<Finding[]> {
  if (!account) return [note('TWILIO_ACCOUNT_SID is not set: codes go by e-mail alone.')]
  try {
    const status = await fetchTwilioStatus(account)
    return [
      status === 'active'
        ? fine('Twilio knows the account.')
        : wrong(`Twilio says that the account is ${status}.`),
    ]
  } catch (error) {
    return [wrong(`Twilio does not let us in: ${reasonOf(error)}.`)]
  }
}
