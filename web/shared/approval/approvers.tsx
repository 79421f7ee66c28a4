import { useTranslation } from 'react-i18next'
import type { Approval } from '#contract/approvals.ts'
import { type Colleague, colleagueText } from '#contract/colleague.ts'
import { useSignedInUser } from '#web/lib/session.ts'
import { Mark, type MarkName } from '#web/ui/inline-icons.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import type { Tone } from '#web/ui/style-tokens.ts'
import { Text } from '#web/ui/text.tsx'
import { useApprovalWords } from './use-approval-words.ts'

/** The people who approved and when, and how many are missing until when. */
export function Approvers({ approval }: { approval: Approval }) {
  const { t } = useTranslation()
  const words = useApprovalWords()
  const me = useSignedInUser()?._id
  const { given, stillNeeded, canApprove, expiresAt } = approval
  const nameOf = (user: Colleague) => (user._id === me ? t('approvals.you') : colleagueText(user))
  const ends = words.ends(approval)
  const others = Math.max(0, stillNeeded - (canApprove ? 1 : 0))
  return (
    <Block as="ul" mt={1}>
      {given.map(({ user, at }) => (
        <Person key={user._id} mark="tick" tone="jade" name={nameOf(user)} note={words.when(at)} />
      ))}
      {canApprove && <Person mark="ahead" tone="amber" name={t('approvals.you')} note={ends} />}
      {Array.from({ length: others }, (_, index) => `${expiresAt} ${index}`).map((key) => (
        <Person
          key={key}
          mark="ahead"
          tone="amber"
          name={t('approvals.missingPerson')}
          note={canApprove ? '' : ends}
        />
      ))}
    </Block>
  )
}

interface PersonProps {
  mark: MarkName
  tone: Tone
  name: string
  note: string
}

function Person({ mark, tone, name, note }: PersonProps) {
  return (
    <Row as="li" gap={3} py={1} align="start">
      <Mark name={mark} tone={tone} mt="4px" />
      <Text as="div" flex={1} minWidth={0} breakWords>
        {name}
      </Text>
      <Text as="div" variant="secondary" tone="ink2" leading={23} textAlign="right">
        {note}
      </Text>
    </Row>
  )
}
