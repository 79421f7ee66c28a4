import type { ReactNode } from 'react'
import { Mark, type MarkName } from '#web/ui/inline-icons.tsx'
import { Row } from '#web/ui/layout.tsx'
import type { Tone } from '#web/ui/style-tokens.ts'

const looks = {
  yes: { mark: 'tick', tone: 'jade' },
  later: { mark: 'clock', tone: 'amber' },
  no: { mark: 'bar', tone: 'ink2' },
} satisfies Record<string, { mark: MarkName; tone: Tone }>

/** Whether something counts: 'Aprueba pagos', 'Desde mañana, 9:30', 'Cuando tenga llave'. */
export function CountsMark({ look, children }: { look: keyof typeof looks; children: ReactNode }) {
  const { mark, tone } = looks[look]
  return (
    <Row as="span" inline gap={2} tone={tone} strong noWrap>
      <Mark name={mark} />
      <span>{children}</span>
    </Row>
  )
}
