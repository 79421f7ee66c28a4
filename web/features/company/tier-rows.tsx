import FormHelperText from '@mui/material/FormHelperText'
import InputAdornment from '@mui/material/InputAdornment'
import OutlinedInput from '@mui/material/OutlinedInput'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { approvalsAtMost, tiersAtMost } from '#contract/approval-rules.ts'
import { formatUsdBare } from '#web/lib/format.ts'
import { formFaultText } from '#web/lib/i18n.ts'
import { parseTypedUsd } from '#web/lib/parse-usd.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useLanguage } from '#web/lib/use-language.ts'
import { Button, IconButton } from '#web/ui/controls.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { AddIcon } from '#web/ui/icons/add.tsx'
import { ArrowForwardIcon } from '#web/ui/icons/arrow-forward.tsx'
import { DeleteIcon } from '#web/ui/icons/delete.tsx'
import { RemoveIcon } from '#web/ui/icons/remove.tsx'
import { Block, Grid, Row } from '#web/ui/layout.tsx'
import { SpinNumber } from '#web/ui/spin-number.tsx'
import { Text } from '#web/ui/text.tsx'
import { clampApprovals, type DraftTier, findTierFault, makeTierDraft } from './rules-draft.ts'

interface TierRowsProps {
  rows: readonly DraftTier[]
  onChange: (rows: readonly DraftTier[]) => void
  /** The faults are said only once somebody tried to save. */
  showFaults: boolean
}

/** Tiers, a row each: from which sum on how many approve. */
export function TierRows({ rows, onChange, showFaults }: TierRowsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const amounts = rows.flatMap(({ fromUsd }) => (typeof fromUsd === 'number' ? [fromUsd] : []))
  const lowest = Math.min(...amounts)
  const replace = (changed: DraftTier) =>
    onChange(rows.map((row) => (row.key === changed.key ? changed : row)))
  return (
    <>
      {amounts.length > 0 && lowest > 0 && (
        <TierLine
          first={t('rules.below')}
          amount={<Text as="span">{format.usd(lowest)}</Text>}
          says={
            <Text as="span" tone="ink2">
              {t('rules.free')}
            </Text>
          }
        />
      )}
      {rows.map((row, index) => (
        <TierRow
          key={row.key}
          row={row}
          place={index + 1}
          fault={showFaults ? findTierFault(row, rows) : undefined}
          onChange={replace}
          onRemove={() => onChange(rows.filter(({ key }) => key !== row.key))}
        />
      ))}
      {rows.length < tiersAtMost && (
        <Button
          variant="text"
          startIcon={<AddIcon />}
          onClick={() => onChange([...rows, makeTierDraft({})])}
          mt={rows.length > 0 ? 3 : 0}
          ml={-2}
        >
          {t('rules.add')}
        </Button>
      )}
    </>
  )
}

interface TierLineProps {
  first: string
  amount: ReactNode
  says: ReactNode
  end?: ReactNode
}

function TierLine({ first, amount, says, end }: TierLineProps) {
  return (
    <Grid
      lineBelow
      align="center"
      columnGap={4}
      rowGap={2}
      minHeight={66}
      py="10px"
      columns={{ xs: '72px minmax(0, 1fr) 40px', sm: '72px 150px 20px 1fr 40px' }}
      areas={{ xs: '"first amount end" ". says says"', sm: '"first amount arrow says end"' }}
    >
      <Text as="span" area="first" tone="ink2">
        {first}
      </Text>
      <Block area="amount" minWidth={0}>
        {amount}
      </Block>
      <Icon as={ArrowForwardIcon} hideBelow="sm" area="arrow" size={18} tone="ink2" />
      <Block area="says" minWidth={0}>
        {says}
      </Block>
      <Block area="end">{end}</Block>
    </Grid>
  )
}

interface TierRowProps {
  row: DraftTier
  /** The row's number, for screen readers. */
  place: number
  fault: string | undefined
  onChange: (row: DraftTier) => void
  onRemove: () => void
}

function TierRow({ row, place, fault, onChange, onRemove }: TierRowProps) {
  const { t } = useTranslation()
  return (
    <TierLine
      first={t('rules.from')}
      amount={
        <TierAmountField
          label={t('rules.amount', { place })}
          value={row.fromUsd}
          fault={fault}
          onChange={(fromUsd) => onChange({ ...row, fromUsd })}
        />
      }
      says={
        <Row gap={3}>
          <Stepper
            label={t('rules.approvalsOf', { place })}
            value={row.approvals}
            onChange={(approvals) => onChange({ ...row, approvals })}
          />
          <span>{t('rules.approvals', { count: row.approvals })}</span>
        </Row>
      }
      end={
        <IconButton onClick={onRemove} aria-label={t('rules.remove', { place })}>
          <DeleteIcon />
        </IconButton>
      }
    />
  )
}

interface AmountFieldProps {
  label: string
  value: DraftTier['fromUsd']
  fault: string | undefined
  onChange: (value: DraftTier['fromUsd']) => void
}

/** Dollars in a row without a label above it. */
export function TierAmountField({ label, value, fault, onChange }: AmountFieldProps) {
  const id = useId()
  const language = useLanguage()
  const [typed, setTyped] = useState<string | null>(null)
  const formatted = typeof value === 'number' ? formatUsdBare(value, language) : (value ?? '')
  return (
    <>
      <OutlinedInput
        fullWidth
        value={typed ?? formatted}
        error={fault !== undefined}
        onChange={({ target }) => {
          setTyped(target.value)
          onChange(parseTypedUsd(target.value, language))
        }}
        onBlur={() => setTyped(null)}
        autoComplete="off"
        startAdornment={<InputAdornment position="start">$</InputAdornment>}
        slotProps={{
          input: {
            inputMode: 'decimal',
            'aria-label': label,
            'aria-describedby': fault === undefined ? undefined : id,
          },
        }}
      />
      {fault !== undefined && (
        <FormHelperText id={id} error role="alert">
          {formFaultText(fault)}
        </FormHelperText>
      )}
    </>
  )
}

interface StepperProps {
  label: string
  value: number
  onChange: (value: number) => void
}

/** A small whole number with a button on each side; for the keyboard it is one spin button. */
function Stepper({ label, value, onChange }: StepperProps) {
  const { t } = useTranslation()
  const steps: Record<string, number> = {
    ArrowUp: value + 1,
    ArrowDown: value - 1,
    Home: 0,
    End: approvalsAtMost,
  }
  return (
    <Row
      height={46}
      flex="none"
      style={{
        border: '1px solid var(--q-palette-lineStrong)',
        borderRadius: 10,
        background: 'var(--q-palette-surface)',
      }}
    >
      <IconButton
        tabIndex={-1}
        size="small"
        onClick={() => onChange(clampApprovals(value - 1))}
        disabled={value === 0}
        aria-label={t('rules.fewer')}
        width={36}
        height={44}
      >
        <RemoveIcon />
      </IconButton>
      <SpinNumber
        label={label}
        value={value}
        atMost={approvalsAtMost}
        onKeyDown={(event) => {
          const next = steps[event.key]
          if (next === undefined) return
          event.preventDefault()
          onChange(clampApprovals(next))
        }}
      />
      <IconButton
        tabIndex={-1}
        size="small"
        onClick={() => onChange(clampApprovals(value + 1))}
        disabled={value === approvalsAtMost}
        aria-label={t('rules.more')}
        width={36}
        height={44}
      >
        <AddIcon />
      </IconButton>
    </Row>
  )
}
