import { type Ref, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Field, helpId } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/text-input.tsx'

interface RecoveryFieldProps {
  value: string
  onChange: (typed: string) => void
  error: string | undefined
  inputRef: Ref<HTMLInputElement>
  autoFocus?: boolean
}

/** One of the ten codes that somebody keeps for the day when phone and key are lost. */
export function RecoveryField({ value, onChange, error, inputRef, autoFocus }: RecoveryFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <Field id={id} label={t('factors.recoveryCode.label')} error={error}>
      <TextInput
        id={id}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        inputRef={inputRef}
        error={error !== undefined}
        autoFocus={autoFocus ?? false}
        autoComplete="off"
        slotProps={{
          input: {
            maxLength: 40,
            spellCheck: false,
            autoCapitalize: 'none',
            autoCorrect: 'off',
            'aria-describedby': helpId(id, error, undefined),
          },
        }}
        mono
        size={15}
      />
    </Field>
  )
}
