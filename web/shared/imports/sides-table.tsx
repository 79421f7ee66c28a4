import { useTranslation } from 'react-i18next'
import type { LikenessQuestion } from '#contract/person-questions.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { AddressShort } from '#web/ui/address-text.tsx'
import { PlainTable } from '#web/ui/plain-table.tsx'
import { Text } from '#web/ui/text.tsx'

interface SidesTableProps {
  question: LikenessQuestion
  /** The heading of the newer side. */
  listedHead: string
  labelledBy: string
}

/** The values by which somebody may be told from a known person, and the fields that are equal. */
export function SidesTable({ question, listedHead, labelledBy }: SidesTableProps) {
  const { t } = useTranslation()
  const { differs, same, known, listed } = question
  return (
    <PlainTable look="sides" labelledBy={labelledBy}>
      <thead>
        <tr>
          <td />
          <th scope="col">{t('payrolls.decide.known')}</th>
          <th scope="col">{listedHead}</th>
        </tr>
      </thead>
      <tbody>
        {differs.map((field) => (
          <tr key={field}>
            <th scope="row">{t(`payrolls.decide.field.${field}`)}</th>
            <td>
              <Value field={field} text={known[field] ?? ''} />
            </td>
            <td>
              <Text as="b" strong>
                <Value field={field} text={listed[field] ?? ''} />
              </Text>
            </td>
          </tr>
        ))}
        {same.length > 0 && (
          <tr>
            <th scope="row">{t('payrolls.decide.equal')}</th>
            <td colSpan={2}>
              {same.map((field) => t(`payrolls.decide.field.${field}`)).join(', ')}
            </td>
          </tr>
        )}
      </tbody>
    </PlainTable>
  )
}

/** A missing document is said in words. */
function Value({ field, text }: { field: string; text: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (text === '') {
    return (
      <Text as="span" tone="ink2">
        {t('payrolls.decide.missing')}
      </Text>
    )
  }
  if (field === 'cryptoAddress') return <AddressShort address={text} />
  return field === 'baseSalary' ? format.usd(Number(text)) : text
}
