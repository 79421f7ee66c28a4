import { useTranslation } from 'react-i18next'
import { monthName } from '#web/lib/month-name.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useLanguage } from '#web/lib/use-language.ts'
import { Btc } from '#web/ui/amount.tsx'
import { Row } from '#web/ui/layout.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Text } from '#web/ui/text.tsx'
import { useNarrow } from '#web/ui/use-phone.ts'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { ChartInSight } from './chart-in-sight.tsx'
import type { Spending } from './spending-scale.ts'

/** The sum paid in each month; absent before the first payment. */
export function SpendingPanel({ spending }: { spending: Spending | undefined }) {
  const { t } = useTranslation()
  const isNarrow = useNarrow()
  if (!spending?.some(({ usd }) => usd > 0)) return null
  const months = isNarrow ? spending.slice(-6) : spending
  return (
    <Panel mt={5} py={{ md: 5 }}>
      <Row wrap align="baseline" justify="between" columnGap={6} mb={2}>
        <Text variant="h3" as="h2">
          {t('dashboard.spending.title')}
        </Text>
        <ThisMonth spending={spending} />
      </Row>
      <ChartInSight months={months} />
      <SpendingTable spending={spending} />
    </Panel>
  )
}

function ThisMonth({ spending }: { spending: Spending }) {
  const format = useFormat()
  const language = useLanguage()
  const current = spending.at(-1)
  if (!current) return null
  return (
    <Text variant="body2" as="p" tone="ink2">
      {monthName(current.month, 'long', language)}{' '}
      <Text as="span" strong tone="ink" mr={3}>
        {format.usd(current.usd)}
      </Text>
      <Text as="span" size={12.5}>
        <Btc btc={current.btc} />
      </Text>
    </Text>
  )
}

/** The chart in words. */
function SpendingTable({ spending }: { spending: Spending }) {
  const { t } = useTranslation()
  const format = useFormat()
  const language = useLanguage()
  return (
    <VisuallyHidden>
      <table>
        <caption>{t('dashboard.spending.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('dashboard.spending.month')}</th>
            <th scope="col">USD</th>
            <th scope="col">BTC</th>
          </tr>
        </thead>
        <tbody>
          {spending.map(({ month, usd, btc }) => (
            <tr key={month}>
              <th scope="row">
                {monthName(month, 'long', language)} {month.slice(0, 4)}
              </th>
              <td>{format.usd(usd)}</td>
              <td>{btc}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  )
}
