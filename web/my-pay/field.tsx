import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'
import { PageMark } from './marks.tsx'

interface FieldProps
  extends Pick<
    InputHTMLAttributes<HTMLInputElement>,
    'autoComplete' | 'inputMode' | 'name' | 'className' | 'spellCheck'
  > {
  label: string
  hint?: string | undefined
  /** The sentence or the parts of one. */
  fault?: ReactNode
  value: string
  onChange: (value: string) => void
  ref?: Ref<HTMLInputElement>
}

/** A label, a field, and what is wrong with it or how to fill it. */
export function PageField({ label, hint, fault, value, onChange, ref, ...input }: FieldProps) {
  const id = useId()
  const helpId = `${id}-help`
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        ref={ref}
        id={id}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        aria-invalid={fault ? true : undefined}
        aria-describedby={helpId}
        autoCapitalize="none"
      />
      <p id={helpId} className={fault ? 'help fault' : 'help'}>
        {fault ? (
          <>
            <PageMark name="alert" />
            <span>{fault}</span>
          </>
        ) : (
          hint
        )}
      </p>
    </div>
  )
}
