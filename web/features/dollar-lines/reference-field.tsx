import type { Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod/mini'
import { optionalText } from '#contract/fields.ts'
import { TextField } from '#web/ui/form-fields.tsx'

export const referenceForm = z.object({ reference: optionalText(100) })

/** The bank's reference of what is marked as paid. */
export function ReferenceField({ control }: { control: Control<{ reference: string }> }) {
  const { t } = useTranslation()
  return (
    <TextField
      control={control}
      name="reference"
      label={t('dollarList.reference')}
      hint={t('dollarList.referenceHint')}
      optional
      maxLength={100}
      autoComplete="off"
      autoFocus
    />
  )
}
