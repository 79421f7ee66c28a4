import { useFreesItself } from '#web/shared/changes/use-hold-words.ts'
import { Mark } from '#web/ui/inline-icons.tsx'
import { Row } from '#web/ui/layout.tsx'

/** 'Se libera sola en 42 h', or who else has to. */
export function HoldEnds({ until }: { until: string | null }) {
  const freesItself = useFreesItself()
  return (
    <Row gap={2} align="start" tone={until ? 'amber' : 'brick'} strong size={14}>
      <Mark name={until ? 'clock' : 'alert'} mt="2px" />
      <span>{freesItself(until)}</span>
    </Row>
  )
}
