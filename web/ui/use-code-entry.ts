import { useRef, useState } from 'react'
import { sixDigits } from '#contract/six-digits.ts'

/**
 * The typed digits of a code that was sent, and why it was refused; `field` goes to a CodeField.
 */
export function useCodeEntry() {
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  return {
    field: {
      value: code,
      onChange: (next: string) => {
        setCode(next)
        setFault(undefined)
      },
      error: fault,
      inputRef: input,
    },
    /** The code once it is whole; before, the field says what is missing. */
    whole(): string | undefined {
      const read = sixDigits.safeParse(code)
      if (read.success) return code
      setFault(read.error.issues[0]?.message)
      input.current?.focus()
      return undefined
    },
    /**
     * Empty again: it was wrong, or another one is asked for. Not once the answer to that is there: the
     * message may be quicker, and its code typed already.
     */
    again(why?: string) {
      setCode('')
      setFault(why)
      input.current?.focus()
    },
    /** Empty, and the focus where it is. */
    clear() {
      setCode('')
      setFault(undefined)
    },
    setFault,
  }
}
