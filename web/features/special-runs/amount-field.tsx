import InputAdornment from '@mui/material/InputAdornment'
import { useTranslation } from 'react-i18next'
import { formatUsdBare } from '#web/lib/format.ts'
import { fullName } from '#web/lib/full-name.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useLanguage } from '#web/lib/use-language.ts'
import { AmountInput } from '#web/ui/amount-input.tsx'
import { Row } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'
import type { SheetAmount } from './use-amounts.ts'

interface AmountFieldProps {
  amount: SheetAmount
  /** Absent: the person only reads. */
  onType: ((text: string) => void) | undefined
}

/** The amount of one person, 'No aplica', or what it was before somebody set it. */
export function SheetAmountField({ amount, onType }: AmountFieldProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const language = useLanguage()
  const { line, typed, usd, isWrong, isEdited, isOut } = amount
  if (isOut || !onType) {
    return (
      <Text as="span" tone={usd === null ? 'ink2' : 'ink'} strong={usd !== null}>
        {usd === null ? t('specialRuns.none') : format.usd(usd)}
      </Text>
    )
  }
  const was = line.computedUsd
  const id = `amount-${line.employee._id}`
  const note = isWrong
    ? t('specialRuns.bad')
    : isEdited &&
      (usd === null
        ? t('specialRuns.leftOut')
        : was !== null && t('specialRuns.was', { usd: format.usd(was) }))
  return (
    <Row columnGap={{ xs: note ? 3 : 0, md: 3 }} align="center" justify="end" wrap>
      <AmountInput
        value={typed ?? (usd === null ? '' : formatUsdBare(usd, language))}
        onChange={({ target }) => onType(target.value)}
        error={isWrong}
        autoComplete="off"
        startAdornment={<InputAdornment position="start">$</InputAdornment>}
        slotProps={{
          input: {
            inputMode: 'decimal',
            'aria-label': t('specialRuns.amountOf', { name: fullName(line.employee) }),
            'aria-describedby': isWrong || isEdited ? id : undefined,
          },
        }}
        edited={isEdited && !isWrong}
      />
      <Text
        as="span"
        id={id}
        size={13.5}
        tone={isWrong ? 'brick' : 'ink2'}
        textAlign="left"
        minWidth={{ xs: 0, md: 84 }}
      >
        {note}
      </Text>
    </Row>
  )
}
