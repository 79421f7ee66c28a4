import type { Occurrence } from '#contract/calendar.ts'
import { Mark } from '#web/ui/inline-icons.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'
import { occurrenceLook } from './occurrence-look.ts'
import { useOccurrenceWords } from './use-occurrence-words.ts'

interface OccurrenceStateProps {
  occurrence: Occurrence
  /** Sign, state and its line in one: 'Por aprobar: falta 1 de 2'. */
  inline?: boolean
  /** The line stands elsewhere. */
  bare?: boolean
  /** A word in the place of the state's own. */
  word?: string | undefined
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** The state of a payday: sign, word, and one line beneath. */
export function OccurrenceStateMark(props: OccurrenceStateProps) {
  const { occurrence, inline, bare } = props
  const words = useOccurrenceWords()
  const { tone, mark } = occurrenceLook[occurrence.state]
  const line = words.line(occurrence)
  const word = props.word ?? words.state(occurrence)
  return (
    <Block>
      <Row gap={2.5} align="start" tone={tone} strong size={14.5} leading={20}>
        <Mark name={mark} mt="2px" />
        <span>{inline && line ? `${word}: ${lowerFirst(line)}` : word}</span>
      </Row>
      {!inline && !bare && line && (
        <Text as="div" size={13.5} leading={19} tone="ink2" pl="26px" breakWords>
          {line}
        </Text>
      )}
    </Block>
  )
}
