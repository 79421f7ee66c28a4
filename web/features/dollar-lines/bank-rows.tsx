import { useTranslation } from 'react-i18next'
import type { DollarLine } from '#contract/dollar-lines.ts'
import { accountEnd } from '#domain/account-end.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { Mark } from '#web/ui/inline-icons.tsx'
import { Block, Grid, Row } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'

/** Name, bank, document and dollars of the first people of a list; on phones two lines a person. */
export function BankRows({ lines }: { lines: readonly DollarLine[] }) {
  return (
    <Block as="ul" m={0} p={0} mt={2}>
      {lines.map((line) => (
        <BankRow key={line._id} line={line} />
      ))}
    </Block>
  )
}

const columns = {
  xs: 'minmax(0, 1fr) auto',
  md: 'minmax(0, 235fr) minmax(0, 211fr) minmax(0, 150fr) minmax(0, 320fr) auto',
}
const areas = {
  xs: '"name usd" "bank bank" "document document" "paid paid"',
  md: '"name bank document paid usd"',
}

function BankRow({ line }: { line: DollarLine }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { name, bank, bankAccount, identification, usd } = line
  const account = bankAccount === '' ? t('dollarList.noAccount') : `····${accountEnd(bankAccount)}`
  return (
    <Grid
      as="li"
      columns={columns}
      areas={areas}
      columnGap={4}
      align="center"
      minHeight={46}
      py={{ xs: 2.5, md: 2 }}
      lineBetween
      size={14}
      leading={20}
      tone="ink2"
    >
      <Text as="span" area="name" strong tone="ink" size={14.5} breakWords>
        {name}
      </Text>
      <Text as="span" area="bank" tone={bankAccount === '' ? 'amber' : 'ink2'} breakWords>
        {bank === '' ? account : `${bank} ${account}`}
      </Text>
      <Text as="span" area="document" hideEmpty>
        {identification !== '' && t('dollarList.step.document', { document: identification })}
      </Text>
      <Block area="paid" minWidth={0} hideEmpty>
        {line.paid && <Paid line={line} />}
      </Block>
      <Text as="span" area="usd" strong tone="ink" size={14.5} textAlign="right">
        {format.usd(usd)}
      </Text>
    </Grid>
  )
}

function Paid({ line: { paidAt, reference } }: { line: DollarLine }) {
  const { t } = useTranslation()
  const format = useFormat()
  const date = format.day(paidAt ?? '')
  return (
    <Row gap={2} tone="jade" strong>
      <Mark name="tick" size={15} />
      <Text as="span" truncate title={reference}>
        {[t('dollarList.paidOn', { date }), reference].filter(Boolean).join(' · ')}
      </Text>
    </Row>
  )
}
