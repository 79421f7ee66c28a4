import { act, screen, waitFor } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { TotalBalance } from '#web/features/dashboard/balance.tsx'
import { BriefSum } from '#web/features/payments/pay-sum.tsx'
import { payabilityOf } from '#web/features/payments/payability.ts'
import { StatusHead } from '#web/features/payrolls/status-head.tsx'
import { keepOwnTexts } from '#web/lib/own-texts.ts'
import { addresses, makePayroll, makePreview, makeStatus } from '#web/testing/fixtures.ts'
import { answerPrice } from '#web/testing/payroll-answers.ts'
import { show } from '#web/testing/show.tsx'
import { translatePage } from '#web/testing/translate-page.ts'
import { AddressFull, AddressShort } from '#web/ui/address-text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Text } from '#web/ui/text.tsx'

beforeEach(() => {
  onTestFinished(keepOwnTexts())
  answerPrice()
})

const preview = makePreview()
const btcOf = (usd: number) => (usd / 100_000).toFixed(8)
const leaving = (usd: number) => ({
  ...payabilityOf(preview, 0n),
  leaves: { usd, btc: btcOf(usd) },
})
const spare = (usd: number) => ({ usd, btc: btcOf(usd) })

/** Each draws an amount; the sentence is a text with the amount in it. */
const drawn: [string, (usd: number) => ReactNode, (usd: number) => string][] = [
  [
    "the dashboard's balance",
    (usd) => <TotalBalance balance={{ usdBalance: usd, btcBalance: btcOf(usd) }} />,
    (usd) => `$${usd}.00${btcOf(usd)} BTC`,
  ],
  [
    "a payroll's answer",
    (usd) => (
      <StatusHead
        payroll={makePayroll({ status: makeStatus({ code: 'ready', spare: spare(usd) }) })}
      />
    ),
    (usd) => `Sí, y sobran $${usd}.00`,
  ],
  [
    "the pay dialog's sum",
    (usd) => <BriefSum preview={preview} payability={leaving(usd)} />,
    (usd) => `$${usd}.00`,
  ],
  [
    'a sentence whose amount is a text of its own',
    (usd) => <p>Quedan {`$${usd}.00`} hoy</p>,
    (usd) => `Quedan $${usd}.00 hoy`,
  ],
]

test.each(drawn)(
  'the translator wrapped %s and it changes → the new one alone is shown',
  async (_of, draw, textOf) => {
    const page = showChangeable(draw(205))
    await waitFor(() => expect(page.text()).toContain(textOf(205)))
    await page.translate()
    await page.change(draw(310))
    expect(page.text()).toContain(textOf(310))
    expect(page.text()).not.toContain('205')
  },
)

test('the translator wrapped a text that goes → the page goes on without it', async () => {
  const page = showChangeable(
    <p>
      Hay {'uno'} y {'dos'} <b>más</b>
    </p>,
  )
  await page.translate()
  await page.change(
    <p>
      Hay <b>más</b>
    </p>,
  )
  expect(page.text()).toBe('Hay más')
})

test('amounts and addresses are not for the translator', async () => {
  const page = showChangeable(
    <>
      <Amount usd={205} btc="0.00205000" unit />
      <Figure usd={205} btc="0.00205000" />
      <Text strong>$205.00</Text>
      <AddressShort address={addresses.ana} />
      <AddressFull address={addresses.ana} />
    </>,
  )
  await page.translate()
  expect(document.querySelector('font')).toBeNull()
})

/** A page whose content is replaced, as when new data came. */
function showChangeable(first: ReactNode) {
  let change: (content: ReactNode) => void = () => undefined
  function Page() {
    const [content, setContent] = useState(first)
    change = setContent
    return <main>{content}</main>
  }
  show(<Page />)
  const aMoment = () => new Promise((resolve) => setTimeout(resolve))
  return {
    text: () => screen.getByRole('main').textContent,
    async translate() {
      translatePage()
      await aMoment()
    },
    async change(content: ReactNode) {
      act(() => change(content))
      await aMoment()
    },
  }
}
