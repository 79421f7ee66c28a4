import type { Payroll } from '#contract/payrolls.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Mark } from '#web/ui/inline-icons.tsx'
import { Row } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'
import { lookOf } from './status-look.ts'
import { useStatusWords } from './use-status-words.ts'

interface StatusLabelProps {
  payroll: Payroll
  align?: 'left' | 'right'
  /** 'Pagada 22 nov', where the hour has no room. */
  short?: boolean
}

/** The state of a payroll's payday: sign, word, and one line beneath. */
export function StatusLabel({ payroll, align = 'left', short = false }: StatusLabelProps) {
  const { word, line } = useStatusWords()
  const now = useNow(60_000)
  const { tone, mark } = lookOf(payroll)
  const { text, look } = line(payroll, now)
  return (
    <Text as="div" textAlign={align}>
      <Row as="span" inline align="start" gap={2} tone={tone} strong size={14.5} leading={20}>
        <Mark name={mark} mt="2px" />
        {/* The sign stays beside its word where both take a second line. */}
        <span>{word(payroll, short)}</span>
      </Row>
      <Text
        as="div"
        size={13.5}
        leading={19}
        strong={look !== 'plain'}
        tone={look === 'plain' ? 'ink2' : look === 'brick' ? 'brick' : 'ink'}
      >
        {text}
      </Text>
    </Text>
  )
}
