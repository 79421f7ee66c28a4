import MenuItem from '@mui/material/MenuItem'
import Select from '@mui/material/Select'
import type { FieldValues } from 'react-hook-form'
import { Field } from './field.tsx'
import { type FieldProps, useField } from './form-fields.tsx'
import { KeyboardArrowDownIcon } from './icons/keyboard-arrow-down.tsx'

interface SelectFieldProps<Form extends FieldValues, Context, Sent>
  extends FieldProps<Form, Context, Sent> {
  options: readonly { value: string; text: string }[]
  placeholder?: string
  disabled?: boolean
}

export function SelectField<Form extends FieldValues, Context, Sent>(
  props: SelectFieldProps<Form, Context, Sent>,
) {
  const { options, placeholder = '', disabled } = props
  const { field, frame, input, described } = useField(props)
  const textOf = (value: unknown) => options.find((option) => option.value === value)?.text
  return (
    <Field {...frame}>
      <Select
        {...input}
        disabled={disabled || input.disabled}
        value={textOf(field.value) === undefined ? '' : field.value}
        onChange={field.onChange}
        displayEmpty
        IconComponent={KeyboardArrowDownIcon}
        renderValue={(value) => textOf(value) ?? <Placeholder text={placeholder} />}
        // Select's own button is what a label must name and what takes the focus.
        SelectDisplayProps={{ id: frame.id, 'aria-label': frame.label, ...described }}
        id={`${frame.id}-list`}
        MenuProps={{ slotProps: { paper: { sx: { maxHeight: 360 } } } }}
      >
        {options.map(({ value, text }) => (
          <MenuItem key={value} value={value}>
            {text}
          </MenuItem>
        ))}
      </Select>
    </Field>
  )
}

function Placeholder({ text }: { text: string }) {
  return <span style={{ color: 'var(--q-palette-ink3)' }}>{text || '\u00a0'}</span>
}
