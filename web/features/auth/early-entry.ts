import { type RefObject, useLayoutEffect } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'

/** Set by public/color-scheme.js when a form is sent before its script is there. */
const submittedAttribute = 'data-pressed'

/**
 * Takes over what somebody has typed into the page as it came, and presses the button that was pressed
 * meanwhile.
 */
export function useEarlyEntry<Form extends FieldValues>(
  form: RefObject<HTMLFormElement | null>,
  { getValues, setValue }: Pick<UseFormReturn<Form>, 'getValues' | 'setValue'>,
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was there before the script.
  useLayoutEffect(() => {
    for (const field of form.current?.elements ?? []) {
      if (!(field instanceof HTMLInputElement) || !field.value) continue
      const name = field.name as Path<Form>
      if (!getValues(name)) setValue(name, field.value as PathValue<Form, Path<Form>>)
    }
    const page = document.documentElement
    if (!page.hasAttribute(submittedAttribute)) return
    page.removeAttribute(submittedAttribute)
    form.current?.requestSubmit()
  }, [])
}
