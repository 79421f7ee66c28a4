import { type DefaultValues, type FieldErrors, type FieldValues, useForm } from 'react-hook-form'
import type { z } from 'zod/mini'

/**
 * A form whose rules are a schema of the contract. The schema's own input type is `unknown` where
 * the contract reads null and absent alike, so the fields' types are those of `defaults`. Shows the
 * first fault of each field; no field holds others.
 */
export function useZodForm<Form extends FieldValues, Schema extends z.ZodMiniType<FieldValues>>(
  schema: Schema,
  defaults: Form,
) {
  return useForm<Form, unknown, z.output<Schema>>({
    resolver: (values, _context, { fields }) => {
      const read = schema.safeParse(values)
      if (read.success) return { values: read.data, errors: {} }
      const faults = new Map(
        read.error.issues.toReversed().map(({ path: [field], code, message }) => [
          String(field),
          // The first field with a fault takes the focus by its `ref`.
          {
            type: code,
            message,
            ref: Object.entries(fields).find(([name]) => name === field)?.[1]?.ref,
          },
        ]),
      )
      return { values: {}, errors: Object.fromEntries(faults) as FieldErrors<Form> }
    },
    defaultValues: defaults as DefaultValues<Form>,
  })
}
