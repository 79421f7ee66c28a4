import { useTranslation } from 'react-i18next'
import type { Approval } from '#contract/approvals.ts'
import { btcText, parseBtc, parseUsdNumber, usdNumber } from '#domain/money.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { moneyOf } from '#web/shared/approval/use-approval-words.ts'
import { Btc } from '#web/ui/amount.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { Panel, textInset } from '#web/ui/panel.tsx'
import { Text } from '#web/ui/text.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import { ApprovalItem } from './approval-item.tsx'

interface ForMeProps {
  approvals: readonly Approval[]
  /** Nothing waits for others either. */
  isAll: boolean
}

/** 'Te esperan 2 pagos', their sum, and each with what is to be known before it is opened. */
export function ForMe({ approvals, isAll }: ForMeProps) {
  const { t } = useTranslation()
  const answer = useAnswer(approvals)
  return (
    <Panel flush>
      <Row
        as="header"
        wrap
        justify="between"
        align="start"
        columnGap={6}
        rowGap={1}
        px={textInset}
        pt="22px"
        pb={5}
      >
        <Block minWidth={0}>
          <Text variant="cell" as="p" tone="ink2">
            {t('approvals.title')}
          </Text>
          <Text variant="answer" as="h1" mt={0.5}>
            {answer}
          </Text>
          {approvals.length === 0 && isAll && (
            <Text tone="ink2" mt={1}>
              {t('approvals.noneYet')}
            </Text>
          )}
        </Block>
        <Sum approvals={approvals} />
      </Row>
      {approvals.length > 0 && (
        <Block as="ul" aria-label={answer}>
          {approvals.map((approval) => (
            <Block key={approval._id} as="li" px={textInset} py="22px" lineAbove>
              <ApprovalItem approval={approval} />
            </Block>
          ))}
        </Block>
      )}
    </Panel>
  )
}

function useAnswer(approvals: readonly Approval[]): string {
  const { t } = useTranslation()
  const count = approvals.length
  if (count === 0) return t('approvals.answer.none')
  const arePayments = approvals.every(({ kind }) => kind === 'PAYMENT' || kind === 'OCCURRENCE')
  return t(arePayments ? 'approvals.answer.payments' : 'approvals.answer.any', { count })
}

/** The sum that leaves if all of them are approved. */
function Sum({ approvals }: { approvals: readonly Approval[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const phone = usePhone()
  const amounts = approvals.map(moneyOf).filter((money) => money !== null)
  if (amounts.length === 0) return null
  const cents = amounts.reduce((sum, { usd }) => sum + (parseUsdNumber(usd) ?? 0n), 0n)
  const isKnown = amounts.every(({ btc }) => btc !== undefined)
  const sats = amounts.reduce((sum, { btc = '0' }) => sum + (parseBtc(btc) ?? 0n), 0n)
  return (
    <Block textAlign={phone ? 'left' : 'right'}>
      <Text as={phone ? 'span' : 'p'} variant="cell" tone="ink2">
        {t('approvals.sum')}{' '}
      </Text>
      <Text as={phone ? 'span' : 'p'} size={phone ? 15 : 17} strong>
        {format.usd(usdNumber(cents))}
      </Text>
      {!phone && isKnown && (
        <Text size={13} tone="ink2">
          <Btc btc={btcText(sats)} />
        </Text>
      )}
    </Block>
  )
}
