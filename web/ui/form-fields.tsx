import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput'
import { type ReactNode, useId } from 'react'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { Field, helpId } from './field.tsx'

export interface FieldProps<Form extends FieldValues, Context, Sent> {
  control: Control<Form, Context, Sent>
  name: FieldPath<Form>
  label: string
  optional?: boolean
  hint?: ReactNode
  /** A rule, which stays in sight beneath a fault. */
  keepHint?: boolean
}

/** A field's state in react-hook-form, and what ties the input to its label and help. */
export function useField<Form extends FieldValues, Context, Sent>({
  control,
  name,
  label,
  optional,
  hint,
  keepHint,
}: FieldProps<Form, Context, Sent>) {
  const id = useId()
  const { field, fieldState } = useController({ control, name })
  const error = fieldState.error?.message
  return {
    field,
    frame: { id, label, optional, hint, keepHint, error },
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
      | 'readOnly'
      | 'placeholder'
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
  const { control, name, label, optional, hint, keepHint, inputMode, maxLength, mono, ...looks } =
    props
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
