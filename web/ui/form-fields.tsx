import KeyboardArrowDown from '@mui/icons-material/KeyboardArrowDown'
import MenuItem from '@mui/material/MenuItem'
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput'
import Select from '@mui/material/Select'
import { type ReactNode, useId } from 'react'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { Field, helpId } from './field.tsx'

export interface FieldProps<Form extends FieldValues, Context, Sent> {
  control: Control<Form, Context, Sent>
  name: FieldPath<Form>
  label: string
  optional?: boolean
  hint?: ReactNode
}

/** A field's state in react-hook-form, and what ties the input to its label and help. */
export function useField<Form extends FieldValues, Context, Sent>({
  control,
  name,
  label,
  optional,
  hint,
}: FieldProps<Form, Context, Sent>) {
  const id = useId()
  const { field, fieldState } = useController({ control, name })
  const error = fieldState.error?.message
  return {
    field,
    frame: { id, label, optional, hint, error },
    input: {
      id,
      name,
      error: error !== undefined,
      onBlur: field.onBlur,
      inputRef: field.ref,
      disabled: field.disabled ?? false,
    },
    described: { 'aria-describedby': helpId(id, error, hint) },
  }
}

interface TextFieldProps<Form extends FieldValues, Context, Sent>
  extends FieldProps<Form, Context, Sent>,
    Pick<
      OutlinedInputProps,
      | 'type'
      | 'autoComplete'
      | 'autoFocus'
      | 'placeholder'
      | 'multiline'
      | 'minRows'
      | 'startAdornment'
      | 'endAdornment'
    > {
  inputMode?: 'text' | 'email' | 'tel' | 'numeric' | 'decimal'
  maxLength?: number
  /** Addresses and codes. */
  mono?: boolean
}

export function TextField<Form extends FieldValues, Context, Sent>(
  props: TextFieldProps<Form, Context, Sent>,
) {
  const { control, name, label, optional, hint, inputMode, maxLength, mono, ...looks } = props
  const { field, frame, input, described } = useField(props)
  return (
    <Field {...frame}>
      <OutlinedInput
        {...looks}
        {...input}
        value={field.value ?? ''}
        onChange={field.onChange}
        slotProps={{
          input: {
            ...described,
            inputMode,
            maxLength,
            // No browser's correction improves an address.
            ...(mono && { spellCheck: false, autoCapitalize: 'none', autoCorrect: 'off' }),
          },
        }}
        sx={
          mono
            ? { fontFamily: '"Spline Sans Mono Variable", monospace', fontSize: '0.9375rem' }
            : null
        }
      />
    </Field>
  )
}

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
        IconComponent={KeyboardArrowDown}
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
