import type { EmployeeMe } from '#contract/employee-page.ts'
import { fill } from '#contract/texts/fill.ts'
import { useFormats } from './formats.ts'
import { useWords } from './texts.ts'

/** 'El pago del 28 nov ya está preparado': what is changed counts after it. */
export function CountsAfter({ me }: { me: EmployeeMe }) {
  const { texts } = useWords()
  const formats = useFormats()
  if (!me.countsFrom) return null
  const date = formats.day(me.countsFrom.after)
  return <p className="quiet small">{fill(texts.prepared.after, { date })}</p>
}
