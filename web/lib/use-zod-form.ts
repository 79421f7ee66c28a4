import { zodResolver } from '@hookform/resolvers/zod'
import { type DefaultValues, type FieldValues, type Resolver, useForm } from 'react-hook-form'
import type { z } from 'zod/mini'

/**
 * A form whose rules are a schema of the contract. The schema's own input type is `unknown` where
 * the contract reads null and absent alike, so the fields' types are those of `defaults`.
 */
export function useZodForm<Form extends FieldValues, Schema extends z.ZodMiniType<FieldValues>>(
  schema: Schema,
  defaults: Form,
) {
  const resolver = zodResolver(schema as unknown as z.ZodMiniType<z.output<Schema>, Form>)
  return useForm<Form, unknown, z.output<Schema>>({
    resolver: resolver as unknown as Resolver<Form, unknown, z.output<Schema>>,
    defaultValues: defaults as DefaultValues<Form>,
  })
}
