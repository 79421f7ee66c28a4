import OutlinedInput from '@mui/material/OutlinedInput'
import type { FieldValues } from 'react-hook-form'
import { Field } from './field.tsx'
import { type FieldProps, useField } from './form-fields.tsx'

/** A day that is only begun, or does not exist: the browser then says `''`, as if none were typed. */
const begun = '?'
const wholeDay = /^\d{4}-\d{2}-\d{2}$/

/** A day in the browser's own field: the form holds it as `2026-11-22`, or `''`. */
export function DayField<Form extends FieldValues, Context, Sent>(
  props: FieldProps<Form, Context, Sent> & { autoFocus?: boolean },
) {
  const { field, frame, input, described } = useField(props)
  const read = ({ value, validity }: HTMLInputElement) =>
    field.onChange(validity.badInput ? begun : value)
  return (
    <Field {...frame}>
      <OutlinedInput
        {...input}
        type="date"
        autoFocus={props.autoFocus ?? false}
        value={wholeDay.test(field.value) ? field.value : ''}
        onChange={({ target }) => read(target as HTMLInputElement)}
        onBlur={({ target }) => {
          read(target as HTMLInputElement)
          field.onBlur()
        }}
        autoComplete="off"
        slotProps={{ input: { ...described, min: '1900-01-01' } }}
      />
    </Field>
  )
}
