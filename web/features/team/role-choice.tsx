import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { type Role, roles } from '#domain/roles.ts'
import { formFaultText } from '#web/lib/i18n.ts'
import { FieldFault } from '#web/ui/field-fault.tsx'
import { Block } from '#web/ui/layout.tsx'
import { RadioRows } from '#web/ui/radio-rows.tsx'
import { Text } from '#web/ui/text.tsx'

interface RoleChoiceProps {
  value: Role | ''
  onChange: (role: Role) => void
  inputRef?: Ref<HTMLInputElement>
  /** The form's fault: the choice is missing. */
  fault?: string | undefined
}

/** The four roles, each with what it can do and what it can't. */
export function RoleChoice({ value, onChange, inputRef, fault }: RoleChoiceProps) {
  const { t } = useTranslation()
  return (
    <Block>
      <Text as="div" size={13.5} strong mb={2} aria-hidden>
        {t('team.column.role')}
      </Text>
      <RadioRows
        label={t('team.column.role')}
        value={value}
        onChange={onChange}
        options={roles.map((role) => ({
          value: role,
          title: t(`roles.name.${role}`),
          detail: t(`roles.does.${role}`),
        }))}
        error={fault !== undefined}
        {...(inputRef && { inputRef })}
      />
      {fault !== undefined && <FieldFault role="alert">{formFaultText(fault)}</FieldFault>}
    </Block>
  )
}
