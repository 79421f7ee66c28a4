import { Trans, useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { isSignedIn } from '#web/lib/session.ts'
import { paths } from '#web/shared/paths.ts'
import { Button } from '#web/ui/controls.tsx'
import { Block } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'
import { usePayrollOf } from './api.ts'
import { HelpPage, HelpStep, Notes } from './help-page.tsx'

const steps = ['account', 'buy', 'withdraw', 'compare', 'test'] as const
const notes = ['time', 'cost', 'missing'] as const
/** Characters of an address that a person compares. */
const compared = 8

/**
 * The way from dollars to a funded payroll; open to everybody. The address names the payroll, if
 * any.
 */
export function Component() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const signedIn = isSignedIn()
  // Without an answer the page says the same, with no payroll in it.
  const { data: payroll } = usePayrollOf(signedIn ? search.get('payroll') : null)
  const text = {
    account: t('help.bitcoin.step.account.text'),
    buy: t('help.bitcoin.step.buy.text'),
    withdraw: (
      <Trans
        i18nKey="help.bitcoin.step.withdraw.text"
        components={{ b: <Text as="b" strong tone="ink" /> }}
      />
    ),
    compare: payroll?.cryptoAddress ? (
      <Compare address={payroll.cryptoAddress} />
    ) : (
      t('help.bitcoin.step.compare.text')
    ),
    test: t('help.bitcoin.step.test.text'),
  }
  return (
    <HelpPage
      title={t('help.bitcoin.title')}
      detail={t('help.bitcoin.detail')}
      back={
        payroll && {
          to: paths.payroll(payroll._id),
          text: t('help.bitcoin.back', { name: payroll.name }),
        }
      }
    >
      <Block as="ol" lineBelow>
        {steps.map((step, index) => (
          <HelpStep
            key={step}
            number={index + 1}
            title={t(`help.bitcoin.step.${step}.title`)}
            text={text[step]}
            action={
              step === 'buy' &&
              signedIn && (
                <Button component={Link} to={payroll ? paths.payroll(payroll._id) : paths.payrolls}>
                  {t('help.bitcoin.amount')}
                </Button>
              )
            }
          />
        ))}
      </Block>
      <Notes
        notes={notes.map((note) => ({
          title: t(`help.bitcoin.note.${note}.title`),
          text: t(`help.bitcoin.note.${note}.text`),
        }))}
      />
    </HelpPage>
  )
}

function Compare({ address }: { address: string }) {
  return (
    <Trans
      i18nKey="help.bitcoin.step.compare.textOf"
      values={{ address: `${address.slice(0, compared)} … ${address.slice(-compared)}` }}
      components={{
        address: <Text as="b" mono size={13} strong tone="ink" noWrap />,
      }}
    />
  )
}
