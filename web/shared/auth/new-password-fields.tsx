import type { Control, FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { FieldProps } from '#web/ui/form-fields.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'

interface Confirmed {
  confirmPassword: string
}

interface NewPasswordFieldsProps<Form extends FieldValues & Confirmed, Sent> {
  control: Control<Form, unknown, Sent>
  name: FieldProps<Form, unknown, Sent>['name']
  label: string
}

/** A password that is being set, with what it must have, and the same once more. */
export function NewPasswordFields<Form extends FieldValues & Confirmed, Sent>(
  props: NewPasswordFieldsProps<Form, Sent>,
) {
  const { t } = useTranslation()
  const { control } = props
  return (
    <>
      <PasswordField
        {...props}
        autoComplete="new-password"
        hint={t('auth.signUp.passwordHint')}
        keepHint
      />
      <PasswordField
        control={control}
        name={'confirmPassword' as typeof props.name}
        label={t('auth.field.confirmPassword')}
        autoComplete="new-password"
      />
    </>
  )
}
