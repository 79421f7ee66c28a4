import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { PersonDecision, PersonQuestion, UndecidedPeople } from '#contract/imports.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { SidesTable } from '#web/shared/imports/sides-table.tsx'
import { Button } from '#web/ui/controls.tsx'
import { Mark } from '#web/ui/inline-icons.tsx'
import { Block, Row, Stack } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'
import { Count } from './diff-sections.tsx'
import { answerOf } from './open-questions.ts'

interface PersonQuestionsProps {
  questions: readonly PersonQuestion[]
  openCount: number
  /** The numbers of the other rows, where the server has not compared the file in full. */
  counts: UndecidedPeople['counts']
  decisions: readonly PersonDecision[]
  onDecide: (decision: PersonDecision) => void
}

/** Rows that may be known people: somebody says of each who it is, and nothing is saved before. */
export function PersonQuestions({
  questions,
  openCount,
  counts,
  decisions,
  onDecide,
}: PersonQuestionsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  if (questions.length === 0) return null
  return (
    <Block as="section" mt={4}>
      <Row as="dl" wrap columnGap={{ xs: 5, sm: 8 }} rowGap={3} m={0} py={3} lineAbove lineBelow>
        <Stack reversed>
          <Text variant="secondary" as="dt" strong tone="amber">
            {t('payrolls.decide.open')}
          </Text>
          <Text variant="count" as="dd" m={0} size={27}>
            {format.count(openCount)}
          </Text>
        </Stack>
        {counts &&
          (['added', 'changed', 'unchanged'] as const).map((name) => (
            <Count key={name} label={t(`employees.import.${name}`)} count={counts[name]} />
          ))}
      </Row>
      {questions.map((question) => (
        <Question
          key={`${question.row}-${question.person._id}`}
          question={question}
          answer={answerOf(question, decisions)}
          onDecide={onDecide}
        />
      ))}
    </Block>
  )
}

interface QuestionProps {
  question: PersonQuestion
  answer: PersonDecision | undefined
  onDecide: (decision: PersonDecision) => void
}

function Question({ question, answer, onDecide }: QuestionProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const id = useId()
  const { row, name, person } = question
  const kind = kindOf(question)
  const choice = (is: PersonDecision['is']) => (
    <Button
      variant={answer?.is === is ? 'contained' : 'outlined'}
      aria-pressed={answer?.is === is}
      onClick={() => onDecide({ row, is, person: person._id })}
    >
      {t(`payrolls.decide.${is}`)}
    </Button>
  )
  return (
    <Block role="group" aria-labelledby={id} py={4} lineBelow>
      <Row justify="between" align="baseline" columnGap={4}>
        <Row align="baseline" gap={2} minWidth={0}>
          <Mark name="question" tone="amber" />
          <Text as="h3" id={id} strong size={15} breakWords>
            {t(`payrolls.decide.question.${kind}`, { name })}
          </Text>
        </Row>
        <Text as="span" variant="secondary" tone="ink2" noWrap>
          {t('payrolls.decide.line', { row: format.count(row) })}
        </Text>
      </Row>
      <Block pl={{ xs: 0, sm: 6 }} mt={2}>
        <SidesTable question={question} listedHead={t('payrolls.decide.listed')} labelledBy={id} />
        <Row wrap align="center" gap={3} mt={3}>
          {choice('same')}
          {choice('other')}
          <Text as="span" variant="secondary" tone="ink2">
            {t(`payrolls.decide.then.${outcomeOf(question)}`)}
          </Text>
        </Row>
      </Block>
    </Block>
  )
}

function kindOf({ differs, known, listed }: PersonQuestion) {
  if (!differs.includes('identification')) return 'noDocuments'
  if (known.identification && listed.identification) return 'otherDocument'
  return listed.identification ? 'newDocument' : 'withoutDocument'
}

/** The most important change, if it is the same person. */
function outcomeOf({ differs, known, listed }: PersonQuestion) {
  if (known.identification && listed.identification) return 'document'
  if (differs.includes('cryptoAddress')) return 'address'
  return 'values'
}
