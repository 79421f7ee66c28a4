import { useRef, useState } from 'react'
import { isRecoveryCode, signInCode } from '#contract/fields.ts'
import { i18n } from '#web/lib/i18n.ts'

/** The typed recovery code and what is wrong with it; a RecoveryField draws it. */
export function useRecoveryEntry() {
  const [value, setValue] = useState('')
  const [fault, setFault] = useState<string>()
  const input = useRef<HTMLInputElement>(null)

  function refuse(why: string) {
    setFault(why)
    input.current?.focus()
  }

  return {
    field: {
      value,
      onChange: (typed: string) => {
        setValue(typed)
        setFault(undefined)
      },
      error: fault,
      inputRef: input,
    },
    /** The code once it is one; before, the field says what is missing. */
    whole(): string | undefined {
      const code = signInCode.safeParse(value).data
      if (code !== undefined && isRecoveryCode(code)) return code
      refuse(value.trim() === '' ? 'required' : i18n.t('factors.recoveryCode.wrong'))
      return undefined
    },
    setFault: refuse,
  }
}
