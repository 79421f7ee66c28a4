import type { ReactNode } from 'react'
import type { ChangesSummary } from '#contract/changes.ts'
import { Mark, type MarkName } from '#web/ui/inline-icons.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import type { Tone } from '#web/ui/style-tokens.ts'
import { Text } from '#web/ui/text.tsx'
import { findChangedGroups, useChangesWords } from './use-changes-words.ts'

type Look = { mark: MarkName; tone: Tone }

const looks: Record<'info' | 'warn' | 'danger', Look> = {
  info: { mark: 'half', tone: 'amber' },
  warn: { mark: 'half', tone: 'amber' },
  danger: { mark: 'alert', tone: 'brick' },
}
const none: Look = { mark: 'tick', tone: 'jade' }
const first: Look = { mark: 'info', tone: 'ink2' }

interface ChangesLineProps {
  summary: ChangesSummary
  /** Beneath the sentence. */
  detail?: ReactNode
}

/** All that changed since the last paid run in one sentence, with its mark. */
export function ChangesLine({ summary, detail }: ChangesLineProps) {
  const { since, severity } = summary
  const isGrave = severity === 'danger'
  const look = since || isGrave ? (severity ? looks[severity] : none) : first
  return (
    <Row gap={3} align="start">
      <Mark name={look.mark} tone={look.tone} size={18} mt="2px" />
      <Block minWidth={0} flex={1}>
        <Text variant="cell" as="p" breakWords>
          <Sentence summary={summary} />
        </Text>
        {detail}
      </Block>
    </Row>
  )
}

function Sentence({ summary }: { summary: ChangesSummary }) {
  const words = useChangesWords()
  const { since, severity } = summary
  const groups = findChangedGroups(summary)
  if (!since || groups.length === 0) {
    return (
      <Text as="span" strong={since !== null} tone={since ? 'ink' : 'ink2'}>
        {words.unchanged(summary)}
      </Text>
    )
  }
  return (
    <>
      {words.shortSince(since.at)}:{' '}
      {groups.map((group, index) => (
        <span key={group}>
          {index > 0 && ' · '}
          {severity === 'danger' && group === 'addresses' ? (
            <Text as="span" strong tone="brick">
              {words.part(summary, group)}
            </Text>
          ) : (
            words.part(summary, group)
          )}
        </span>
      ))}
    </>
  )
}
